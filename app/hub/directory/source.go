package directory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"presence/app/platform/outbound"
)

// Source is where customer records come from. A source keeps no state between runs, except for the cursor that it returns.
type Source interface {
	// Name returns the type and address of the source, without secrets. It is shown to staff; a cursor is only used for the
	// source with the same name.
	Name() string
	// Each reads every record. since is the cursor of the last successful run, "" for none. A source that has not changed since
	// then returns Listing.Unchanged and no records.
	Each(ctx context.Context, since string, to RecordWriter) (Listing, error)
}

// RecordWriter receives the records of a source. If it returns an error, the source stops and returns that error.
type RecordWriter struct {
	Write    func(Item) error
	SetTotal func(total int64) // sets the total number of records, once the source knows it
}

// Item is one record as a source read it.
type Item struct {
	Place    string // place in the source: file and line, or page and number
	Customer Customer
	Reject   *Reject // the record could not be read; Customer holds the readable fields
	Gone     bool    // only in a partial listing: the customer was deleted
}

// Listing is what a source returns after it has read everything.
type Listing struct {
	Cursor    string // for the next run; "" for none
	Unchanged bool   // there were no changes, so no records were passed on
	Partial   bool   // only changes since the cursor were passed on; other customers stay
}

// Failure says why a source could not be read. Detail is shown to staff, so it contains no secrets and no records.
type Failure struct {
	Code   string // "unreachable", "refused", "too_large", "not_json", "malformed", "redirected", "stalled", "no_files", "endless"
	Detail string
}

func (f *Failure) Error() string { return strings.TrimSuffix(f.Code+": "+f.Detail, ": ") }

func failure(code, format string, args ...any) error {
	return &Failure{code, fmt.Sprintf(format, args...)}
}

// checkedRecords is the number of records that Check reads.
const checkedRecords = 10

// errChecked ends the reading of Check.
var errChecked = errors.New("enough records were read")

// Check reads the first records of a source. It fails if there is none, and with a Failure if the source cannot be read.
func Check(ctx context.Context, s Source) error {
	good, n := 0, 0
	_, err := s.Each(ctx, "", RecordWriter{SetTotal: func(int64) {}, Write: func(i Item) error {
		if i.Reject == nil {
			good++
		}
		if n++; n >= checkedRecords {
			return errChecked
		}
		return nil
	}})
	switch {
	case err != nil && !errors.Is(err, errChecked):
		return err
	case good == 0:
		return failure("empty", "no customer could be read in the first %d records", n)
	}
	return nil
}

// errAddress describes the valid addresses of a source.
var errAddress = errors.New("expected files:PATH, https://host/path, or frappe+https://key:secret@host")

// Open returns the source for an address (R7): "files:PATH" for a folder, "https://…" for a feed, "frappe+https://…" for
// ERPNext; nil for "". Plain http:// is also accepted, for hosts on a private network.
func Open(address string) (Source, error) {
	if address == "" {
		return nil, nil // an installation without a source is valid
	}
	if path, ok := strings.CutPrefix(address, "files:"); ok && path != "" {
		return Files{path}, nil
	}
	rest, frappe := strings.CutPrefix(address, "frappe+")
	u, err := url.Parse(rest)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Fragment != "" {
		return nil, errAddress
	}
	if !frappe {
		return newFeed(u), nil
	}
	if secret, ok := u.User.Password(); !ok || secret == "" || u.User.Username() == "" {
		return nil, errors.New("expected the API key and secret of a user in it, as in frappe+https://key:secret@host")
	}
	return newFrappe(u)
}

// OpenStored returns the source for an address that an administrator has typed in the browser. It may read only folders below roots, and
// nothing from this machine over the network: neither is an administrator's otherwise. The environment sets any other source.
func OpenStored(address string, roots []string) (Source, error) {
	s, err := Open(address)
	if err != nil {
		return nil, err
	}
	switch s := s.(type) {
	case Files:
		if !slices.ContainsFunc(roots, func(root string) bool { return isBelow(s.Path, root) }) {
			return nil, errors.New("expected a folder below one of DIRECTORY_ROOTS; DIRECTORY_URL in the environment may name any")
		}
	case *Feed:
		s.client.Transport = outbound.RemoteTransport()
	case *Frappe:
		s.client.Transport = outbound.RemoteTransport()
	}
	return s, nil
}

// isBelow reports whether a path is a folder or a path below it, with symbolic links followed as far as the paths exist.
func isBelow(path, folder string) bool {
	to, err := filepath.Rel(resolve(folder), resolve(path))
	return err == nil && filepath.IsLocal(to)
}

// resolve returns a path as an absolute one without symbolic links. Of a path that does not exist, the part that does is resolved.
func resolve(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if target, err := filepath.EvalSymlinks(path); err == nil || filepath.Dir(path) == path {
		return cmp.Or(target, path)
	}
	return filepath.Join(resolve(filepath.Dir(path)), filepath.Base(path))
}
