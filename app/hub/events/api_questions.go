package events

import (
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// questionJSON is a question in JSON, as it is read and as it is sent.
type questionJSON struct {
	ID       int64        `json:"id,omitzero" minimum:"1" doc:"By which responses name it; left out for a new question" example:"1795608000000"`
	Kind     Kind         `json:"kind" enum:"choice,several,number,text" doc:"How it is answered: one of the options, any of them, a whole number, or a line of text. It cannot change once there are registrations"`
	Per      Per          `json:"per" enum:"party,person" doc:"Whether the guest answers it once, or the guest and each companion. It cannot change once there are registrations"`
	Required bool         `json:"required,omitempty" doc:"Whether guests must answer it; staff need not"`
	Text     wordsJSON    `json:"text"`
	Options  []optionJSON `json:"options,omitempty" nullable:"false" maxItems:"30" doc:"For choice and several: 2 to 10 that are not archived"`
	Archived bool         `json:"archived,omitempty" doc:"Whether it is not asked any more; its responses are kept"`
}

// optionJSON is an option of a question in JSON.
type optionJSON struct {
	ID       int64     `json:"id,omitzero" minimum:"1" doc:"By which responses name it; left out for a new option" example:"1"`
	Text     wordsJSON `json:"text"`
	Archived bool      `json:"archived,omitempty" doc:"Whether it is not offered any more"`
}

// wordsJSON is a text in both languages.
type wordsJSON struct {
	FR string `json:"fr" doc:"At most 120 characters, an option 60" example:"Plat principal"`
	EN string `json:"en,omitempty" doc:"Where it is empty, the French is shown" example:"Main course"`
}

func toQuestionsJSON(list []Question) []questionJSON {
	out := make([]questionJSON, len(list))
	for i, q := range list {
		out[i] = questionJSON{ID: q.ID, Kind: q.Kind, Per: q.Per, Required: q.Required, Text: wordsJSON(q.Text), Archived: q.Archived}
		for _, o := range q.Options {
			out[i].Options = append(out[i].Options, optionJSON{o.ID, wordsJSON(o.Text), o.Archived})
		}
	}
	return out
}

// Example is a question with its options.
func (questionJSON) Example() any {
	return questionJSON{ID: 1795608000000, Kind: Choice, Per: PerPerson, Required: true, Text: wordsJSON{"Plat principal", "Main course"},
		Options: []optionJSON{{1, wordsJSON{"Poulet", "Chicken"}, false}, {2, wordsJSON{"Poisson", "Fish"}, false}}}
}

// readQuestionList returns the questions in a body; nil: they are not changed.
func readQuestionList(faults *errs.Fields, o httpx.Opt[[]questionJSON]) *[]Question {
	sent := o.Ptr(faults, "questions")
	if sent == nil {
		return nil
	}
	list := make([]Question, len(*sent))
	for i, q := range *sent {
		list[i] = Question{ID: q.ID, Kind: q.Kind, Per: q.Per, Required: q.Required, Text: Words(q.Text), Archived: q.Archived}
		for _, o := range q.Options {
			list[i].Options = append(list[i].Options, Option{o.ID, Words(o.Text), o.Archived})
		}
	}
	return &list
}
