// Package pictures makes small JPEGs without metadata from photographs that people upload: Scale for pictures that are shown to guests, Fit
// for what is photographed to be read.
package pictures

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"time"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"presence/app/platform/capacity"
	"presence/app/platform/errs"
)

// Limits of an upload.
const (
	MaxSize   = 10 << 20   // bytes, for Scale
	maxPixels = 50_000_000 // when decoded
	minWidth  = 600        // pixels, for Scale; a smaller picture would be blurred
	maxRatio  = 4          // width to height, and half of that height to width, for Scale
)

// A picture for Fit that has more pixels than plainPixels has a byte for so many of them: a large photograph or scan does, and a small file
// that takes seconds to decode does not.
const (
	plainPixels   = 16_000_000
	pixelsPerByte = 200
)

const quality = 82 // of the JPEGs

// JPEG is a picture as it is stored.
type JPEG struct {
	Width, Height int // pixels
	Data          []byte
}

// A picture takes up to maxMemory while it is decoded, and a processor for some seconds: one at a time.
const (
	decodeWait = 10 * time.Second // for the picture before
	decodeTime = 10 * time.Second // of one picture
)

var decoding = capacity.New(1, &errs.Error{Kind: errs.KindUnavailable, Code: "busy",
	Detail: "Too many pictures are being read; nothing was saved. Try again in a moment.", RetryAfter: 5})

// format is a kind of file that is read.
type format struct {
	prefix string // . stands for any byte
	size   func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	memory func(data []byte, c image.Config) int64 // bytes that decoding takes at most
	exif   func(data []byte) []byte                // returns the Exif block, which begins with its byte order; nil: there is none
}

