package guestlist

import (
	"context"
	"io"
	"strings"

	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/tablewriter"
)

type fileInput struct {
	rsvp.EventPath
	Answers  string `query:"answers" enum:"attending,all" doc:"attending (the default): guests who are coming; all: those who are not as well, with 0 people"`
	Arrivals string `query:"arrivals" doc:"1: a last column with how many of each party have been checked in at the door"`
	Details  string `query:"details" enum:"1" doc:"1: the names of the companions and a column for each question, behind the other columns"`
	Format   string `query:"format" doc:"csv (the default) or xlsx"`
	BOM      string `query:"bom" doc:"1: a byte order mark, for a French Excel"`
	Sep      string `query:"sep" doc:"The separator: a comma (the default) or a semicolon, which makes decimals commas too"`
}

// columnNames are the columns of the export, in their order (R19).
var columnNames = []string{"customer", "customer number", "account id", "name on file", "phone", "people", "email", "allergies",
	"confidence", "signals",
	"language", "IP", "created at", "responded at"}

// file returns the list as a spreadsheet (R19, W14).
func (a api) file(ctx context.Context, in *fileInput) (*httpx.Download, error) {
	o, err := tablewriter.ParseOptions(in.Format, in.BOM, in.Sep)
	if err != nil {
		return nil, err
	}
	e, err := a.rsvps.Event(ctx, in.EventID)
	if err != nil {
		return nil, err
	}
	return &httpx.Download{ContentType: o.ContentType(), Disposition: o.Disposition(in.EventID + "-rsvps"), Write: func(w io.Writer) error {
		rows, err := tablewriter.New(w, o)
		if err != nil {
			return err
		}
		if err := a.writeRows(ctx, rows, e, in); err != nil {
			rows.Abandon()
			return err
		}
		return rows.Close()
	}}, nil
}

func (a api) writeRows(ctx context.Context, rows tablewriter.Rows, e events.Event, in *fileInput) error {
	for _, name := range columnNames {
		rows.Text(name)
	}
	if in.Arrivals == "1" {
		rows.Text("arrived")
	}
	if in.Details == "1" {
		writeDetailNames(rows, e)
	}
	if err := rows.EndRow(); err != nil {
		return err
	}
	var f rsvp.Query
	if in.Answers != "all" {
		f.Attending = new(true)
	}
	return a.rsvps.Each(ctx, in.EventID, f, func(r rsvp.RSVP) error {
		for _, text := range []string{r.Name, r.CustomerNumber, r.AccountID, r.NameOnFile, r.Phone} {
			rows.Text(text)
		}
		rows.Int(r.People)
		for _, text := range []string{r.Email, r.Allergies, string(r.Confidence), rsvp.JoinSignals(r.Signals), string(r.Language), r.IP} {
			rows.Text(text)
		}
		rows.Instant(r.CreatedAt)
		rows.Instant(r.RespondedAt)
		if in.Arrivals == "1" {
			rows.Int(r.Arrived)
		}
		if in.Details == "1" {
			writeDetails(rows, e, r.Answer)
		}
		return rows.EndRow()
	})
}

// writeDetailNames writes the names of the columns of writeDetails; those of questions are their English words.
func writeDetailNames(rows tablewriter.Rows, e events.Event) {
	rows.Text("companions")
	for _, q := range e.Questions {
		rows.Text(q.Text.In("en"))
	}
}

// writeDetails writes the companions and the answer to each question, archived ones too. Answers of several people are separated by
// semicolons.
func writeDetails(rows tablewriter.Rows, e events.Event, a rsvp.Answer) {
	rows.Text(strings.Join(a.NamedCompanions(), "; "))
	for _, q := range e.Questions {
		rows.Text(strings.Join(rsvp.Replies(i18n.EN, q, a), "; "))
	}
}
