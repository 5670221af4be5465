// Command sprites draws the faces of the avatar, a cat, as small PNGs. It is run
// by go generate ./... and is no part of the command.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
)

// A face is 24 x 12 dots, each twice as high as wide: what 12 x 6 cells of a
// terminal can show with quarter blocks.
const (
	dotWidth  = 4
	dotHeight = 8
)

// ink is the colour of a letter; others are transparent.
func ink(c rune) color.NRGBA {
	switch c {
	case 'b': // fur
		return color.NRGBA{0xf0, 0xa0, 0x50, 0xff}
	case 'p': // ears and cheeks
		return color.NRGBA{0xf7, 0x76, 0x8e, 0xff}
	case 'w':
		return color.NRGBA{0xff, 0xff, 0xff, 0xff}
	case 'k':
		return color.NRGBA{0x20, 0x1a, 0x28, 0xff}
	case 'y': // sparks
		return color.NRGBA{0xff, 0xe0, 0x60, 0xff}
	case 't': // tears
		return color.NRGBA{0x60, 0xc8, 0xff, 0xff}
	case 'g': // the keyboard
		return color.NRGBA{0x60, 0x68, 0x80, 0xff}
	}
	return color.NRGBA{}
}

const head = `
...bb..............bb...
..bppb............bppb..
..bppbbbbbbbbbbbbbbppb..
..bbbbbbbbbbbbbbbbbbbb..
..bbbbbbbbbbbbbbbbbbbb..
..bbbbbbbbbbbbbbbbbbbb..
..bpppbbbbbbbbbbbbpppb..
..bbbbbbbbbbbbbbbbbbbb..
...bbbbbbbbbbbbbbbbbb...
....bbbbbbbbbbbbbbbb....
........................
........................`

// What is laid over the head; a blank leaves it as it is.
const (
	open = `




      kk        kk
      kk        kk`
	closed = `





      kk        kk`
	up = `

      kk        kk
      kk        kk
      ww        ww
      ww        ww`
	down = `





      kk        kk
      wwbbbbbbbbww`
	arches = `




      kk        kk
     k  k      k  k`
	worried = `




       k        k
      kkk      kkk`
	mouth = `






           kk
         k    k
          kkkk`
	smile = `






        kkkkkkkk
        wwwwwwww
         kkkkkk`
	frown = `






           kk
         kkkkkk
        k      k`
	tearsHigh = `






      tt        tt`
	tearsLow = `






      tt        tt
      tt        tt
      tt        tt`
	sparks = `
y                      y
                        

                        
 y                    y`
	otherSparks = `

y                      y
y                      y



y                      y`
	leftPaw = `









 gggbbbbgggggggggggggg
 gggbbbbgggggggggggggg`
	rightPaw = `









 ggggggggggggggbbbbggg
 ggggggggggggggbbbbggg`
	oneDot = `










        ww`
	twoDots = `










        ww  ww`
	threeDots = `










        ww  ww  ww`
)

// faces are the frames of each mood, layers over the head.
func faces() map[string][][]string {
	return map[string][][]string{
		"idle":    {{open, mouth}, {open, mouth}, {open, mouth}, {closed, mouth}},
		"working": {{down, mouth, leftPaw}, {down, mouth, rightPaw}},
		"waiting": {{up, mouth, oneDot}, {up, mouth, twoDots}, {up, mouth, threeDots}},
		"happy":   {{arches, smile, sparks}, {arches, smile, otherSparks}},
		"sad":     {{worried, frown, tearsHigh}, {worried, frown, tearsLow}},
	}
}

func draw(layers []string) *image.NRGBA {
	rows := strings.Split(head[1:], "\n")
	img := image.NewNRGBA(image.Rect(0, 0, len(rows[0])*dotWidth, len(rows)*dotHeight))
	for _, layer := range append([]string{head}, layers...) {
		for y, row := range strings.Split(layer[1:], "\n") {
			for x, c := range row {
				if c == ' ' || y >= len(rows) || x >= len(rows[0]) {
					continue
				}
				for i := range dotWidth * dotHeight {
					img.SetNRGBA(x*dotWidth+i%dotWidth, y*dotHeight+i/dotWidth, ink(c))
				}
			}
		}
	}
	return img
}

func main() {
	dir := flag.String("dir", "sprites", "where the pictures are written")
	flag.Parse()
	for mood, frames := range faces() {
		for i, layers := range frames {
			var b bytes.Buffer
			err := png.Encode(&b, draw(layers))
			if err == nil {
				err = os.WriteFile(filepath.Join(*dir, fmt.Sprintf("%s-%d.png", mood, i+1)), b.Bytes(), 0o666)
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, "sprites:", err)
				os.Exit(1)
			}
		}
	}
}
