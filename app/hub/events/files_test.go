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
	"slices"
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

// box is a box of a HEIF file.
func box(kind string, body ...[]byte) []byte {
	all := bytes.Join(body, nil)
	return append(append(binary.BigEndian.AppendUint32(nil, uint32(len(all)+8)), kind...), all...)
}

// sized is a box of some kind with a width and a height, as those of kind ispe have them.
func sized(kind string, w, h uint32) []byte {
	return box(kind, binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(make([]byte, 4), w), h))
}

// heif is a picture of w by h in boxes, with a smaller one beside; 0 by 0 says no size. more are properties of the picture.
func heif(brand, compatible string, w, h uint32, more ...[]byte) []byte {
	sizes := [][]byte{sized("ispe", 8, 8), sized("ispe", w, h)}
	if w == 0 {
		sizes = nil
	}
	return bytes.Join([][]byte{box("ftyp", []byte(brand), make([]byte, 4), []byte(compatible)),
		box("meta", make([]byte, 4), box("iprp", box("ipco", append(sizes, more...)...))), box("mdat", []byte("pixels"))}, nil)
}

func TestKindOf(t *testing.T) {
	gifData := encode(func(b *bytes.Buffer, m image.Image) error { return gif.Encode(b, m, nil) })
	jpegData := encode(func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) })
	pdf := []byte("%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer\n%%EOF\n")
	lossless := binary.LittleEndian.AppendUint32([]byte{0x2f}, 99|49<<14)
	archive := append([]byte("PK\x05\x06"), make([]byte, 18)...)
	film := encode(func(b *bytes.Buffer, m image.Image) error {
		other := image.NewPaletted(m.Bounds(), color.Palette{color.White, color.Black, color.Transparent})
		return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{m.(*image.Paletted), other}, Delay: []int{1, 1}})
	})
	lastBox := func(box string) []byte {
		whole := heif("heic", "mif1", 40, 30)
		return append(whole[:len(whole)-len("lengmdatpixels")], box...)
	}
	cutOff := append(box("ftyp", []byte("heic\x00\x00\x00\x00mif1")), box("meta", []byte("ab"))...)
	elsewhere := append(heif("heic", "mif1", 40, 30), box("free", make([]byte, 4), box("iprp", box("ipco", sized("ispe", 40_000, 30))))...)
	longest := slices.Concat(jpegData, archive[:20], []byte("\xff\xff"), make([]byte, 65_535))
	lossy := webp("VP8 ", []byte("xxx\x9d\x01\x2a\xe0\x2e\x01\x00"))
	for name, c := range map[string]struct {
		data []byte
		want string // the media type, or the fault
	}{
		"a PNG":                               {pixel(), "image/png"},
		"a JPEG":                              {jpegData, "image/jpeg"},
		"a JPEG with more pictures behind":    {append(bytes.Clone(jpegData), jpegData...), "image/jpeg"},
		"a GIF":                               {gifData, "image/gif"},
		"a WebP":                              {webp("VP8L", append(lossless, make([]byte, 9)...)), "image/webp"},
		"an extended WebP":                    {webp("VP8X", append([]byte{0, 0, 0, 0, 99, 0, 0, 49, 0, 0}, make([]byte, 10)...)), "image/webp"},
		"a PDF":                               {pdf, "application/pdf"},
		"an SVG":                              {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "file_kind"},
		"a page":                              {[]byte("<!doctype html><script>alert(1)</script>"), "file_kind"},
		"an archive":                          {archive, "file_kind"},
		"a text":                              {[]byte("bonjour"), "file_kind"},
		"a picture for giants":                {pngOf(50_000, 50_000), "image_too_large"},
		"a picture of too many pixels":        {pngOf(12_000, 12_000), "image_too_large"},
		"a picture that is large":             {pngOf(8000, 6000), "image/png"},
		"an AVIF":                             {heif("avif", "mif1miaf", 4032, 3024), "image/avif"},
		"an AVIF that begins as any HEIF":     {heif("mif1", "avifmiaf", 40, 30), "image/avif"},
		"a sequence of AVIF":                  {heif("avis", "avifmsf1", 40, 30), "image/avif"},
		"a HEIC of a phone":                   {heif("heic", "mif1heic", 4032, 3024), "image/heic"},
		"a HEIC of ten bits":                  {heif("heix", "mif1", 40, 30), "image/heic"},
		"a HEIF of an older program":          {heif("mif1", "heic", 40, 30), "image/heic"},
		"a HEIC for giants":                   {heif("heic", "mif1", 40_000, 30), "image_too_large"},
		"a HEIC with something behind":        {append(heif("heic", "mif1", 40, 30), "more"...), "mixed_file"},
		"a HEIC that says no size":            {heif("heic", "mif1", 0, 0), "mixed_file"},
		"a HEIC that is cut off":              {heif("heic", "mif1", 40, 30)[:60], "mixed_file"},
		"a film":                              {heif("isom", "mif1avif", 40, 30), "file_kind"},
		"a HEIC with another property":        {heif("heic", "mif1", 40, 30, sized("clap", 40_000, 30)), "image/heic"},
		"a HEIC whose only size is cut off":   {heif("heic", "mif1", 0, 0, box("ispe", make([]byte, 8))), "mixed_file"},
		"a HEIC whose description is cut off": {cutOff, "mixed_file"},
		"a HEIC that only names itself":       {box("ftyp", []byte("heic\x00\x00\x00\x00")), "mixed_file"},
		"a HEIC with a size outside of that":  {elsewhere, "image/heic"},
		"a HEIC with a box called avif":       {slices.Insert(heif("mif1", "heic", 40, 30), 20, box("avif")...), "image/heic"},
		"a first box of another kind":         {append([]byte("\x00\x00\x00\x10moovheic"), make([]byte, 8)...), "file_kind"},
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
		"a PDF that is an archive too":         {append(bytes.Clone(pdf), archive...), "mixed_file"},
		"a PDF without an end":                 {pdf[:20], "mixed_file"},
		"a page before a PDF":                  {append([]byte("<html>"), pdf...), "file_kind"},
		"a GIF of the older kind":              {append([]byte("GIF87a"), gifData[6:]...), "image/gif"},
		"a GIF of two pictures":                {film, "image/gif"},
		"as wide as can be":                    {pngOf(12_000, 1), "image/png"},
		"a pixel wider":                        {pngOf(12_001, 1), "image_too_large"},
		"as high as can be":                    {pngOf(1, 12_000), "image/png"},
		"a pixel higher":                       {pngOf(1, 12_001), "image_too_large"},
		"fifty million pixels":                 {pngOf(10_000, 5_000), "image/png"},
		"a line more":                          {pngOf(10_000, 5_001), "image_too_large"},
		"an AVIF that names itself last":       {heif("mif1", "avif", 40, 30), "image/avif"},
		"an AVIF of a film's format":           {heif("msf1", "heicavis", 40, 30), "image/avif"},
		"a HEIC of a film's format":            {heif("msf1", "heic", 40, 30), "image/heic"},
		"a HEIC without a height":              {heif("heic", "mif1", 0x80000000, 0), "image_too_large"},
		"a HEIC whose last box has no length":  {lastBox("\x00\x00\x00\x00mdatpixels"), "image/heic"},
		"a HEIC with a long length":            {lastBox("\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x16pixels"), "image/heic"},
		"a HEIC with a long length of nothing": {lastBox("\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x10"), "image/heic"},
		"a HEIC with an empty box":             {lastBox("\x00\x00\x00\x08mdat"), "image/heic"},
		"a HEIC with a length below a box's":   {lastBox("\x00\x00\x00\x07mdatpixels"), "mixed_file"},
		"a HEIC with a long length below that": {lastBox("\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x0fpixels"), "mixed_file"},
		"a HEIC with half of a long length":    {lastBox("\x00\x00\x00\x01mdatpixels"), "mixed_file"},
		"a HEIC with a length beyond the end":  {lastBox("\x00\x00\x00\x0fmdatpixels"), "mixed_file"},
		"a HEIC with half a box":               {lastBox("\x00\x00\x00\x07mda"), "mixed_file"},
		"a lossy WebP":                         {webp("VP8 ", []byte("xxx\x9d\x01\x2a\xe0\x2e\xe0\x2e")[:10]), "image_too_large"},
		"a small lossy WebP":                   {webp("VP8 ", []byte("xxx\x9d\x01\x2a\xe0\x2e\x01\x00")), "image/webp"},
		"a lossy WebP without width":           {webp("VP8 ", []byte("xxx\x9d\x01\x2a\x00\x00\x01\x00")), "mixed_file"},
		"a lossy WebP without height":          {webp("VP8 ", []byte("xxx\x9d\x01\x2a\x01\x00\x00\x00")), "mixed_file"},
		"a lossy WebP without its mark":        {webp("VP8 ", []byte("xxx\x9d\x01\x2b\xe0\x2e\x01\x00")), "mixed_file"},
		"a WebP without its mark":              {webp("VP8L", append([]byte{0x2e}, make([]byte, 13)...)), "mixed_file"},
		"a WebP of 12,000 pixels": {webp("VP8L", append(binary.LittleEndian.AppendUint32([]byte{0x2f}, 11_999), make([]byte, 9)...)),
			"image/webp"},
		"a WebP of a pixel more": {webp("VP8L", append(binary.LittleEndian.AppendUint32([]byte{0x2f}, 12_000), make([]byte, 9)...)),
			"image_too_large"},
		"a WebP that ends after its first words":   {[]byte("RIFF\x08\x00\x00\x00WEBPVP8L"), "mixed_file"},
		"the words of a WebP alone":                {append([]byte("LIST\x1a\x00\x00\x00"), lossy[8:]...), "file_kind"},
		"a WebP that is too short":                 {webp("VP8L", make([]byte, 8)), "mixed_file"},
		"sound in the frame of a WebP":             {append([]byte("RIFF\x10\x00\x00\x00WAVEfmt "), make([]byte, 8)...), "file_kind"},
		"a JPEG that is an archive with a comment": {append(append(bytes.Clone(jpegData), archive[:20]...), "\x02\x00ok"...), "mixed_file"},
		"a JPEG with an archive's longest comment": {longest, "mixed_file"},
		"a JPEG with the word of an archive":       {append(append(bytes.Clone(jpegData), archive...), "more"...), "image/jpeg"},
		"a JPEG with zeros behind":                 {append(bytes.Clone(jpegData), make([]byte, 40)...), "image/jpeg"},
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

// TestKindOf_cut shows that no part of a picture is taken for one.
func TestKindOf_cut(t *testing.T) {
	film := encode(func(b *bytes.Buffer, m image.Image) error {
		other := image.NewPaletted(m.Bounds(), color.Palette{color.White, color.Black, color.Transparent})
		return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{m.(*image.Paletted), other}, Delay: []int{1, 1}})
	})
	lossless := append(binary.LittleEndian.AppendUint32([]byte{0x2f}, 99|49<<14), make([]byte, 9)...)
	for name, whole := range map[string][]byte{"PNG": pixel(), "GIF": film, "WebP": webp("VP8L", lossless), "HEIC": heif("heic", "mif1", 4, 3)} {
		t.Run(name, func(t *testing.T) {
			if _, code, _ := detectType(whole); code != "" {
				t.Fatalf("the whole is refused: %s", code)
			}
			for n := range whole {
				// A HEIC is whole without its last box; it is the browser that misses the pixels.
				if _, code, _ := detectType(whole[:n]); code == "" && !(name == "HEIC" && n == len(whole)-len("lengmdatpixels")) {
					t.Errorf("its first %d of %d bytes are taken", n, len(whole))
				}
			}
		})
	}
}

