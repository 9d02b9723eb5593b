package directory

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Feed is a source of JSON over HTTP: an array of records, or an object with the array in "customers". A Link header with
// rel="next", or a member "next" of the object, leads to the next page. The ETag of the first page is the cursor for all pages.
type Feed struct {
	*remote
	address *url.URL // without credentials
}

func newFeed(u *url.URL) *Feed {
	return &Feed{newRemote(authorization(u.User)), bare(u)}
}

func bare(u *url.URL) *url.URL {
	b := *u
	b.User = nil
	return &b
}

// authorization returns the Authorization header: Basic for a user with a password, Bearer for a user alone.
func authorization(u *url.Userinfo) string {
	password, both := u.Password()
	switch {
	case u.Username() == "":
		return ""
	case both:
		return "Basic " + base64.StdEncoding.EncodeToString([]byte(u.Username()+":"+password))
	}
	return "Bearer " + u.Username()
}

// Name implements Source.
func (f *Feed) Name() string { return f.address.Scheme + "://" + f.address.Host + f.address.Path }

// Each implements Source.
func (f *Feed) Each(ctx context.Context, since string, to RecordWriter) (Listing, error) {
	listing, cost, seen := Listing{}, &usage{}, map[string]bool{}
	for at, page := f.address, 1; at != nil; page++ {
		if seen[at.String()] {
			return Listing{}, failure("endless", "page %d leads back to one before it", page-1)
		}
		seen[at.String()] = true
		a, err := f.request(ctx, cost, func(ctx context.Context) (*http.Request, error) {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
			if err == nil && page == 1 && since != "" {
				r.Header.Set("If-None-Match", since)
			}
			return r, err
		})
		if err != nil {
			return Listing{}, err
		}
		if a.unchanged {
			a.Close()
			return Listing{Cursor: since, Unchanged: true}, nil
		}
		if page == 1 {
			listing.Cursor = a.header.Get("ETag")
		}
		next, err := f.page(a, page, to)
		a.Close()
		if err != nil {
			return Listing{}, err
		}
		if at, err = f.follow(a.url, next); err != nil {
			return Listing{}, err
		}
	}
	return listing, nil
}

// page reads one response and returns the address of the next page, "" for none.
func (f *Feed) page(a *response, page int, to RecordWriter) (next string, err error) {
	d := jsontext.NewDecoder(a, lenient...)
	place, n := fmt.Sprintf("page %d", page), 0
	take := func() error {
		return eachValue(d, a.limitedReader, func(text jsontext.Value) error {
			n++
			c, reject := readRecord(text)
			return writeTo(to, Item{Place: fmt.Sprintf("%s, %d", place, n), Customer: c, Reject: reject})
		})
	}
	switch d.PeekKind() {
	case '[':
		next, err = linked(a.header), take()
	case '{':
		next, err = f.object(d, a, to, take)
	default:
		if _, err = d.ReadToken(); err == nil {
			err = failure("malformed", "%s is no list", place)
		}
	}
	if err == nil {
		if _, err = d.ReadToken(); err == io.EOF { //nolint:errorlint // ReadToken returns io.EOF itself
			return next, nil
		}
	}
	if taken, ok := err.(*writerError); ok { //nolint:errorlint // never wrapped
		return "", taken.err
	}
	return "", a.classify(err, fmt.Sprintf("%s, after %d records", place, n))
}

// writerError wraps an error of the RecordWriter, to distinguish it from errors of the source.
type writerError struct{ err error }

func (s *writerError) Error() string { return s.err.Error() }

func writeTo(to RecordWriter, i Item) error {
	if err := to.Write(i); err != nil {
		return &writerError{err}
	}
	return nil
}

// object reads {"customers": […], "next": "…", "total": 1}, in any order, and skips other members.
func (f *Feed) object(d *jsontext.Decoder, a *response, to RecordWriter, take func() error) (next string, err error) {
	next, listed := linked(a.header), false
	if _, err := d.ReadToken(); err != nil {
		return "", err
	}
	for d.PeekKind() == '"' {
		a.next()
		name, err := d.ReadToken()
		if err != nil {
			return "", err
		}
		switch name.String() {
		case "customers":
			listed = true
			err = take()
		case "next":
			var text looseText
			if err = json.UnmarshalDecode(d, &text); text != "" {
				next = string(text)
			}
		case "total":
			var total int64
			if err = json.UnmarshalDecode(d, &total); err == nil && total > 0 {
				to.SetTotal(total)
			}
		default:
			err = d.SkipValue()
		}
		if err != nil {
			return "", err
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return "", err
	}
	if !listed {
		return "", failure("malformed", `the answer has no "customers"`)
	}
	return next, nil
}

// eachValue calls each for every element of an array.
func eachValue(d *jsontext.Decoder, b *limitedReader, each func(jsontext.Value) error) error {
	if d.PeekKind() != '[' {
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		return failure("malformed", "a list is expected")
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for {
		b.next()
		if k := d.PeekKind(); k == ']' {
			_, err := d.ReadToken()
			return err
		}
		text, err := d.ReadValue()
		if err == nil {
			err = each(text)
		}
		if err != nil {
			return err
		}
	}
}

// follow returns the address of the next page, which must be on the same host.
func (f *Feed) follow(from *url.URL, next string) (*url.URL, error) {
	if next == "" {
		return nil, nil // there is no next page
	}
	u, err := from.Parse(next)
	if err != nil {
		return nil, failure("malformed", "the address of the next page")
	}
	if u.Scheme != f.address.Scheme || u.Host != f.address.Host {
		return nil, failure("redirected", "the next page is on another host")
	}
	return bare(u), nil
}

// linked returns the address in a Link header with rel="next".
func linked(h http.Header) string {
	for _, link := range strings.Split(strings.Join(h.Values("Link"), ","), ",") {
		address, params, _ := strings.Cut(link, ">")
		for p := range strings.SplitSeq(params, ";") {
			if v, ok := strings.CutPrefix(strings.TrimSpace(p), "rel="); ok && strings.Trim(v, `"`) == "next" {
				return strings.TrimPrefix(strings.TrimSpace(address), "<")
			}
		}
	}
	return ""
}
