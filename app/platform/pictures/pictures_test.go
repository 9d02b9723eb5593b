package pictures

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"testing"
	"testing/synctest"

	"presence/app/platform/errs"
)

// corner is a picture that is blue, but for the quarter at the top on the left, which is red.
func corner(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Rect, image.NewUniform(color.RGBA{0, 0, 255, 255}), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(0, 0, width/2, height/2), image.NewUniform(color.RGBA{255, 0, 0, 255}), image.Point{}, draw.Src)
	return img
}

func encodeJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func encodePNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// place is text that only the metadata of the pictures contains.
const place = "46.8139N 71.2080W"

// exifBlock is an Exif block with an orientation and a text.
func exifBlock(order binary.AppendByteOrder, mark string, o orientation) []byte {
	b := append([]byte(mark), 0, 0, 0, 0, 0, 0)
	b = b[:2]
	b = order.AppendUint16(b, 42)
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 2)
	for _, e := range []struct {
		tag, kind uint16
		value     []byte
	}{{0x010f, 3, order.AppendUint16(nil, 7)}, {orientationTag, 3, order.AppendUint16(nil, uint16(o))}} {
		b = order.AppendUint32(order.AppendUint16(order.AppendUint16(b, e.tag), e.kind), 1)
		b = append(append(b, e.value...), 0, 0)
	}
	return append(append(b, 0, 0, 0, 0), place...)
}

func bigEndian(o orientation) []byte    { return exifBlock(binary.BigEndian, "MM", o) }
func littleEndian(o orientation) []byte { return exifBlock(binary.LittleEndian, "II", o) }

// jpegWith returns a JPEG with an Exif block.
func jpegWith(t testing.TB, img image.Image, exif []byte) []byte {
	t.Helper()
	data := encodeJPEG(t, img)
	block := append(append([]byte{}, exifMark...), exif...)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(block)+2))
	return append(append(head, block...), data[2:]...)
}

// pngWith returns a PNG with an Exif chunk.
func pngWith(t testing.TB, img image.Image, exif []byte) []byte {
	t.Helper()
	const afterHeader = 8 + 25
	data := encodePNG(t, img)
	named := append([]byte("eXIf"), exif...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(exif)))
	chunk = binary.BigEndian.AppendUint32(append(chunk, named...), crc32.ChecksumIEEE(named))
	return append(append(append([]byte{}, data[:afterHeader]...), chunk...), data[afterHeader:]...)
}

