package home

import (
	"context"

	"presence/app/accounts/auth"
)

// Configured reports which of the settings that the program reads at its start the operator has set.
type Configured struct {
	Mail      bool // a channel sends messages; otherwise they are kept in the outbox
	Postal    bool // the sender's postal address, which stands at the foot of each invitation (R21)
	Directory bool // a source of customer records
	Demo      bool // the company is made up, and there is nothing to set up
}

// Setup reports which steps of setting up an installation are done.
type Setup struct {
	Configured
	People bool // an employee record exists
	Codes  bool // there is a pay code
	Event  bool // staff saved an event

	Supervisors bool // an employee has a supervisor
	Period      bool // a timesheet was approved

	ForPayroll bool // only the steps that payroll takes, until people can enter hours
}

// left counts the steps that are not done.
func (x Setup) left() (n int) {
	steps := []bool{x.People, x.Supervisors, x.Codes, x.Period}
	if !x.ForPayroll {
		steps = append(steps, x.Mail, x.Postal, x.Directory, x.Event)
	}
	for _, done := range steps {
		if !done {
			n++
		}
	}
	return n
}

// basic reports whether people can enter hours.
func (x Setup) basic() bool { return x.People && x.Codes }

func (s *Today) loadSetup(ctx context.Context, by auth.Actor, d *Dashboard) error {
	x := Setup{Configured: s.Configured, ForPayroll: by.Role != auth.Admin}
	if x.Demo {
		return nil
	}
	if err := readSetup(ctx, s.db, &x); err != nil {
		return err
	}
	if x.left() > 0 && !(x.ForPayroll && x.basic()) {
		d.Setup = &x
	}
	return nil
}
