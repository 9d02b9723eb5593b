package main

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// list is an event's main list as the API shows it.
type list struct {
	Total   int
	Entries []struct {
		ID    int64
		Email string
	}
}

func (a *api) list(event string, after int64, limit int) (l list, err error) {
	err = a.get(fmt.Sprintf("/events/%s/audience/entries?limit=%d&after=%d", event, limit, after), &l)
	return l, err
}

// listed returns the addresses of a list.
func (a *api) listed(event string) (map[string]bool, error) {
	all := map[string]bool{}
	for after := int64(0); ; {
		l, err := a.list(event, after, 1000)
		if err != nil {
			return nil, err
		}
		for _, e := range l.Entries {
			all[e.Email], after = true, e.ID
		}
		if len(l.Entries) < 1000 {
			return all, nil
		}
	}
}

// importInto imports a CSV with that many lines into a list.
func (a *api) importInto(event string, lines int) error {
	var csv strings.Builder
	csv.WriteString("courriel,prénom\n")
	for n := range lines {
		fmt.Fprintf(&csv, "i%d@%s.example,Élise\n", n, event)
	}
	return a.call(a.site.nodes[0], request{method: http.MethodPost, path: "/events/" + event + "/audience/import?filename=all.csv",
		contentType: "text/csv", body: csv.String()}, nil)
}

// halfImported returns a description of the error if a list is incomplete after an import, else "". The list had one address
// before that many lines were imported. ended says that the import was answered, so that all lines must be there.
func halfImported(l list, lines int, ended bool) string {
	switch {
	case l.Total == 1 && len(l.Entries) == 1 && !ended:
	case l.Total == 1+lines && len(l.Entries) > 1:
	default:
		return fmt.Sprintf("of %d lines imported to one address (answered: %v) the list has %d, and shows %d", lines, ended, l.Total,
			len(l.Entries))
	}
	return ""
}

// killedImports kills while a long CSV is read into a list that has an entry already.
func killedImports(h *harness, r *row) error {
	s, err := h.open(h.binary, "", 1, steady)
	if err != nil {
		return err
	}
	defer s.leave(r)
	lines := h.few(200_000, 20_000)
	took, err := s.undisturbed(lines)
	if err != nil {
		return err
	}
	whole := 0
	for r.kills < h.few(20, 2) && r.fault == "" {
		ended, err := s.killImport(r, lines, func(string) error {
			s.wait(time.Duration(h.random.Int64N(int64(took + took/8))))
			return nil
		})
		if err != nil {
			return err
		}
		if ended {
			whole++
		}
	}
	r.note = fmt.Sprintf("%d times all of it was in, else nothing", whole)
	return nil
}

// newList creates an event with one guest.
func (s *site) newList() (event string, err error) {
	event = s.name("list-")
	return event, s.invite(event, 1)
}

// undisturbed measures how long an import takes.
func (s *site) undisturbed(lines int) (time.Duration, error) {
	event, err := s.newList()
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	if err := s.importInto(event, lines); err != nil {
		return 0, err
	}
	took := time.Since(begin)
	l, err := s.list(event, 0, 2)
	if wrong := halfImported(l, lines, true); err == nil && wrong != "" {
		err = errors.New(wrong)
	}
	return took, err
}

// killImport starts an import, kills the program when moment returns, starts it again, and imports once more. It returns
// whether all lines of the first import were saved.
func (s *site) killImport(r *row, lines int, moment func(event string) error) (whole bool, err error) {
	n := s.nodes[0]
	event, err := s.newList()
	if err != nil {
		return false, err
	}
	answered := make(chan error, 1)
	go func() { answered <- s.importInto(event, lines) }()
	if err := moment(event); err != nil {
		return false, err
	}
	n.kill()
	r.kills, r.checked, r.guests = r.kills+1, r.checked+1, r.guests+lines
	ended := <-answered == nil
	if err := s.intact(); err != nil {
		r.failf("%v", err)
	}
	if err := errors.Join(n.start(), n.ready()); err != nil {
		return false, err
	}
	l, err := s.list(event, 0, 2)
	if err != nil {
		return false, err
	}
	if wrong := halfImported(l, lines, ended); wrong != "" {
		r.failf("%s", wrong)
	}
	if err := s.importInto(event, lines/10); err != nil {
		r.failf("the next import: %v", err)
	}
	whole = l.Total > 1
	if l, err = s.list(event, 0, 2); err == nil && !whole {
		if wrong := halfImported(l, lines/10, true); wrong != "" {
			r.failf("the next import: %s", wrong)
		}
	}
	return whole, err
}
