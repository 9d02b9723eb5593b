package tablereader

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/errs"
)

// guard limits the bytes read from a part: in total, and for each token, because a decoder keeps a token in memory. It ends with ctx.
type guard struct {
	ctx   context.Context //nolint:containedctx // an io.Reader has no parameter for it
	src   io.Reader
	left  int64
	token int // limit of one token
	read  int // since the last token
}

func (g *guard) Read(p []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	if g.left <= 0 || g.read > g.token {
		return 0, errTooLargeWorkbook()
	}
	n, err := g.src.Read(p)
	g.left -= int64(n)
	g.read += n
	return n, err
}

// next returns the next token; any error but the end of the part is one for users.
func (g *guard) next(x *xml.Decoder) (xml.Token, error) {
	g.read = 0
	t, err := x.RawToken()
	if _, ours := errs.Of(err); err != nil && !ours && !errors.Is(err, io.EOF) {
		return nil, cmp.Or(g.ctx.Err(), errNoWorkbook())
	}
	return t, err
}

// text returns the text of the elements t and v up to the end of the element that has just begun.
func (g *guard) text(x *xml.Decoder, until string) (string, error) {
	var b strings.Builder
	counts, aids := false, 0
	for {
		token, err := g.next(x)
		if err != nil {
			return "", unexpectedEnd(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			counts = t.Name.Local == "t" || t.Name.Local == "v"
			if t.Name.Local == "rPh" {
				aids++
			}
		case xml.CharData:
			if counts && aids == 0 {
				if b.Write(t); b.Len() > maxToken {
					return "", errTooLargeWorkbook()
				}
			}
		case xml.EndElement:
			counts = false
			switch t.Name.Local {
			case until:
				return b.String(), nil
			case "rPh":
				aids--
			}
		}
	}
}

var escape = regexp.MustCompile("_x[0-9A-Fa-f]{4}_")

// unescape decodes the characters that texts of a workbook have as _x0041_.
func unescape(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	return escape.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.ParseUint(s[2:6], 16, 32)
		return string(rune(n))
	})
}

// numberText returns a number as people write it: without exponent and without the noise after the fifteenth digit; a day or a time
// as 2026-01-31, 2026-01-31 08:30 or 08:30.
func numberText(value string, isDate, is1904 bool) string {
	n, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return value
	}
	if isDate && n >= 0 && n < 2958466 { // up to the end of the year 9999
		return momentText(n, is1904)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64)
	if err != nil || math.Abs(rounded) >= 1e18 {
		return value
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// momentText converts a number of days since the end of 1899, or of 1903, to a day and the time of day. One day alone is 24:00, an hour and
// no day that anyone enters.
func momentText(n float64, is1904 bool) string {
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if is1904 {
		epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	seconds := int64(math.Round((n - math.Floor(n)) * 86400))
	t := epoch.AddDate(0, 0, int(n)).Add(time.Duration(seconds) * time.Second)
	clock := "15:04"
	if t.Second() != 0 {
		clock = "15:04:05"
	}
	switch {
	case n < 1:
		return t.Format(clock)
	case n == 1:
		return "24:00"
	case seconds == 0:
		return t.Format(time.DateOnly)
	}
	return t.Format(time.DateOnly + " " + clock)
}
