package campaigns

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/platform/errs"
	"presence/app/platform/tablewriter"
	"presence/db"
)

const (
	sampleSize = 20  // of the candidates of a reminder
	maxSubject = 200 // characters
)

// RecipientPage selects some of a campaign's recipients.
type RecipientPage struct {
	State       string // the name of a State, "unconfirmed", "bounced" or "complained"; "" for all
	After, Rows int64
}

// Recipients calls each for a campaign's recipients in the order of their ids, with their personal links and the time of their
// answer.
func (s *Service) Recipients(ctx context.Context, c Campaign, p RecipientPage, each func(Recipient) error) error {
	return s.recipients(ctx, s.db, c, p, each)
}

// maxPage is the largest number of recipients that are read before their answers are looked up. For more, all answers are read first.
const maxPage = 1000

func (s *Service) recipients(ctx context.Context, q db.Queryer, c Campaign, p RecipientPage, each func(Recipient) error) error {
	if p.Rows > maxPage {
		replies, err := answersOf(ctx, q, c, c.FirstID, c.LastID)
		if err != nil {
			return err
		}
		return s.eachOfPage(ctx, q, c, p, func(r Recipient) error { return each(r.answeredBy(replies[r.ID])) })
	}
	var list []Recipient
	err := s.eachOfPage(ctx, q, c, p, func(r Recipient) error { list = append(list, r); return nil })
	if err != nil || len(list) == 0 {
		return err
	}
	replies, err := answersOf(ctx, q, c, list[0].ID, list[len(list)-1].ID)
	if err != nil {
		return err
	}
	for _, r := range list {
		if err := each(r.answeredBy(replies[r.ID])); err != nil {
			return err
		}
	}
	return nil
}

// eachOfPage calls each for the recipients of a page, without their answers.
func (s *Service) eachOfPage(ctx context.Context, q db.Queryer, c Campaign, p RecipientPage, each func(Recipient) error) error {
	links := s.linksOf(c)
	var w db.Where
	w.And("r.id > ?", max(p.After, c.FirstID-1))
	w.And("r.id <= ?", c.LastID)
	switch p.State { // of a few recipients, there are indexes
	case "pending", "failed", "excluded", "unconfirmed", "bounced", "complained":
		w.And("r.campaign_id = ?", c.ID)
	default:
		w.And("+r.campaign_id = ?", c.ID)
	}
	switch p.State {
	case "":
	case "failed", "excluded", "unconfirmed", "bounced", "complained":
		w.And(filterConditions[p.State])
	default:
		for i, name := range RecipientStates {
			if name == p.State {
				w.And(RecipientInState("r.", RecipientState(i)))
			}
		}
	}
	return eachRecipient(ctx, q, w.String(), w.Args(), p.Rows, func(r Recipient) error {
		r.RSVPURL = links(r)
		return each(r)
	})
}

// linksOf returns a function that derives the personal link of one of the campaign's recipients.
func (s *Service) linksOf(c Campaign) func(Recipient) string {
	t := NewLinkTokens(s.o.Secret, c.Salt)
	return func(r Recipient) string { return s.o.Origin + PersonalLink(c.EventID, t.RSVP(r.ID), r.Language) }
}

// Report writes a campaign's recipients as CSV, one line each, from one database snapshot.
func (s *Service) Report(ctx context.Context, c Campaign, out tablewriter.Rows) error {
	for _, h := range []string{"id", "email", "firstname", "lastname", "language", "customer_id", "status", "reason", "attempts", "sent_at",
		"opened_at", "clicked_at", "scanned_at", "registered_at", "rsvp_url", "declined", "bounced_at", "bounce_cause", "complained_at"} {
		out.Text(h)
	}
	if err := out.EndRow(); err != nil {
		return err
	}
	err := s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		return s.recipients(ctx, q, c, RecipientPage{Rows: c.Counts.Total}, func(r Recipient) error {
			out.Int(r.ID)
			for _, text := range []string{r.Email, r.FirstName, r.LastName, r.Language, r.CustomerID, r.State.String(), r.Reason} {
				out.Text(text)
			}
			out.Int(r.Attempts)
			for _, at := range []db.Instant{r.SentAt, r.OpenedAt, r.ClickedAt, r.ScannedAt, r.RegisteredAt} {
				out.Instant(at)
			}
			out.Text(r.RSVPURL)
			out.Text(strconv.FormatBool(r.Declined))
			out.Instant(r.BouncedAt)
			out.Text(string(r.BounceCause))
			out.Instant(r.ComplainedAt)
			return out.EndRow()
		})
	})
	if err != nil {
		return err
	}
	return out.Close()
}

// checkSubject returns the error code for an invalid subject; "" when it is valid.
func checkSubject(s string) string {
	switch {
	case utf8.RuneCountInString(s) > maxSubject:
		return "length"
	case !utf8.ValidString(s), strings.ContainsFunc(s, errs.Unreadable):
		return "format"
	}
	return ""
}