func decode(t *testing.T, p JPEG) image.Image {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(p.Data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func isRed(img image.Image, x, y int) bool {
	r, _, b, _ := img.At(x, y).RGBA()
	return r > 0xc000 && b < 0x4000
}

func TestScale_widths(t *testing.T) {
	for _, x := range []struct {
		name                     string
		width, height            int
		wantWidths, wantsHeights [2]int
	}{
		{"a large picture has both widths", 2500, 1500, [2]int{600, 1200}, [2]int{360, 720}},
		{"a very large picture has both widths", 5000, 2500, [2]int{600, 1200}, [2]int{300, 600}},
		{"a small picture is not made wider", 800, 400, [2]int{600, 800}, [2]int{300, 400}},
		{"a poster", 700, 1400, [2]int{600, 700}, [2]int{1200, 1400}},
	} {
		t.Run(x.name, func(t *testing.T) {
			list, err := Scale(t.Context(), encodeJPEG(t, corner(x.width, x.height)), 600, 1200)
			if err != nil || len(list) != 2 {
				t.Fatal(len(list), err)
			}
			for i, p := range list {
				img := decode(t, p)
				size := img.Bounds().Size()
				if size.X != x.wantWidths[i] || size.Y != x.wantsHeights[i] || size != image.Pt(p.Width, p.Height) {
					t.Errorf("%v, said to be %d by %d, want %d by %d", size, p.Width, p.Height, x.wantWidths[i], x.wantsHeights[i])
				}
				if !isRed(img, size.X/2-8, size.Y/2-8) || isRed(img, size.X/2+8, size.Y/2-8) || isRed(img, size.X/2-8, size.Y/2+8) {
					t.Error("another picture")
				}
			}
		})
	}
}

func TestScale_orientation(t *testing.T) {
	// Where the quarter at the top on the left of the stored picture is when it stands upright: right, at the bottom.
	upright := map[orientation][2]bool{1: {false, false}, 2: {true, false}, 3: {true, true}, 4: {false, true}, 5: {false, false},
		6: {true, false}, 7: {true, true}, 8: {false, true}}
	for name, with := range map[string]func(orientation) []byte{
		"JPEG":                       func(o orientation) []byte { return jpegWith(t, corner(900, 700), bigEndian(o)) },
		"JPEG, the least byte first": func(o orientation) []byte { return jpegWith(t, corner(900, 700), littleEndian(o)) },
		"PNG":                        func(o orientation) []byte { return pngWith(t, corner(900, 700), bigEndian(o)) },
		"WebP":                       func(o orientation) []byte { return webpWith(900, 700, 900, 700, littleEndian(o)) },
	} {
		for o, at := range upright {
			t.Run(name+" "+string(rune('0'+o)), func(t *testing.T) {
				data := with(o)
				if !bytes.Contains(data, []byte(place)) {
					t.Fatal("no metadata")
				}
				list, err := Scale(t.Context(), data, 600, 1200)
				if err != nil {
					t.Fatal(err)
				}
				want := image.Pt(900, 700)
				if o >= 5 {
					want = image.Pt(700, 900)
				}
				large := list[1]
				if got := image.Pt(large.Width, large.Height); got != want {
					t.Errorf("%v, want %v", got, want)
				}
				for _, p := range list {
					if bytes.Contains(p.Data, []byte(place)) || bytes.Contains(p.Data, exifMark) || exifOfJPEG(p.Data) != nil {
						t.Error("the metadata is kept")
					}
				}
				if name == "WebP" {
					return // it is of one colour
				}
				img := decode(t, large)
				for right := range 2 {
					for bottom := range 2 {
						red := isRed(img, want.X/4+right*want.X/2, want.Y/4+bottom*want.Y/2)
						if red != (at == [2]bool{right == 1, bottom == 1}) {
							t.Errorf("right %d, bottom %d: red is %v", right, bottom, red)
						}
					}
				}
			})
		}
	}
}

// webpWith returns a WebP picture of one colour, without loss. The file says that it is width by height; inside is a picture of another
// size if that differs.
func webpWith(width, height, insideWidth, insideHeight int, exif []byte) []byte {
	chunk := func(name string, body []byte) []byte {
		b := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body)))
		b = append(b, body...)
		if len(body)%2 == 1 {
			b = append(b, 0)
		}
		return b
	}
	const hasExif = 1 << 3
	head := []byte{0, 0, 0, 0}
	if exif != nil {
		head[0] = hasExif
	}
	for _, n := range []int{width - 1, height - 1} {
		head = append(head, byte(n), byte(n>>8), byte(n>>16))
	}
	// The header, no transform, no colour cache, no meta codes; then five codes with one symbol each, which take no bits.
	body := binary.LittleEndian.AppendUint32([]byte{0x2f}, uint32(insideWidth-1)|uint32(insideHeight-1)<<14)
	bits, used := uint64(0), 0
	put := func(value uint64, n int) { bits, used = bits|value<<used, used+n }
	put(0, 3)
	for range 5 {
		put(1, 1) // a simple code
		put(0, 1) // one symbol
		put(1, 1) // of 8 bits
		put(0x20, 8)
	}
	for ; used > 0; used -= 8 {
		body = append(body, byte(bits))
		bits >>= 8
	}
	file := append([]byte("WEBP"), chunk("VP8X", head)...)
	file = append(file, chunk("VP8L", body)...)
	if exif != nil {
		file = append(file, chunk("EXIF", exif)...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(file))), file...)
}

