package directory

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Source is where customer records come from. Sources hold no state: what they must remember from one time to the next
// is their mark.
type Source interface {
	// Name says what kind of source it is and where, without secrets: people read it, and a mark is good for this name only.
	Name() string
	// Each reads every record. since is the mark of the last whole run, "" for none: a source that has not changed since
	// says so and gives nothing.
	Each(ctx context.Context, since string, to RecordWriter) (Listing, error)
}

// RecordWriter takes what a source reads. An error that it gives ends the reading and is given back.
type RecordWriter struct {
	Write    func(Item) error
	SetTotal func(total int64) // how many records there are in all, once the source knows
}

// Item is one record as a source read it.
type Item struct {
	Place    string // where it stands: a file and a line, a page and a number
	Customer Customer
	Reject   *Reject // the record could not be read; Customer has what could
	Gone     bool    // only in a partial listing: there is no such customer any more
}

// Listing is what a source says of a reading that came to its end.
type Listing struct {
	Cursor    string // for the next time; "" for none
	Unchanged bool   // nothing was given, since nothing has changed
	Partial   bool   // only what changed since the mark was given: who was not named stays
}

// Failure is why a source could not be read. Detail is for staff, so it holds no secret and no record.
type Failure struct {
	Code   string // "unreachable", "refused", "too_large", "not_json", "malformed", "redirected", "stalled", "no_files", "endless"
	Detail string
}

func (f *Failure) Error() string { return strings.TrimSuffix(f.Code+": "+f.Detail, ": ") }

func failure(code, format string, args ...any) error {
	return &Failure{code, fmt.Sprintf(format, args...)}
}

// ErrAddress says what the address of a source may be.
var ErrAddress = errors.New("expected files:PATH, https://host/path, or frappe+https://key:secret@host")

// Open finds the source of an address (R7): "files:PATH" for a folder, "https://…" for a feed, "frappe+https://…" for
// ERPNext; "" is none. Plain http:// is taken too, for a host on a network of one's own.
func Open(address string) (Source, error) {
	if address == "" {
		return nil, nil //nolint:nilnil // no source is a state of the product, not a failure
	}
	if path, ok := strings.CutPrefix(address, "files:"); ok && path != "" {
		return Files{path}, nil
	}
	rest, frappe := strings.CutPrefix(address, "frappe+")
	u, err := url.Parse(rest)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Fragment != "" {
		return nil, ErrAddress
	}
	if !frappe {
		return newFeed(u), nil
	}
	if secret, ok := u.User.Password(); !ok || secret == "" || u.User.Username() == "" {
		return nil, errors.New("expected the API key and secret of a user in it, as in frappe+https://key:secret@host")
	}
	return newFrappe(u)
}
