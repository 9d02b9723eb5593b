package rsvp

import (
	"context"
	"io"

	"presence/app/platform/csvx"
	"presence/app/platform/httpx"
)

type fileInput struct {
	EventPath
	Answers  string `query:"answers" enum:"attending,all" doc:"attending (the default): guests who are coming; all: those who are not as well, with 0 people"`
	Arrivals string `query:"arrivals" doc:"1: a last column with how many of each party have been checked in at the door"`
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
	o, err := csvx.ParseOptions(in.Format, in.BOM, in.Sep)
	if err != nil {
		return nil, err
	}
	if _, err := a.s.Event(ctx, in.EventID); err != nil {
		return nil, err
	}
	return &httpx.Download{ContentType: o.ContentType(), Disposition: o.Disposition(in.EventID + "-rsvps"), Write: func(w io.Writer) error {
		rows, err := csvx.New(w, o)
		if err != nil {
			return err
		}
		if err := a.writeRows(ctx, rows, in); err != nil {
			rows.Abandon()
			return err
		}
		return rows.Close()
	}}, nil
}

func (a api) writeRows(ctx context.Context, rows csvx.Rows, in *fileInput) error {
	for _, name := range columnNames {
		rows.Text(name)
	}
	if in.Arrivals == "1" {
		rows.Text("arrived")
	}
	if err := rows.EndRow(); err != nil {
		return err
	}
	var f Filter
	if in.Answers != "all" {
		f.Attending = new(true)
	}
	return a.s.Each(ctx, in.EventID, f, func(r RSVP) error {
		for _, text := range []string{r.Name, r.CustomerNumber, r.AccountID, r.NameOnFile, r.Phone} {
			rows.Text(text)
		}
		rows.Int(r.People)
		for _, text := range []string{r.Email, r.Allergies, string(r.Confidence), joinSignals(r.Signals), string(r.Language), r.IP} {
			rows.Text(text)
		}
		rows.Instant(r.CreatedAt)
		rows.Instant(r.RespondedAt)
		if in.Arrivals == "1" {
			rows.Int(r.Arrived)
		}
		return rows.EndRow()
	})
}
