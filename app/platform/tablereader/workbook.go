package tablereader

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/capacity"
	"presence/app/platform/errs"
	"presence/app/platform/filecheck"
)

// Limits of the unpacked size of a workbook. They are above real files, and stop a small file that unpacks to gigabytes: a processor
// reads about 30 MB of a sheet in a second, and 256 MiB hold some 700,000 customers. Longer lists are imported as CSV.
const (
	maxUnpacked = 256 << 20 // bytes of the sheet
	maxList     = 1 << 20   // bytes of the list of sheets, of that of the parts, and of that of the files in the ZIP file
	maxStyles   = 16 << 20  // bytes of the styles
	maxTexts    = 64 << 20  // bytes of the texts that cells share, which are kept in memory
	maxCount    = 1_000_000 // texts that cells share
	maxRatio    = 200       // of the unpacked to the packed size of these texts, if they are longer than freeRatio
	freeRatio   = 8 << 20   // bytes
	textCost    = 16        // bytes that a text takes beside its letters
	maxToken    = 256 << 10 // bytes of one element or text
	maxCells    = 1000      // cells of one row, blank ones counted
)

func errNoWorkbook() error {
	return errs.InvalidField("file", "bad_workbook", "This workbook is damaged, or it is no XLSX.")
}

func errTooLargeWorkbook() error {
	return errs.InvalidField("file", "workbook_too_large", "This workbook unpacks to more than can be read.")
}

// The limits for reading workbooks at the same time: each takes a processor for seconds.
const (
	maxWorkbooks = 2
	workbookWait = 10 * time.Second // for others
)

// workbooks limits the workbooks that are read at the same time.
var workbooks = capacity.New(maxWorkbooks, &errs.Error{Kind: errs.KindUnavailable, Code: "busy",
	Detail: "Too many workbooks are being read; nothing was saved. Try again in a moment.", RetryAfter: 5})

// workbook reads the first sheet of an XLSX file.
type workbook struct {
	ctx    context.Context //nolint:containedctx // Reader's method has no parameter for it
	zip    *zip.Reader
	texts  []string     // that cells share
	dates  map[int]bool // the cell styles that show a day or a time
	is1904 bool         // days are counted from 1904

	sheet *xml.Decoder
	guard *guard
	line  int
	cells []string
}

// openWorkbook calls read with the rows of the first sheet of a workbook, of at most limit bytes.
func openWorkbook(ctx context.Context, f *os.File, limit int64, read func(Reader) error) error {
	if err := workbooks.Acquire(ctx, 1, workbookWait); err != nil {
		return err
	}
	defer workbooks.Release(1)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	z, err := filecheck.OpenZIP(f, info.Size(), maxList)
	if errors.Is(err, filecheck.ErrLongList) {
		return errTooLargeWorkbook()
	}
	if err != nil {
		return errNoWorkbook()
	}
	w := &workbook{ctx: ctx, zip: z}
	sheet, err := w.open(limit)
	if err != nil {
		return err
	}
	defer func() { _ = sheet.Close() }() // nothing was written
	return read(w)
}

// open reads the small parts and opens the sheet. One whose size is known to exceed limit is not read at all.
func (w *workbook) open(limit int64) (io.ReadCloser, error) {
	name, err := w.firstSheet()
	if err == nil {
		err = w.readTexts()
	}
	if err == nil {
		err = w.readStyles()
	}
	if err != nil {
		return nil, err
	}
	f, err := w.zip.Open(name)
	if err != nil {
		return nil, errNoWorkbook()
	}
	if info, err := f.Stat(); err != nil || info.Size() > limit {
		return nil, errors.Join(f.Close(), errTooLargeWorkbook())
	}
	w.guard = &guard{ctx: w.ctx, src: f, left: limit, token: maxToken} // the size in the list of parts may be wrong
	w.sheet = xml.NewDecoder(w.guard)
	return f, nil
}

