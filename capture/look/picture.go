package look

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // backgrounds and watermarks
	_ "image/png"
)

// maxImage is the largest area of an image that a look names, in pixels.
const maxImage = 1 << 26

// ReadImage decodes a PNG or a JPEG for a background or a watermark.
func ReadImage(b []byte) (image.Image, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxImage/c.Height {
		return nil, fmt.Errorf("%dx%d pixels are too many", c.Width, c.Height)
	}
	img, _, err := image.Decode(bytes.NewReader(b))
	return img, err
}
