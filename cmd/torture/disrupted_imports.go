package main

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// disruptedImports interrupts the database while a long CSV is imported. Afterwards the list must contain all of it or nothing,
// and the next import must work at once, in any replica.
func disruptedImports(v *server) error {
	r, lines := v.row, v.few(100_000, 20_000)
	took, err := v.undisturbed(lines)
	if err != nil {
		return err
	}
	whole := 0
	for range v.few(10, 1) {
		event, err := v.newList()
		if err != nil {
			return err
		}
		answered := make(chan error, 1)
		go func() { answered <- v.importInto(event, lines) }()
		v.wait(time.Duration(v.random.Int64N(int64(took + took/8))))
		if err := v.disrupt(len(v.nodes)); err != nil {
			return err
		}
		r.guests += lines
		ended := <-answered == nil
		l, err := v.list(event, 0, 2)
		if err != nil {
			return err
		}
		if wrong := halfImported(l, lines, ended); wrong != "" {
			r.failf("%s", wrong)
		}
		if l.Total > 1 {
			whole++
		}
		if err := v.importElsewhere(event, lines/10); err != nil {
			r.failf("the next import: %v", err)
		}
		if l, err = v.list(event, 0, 2); err == nil && l.Total != 1+lines/10 && l.Total != 1+lines {
			r.failf("after the next import the list has %d", l.Total)
		}
		if err != nil {
			return err
		}
	}
	r.note = fmt.Sprintf("%d times all of it was in, else nothing", whole)
	return nil
}

// importElsewhere imports by another replica. It may refuse while its connections to the database are still broken.
func (v *server) importElsewhere(event string, lines int) error {
	var err error
	late := v.untilAsked("another replica to import", func() (bool, error) {
		err = v.without(v.nodes[0]).importInto(event, lines)
		f, refused := errors.AsType[*refusal](err)
		return !refused || f.status != http.StatusServiceUnavailable, nil
	})
	return errors.Join(late, err)
}
