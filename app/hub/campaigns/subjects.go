package campaigns

import (
	"cmp"
	"context"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// SubjectTest says how a campaign tries a second subject on a part of its recipients (ADR 44). The zero value: it has one subject.
type SubjectTest struct {
	SubjectB    string // the second subject
	TestPercent int64  // of the recipients: how many get one of the two first, both groups together
	TestHours   int64  // from the campaign's beginning until the subject of the rest is chosen
}

// The values of Campaign.Chosen.
const (
	ChosenA = "a"
	ChosenB = "b"
)

const (
	minTested                    = 20 // recipients that a test needs
	minPercent, maxPercent       = 10, 50
	defaultPercent, defaultHours = 20, 4
	maxTestHours                 = 72
)

// SubjectGroup are the recipients who get one of two subjects before the rest.
type SubjectGroup struct {
	Size            int64
	Sent            int64
	Opened, Clicked int64 // of Sent, by people
}

// subjects returns the subjects of the messages in a language: one, or two if they are tried.
func (p Params) subjects(lang i18n.Lang) []string {
	first := p.Subject
	if lang == i18n.EN {
		first = cmp.Or(p.SubjectEN, p.Subject)
	}
	if p.SubjectB == "" {
		return []string{first}
	}
	return []string{first, p.SubjectB}
}

// withDefaults returns the test with the defaults of what is not given.
func (t SubjectTest) withDefaults() SubjectTest {
	t.TestPercent, t.TestHours = cmp.Or(t.TestPercent, defaultPercent), cmp.Or(t.TestHours, defaultHours)
	return t
}

// complete returns the test with its defaults, and adds its errors. Without a second subject it is the zero value.
func (t SubjectTest) complete(faults *errs.Fields) SubjectTest {
	if t.SubjectB = strings.TrimSpace(t.SubjectB); t.SubjectB == "" {
		return SubjectTest{}
	}
	if err := checkSubject(t.SubjectB); err != "" {
		faults.Add("subject_b", err, "Expected one line of at most 200 characters.")
	}
	t = t.withDefaults()
	if t.TestPercent < minPercent || t.TestPercent > maxPercent {
		faults.Add("test_percent", "out_of_range", "Expected a whole number from 10 to 50.")
	}
	if t.TestHours < 1 || t.TestHours > maxTestHours {
		faults.Add("test_hours", "out_of_range", "Expected a whole number from 1 to 72.")
	}
	return t
}

// groupSize returns how many of so many recipients, at least minTested, get each of the two subjects: at least one.
func (t SubjectTest) groupSize(recipients int64) int64 { return recipients * t.TestPercent / (2 * 100) }

// choosing reports whether the campaign has begun a test whose result is not chosen yet.
func (c Campaign) choosing() bool {
	return c.ChooseAt != 0 && c.Chosen == "" && (c.State == Sending || c.State == Paused || c.State == Interrupted)
}

// HoldsRest reports whether the recipients in neither group wait for the choice.
func (c Campaign) HoldsRest() bool { return c.ChooseAt != 0 && c.Chosen == "" }

// checkSubjectTest fails with a conflict when a campaign to so many recipients cannot try two subjects.
func checkSubjectTest(c Campaign, recipients int64) error {
	switch {
	case c.SubjectB == "":
		return nil
	case !c.Tracked:
		return errs.Conflict("test_untracked", "Clicks on these messages aren’t recorded, so a test would show nothing.")
	case recipients < minTested:
		return errs.Conflict("too_few_for_test", "Testing two subjects takes at least 20 recipients.")
	}
	return nil
}

// beginSubjectTest forms the groups of a campaign that has just begun, and has the rest wait for the choice. If there is nothing to
// choose by, because a list has become too short since the campaign was scheduled or its clicks are not recorded any more, everyone
// gets the first subject.
func (s *Service) beginSubjectTest(ctx context.Context, tx *db.Tx, id int64) error {
	c, err := ByID(ctx, tx, id)
	if err != nil || c.SubjectB == "" {
		return err
	}
	if checkSubjectTest(c, c.toSend()) != nil {
		return setChosen(ctx, tx, id, ChosenA, s.at())
	}
	chooseAt := c.StartedAt + db.Instant(c.TestHours*60*60*1000)
	if err := formGroups(ctx, tx, id, c.toSend(), c.groupSize(c.toSend()), chooseAt); err != nil {
		return err
	}
	return setChooseAt(ctx, tx, id, chooseAt)
}

// ChooseDue chooses the subject of the rest for the campaigns whose time to choose has come, also if they are stopped. It is called every
// few seconds in each process: the row of a campaign is locked meanwhile, so that one of them chooses.
func (s *Service) ChooseDue(ctx context.Context) error {
	ids, err := dueToChoose(ctx, s.db, s.at())
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.chooseDue(ctx, tx, id) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) chooseDue(ctx context.Context, tx *db.Tx, id int64) error {
	c, err := lockCampaign(ctx, tx, id)
	if err != nil || !c.choosing() || c.ChooseAt > s.at() { // another process has chosen, or staff have stopped it
		return err
	}
	if err := countGroups(ctx, tx, []*Campaign{&c}); err != nil {
		return err
	}
	_, err = s.choose(ctx, tx, auth.Actor{}, id, better(c.Groups[0], c.Groups[1]))
	return err
}

// better returns the subject whose messages more people clicked, as a share of those that were sent; of two equal ones that which more
// people opened; else the first.
func better(a, b SubjectGroup) string {
	of := func(n int64, all int64) int64 { return n * max(1, all) } // n/x > m/y as n*y > m*x
	switch clicks := of(b.Clicked, a.Sent) - of(a.Clicked, b.Sent); {
	case clicks > 0, clicks == 0 && of(b.Opened, a.Sent) > of(a.Opened, b.Sent):
		return ChosenB
	}
	return ChosenA
}

// ChooseSubject sends the subject that staff choose to the rest, before the time at which it would be chosen. It fails with
// no_subject_choice when there is nothing to choose.
func (s *Service) ChooseSubject(ctx context.Context, by auth.Actor, id int64, subject string) (c Campaign, err error) {
	if subject != ChosenA && subject != ChosenB {
		return c, errs.InvalidField("subject", "not_allowed", "Expected a or b.")
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := makeRestDue(ctx, tx, id, s.at()); err != nil { // before the campaign is locked (see Lock order in package sender)
			return err
		}
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		if !c.choosing() {
			return errs.Conflict("no_subject_choice", "There’s no subject to choose.")
		}
		c, err = s.choose(ctx, tx, by, id, subject)
		return err
	})
	return c, err
}

// choose saves the choice, and returns the campaign. Staff are notified, and the workers wake.
func (s *Service) choose(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, subject string) (Campaign, error) {
	if err := setChosen(ctx, tx, id, subject, s.at()); err != nil {
		return Campaign{}, err
	}
	c, err := s.get(ctx, tx, id)
	if err != nil {
		return c, err
	}
	if err := s.recordAudit(ctx, tx, by, "subject_chosen", c); err != nil {
		return c, err
	}
	if err := tx.Signal(ctx, Changed); err != nil {
		return c, err
	}
	notifyChoice(tx, s.at(), c, by)
	return c, nil
}
