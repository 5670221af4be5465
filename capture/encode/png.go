package encode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"io"
	"strings"
	"unicode/utf8"

	"scenario/capture/raster"
)

// Text is a text chunk of a PNG.
type Text struct {
	Key   string // 1 to 79 printable ASCII characters, such as "Title"
	Value string
}

// PNG writes a frame as a PNG file: with a palette of the colours in use when
// there are at most 256, else as 8-bit RGB.
func PNG(w io.Writer, f raster.Frame, text ...Text) error {
	switch {
	case f.Pal != nil && f.RGB == nil:
		return PNGImage(w, f.Pal, text...)
	case f.RGB != nil && f.Pal == nil:
		return PNGImage(w, f.RGB, text...)
	}
	return errors.New("png: frame has not exactly one of Pal and RGB")
}

// PNGImage writes an *image.Paletted or *image.RGBA, which may be transparent.
func PNGImage(w io.Writer, img image.Image, text ...Text) error {
	r := img.Bounds()
	if r.Empty() || r.Dx() > 1<<31-1 || r.Dy() > 1<<31-1 {
		return fmt.Errorf("png: size %dx%d", r.Dx(), r.Dy())
	}
	out := append([]byte(nil), pngSignature...)
	var px pixels
	switch img := img.(type) {
	case *image.Paletted:
		used, err := usedPixels(img)
		if err != nil {
			return fmt.Errorf("png: %w", err)
		}
		px = used
	case *image.RGBA:
		px = rgbaPixels(img)
	default:
		return fmt.Errorf("png: image is a %T, not paletted or RGBA", img)
	}
	out = px.appendHeader(out, r.Dx(), r.Dy())
	out = px.appendPalette(out)
	for _, t := range text {
		var err error
		if out, err = appendText(out, t); err != nil {
			return fmt.Errorf("png: %w", err)
		}
	}
	z := newDeflater(stillLevel)
	out, start := beginChunk(out, "IDAT")
	out = append(out, z.deflate(&px)...)
	out = endChunk(out, start)
	out, start = beginChunk(out, "IEND")
	_, err := w.Write(endChunk(out, start))
	return wrapWrite("png", err)
}

// The file format: https://www.w3.org/TR/png-3/.
const pngSignature = "\x89PNG\r\n\x1a\n"

// beginChunk appends the start of a chunk, the data of which follows.
func beginChunk(dst []byte, kind string) (out []byte, start int) {
	return append(append(dst, 0, 0, 0, 0), kind...), len(dst)
}

// endChunk completes the chunk that began at start.
func endChunk(dst []byte, start int) []byte {
	body := dst[start+4:]
	binary.BigEndian.PutUint32(dst[start:], uint32(len(body)-4))
	return binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(body))
}

// appendText appends a tEXt chunk, or an iTXt one when it must be UTF-8.
func appendText(dst []byte, t Text) ([]byte, error) {
	if len(t.Key) < 1 || len(t.Key) > 79 || strings.TrimSpace(t.Key) != t.Key || strings.Contains(t.Key, "  ") || !printable(t.Key) {
		return nil, fmt.Errorf("text key %.99q is not 1 to 79 printable characters", t.Key)
	}
	if !utf8.ValidString(t.Value) || strings.ContainsRune(t.Value, 0) {
		return nil, fmt.Errorf("text of %s is not UTF-8 without NUL", t.Key)
	}
	kind, head := "tEXt", "\x00"
	if !isASCII(t.Value) {
		kind, head = "iTXt", "\x00\x00\x00\x00\x00" // not compressed, no language, no translated key
	}
	dst, start := beginChunk(dst, kind)
	dst = append(dst, t.Key...)
	dst = append(dst, head...)
	dst = append(dst, t.Value...)
	return endChunk(dst, start), nil
}

func printable(s string) bool {
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	for _, c := range []byte(s) {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
