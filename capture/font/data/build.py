#!/usr/bin/python3
"""Makes the compressed fonts of this folder from what their authors publish.

    build.py SOURCES       writes *.blocks beside itself

SOURCES is a folder with these files; the versions are those that the fonts of
this folder were made from:

    DejaVuSansMono.ttf, DejaVuSansMono-Bold.ttf    DejaVu 2.37, as in Go's github.com/go-fonts/dejavu v0.3.2
    noto-sans-symbols-2-symbols-400-normal.woff2   npm @fontsource/noto-sans-symbols-2 5.3.0
    PureNerdFont.woff2                             npm @azurity/pure-nerd-font 3.0.5
    twemoji.woff2                                  npm twemoji-colr-font 15.0.3
    unifont.hex                                    Debian unifont 15.0.01

It needs Python 3.11, fontTools 4.38, Brotli for Python and zstd 1.5 (Debian 12:
python3-fonttools python3-brotli zstd), and with these writes the same bytes each
time. The outlines lose what the rasteriser does not read: hints, names, glyph
names, kerning. The Nerd symbols, most of which are drawn below 32 pixels, get 512
units to the em. Unifont becomes bitmaps, see bitmap.go.
"""

import io
import os
import struct
import subprocess
import sys
import unicodedata

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

HERE = os.path.dirname(os.path.abspath(__file__))


BLOCK = 64 << 10


def packed(name, data):
    """Writes data in blocks, as blocks.go reads them."""
    frames, ends = b"", b""
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK]
        frames += subprocess.run(
            ["zstd", "--ultra", "-22", "--no-check", "-q", "-c", f"--stream-size={len(block)}"], input=block, stdout=subprocess.PIPE, check=True
        ).stdout
        ends += struct.pack("<I", len(frames))
    out = struct.pack("<II", len(data), BLOCK) + ends + frames
    with open(os.path.join(HERE, name + ".blocks"), "wb") as f:
        f.write(out)
    print(f"{name}: {len(data)} bytes, {len(out)} packed")


def outlines(source, name, upem=None, emoji=False):
    options = subset.Options(
        hinting=False, glyph_names=False, name_IDs=[], recalc_timestamp=False,
        layout_features=["*"] if emoji else [],
        drop_tables=["FFTM", "GDEF", "GPOS", "OS/2", "name", "gasp", "kern", "vhea", "vmtx", "cvt "] + ([] if emoji else ["GSUB"]),
    )
    font = TTFont(source, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(glyphs=font.getGlyphOrder(), unicodes=list(font.getBestCmap()))
    subsetter.subset(font)
    if upem:
        scale_upem(font, upem)
    font.flavor = None
    out = io.BytesIO()
    font.save(out, reorderTables=True)
    packed(name, out.getvalue())


def drawn(r):
    """Whether Unifont's picture of a character is one, not a box with its number."""
    return unicodedata.category(chr(r)) not in ("Cc", "Cf", "Cn", "Co", "Cs")


def bitmaps(source, name):
    glyphs = []
    with open(source) as f:
        for line in f:
            r, rows = line.strip().split(":")
            if drawn(int(r, 16)):
                glyphs.append((int(r, 16), bytes.fromhex(rows)))
    runs, pixels = [], b""
    for r, rows in sorted(glyphs):
        pixels += rows
        if runs and runs[-1][0] + runs[-1][1] == r and runs[-1][2] == len(rows):
            runs[-1][1] += 1
        else:
            runs.append([r, 1, len(rows)])
    table = struct.pack("<I", len(runs))
    for first, count, size in runs:
        table += struct.pack("<III", first, count, size)
    packed(name, table + pixels)


def main(folder):
    path = lambda name: os.path.join(folder, name)
    outlines(path("DejaVuSansMono.ttf"), "DejaVuSansMono.ttf")
    outlines(path("DejaVuSansMono-Bold.ttf"), "DejaVuSansMono-Bold.ttf")
    outlines(path("noto-sans-symbols-2-symbols-400-normal.woff2"), "NotoSansSymbols2.ttf")
    outlines(path("PureNerdFont.woff2"), "SymbolsNerdFont.ttf", upem=512)
    outlines(path("twemoji.woff2"), "Twemoji.ttf", emoji=True)
    bitmaps(path("unifont.hex"), "Unifont.bitmaps")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
