package guestlist

import (
	"context"
	"io"

	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
)

// totalsJSON is the totals of the answers to an event's questions in JSON answers.
type totalsJSON struct {
	Headcount     int64       `json:"headcount" doc:"People who are coming" example:"87"`
	Registrations int64       `json:"registrations_count" doc:"Registrations of guests who are coming" example:"41"`
	Questions     []totalJSON `json:"questions" doc:"In the order of the event, archived ones too"`
}

// totalJSON is the total of one question.
type totalJSON struct {
	QuestionID int64         `json:"question_id" doc:"Of the event" example:"1795608000000"`
	FR         string        `json:"fr" doc:"The question in French" example:"Plat principal"`
	EN         string        `json:"en" doc:"The question in English, or in French where there is none" example:"Main course"`
	Kind       events.Kind   `json:"kind" enum:"choice,several,number,text" doc:"How it is answered"`
	Per        events.Per    `json:"per" enum:"party,person" doc:"Who answers it"`
	Archived   bool          `json:"archived" doc:"Whether it is not asked any more"`
	Answered   int64         `json:"answered" doc:"Parties, or people, that answered" example:"41"`
	Sum        *int64        `json:"sum" doc:"Of the numbers; null for another kind of question" example:"12"`
	Options    []optionTotal `json:"options" doc:"Empty for a number or a text"`
}

// optionTotal is how often an option was chosen.
type optionTotal struct {
	OptionID int64  `json:"option_id" doc:"Of the question" example:"2"`
	FR       string `json:"fr" doc:"The option in French" example:"Poulet"`
	EN       string `json:"en" doc:"The option in English, or in French where there is none" example:"Chicken"`
	Answers  int64  `json:"answers" doc:"Parties, or people, that chose it" example:"17"`
	People   int64  `json:"people" doc:"People of these parties; for a question for each person, the same as answers" example:"36"`
}

func toTotalsJSON(t totals) totalsJSON {
	out := totalsJSON{Headcount: t.seats.Headcount, Registrations: t.seats.Registrations - t.seats.Declined, Questions: []totalJSON{}}
	for _, q := range t.questions {
		x := totalJSON{QuestionID: q.ID, FR: q.Text.FR, EN: q.Text.In("en"), Kind: q.Kind, Per: q.Per, Archived: q.Archived,
			Answered: q.answered, Options: []optionTotal{}}
		if q.Kind == events.Number {
			x.Sum = new(q.sum)
		}
		for _, o := range q.selections() {
			x.Options = append(x.Options, optionTotal{o.ID, o.Text.FR, o.Text.In("en"), o.answers, o.people})
		}
		out.Questions = append(out.Questions, x)
	}
	return out
}

type totalsOutput struct{ Body totalsJSON }

func (a api) totals(ctx context.Context, in *rsvp.EventPath) (*totalsOutput, error) {
	t, err := addUp(ctx, a.rsvps, in.EventID)
	return &totalsOutput{toTotalsJSON(t)}, err
}

type totalsFileInput struct {
	rsvp.EventPath
	Format string `query:"format" doc:"csv (the default) or xlsx"`
	BOM    string `query:"bom" doc:"1: a byte order mark, for a French Excel"`
	Sep    string `query:"sep" doc:"The separator: a comma (the default) or a semicolon, which makes decimals commas too"`
}

// totalsFile returns the totals as a spreadsheet.
func (a api) totalsFile(ctx context.Context, in *totalsFileInput) (*httpx.Download, error) {
	o, err := tablewriter.ParseOptions(in.Format, in.BOM, in.Sep)
	if err != nil {
		return nil, err
	}
	t, err := addUp(ctx, a.rsvps, in.EventID)
	if err != nil {
		return nil, err
	}
	name := o.Disposition(in.EventID + "-totals")
	return &httpx.Download{ContentType: o.ContentType(), Disposition: name, Write: func(w io.Writer) error {
		rows, err := tablewriter.New(w, o)
		if err != nil {
			return err
		}
		if err := writeTotals(rows, toTotalsJSON(t)); err != nil {
			rows.Abandon()
			return err
		}
		return rows.Close()
	}}, nil
}

// writeTotals writes one line for each option, and one for each question without options.
func writeTotals(rows tablewriter.Rows, t totalsJSON) error {
	for _, name := range []string{"question", "option", "per", "answers", "people", "sum"} {
		rows.Text(name)
	}
	if err := rows.EndRow(); err != nil {
		return err
	}
	for _, q := range t.Questions {
		for _, o := range q.Options {
			rows.Text(q.EN)
			rows.Text(o.EN)
			rows.Text(string(q.Per))
			rows.Int(o.Answers)
			rows.Int(o.People)
			rows.Text("")
			if err := rows.EndRow(); err != nil {
				return err
			}
		}
		if len(q.Options) > 0 {
			continue
		}
		rows.Text(q.EN)
		rows.Text("")
		rows.Text(string(q.Per))
		rows.Int(q.Answered)
		rows.Text("")
		if q.Sum == nil {
			rows.Text("")
		} else {
			rows.Int(*q.Sum)
		}
		if err := rows.EndRow(); err != nil {
			return err
		}
	}
	return nil
}
