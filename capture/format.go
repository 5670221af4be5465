package capture

import (
	"strings"

	"scenario/capture/encode"
)

// The formats of recordings, by the end of the file's name.
const (
	formatGIF   = ".gif"
	formatAPNG  = ".apng"
	formatSVG   = ".svg"
	formatCast  = ".cast"
	formatMP4   = ".mp4"
	formatWebM  = ".webm"
	formatSheet = ".sheet.png"
	formatNone  = ""
	// A folder gets every frame as a PNG.
	formatFolder = "/"
)

// recordFormat returns the format of a recording's file.
func recordFormat(path string) string {
	path = strings.ToLower(path)
	for _, f := range [...]string{
		formatAPNG, formatCast, formatGIF, formatMP4, formatSheet, formatSVG, formatWebM, formatFolder,
	} {
		if strings.HasSuffix(path, f) {
			return f
		}
	}
	return formatNone
}

// FramesList is the list of the frames in a folder of them.
const FramesList = encode.FramesList

// IsFolder reports whether a recording of that path is a folder of files.
func IsFolder(path string) bool { return recordFormat(path) == formatFolder }

// IsVideo reports whether a recording of that path needs Source.Video.
func IsVideo(path string) bool {
	f := recordFormat(path)
	return f == formatMP4 || f == formatWebM
}