var formats = []format{
	{"\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode, jpegMemory, exifOfJPEG},
	{"\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode, pngMemory, exifOfPNG},
	{"RIFF....WEBP", webpSize, webp.Decode, webpMemory, exifOfWebP},
}

// Scale decodes a JPEG, PNG or WebP picture, turns it upright, and returns it in each of the widths, or in its own width where that is
// smaller. The header is checked before anything is decoded. The errors are those of the field data.
func Scale(ctx context.Context, data []byte, widths ...int) ([]JPEG, error) {
	if len(data) > MaxSize {
		return nil, errTooLarge()
	}
	f, size, err := check(data)
	if err != nil {
		return nil, err
	}
	switch {
	case size.X < minWidth:
		return nil, errs.InvalidField("data", "picture_small", "A picture is at least 600 pixels wide.")
	case size.X > maxRatio*size.Y || 2*size.Y > maxRatio*size.X:
		return nil, errs.InvalidField("data", "picture_shape", "A picture is at most 4 times as wide as high, or twice as high as wide.")
	}
	if err := decoding.Acquire(ctx, 1, decodeWait); err != nil {
		return nil, err
	}
	defer decoding.Release(1)
	source, err := f.read(ctx, data, 2*slices.Max(widths))
	if err != nil {
		return nil, err
	}
	var list []JPEG
	for _, width := range widths {
		scaled, err := scale(source, min(width, source.Bounds().Dx()))
		if err != nil {
			return nil, err
		}
		list = append(list, scaled)
	}
	return list, nil
}

// Fit decodes a JPEG, PNG or WebP picture of any shape, turns it upright, and returns it in each of the sizes, the largest first: with
// so many pixels on its longer side, or with those that it has where they are fewer. It waits for other pictures at most for a time.
// The errors are those of the field data.
func Fit(ctx context.Context, data []byte, wait time.Duration, sides ...int) (list []JPEG, err error) {
	f, size, err := check(data)
	if err != nil {
		return nil, err
	}
	if pixels := size.X * size.Y; pixels > plainPixels && pixels > pixelsPerByte*len(data) {
		return nil, errs.InvalidField("data", "picture_plain", "The picture has many pixels and shows almost nothing.")
	}
	if err := decoding.Acquire(ctx, 1, wait); err != nil {
		return nil, err
	}
	defer decoding.Release(1)
	img, err := f.decoded(ctx, data)
	if err != nil {
		return nil, err
	}
	upright := newOrientation(f.exif(data))
	for i, side := range sides {
		small := fit(img, side)
		if img = small; i == 0 { // turned when it is small, which takes less memory
			img = upright.apply(small)
			small = img.(*image.RGBA)
		}
		p, err := encode(small)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// Reads reports whether a file begins as a picture that Scale and Fit read.
func Reads(data []byte) bool {
	return slices.ContainsFunc(formats, func(f format) bool { return f.begins(data) })
}

// check returns the format of a picture whose header is acceptable, and its size when it stands upright.
func check(data []byte) (format, image.Point, error) {
	for _, f := range formats {
		if !f.begins(data) {
			continue
		}
		c, err := f.size(bytes.NewReader(data))
		if err != nil || c.Width < 1 || c.Height < 1 {
			return f, image.Point{}, damaged()
		}
		if int64(c.Width)*int64(c.Height) > maxPixels {
			return f, image.Point{}, errs.InvalidField("data", "picture_pixels", "A picture has at most 50 million pixels.")
		}
		if f.memory(data, c) > maxMemory {
			return f, image.Point{}, errs.InvalidField("data", "picture_memory", "The picture takes too much memory to decode.")
		}
		return f, newOrientation(f.exif(data)).size(image.Rect(0, 0, c.Width, c.Height)), nil
	}
	return format{}, image.Point{}, errs.InvalidField("data", "picture_kind", "Expected a JPEG, PNG or WebP picture.")
}

func (f format) begins(data []byte) bool {
	if len(data) < len(f.prefix) {
		return false
	}
	for i := range len(f.prefix) {
		if f.prefix[i] != '.' && f.prefix[i] != data[i] {
			return false
		}
	}
	return true
}

// errTooLarge is the error for an upload of more than MaxSize bytes.
func errTooLarge() error {
	return errs.InvalidField("data", "picture_too_large", "A picture has at most 10 MB.")
}

func damaged() error {
	return errs.InvalidField("data", "picture_damaged", "The picture cannot be read: it is damaged, or it moves.")
}

// read decodes a picture and turns it upright. A picture that is much wider than width is made smaller, so that scaling it takes little
// memory.
func (f format) read(ctx context.Context, data []byte, width int) (*image.RGBA, error) {
	img, err := f.decoded(ctx, data)
	if err != nil {
		return nil, err
	}
	upright := newOrientation(f.exif(data))
	return upright.apply(shrink(img, max(1, upright.size(img.Bounds()).X/width))), nil
}

// decoded decodes a picture, which then lies as it is stored.
func (f format) decoded(ctx context.Context, data []byte) (image.Image, error) {
	ctx, cancel := context.WithTimeout(ctx, decodeTime)
	defer cancel()
	img, err := f.decode(endingReader{ctx, bytes.NewReader(data)})
	if err != nil {
		return nil, damaged()
	}
	return img, nil
}

// fit makes a picture smaller until its longer side has so many pixels: by a whole number, so that every pixel counts, and then by less
// than 2, for which the four pixels around each are enough. A kernel that reads more of them would take 32 bytes a pixel.
func fit(img image.Image, side int) *image.RGBA {
	size := img.Bounds().Size()
	small := shrink(img, max(1, max(size.X, size.Y)/side))
	from := small.Bounds().Size()
	longer := max(from.X, from.Y)
	if longer <= side {
		return small
	}
	to := image.NewRGBA(image.Rect(0, 0, max(1, (from.X*side+longer/2)/longer), max(1, (from.Y*side+longer/2)/longer)))
	draw.ApproxBiLinear.Scale(to, to.Rect, small, small.Rect, draw.Src, nil)
	return to
}

// endingReader fails when its context has ended: a small file can describe a picture that takes minutes to decode.
type endingReader struct {
	ctx  context.Context
	from io.Reader
}

func (r endingReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}

// shrink copies a picture onto white. Each pixel is the mean of n by n pixels.
func shrink(img image.Image, n int) *image.RGBA {
	from := img.Bounds()
	to := image.NewRGBA(image.Rect(0, 0, max(1, from.Dx()/n), max(1, from.Dy()/n)))
	strip := image.NewRGBA(image.Rect(0, 0, max(n, from.Dx()), n))
	for y := range to.Rect.Dy() {
		draw.Draw(strip, strip.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(strip, strip.Rect, img, from.Min.Add(image.Pt(0, y*n)), draw.Over)
		for x := range to.Rect.Dx() {
			to.SetRGBA(x, y, average(strip, x*n, n))
		}
	}
	return to
}

// average returns the mean colour of the n by n pixels of an opaque strip that begin at x.
func average(strip *image.RGBA, x, n int) color.RGBA {
	var r, g, b int
	for row := range n {
		pixels := strip.Pix[row*strip.Stride+4*x:][:4*n]
		for i := 0; i < len(pixels); i += 4 {
			r, g, b = r+int(pixels[i]), g+int(pixels[i+1]), b+int(pixels[i+2])
		}
	}
	n *= n
	return color.RGBA{uint8(r / n), uint8(g / n), uint8(b / n), 255}
}

// scale returns the picture in a width.
func scale(source *image.RGBA, width int) (JPEG, error) {
	from := source.Bounds()
	to := image.NewRGBA(image.Rect(0, 0, width, max(1, (from.Dy()*width+from.Dx()/2)/from.Dx())))
	draw.CatmullRom.Scale(to, to.Rect, source, from, draw.Src, nil)
	return encode(to)
}

func encode(img *image.RGBA) (JPEG, error) {
	var b bytes.Buffer
	err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality})
	return JPEG{img.Rect.Dx(), img.Rect.Dy(), b.Bytes()}, err
}

// webpSize reads the size of a WebP picture. It fails where the picture inside has another size than the file says, which the decoder
// would not notice before it has allocated its memory.
func webpSize(r io.Reader) (image.Config, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return image.Config{}, err
	}
	c, err := webp.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return c, err
	}
	for name, body := range riffChunks(data) {
		if name != "VP8 " && name != "VP8L" {
			continue
		}
		inside, err := webp.DecodeConfig(bytes.NewReader(alone(name, body)))
		if err != nil || inside.Width != c.Width || inside.Height != c.Height {
			return c, damaged()
		}
	}
	return c, nil
}

// alone returns a WebP file with one chunk.
func alone(name string, body []byte) []byte {
	file := []byte("RIFF....WEBP" + name + "....")
	binary.LittleEndian.PutUint32(file[4:], uint32(len(body)+12))
	binary.LittleEndian.PutUint32(file[16:], uint32(len(body)))
	return append(file, body...)
}
