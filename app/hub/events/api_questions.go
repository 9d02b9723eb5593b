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

// questionList is a list of questions in a body.
type questionList []questionJSON

// Example is a list of one question.
func (questionList) Example() any {
	return []questionJSON{{Kind: Choice, Per: PerPerson, Required: true, Text: wordsJSON{"Plat principal", "Main course"},
		Options: []optionJSON{{Text: wordsJSON{"Poulet", "Chicken"}}, {Text: wordsJSON{"Poisson", "Fish"}}}}}
}

// questionFields are the members of a body about the people of an answer and what they are asked.
type questionFields struct {
	PeopleLimit httpx.Opt[int64]        `json:"people_limit,omitzero" nullable:"false" minimum:"1" maximum:"20" doc:"How many people one response of a guest may count; 20 where it is not said. Staff may exceed it" example:"4"`
	Companions  httpx.Opt[Companions]   `json:"companions,omitzero" nullable:"false" enum:"no,asked,required" doc:"Whether guests are asked for the names of those who come with them; no where it is not said" example:"asked"`
	Questions   httpx.Opt[questionList] `json:"questions,omitzero" nullable:"false" maxItems:"30" doc:"The whole list, in its order, with at most 5 questions that are not archived. Questions and options without an id are added; those that are missing are archived, or dropped while the event has no registrations"`
}

// questions returns the questions in the body; nil: they are not changed.
func (b questionFields) questions(faults *errs.Fields) *[]Question {
	sent := b.Questions.Ptr(faults, "questions")
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