func TestNewFile_Validate(t *testing.T) {
	pdf := func(n int) []byte { return append(append([]byte("%PDF-"), make([]byte, n-10)...), "%%EOF"...) }
	for _, x := range []struct {
		name string
		file NewFile
		want string
	}{
		{"a file", NewFile{Name: "a", Language: "fr", Data: pixel()}, ""},
		{"as large as can be", NewFile{Language: "both", Data: pdf(MaxFileSize)}, ""},
		{"a byte larger", NewFile{Language: "en", Data: pdf(MaxFileSize + 1)}, "data file_too_large"},
		{"nothing", NewFile{Language: "both"}, "data required"},
		{"a text", NewFile{Language: "both", Data: []byte("bonjour")}, "data file_kind"},
		{"another language", NewFile{Language: "de", Data: pixel()}, "language not_allowed"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := codes(x.file.Validate()); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestFile_For(t *testing.T) {
	for language, want := range map[string]bool{"fr": true, "both": true, "en": false} {
		if got := (File{Language: language}).For("fr"); got != want {
			t.Errorf("%s goes along with French invitations: %v", language, got)
		}
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
		"a\ue000b.png": "ab.png", "a\u2028b.png": "ab.png", strings.Repeat("a", 96) + ".png": strings.Repeat("a", 96) + ".png",
	} {
		t.Run(fmt.Sprintf("cleans %.40q", in), func(t *testing.T) {
			if got := cleanName(in, fileTypes[0]); got != want {
				t.Errorf("%q becomes %q, want %q", in, got, want)
			}
		})
	}
}
