package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"

	"scenario/emulator"
	"scenario/steps/match"
)

// paint is the colour of what a mask covers in a picture.
var paint = emulator.RGB(255, 0, 255)

// Painted is a screen with the cells that the masks take out, and the blanks
// beside them, painted over.
func Painted(s *emulator.Screen, holes []match.Hole) *emulator.Screen {
	if len(holes) == 0 {
		return s
	}
	s = s.Clone()
	covered := map[int][]bool{}
	for _, h := range holes {
		if h.Part == match.HoleCursor {
			s.Cursor.Visible = false
		}
		if h.Part != match.HoleCells {
			continue
		}
		row := s.Row(h.Row)
		if covered[h.Row] == nil {
			covered[h.Row] = make([]bool, len(row))
		}
		from, end := h.Col, h.Col+h.Width
		for h.Name != "" && from > 0 && row[from-1].Glyph == 0 && row[from-1].Width() == 1 {
			from--
		}
		for h.Name != "" && end < len(row) && row[end].Glyph == 0 && row[end].Width() == 1 {
			end++
		}
		for col := from; col < end; col++ {
			covered[h.Row][col] = true
		}
	}
	for r, cols := range covered {
		for col, yes := range cols {
			if yes {
				s.Row(r)[col] = emulator.Cell{Bg: paint}
			}
		}
	}
	return s
}

// Key names the cells of a picture and how they look.
func Key(form, look string) string {
	sum := sha256.Sum256([]byte(form + "\x00" + look))
	return hex.EncodeToString(sum[:])
}

// keyword is that of the text chunk that has the key.
const keyword = "Scenario-Cells"

// WithKey puts a key into a PNG, bound to its other bytes: one that was changed
// by hand has none.
func WithKey(file []byte, key string) ([]byte, error) {
	if _, at := keyOf(file); at != 0 {
		return nil, errors.New("the PNG has a key already")
	}
	at := afterHeader(file)
	if at == 0 {
		return nil, errors.New("not a PNG")
	}
	chunk := textChunk(key + " " + digest(file))
	return append(append(append([]byte(nil), file[:at]...), chunk...), file[at:]...), nil
}

// Keyed reports whether a PNG has that key, and is as it was when it got it.
func Keyed(file []byte, key string) bool {
	value, at := keyOf(file)
	if at == 0 || len(value) < len(key) || value[:len(key)] != key {
		return false
	}
	size := len(textChunk(value))
	bare := append(append([]byte(nil), file[:at]...), file[at+size:]...)
	return value == key+" "+digest(bare)
}

func digest(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}

// The signature of a PNG and its header chunk are of a fixed length.
const headerEnd = 8 + 12 + 13

func afterHeader(file []byte) int {
	if len(file) < headerEnd || string(file[:8]) != "\x89PNG\r\n\x1a\n" || string(file[12:16]) != "IHDR" {
		return 0
	}
	return headerEnd
}

// keyOf finds the value of the key's chunk, which comes first, and where it is.
func keyOf(file []byte) (value string, at int) {
	at = afterHeader(file)
	if at == 0 || len(file) < at+12 {
		return "", 0
	}
	n := binary.BigEndian.Uint32(file[at:])
	prefix := "tEXt" + keyword + "\x00"
	if n > 1000 || len(file) < at+12+int(n) || string(file[at+4:min(at+4+len(prefix), len(file))]) != prefix {
		return "", 0
	}
	return string(file[at+4+len(prefix) : at+8+int(n)]), at
}

func textChunk(value string) []byte {
	body := "tEXt" + keyword + "\x00" + value
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE([]byte(body)))
}

// Difference is how two pictures differ.
type Difference struct {
	Pixels, All int
	Size        string          // why they can't be compared: "it has 640x384 pixels, the stored one 720x384"
	Box         image.Rectangle // around what differs
	Picture     []byte          // a PNG: what differs in red, the rest pale; nil when nothing does
}

// maxSide bounds the sides of a picture that is read.
const maxSide = 1 << 15

// ComparePictures compares the pixels of two PNGs. Colours whose distance is more
// than threshold, from 0 to 1, differ.
func ComparePictures(stored, now []byte, threshold float64) (Difference, error) {
	a, err := decode(stored)
	if err != nil {
		return Difference{}, err
	}
	b, err := decode(now)
	if err != nil {
		return Difference{}, err
	}
	ra, rb := a.Bounds(), b.Bounds()
	d := Difference{All: rb.Dx() * rb.Dy()}
	if ra.Size() != rb.Size() {
		d.Pixels = d.All
		d.Size = fmt.Sprintf("it has %dx%d pixels, the stored one %dx%d", rb.Dx(), rb.Dy(), ra.Dx(), ra.Dy())
		return d, nil
	}
	out := image.NewNRGBA(image.Rect(0, 0, rb.Dx(), rb.Dy()))
	limit := maxDistance * threshold * threshold
	for y := range rb.Dy() {
		for x := range rb.Dx() {
			p, q := nrgba(a, ra.Min.X+x, ra.Min.Y+y), nrgba(b, rb.Min.X+x, rb.Min.Y+y)
			if p != q && distance(p, q) > limit {
				d.Pixels++
				d.Box = d.Box.Union(image.Rect(x, y, x+1, y+1))
				out.SetNRGBA(x, y, color.NRGBA{R: 255, A: 255})
				continue
			}
			grey := uint8(255 - (255-int(luma(q)))/10)
			out.SetNRGBA(x, y, color.NRGBA{grey, grey, grey, 255})
		}
	}
	if d.Pixels == 0 {
		return d, nil
	}
	var buf bytes.Buffer
	err = png.Encode(&buf, out)
	d.Picture = buf.Bytes()
	return d, err
}

func decode(file []byte) (image.Image, error) {
	c, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("not a PNG: %w", err)
	}
	if c.Width > maxSide || c.Height > maxSide || c.Width*c.Height > maxPixels {
		return nil, fmt.Errorf("the PNG is too large: %dx%d", c.Width, c.Height)
	}
	return png.Decode(bytes.NewReader(file))
}

// maxPixels bounds a picture, as raster.MaxPixels does.
const maxPixels = 64 << 20

func nrgba(img image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
}

// maxDistance is the distance of black and white.
const maxDistance = 35215

// distance is how far apart people see two colours: the square of their distance
// in YIQ, weighted (Kotsarenko and Ramos, Measuring perceived color difference
// using YIQ NTSC transmission color space in mobile applications, 2010). What is
// transparent stands on white.
func distance(a, b color.NRGBA) float64 {
	ar, ag, ab := onWhite(a)
	br, bg, bb := onWhite(b)
	r, g, bl := ar-br, ag-bg, ab-bb
	y := 0.29889531*r + 0.58662247*g + 0.11448223*bl
	i := 0.59597799*r - 0.27417610*g - 0.32180189*bl
	q := 0.21147017*r - 0.52261711*g + 0.31114694*bl
	return 0.5053*y*y + 0.299*i*i + 0.1957*q*q
}

func onWhite(c color.NRGBA) (r, g, b float64) {
	over := func(v uint8) float64 { return 255 + (float64(v)-255)*float64(c.A)/255 }
	return over(c.R), over(c.G), over(c.B)
}

func luma(c color.NRGBA) float64 {
	r, g, b := onWhite(c)
	return 0.29889531*r + 0.58662247*g + 0.11448223*b
}