// firstSheet returns the name of the part with the first sheet that is not hidden.
func (w *workbook) firstSheet() (string, error) {
	var book struct {
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			State string `xml:"state,attr"`
			ID    string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var relations struct {
		List []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := w.decode("xl/workbook.xml", maxList, &book); err != nil {
		return "", err
	}
	if err := w.decode("xl/_rels/workbook.xml.rels", maxList, &relations); err != nil {
		return "", err
	}
	w.is1904 = book.Properties.Date1904 == "1" || book.Properties.Date1904 == "true"
	targets := map[string]string{}
	for _, r := range relations.List {
		targets[r.ID] = r.Target
	}
	for _, s := range book.Sheets {
		target, known := targets[s.ID]
		if !known || s.State != "" && s.State != "visible" {
			continue
		}
		if target, absolute := strings.CutPrefix(target, "/"); absolute {
			return target, nil
		}
		return path.Join("xl", target), nil
	}
	return "", errNoWorkbook()
}

// decode reads a small part, of at most limit bytes, as XML.
func (w *workbook) decode(name string, limit int, into any) error {
	f, err := w.zip.Open(name)
	if err != nil {
		return errNoWorkbook()
	}
	defer func() { _ = f.Close() }() // nothing was written
	err = xml.NewDecoder(&guard{ctx: w.ctx, src: f, left: int64(limit), token: limit}).Decode(into)
	if _, ours := errs.Of(err); err != nil && !ours {
		return cmp.Or(w.ctx.Err(), errNoWorkbook())
	}
	return err
}

// readTexts reads the texts that cells share. A text may be in several runs; the reading aids beside them (rPh) are skipped.
func (w *workbook) readTexts() error {
	const name = "xl/sharedStrings.xml"
	if slices.ContainsFunc(w.zip.File, func(f *zip.File) bool { return f.Name == name && isBomb(f) }) {
		return errTooLargeWorkbook()
	}
	f, err := w.zip.Open(name)
	if err != nil {
		return nil // a workbook of numbers has none
	}
	defer func() { _ = f.Close() }() // nothing was written
	g := &guard{ctx: w.ctx, src: f, left: maxTexts, token: maxToken}
	x := xml.NewDecoder(g)
	for size := 0; ; {
		t, err := g.next(x)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := t.(xml.StartElement); ok && start.Name.Local == "si" {
			text, err := g.text(x, "si")
			if err != nil {
				return err
			}
			if size += len(text) + textCost; size > maxTexts || len(w.texts) == maxCount {
				return errTooLargeWorkbook()
			}
			w.texts = append(w.texts, unescape(text))
		}
	}
}

// isBomb reports whether a part is packed much better than texts that people write, which unpack to about ten times their packed size.
func isBomb(f *zip.File) bool {
	return f.UncompressedSize64 > freeRatio && f.UncompressedSize64/maxRatio > f.CompressedSize64
}

// readStyles finds the cell styles that show a day or a time.
func (w *workbook) readStyles() error {
	w.dates = map[int]bool{}
	if !slices.ContainsFunc(w.zip.File, func(f *zip.File) bool { return f.Name == "xl/styles.xml" }) {
		return nil
	}
	var styles struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := w.decode("xl/styles.xml", maxStyles, &styles); err != nil {
		return err
	}
	codes := map[int]string{}
	for _, f := range styles.Formats {
		codes[f.ID] = f.Code
	}
	for i, c := range styles.Cells {
		if c.Format >= 14 && c.Format <= 22 || c.Format >= 45 && c.Format <= 47 || isDateFormat(codes[c.Format]) {
			w.dates[i] = true
		}
	}
	return nil
}

// isDateFormat reports whether a number format shows a day or a time: it has one of the letters y, m, d, h or s outside of quotes,
// brackets and escapes.
func isDateFormat(code string) bool {
	inside := byte(0)
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case inside != 0:
			if c == inside {
				inside = 0
			}
		case c == '"':
			inside = '"'
		case c == '[':
			inside = ']'
		case c == '\\' || c == '_' || c == '*':
			i++
		case strings.IndexByte("yYmMdDhHsS", c) >= 0:
			return true
		}
	}
	return false
}

// Read implements Reader.
func (w *workbook) Read() (Record, error) {
	for {
		t, err := w.guard.next(w.sheet)
		if err != nil {
			return Record{}, err
		}
		start, ok := t.(xml.StartElement)
		if !ok || start.Name.Local != "row" {
			continue
		}
		w.line++
		if n, err := strconv.Atoi(attribute(start, "r")); err == nil && n > 0 {
			w.line = n
		}
		if err := w.readRow(); err != nil {
			return Record{}, err
		}
		for _, c := range w.cells {
			if strings.TrimSpace(c) != "" {
				return Record{Line: w.line, Cells: w.cells}, nil
			}
		}
	}
}

// readRow reads the cells up to the end of the row.
func (w *workbook) readRow() error {
	w.cells = w.cells[:0]
	for {
		t, err := w.guard.next(w.sheet)
		if err != nil {
			return unexpectedEnd(err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			if t.Name.Local == "row" {
				return nil
			}
		case xml.StartElement:
			if t.Name.Local != "c" {
				continue
			}
			at := len(w.cells)
			if n, ok := columnOf(attribute(t, "r")); ok {
				at = n
			}
			value, err := w.readCell(t)
			switch {
			case err != nil:
				return err
			case at >= maxCells && value == "":
				continue
			case at >= maxCells:
				return errs.InvalidField("file", "too_many_columns", "A table has at most 200 columns.")
			}
			for len(w.cells) <= at {
				w.cells = append(w.cells, "")
			}
			w.cells[at] = value
		}
	}
}

// readCell returns the value of a cell as text.
func (w *workbook) readCell(start xml.StartElement) (string, error) {
	value, err := w.guard.text(w.sheet, "c")
	if err != nil {
		return "", err
	}
	switch attribute(start, "t") {
	case "s":
		if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < len(w.texts) {
			return w.texts[n], nil
		}
		return "", errNoWorkbook()
	case "", "n":
		style, _ := strconv.Atoi(attribute(start, "s"))
		return numberText(value, w.dates[style], w.is1904), nil
	}
	return unescape(value), nil
}

func attribute(start xml.StartElement, name string) string {
	for _, a := range start.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// columnOf returns the column of a cell's address: 0 for A5, 26 for AA5.
func columnOf(address string) (n int, ok bool) {
	for i := range len(address) {
		c := address[i]
		if c < 'A' || c > 'Z' || i > 3 {
			break
		}
		n = n*26 + int(c-'A') + 1
	}
	return n - 1, n > 0
}

// unexpectedEnd turns the end of a part in the middle of an element into the error that the workbook is damaged.
func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return errNoWorkbook()
	}
	return err
}
