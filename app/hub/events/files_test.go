package events

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

// pixel is a picture of one pixel.
func pixel() []byte {
	return encode(func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) })
}

func encode(with func(*bytes.Buffer, image.Image) error) []byte {
	var b bytes.Buffer
	m := image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{color.White, color.Black})
	if err := with(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// pngOf is the head of a picture that says to be w by h, with an end.
func pngOf(w, h uint32) []byte {
	chunk := func(name string, body []byte) []byte {
		b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
		b = append(append(b, name...), body...)
		return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
	}
	head := append(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h), 8, 2, 0, 0, 0)
	return append(append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", head)...), chunk("IEND", nil)...)
}

func webp(chunk string, body []byte) []byte {
	b := append([]byte("WEBP"+chunk), binary.LittleEndian.AppendUint32(nil, uint32(len(body)))...)
	b = append(b, body...)
	return append(append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(len(b)))...), b...)
}

// webpOdd is a picture whose stated length is odd, with a last byte that evens the file's.
func webpOdd(last byte) []byte {
	body := append(binary.LittleEndian.AppendUint32([]byte{0x2f}, 99|49<<14), make([]byte, 10)...)
	return append(webp("VP8L", body), last)
}

// heif is a picture of w by h in boxes, with a smaller one beside; 0 by 0 says no size.
func heif(brand, compatible string, w, h uint32) []byte {
	box := func(kind string, body ...[]byte) []byte {
		all := bytes.Join(body, nil)
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(len(all)+8)), kind...), all...)
	}
	size := func(w, h uint32) []byte {
		return box("ispe", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(make([]byte, 4), w), h))
	}
	sizes := [][]byte{size(8, 8), size(w, h)}
	if w == 0 {
		sizes = nil
	}
	return bytes.Join([][]byte{box("ftyp", []byte(brand), make([]byte, 4), []byte(compatible)),
		box("meta", make([]byte, 4), box("iprp", box("ipco", sizes...))), box("mdat", []byte("pixels"))}, nil)
}