// sized returns a PNG whose header says that it has a size, with the data of a small one.
func sized(t testing.TB, width, height uint32) []byte {
	data := encodePNG(t, corner(8, 8))
	binary.BigEndian.PutUint32(data[16:], width)
	binary.BigEndian.PutUint32(data[20:], height)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

func TestScale_refuses(t *testing.T) {
	photo := encodeJPEG(t, corner(900, 700))
	bomb := webpWith(900, 700, 16383, 16383, nil)
	for _, x := range []struct {
		name, want string
		data       []byte
	}{
		{"a decompression bomb", "picture_pixels", sized(t, 10_000, 5_001)},
		{"a WebP picture that is larger than its file says", "picture_damaged", bomb},
		{"such a picture that is cut off", "picture_damaged", bomb[:len(bomb)-4]},
		{"an upload that is too large", "picture_too_large", append(photo, make([]byte, MaxSize)...)},
		{"a GIF", "picture_kind", []byte("GIF89a\x01\x00\x01\x00")},
		{"text", "picture_kind", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")},
		{"an empty file", "picture_kind", nil},
		{"a picture that is cut off", "picture_damaged", photo[:len(photo)/2]},
		{"a header alone", "picture_damaged", photo[:4]},
		{"a narrow picture", "picture_small", encodeJPEG(t, corner(599, 400))},
		{"a picture that is narrow when it stands upright", "picture_small", jpegWith(t, corner(900, 599), bigEndian(6))},
		{"a strip", "picture_shape", encodeJPEG(t, corner(2001, 500))},
		{"a tower", "picture_shape", encodeJPEG(t, corner(600, 1201))},
	} {
		t.Run(x.name, func(t *testing.T) {
			list, err := Scale(t.Context(), x.data, 600, 1200)
			fields := errs.FieldsOf(err)
			if list != nil || len(fields) != 1 || fields[0].Field != "data" || fields[0].Code != x.want {
				t.Errorf("%d pictures, %v, want %s", len(list), err, x.want)
			}
		})
	}
}

// The time limit ends a decoder between two reads.
func TestFormat_read_ends(t *testing.T) {
	photo := encodeJPEG(t, corner(900, 700))
	f, _, err := check(photo)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := f.read(ctx, photo, 600); err != nil {
		t.Errorf("before the end: %v", err)
	}
	cancel()
	if _, err := f.read(ctx, photo, 600); err == nil {
		t.Error("it is decoded after the end")
	}
}

func TestScale_transparency(t *testing.T) {
	list, err := Scale(t.Context(), encodePNG(t, image.NewNRGBA(image.Rect(0, 0, 700, 500))), 600)
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := decode(t, list[0]).At(300, 200).RGBA(); r < 0xfb00 || g < 0xfb00 || b < 0xfb00 {
		t.Errorf("%x %x %x, want white", r, g, b)
	}
}

func TestScale_oneAtATime(t *testing.T) {
	photo := encodeJPEG(t, corner(900, 700))
	synctest.Test(t, func(t *testing.T) {
		if err := decoding.Acquire(t.Context(), 1, 0); err != nil {
			t.Fatal(err)
		}
		defer decoding.Release(1)
		if _, err := Scale(t.Context(), photo, 600); errs.KindOf(err) != errs.KindUnavailable {
			t.Errorf("%v, want busy", err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Scale(gone, photo, 600); err == nil || errs.KindOf(err) == errs.KindUnavailable {
			t.Errorf("%v, want that of the caller who left", err)
		}
	})
}

// The memory is told from the header alone. A picture is refused before it is decoded if it would take more than 400 MB.
func TestFormat_memory(t *testing.T) {
	// frame returns the start of a JPEG of 5,000 by 5,000 pixels, with the sampling factors of its components.
	frame := func(marker byte, before string, sampling ...byte) []byte {
		data := append([]byte("\xff\xd8\xff\xe0\x00\x02"), before...)
		data = append(data, 0xff, marker, 0, byte(8+3*len(sampling)), 8, 0x13, 0x88, 0x13, 0x88, byte(len(sampling)))
		for i, s := range sampling {
			data = append(data, byte(i+1), s, 0)
		}
		return data
	}
	png := func(width, height uint32, depth, interlaced byte) []byte {
		data := sized(t, width, height)
		data[24], data[28] = depth, interlaced
		binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
		return data
	}
	const million = 1_000_000
	for _, x := range []struct {
		name string
		data []byte
		want int64
	}{
		{"a photo with colours at half the size", frame(0xc0, "", 0x22, 0x11, 0x11), 75 * million / 2},
		{"a progressive one keeps its coefficients as well", frame(0xc2, "", 0x22, 0x11, 0x11), 375 * million / 2},
		{"a grey photo", frame(0xc0, "", 0x11), 25 * million},
		{"a progressive one in four colours", frame(0xc2, "", 0x11, 0x11, 0x11, 0x11), 600 * million},
		{"a frame behind a restart marker may be anything", frame(0xc0, "\xff\xd0", 0x11), 600 * million},
		{"a frame behind fill bytes may be anything", frame(0xc0, "\xff\xff\xff\xe0\x00\x02", 0x11), 600 * million},
		{"a PNG", png(10_000, 5_000, 8, 0), 200 * million},
		{"a PNG with 16 bits a channel", png(10_000, 5_000, 16, 0), 400 * million},
		{"an interlaced one", png(10_000, 5_000, 16, 1), 600 * million},
	} {
		t.Run(x.name, func(t *testing.T) {
			for _, f := range formats {
				if !f.begins(x.data) {
					continue
				}
				c, err := f.size(bytes.NewReader(x.data))
				if err != nil && f.prefix[0] == '\xff' { // a frame without a scan
					c = image.Config{Width: 5000, Height: 5000}
				} else if err != nil {
					t.Fatal(err)
				}
				if got := f.memory(x.data, c); got != x.want {
					t.Errorf("%d bytes, want %d", got, x.want)
				}
			}
		})
	}
	t.Run("too much is refused", func(t *testing.T) {
		if _, err := Fit(t.Context(), png(10_000, 5_000, 16, 1), 0, 2000); len(errs.FieldsOf(err)) != 1 || errs.FieldsOf(err)[0].Code != "picture_memory" {
			t.Errorf("%v", err)
		}
	})
}

func TestFit(t *testing.T) {
	for _, x := range []struct {
		name string
		data []byte
		want image.Point
		red  [2]int // where the quarter that is red lies: 0 left or top, 1 right or bottom
	}{
		{"a photo", encodeJPEG(t, corner(4032, 3024)), image.Pt(2000, 1500), [2]int{}},
		{"one of a phone that was held upright", jpegWith(t, corner(4032, 3024), bigEndian(6)), image.Pt(1500, 2000), [2]int{1, 0}},
		{"a size just below twice the largest", encodePNG(t, corner(3999, 1000)), image.Pt(2000, 500), [2]int{}},
		{"a long strip", encodeJPEG(t, corner(400, 4400)), image.Pt(182, 2000), [2]int{}},
		{"a small picture is not made larger", encodePNG(t, corner(90, 120)), image.Pt(90, 120), [2]int{}},
		{"a line of one pixel", encodePNG(t, corner(9000, 1)), image.Pt(2000, 1), [2]int{}},
	} {
		t.Run(x.name, func(t *testing.T) {
			list, err := Fit(t.Context(), x.data, 0, 2000, 200)
			if err != nil || len(list) != 2 {
				t.Fatal(len(list), err)
			}
			for _, p := range list {
				img := decode(t, p)
				size := img.Bounds().Size()
				if size != image.Pt(p.Width, p.Height) {
					t.Errorf("%v, said to be %d by %d", size, p.Width, p.Height)
				}
				if size.Y > 1 && (!isRed(img, size.X/4+x.red[0]*size.X/2, size.Y/4+x.red[1]*size.Y/2) || isRed(img, size.X/4, 3*size.Y/4)) {
					t.Error("another picture")
				}
				if bytes.Contains(p.Data, []byte(place)) || bytes.Contains(p.Data, exifMark) {
					t.Error("the metadata is kept")
				}
			}
			if got := image.Pt(list[0].Width, list[0].Height); got != x.want || max(list[1].Width, list[1].Height) > 200 {
				t.Errorf("%v and %d by %d, want %v", got, list[1].Width, list[1].Height, x.want)
			}
		})
	}
	for name, x := range map[string]struct {
		want string
		data []byte
	}{
		"a decompression bomb is refused":       {"picture_pixels", sized(t, 10_000, 5_001)},
		"a picture that is cut off is refused":  {"picture_damaged", encodeJPEG(t, corner(900, 700))[:2000]},
		"what is no picture is refused":         {"picture_kind", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")},
		"a WebP picture larger than it says is": {"picture_damaged", webpWith(900, 700, 16383, 16383, nil)},
	} {
		t.Run(name, func(t *testing.T) {
			if list, err := Fit(t.Context(), x.data, 0, 2000); list != nil || len(errs.FieldsOf(err)) != 1 || errs.FieldsOf(err)[0].Code != x.want {
				t.Errorf("%d pictures, %v, want %s", len(list), err, x.want)
			}
		})
	}
	t.Run("one at a time", func(t *testing.T) {
		if err := decoding.Acquire(t.Context(), 1, 0); err != nil {
			t.Fatal(err)
		}
		defer decoding.Release(1)
		if _, err := Fit(t.Context(), encodeJPEG(t, corner(90, 70)), 0, 200); errs.KindOf(err) != errs.KindUnavailable {
			t.Errorf("%v, want busy", err)
		}
	})
}
