package html

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// blocks writes what the page holds as <script> elements that no browser runs:
//
//	<script type="application/gzip" id="c0">H4sI…</script>
//
// Pictures have their own type and are not compressed again. Ids are ours, and
// the rest is base64.
type blocks struct {
	w    io.Writer
	left int // bytes that the page may still grow by
	// pictures is how many of them pictures may have: they are large, and a
	// recording tells more.
	pictures int
	have     map[string]bool
	z        *gzip.Writer
	err      error
}

func newBlocks(w io.Writer, room int) *blocks {
	return &blocks{w: w, left: room, pictures: room / 2, have: map[string]bool{}, z: gzip.NewWriter(nil)}
}

// add writes a block, whether there is room or not.
func (b *blocks) add(id, kind string, data []byte) {
	if b.err != nil {
		return
	}
	head, tail := fmt.Sprintf("<script type=%q id=%q>", kind, id), "</script>\n"
	text := base64.StdEncoding.AppendEncode([]byte(head), data)
	text = append(text, tail...)
	b.left -= len(text)
	b.have[id] = true
	_, b.err = b.w.Write(text)
}

// fits reports whether there is room for so many bytes of a block.
func (b *blocks) fits(n int) bool { return base64.StdEncoding.EncodedLen(n)+100 <= b.left }

// text writes a compressed block if there is room, and reports whether there
// was.
func (b *blocks) text(id string, data []byte) bool {
	z := b.compressed(data)
	if !b.fits(len(z)) {
		return false
	}
	b.add(id, "application/gzip", z)
	return true
}

// json writes a value, whether there is room or not.
func (b *blocks) json(id string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		b.err = err
		return
	}
	b.add(id, "application/gzip", b.compressed(data))
}

// shared writes bytes that several places may have, once, if there is room; it
// returns their id, "" for none. Room for the screens is left. kind is "" for a
// text.
func (b *blocks) shared(kind string, data []byte) string {
	sum := sha256.Sum256(data)
	id := "x" + hex.EncodeToString(sum[:10])
	if b.have[id] {
		return id
	}
	picture := kind != ""
	if !picture {
		kind, data = "application/gzip", b.compressed(data)
	}
	size := base64.StdEncoding.EncodedLen(len(data))
	if !b.fits(len(data)+reserve) || picture && size > b.pictures {
		return ""
	}
	if picture {
		b.pictures -= size
	}
	b.add(id, kind, data)
	return id
}

func (b *blocks) compressed(data []byte) []byte {
	var out bytes.Buffer
	b.z.Reset(&out)
	// A bytes.Buffer takes everything.
	_, _ = b.z.Write(data)
	_ = b.z.Close()
	return out.Bytes()
}
