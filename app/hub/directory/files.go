package directory

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"presence/app/platform/contact"
)

// maxLine is the maximum length of one record of a file, in bytes.
const maxLine = 1 << 20

// Files is a source of .csv, .ndjson and .jsonl files in a folder. They are read in the order of their names; all of them
// together are the directory.
type Files struct{ Path string }

// Name implements Source.
func (f Files) Name() string { return "files:" + f.Path }

// Each implements Source. The cursor is a hash of the names, sizes and times of the files.
func (f Files) Each(ctx context.Context, since string, to RecordWriter) (Listing, error) {
	names, cursor, err := f.list()
	if err != nil || cursor == since {
		return Listing{Cursor: cursor, Unchanged: err == nil}, err
	}
	for _, name := range names {
		if err := f.read(ctx, name, to); err != nil {
			return Listing{}, err
		}
	}
	_, after, err := f.list()
	if err == nil && after != cursor {
		err = failure("changing", "files were written while they were read")
	}
	return Listing{Cursor: cursor}, err
}

func (f Files) list() (names []string, cursor string, err error) {
	entries, err := os.ReadDir(f.Path)
	if err != nil {
		return nil, "", failure("no_files", "the folder %s cannot be read", f.Path)
	}
	h := sha256.New()
	for _, e := range entries {
		if !slices.Contains([]string{".csv", ".ndjson", ".jsonl"}, strings.ToLower(filepath.Ext(e.Name()))) || strings.HasPrefix(e.Name(), ".") ||
			e.IsDir() {
			continue
		}
		info, err := os.Stat(filepath.Join(f.Path, e.Name()))
		if err != nil {
			return nil, "", failure("no_files", "%s cannot be read", e.Name())
		}
		fmt.Fprintf(h, "%q %d %d\n", e.Name(), info.Size(), info.ModTime().UnixNano())
		names = append(names, e.Name())
	}
	if len(names) == 0 {
		return nil, "", failure("no_files", "the folder %s has no .csv, .ndjson or .jsonl file", f.Path)
	}
	return names, hex.EncodeToString(h.Sum(nil)), nil
}

func (f Files) read(ctx context.Context, name string, to RecordWriter) error {
	file, err := os.Open(filepath.Join(f.Path, name))
	if err != nil {
		return failure("no_files", "%s cannot be read", name)
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 64<<10)
	if head, _ := in.Peek(3); string(head) == "\ufeff" {
		_, _ = in.Discard(3)
	}
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		return readTable(ctx, name, in, to)
	}
	return readLines(ctx, name, in, to)
}

// readLines reads a file with one JSON object per line.
func readLines(ctx context.Context, name string, in io.Reader, to RecordWriter) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	for n := 1; lines.Scan(); n++ {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		c, reject := readRecord(text)
		if err := to.Write(Item{Place: itemPlace(name, n), Customer: c, Reject: reject}); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return failure("too_large", "a line of %s is over 1 MB", name)
	}
	if lines.Err() != nil {
		return failure("no_files", "%s cannot be read to its end", name)
	}
	return nil
}

// readTable reads a CSV file whose first line contains the column names.
func readTable(ctx context.Context, name string, in *bufio.Reader, to RecordWriter) error {
	r := csv.NewReader(&lineLimiter{in: in})
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = delimiter(in), -1, true, true
	head, err := r.Read()
	if err != nil {
		return failure("malformed", "%s has no line of column names", name)
	}
	fill, err := columns(name, head)
	if err != nil {
		return err
	}
	for {
		row, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLineTooLong):
			return failure("too_large", "a record of %s is over 1 MB: is a quote left open?", name)
		case err != nil:
			return failure("malformed", "%s cannot be read as a table", name)
		}
		line, _ := r.FieldPos(0)
		c, reject := fill(row)
		if err := to.Write(Item{Place: itemPlace(name, line), Customer: c, Reject: reject}); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// delimiter returns the most frequent of the possible delimiters in the first line.
func delimiter(in *bufio.Reader) rune {
	head, _ := in.Peek(4096)
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	best, most := ',', 0
	for _, d := range ",;\t" {
		if n := bytes.Count(line, []byte(string(d))); n > most {
			best, most = d, n
		}
	}
	return best
}

// columns returns a function that makes a customer of a row, by the column names in head. Unknown columns are ignored.
func columns(name string, head []string) (func(row []string) (Customer, *Reject), error) {
	at := make([]string, len(head))
	for i, h := range head {
		at[i] = strings.ReplaceAll(contact.Fold(h), " ", "_")
	}
	for _, needed := range []string{"customer_id", "name"} {
		if !slices.Contains(at, needed) {
			return nil, failure("malformed", "%s has no column %s", name, needed)
		}
	}
	return fillBy(at), nil
}

// fillBy returns a function that makes a customer of a row, by the field of each column. Without a name, the first and the last name
// are joined.
func fillBy(at []string) func(row []string) (Customer, *Reject) {
	return func(row []string) (c Customer, reject *Reject) {
		var first, last string
		for i, value := range row {
			if i >= len(at) {
				return c, &Reject{Reason: "unreadable"}
			}
			switch at[i] {
			case "first_name":
				first = value
			case "last_name":
				last = value
			default:
				if r := c.setColumn(at[i], value); r != nil {
					reject = r
				}
			}
		}
		if strings.TrimSpace(c.Name) == "" {
			c.Name = strings.TrimSpace(first + " " + last)
		}
		return c, reject
	}
}

// itemPlace names a line of a file.
func itemPlace(name string, line int) string { return fmt.Sprintf("%s:%d", name, line) }

func (c *Customer) setColumn(column, value string) *Reject {
	switch column {
	case "emails", "email":
		c.Emails = append(c.Emails, splitCell(value)...)
	case "phones", "phone":
		c.Phones = append(c.Phones, splitCell(value)...)
	case "subscriptions":
		for _, s := range splitCell(value) {
			status, price, _ := strings.Cut(s, ":")
			cents, ok := centsOf(price)
			if !ok {
				return &Reject{Reason: "bad_value", Field: "subscriptions", Value: s}
			}
			c.Subscriptions = append(c.Subscriptions, Subscription{status, cents})
		}
	default:
		for _, x := range c.texts() {
			if x.field == column {
				*x.text = value
			}
		}
	}
	return nil
}

// splitCell splits a cell that contains several values.
func splitCell(cell string) []string {
	return strings.FieldsFunc(cell, func(r rune) bool { return r == '|' || r == '\n' || r == ';' })
}

var errLineTooLong = errors.New("a record without an end")

// lineLimiter fails when a line exceeds maxLine, because the CSV reader would collect it in memory. A quoted field may contain
// line breaks; its lines count as one.
type lineLimiter struct {
	in     io.Reader
	length int
	quoted bool
}

func (g *lineLimiter) Read(b []byte) (int, error) {
	n, err := g.in.Read(b)
	for _, x := range b[:n] {
		g.length++
		switch {
		case x == '"':
			g.quoted = !g.quoted
		case x == '\n' && !g.quoted:
			g.length = 0
		}
		if g.length > maxLine {
			return 0, errLineTooLong
		}
	}
	return n, err
}
