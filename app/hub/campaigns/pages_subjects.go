package campaigns

import (
	"context"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// The names of the fields of the subjects but the first.
const (
	fieldSubjectEN = "subject_en"

	fieldSubjectB = "subject_b"
	fieldPercent  = "test_percent"
	fieldHours    = "test_hours"
)

// readSubjectTest reads the fields of a test of two subjects. A text that is not a positive number becomes -1, which is refused.
func readSubjectTest(v url.Values) SubjectTest {
	whole := func(name string) int64 {
		if v.Get(name) == "" {
			return 0
		}
		if n := countOf(v.Get(name)); n > 0 {
			return n
		}
		return -1
	}
	return SubjectTest{SubjectB: v.Get(fieldSubjectB), TestPercent: whole(fieldPercent), TestHours: whole(fieldHours)}
}

// second returns the fields of a test of two subjects. They are open if one is asked for.
func (b *presenter) second() views.Second {
	l, t := b.lang, b.asked.SubjectTest.withDefaults()
	number := func(name string, label i18n.Text, value, least, most int64, suffix string) ui.Field {
		return ui.Field{Name: name, Label: l.T(label), Type: "number", Value: strconv.FormatInt(value, 10), Min: strconv.FormatInt(least, 10),
			Max: strconv.FormatInt(most, 10), Suffix: suffix, AutoComplete: "off", Error: b.faults.Of(name)}
	}
	return views.Second{Open: t.SubjectB != "",
		Subject: ui.Field{Name: fieldSubjectB, Label: l.T(i18n.SendSubjectB), Value: t.SubjectB, Error: b.faults.Of(fieldSubjectB),
			MaxLength: maxSubject, AutoComplete: "off"},
		Percent: number(fieldPercent, i18n.SendTestPercent, t.TestPercent, minPercent, maxPercent, "%"),
		Hours:   number(fieldHours, i18n.SendTestHours, t.TestHours, 1, maxTestHours, "h")}
}

// checkSecond adds a validation error if the campaign, with the fields of the form, cannot test two subjects.
func (b *presenter) checkSecond() {
	d := b.preview
	err := checkSubjectTest(Campaign{Params: d.Params, Tracked: d.Tracked}, d.Audience.Total())
	if e, ok := errs.Of(err); ok && d.Audience.Total() > 0 {
		b.faults.Add(b.lang, fieldSubjectB, b.lang.T(i18n.SendSubjectB), e.Code, e.Detail)
	}
}

// groupsText says how many people get which subject, and when the rest follows; empty: there is one subject.
func (b *presenter) groupsText() string {
	l, p, n := b.lang, b.preview.Params, b.preview.Audience.Total()
	if p.SubjectB == "" || n < minTested {
		return ""
	}
	each := p.groupSize(n)
	people := l.N(int(each), i18n.SendAudienceSome)
	return l.F(i18n.SendTestGroups, people, people, l.Int(n-2*each), l.N(int(p.TestHours), i18n.HoursCounted))
}

// subjects returns the two subjects of a test with their results; nil: there is no test.
func (p pages) subjects(l i18n.Lang, c Campaign) *views.Subjects {
	if c.SubjectB == "" || c.Unstarted() {
		return nil
	}
	v := &views.Subjects{}
	for i, subject := range c.subjects(l) {
		g := c.Groups[i]
		row := views.Subject{Name: l.F(i18n.CampSubject, letter(i)), Text: l.T(i18n.CampSubjectOwn),
			Chosen: c.Chosen == [...]string{ChosenA, ChosenB}[i]}
		if subject != "" {
			row.Text = l.Quoted(subject)
		}
		if g.Size > 0 {
			row.Result = l.F(i18n.CampSubjectGot, l.Int(g.Clicked), l.Int(g.Sent))
		}
		v.List = append(v.List, row)
	}
	rest := l.Int(c.Counts.Total - c.Counts.Excluded - c.Groups[0].Size - c.Groups[1].Size)
	switch {
	case c.choosing():
		v.Next = l.F(i18n.CampSubjectWait, rest, p.startText(l, c.ChooseAt))
	case c.Chosen != "" && c.ChooseAt == 0:
		v.Next = l.T(i18n.CampSubjectNone)
	case c.Chosen == ChosenB:
		v.Next = l.F(i18n.CampSubjectIs, letter(1), rest)
	case c.Chosen != "":
		v.Next = l.F(i18n.CampSubjectIs, letter(0), rest)
	}
	return v
}

// letter returns the name of one of two subjects.
func letter(i int) string { return [...]string{"A", "B"}[i] }

// chooseButtons returns the buttons that choose a subject and send the rest; none if there is nothing to choose.
func chooseButtons(l i18n.Lang, c Campaign) (list []views.ChooseButton) {
	if !c.choosing() {
		return nil
	}
	for i, subject := range []string{ChosenA, ChosenB} {
		list = append(list, views.ChooseButton{Post: paths.ChooseSubject(c.ID), Subject: subject, Label: l.F(i18n.CampSubjectDo, letter(i))})
	}
	return list
}

// chooseSubject sends the rest of a campaign with the subject that staff choose.
func (p pages) chooseSubject(c *gin.Context) error {
	return p.changeStatus(c, i18n.CampDidSubject, func(ctx context.Context, by auth.Actor, x Campaign) error {
		_, err := p.s.ChooseSubject(ctx, by, x.ID, c.PostForm("subject"))
		return err
	})
}