func TestKindOf(t *testing.T) {
	gifData := encode(func(b *bytes.Buffer, m image.Image) error { return gif.Encode(b, m, nil) })
	jpegData := encode(func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) })
	pdf := []byte("%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer\n%%EOF\n")
	lossless := binary.LittleEndian.AppendUint32([]byte{0x2f}, 99|49<<14)
	archive := append([]byte("PK\x05\x06"), make([]byte, 18)...)
	for name, c := range map[string]struct {
		data []byte
		want string // the media type, or the fault
	}{
		"a PNG":                            {pixel(), "image/png"},
		"a JPEG":                           {jpegData, "image/jpeg"},
		"a JPEG with more pictures behind": {append(bytes.Clone(jpegData), jpegData...), "image/jpeg"},
		"a GIF":                            {gifData, "image/gif"},
		"a WebP":                           {webp("VP8L", append(lossless, make([]byte, 9)...)), "image/webp"},
		"an extended WebP":                 {webp("VP8X", append([]byte{0, 0, 0, 0, 99, 0, 0, 49, 0, 0}, make([]byte, 10)...)), "image/webp"},
		"a PDF":                            {pdf, "application/pdf"},
		"an SVG":                           {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "file_kind"},
		"a page":                           {[]byte("<!doctype html><script>alert(1)</script>"), "file_kind"},
		"an archive":                       {archive, "file_kind"},
		"a text":                           {[]byte("bonjour"), "file_kind"},
		"a picture for giants":             {pngOf(50_000, 50_000), "image_too_large"},
		"a picture of too many pixels":     {pngOf(12_000, 12_000), "image_too_large"},
		"a picture that is large":          {pngOf(8000, 6000), "image/png"},
		"an AVIF":                          {heif("avif", "mif1miaf", 4032, 3024), "image/avif"},
		"an AVIF that begins as any HEIF":  {heif("mif1", "avifmiaf", 40, 30), "image/avif"},
		"a sequence of AVIF":               {heif("avis", "avifmsf1", 40, 30), "image/avif"},
		"a HEIC of a phone":                {heif("heic", "mif1heic", 4032, 3024), "image/heic"},
		"a HEIC of ten bits":               {heif("heix", "mif1", 40, 30), "image/heic"},
		"a HEIF of an older program":       {heif("mif1", "heic", 40, 30), "image/heic"},
		"a HEIC for giants":                {heif("heic", "mif1", 40_000, 30), "image_too_large"},
		"a HEIC with something behind":     {append(heif("heic", "mif1", 40, 30), "more"...), "mixed_file"},
		"a HEIC that says no size":         {heif("heic", "mif1", 0, 0), "mixed_file"},
		"a HEIC that is cut off":           {heif("heic", "mif1", 40, 30)[:60], "mixed_file"},
		"a film":                           {heif("isom", "mif1avif", 40, 30), "file_kind"},
		"a first box of another kind":      {append([]byte("\x00\x00\x00\x10moovheic"), make([]byte, 8)...), "file_kind"},
		"a WebP for giants": {webp("VP8X", append([]byte{0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, make([]byte, 10)...)),
			"image_too_large"},
		"a PNG that is cut off":         {pixel()[:40], "mixed_file"},
		"a PNG with a page behind it":   {append(pixel(), "<script>alert(1)</script>"...), "mixed_file"},
		"a PNG with anything behind it": {append(pixel(), "x"...), "mixed_file"},
		"a PNG that is an archive too":  {append(pixel(), archive...), "mixed_file"},
		"a JPEG that is an archive too": {append(bytes.Clone(jpegData), archive...), "mixed_file"},
		"a JPEG with a page in it":      {append(bytes.Clone(jpegData), "<HTML><Script>x"...), "mixed_file"},
		"a JPEG with a PDF in its head": {append([]byte("\xff\xd8\xff\xfe\x00\x20%PDF-1.4"), jpegData[2:]...),
			"mixed_file"},
		"a GIF that is a script too":                           {[]byte("GIF89a/*" + strings.Repeat("x", 20) + "*/=1;alert(1)"), "mixed_file"},
		"a GIF with anything behind it":                        {append(bytes.Clone(gifData), 0), "mixed_file"},
		"a WebP of an odd length, with the byte that evens it": {webpOdd(0), "image/webp"},
		"a WebP of an odd length, with another byte":           {webpOdd('x'), "mixed_file"},
		"a WebP whose length lies": {append(webp("VP8L", append(lossless, make([]byte, 9)...)), "xx"...),
			"mixed_file"},
		"a PDF with a page in its head": {bytes.Replace(pdf, []byte("1 0 obj"), []byte("<html><script>alert(1)</script>"),
			1), "mixed_file"},
		"a PDF that is an archive too": {append(bytes.Clone(pdf), archive...), "mixed_file"},
		"a PDF without an end":         {pdf[:20], "mixed_file"},
		"a page before a PDF":          {append([]byte("<html>"), pdf...), "file_kind"},
	} {
		t.Run(name, func(t *testing.T) {
			k, code, _ := detectType(c.data)
			if code == "" {
				code = k.mediaType
			}
			if code != c.want {
				t.Errorf("taken for %s, want %s", code, c.want)
			}
		})
	}
}

// FuzzKindOf looks for bytes that make the program stumble.
func FuzzKindOf(f *testing.F) {
	for _, b := range [][]byte{pixel(), pngOf(1, 1), webp("VP8X", make([]byte, 20)), []byte("GIF89a"), []byte("%PDF-1.4 %%EOF"),
		[]byte("\xff\xd8\xff")} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, code, detail := detectType(data); (code == "") != (detail == "") {
			t.Errorf("code %q with detail %q", code, detail)
		}
	})
}

func TestCleanName(t *testing.T) {
	for in, want := range map[string]string{
		"Affiche d’hiver.png": "Affiche d’hiver.png", `C:\Users\eve\carte.PNG`: "carte.png", "../../etc/passwd": "passwd.png",
		"page.html":              "page.html.png",
		"a\r\nSet-Cookie: x.png": "aSet-Cookie x.png", "exe\u202egnp.png": "exegnp.png", "": "fichier.png", "...": "fichier.png",
		".png": "fichier.png", "a\xff.png": "a.png",
		strings.Repeat("é", 200) + ".png": strings.Repeat("é", 96) + ".png", `a"b<c>.png`: "abc.png",
	} {
		t.Run(fmt.Sprintf("cleans %.40q", in), func(t *testing.T) {
			if got := cleanName(in, fileTypes[0]); got != want {
				t.Errorf("%q becomes %q, want %q", in, got, want)
			}
		})
	}
}
