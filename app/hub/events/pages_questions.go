package events

import (
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/i18n"
	views "presence/views/hub/events"
	"presence/views/ui"
)

// readQuestions reads the questions of the form, and the archived ones to ask again; nil: the form has no questions. Empty ones are left
// out, and so are empty options.
func readQuestions(c *gin.Context) (questions *[]Question, restore []int64) {
	if _, sent := c.GetPostForm(questionAt(0, "kind")); !sent {
		return nil, nil
	}
	list := []Question{}
	for i := range MaxQuestions {
		if q := readQuestion(c, i); q.ID != 0 || !q.isEmpty() {
			list = append(list, q)
		}
	}
	for _, text := range c.PostFormArray("restore") {
		restore = append(restore, readID(text))
	}
	return &list, restore
}

func readID(text string) int64 {
	id, _ := strconv.ParseInt(text, 10, 64) // 0: a new one
	return id
}

func readQuestion(c *gin.Context, i int) Question {
	text := func(field string) string { return c.PostForm(questionAt(i, field)) }
	q := Question{ID: readID(text("id")), Kind: Kind(text("kind")), Per: Per(text("per")), Required: text("required") != "",
		Text: Words{text("text.fr"), text("text.en")}, Archived: text("archived") != ""}
	for j := range MaxOptions {
		text := func(field string) string { return c.PostForm(optionAt(i, j, field)) }
		o := Option{ID: readID(text("id")), Text: Words{text("text.fr"), text("text.en")}}
		if q.Kind.HasOptions() && strings.TrimSpace(o.Text.FR+o.Text.EN) != "" {
			q.Options = append(q.Options, o)
		}
	}
	return q
}

func (q Question) isEmpty() bool {
	return strings.TrimSpace(q.Text.FR+q.Text.EN) == "" && len(q.Options) == 0
}

var (
	companionNames = map[Companions]i18n.Text{CompanionsNo: i18n.CompanionsNo, CompanionsAsked: i18n.CompanionsAsked,
		CompanionsRequired: i18n.CompanionsRequired}
	kindNames = map[Kind]i18n.Text{Choice: i18n.QuestionChoice, Several: i18n.QuestionSeveral, Number: i18n.QuestionNumber,
		ShortText: i18n.QuestionText}
	perNames = map[Per]i18n.Text{PerParty: i18n.QuestionPerParty, PerPerson: i18n.QuestionPerPerson}
)

// parties fills the section about the people of an answer and the questions.
func (d presenter) parties(p *views.Editor, o editorState, field fieldMaker) {
	l := d.lang
	p.Limit = field("people_limit", strconv.FormatInt(o.PeopleLimit, 10), ui.Field{Type: "number", Min: "1", Max: strconv.Itoa(MaxPeopleLimit),
		Hint: l.T(i18n.EventLimitHint)})
	p.Companions = field("companions", string(o.Companions), ui.Field{})
	for _, x := range []Companions{CompanionsNo, CompanionsAsked, CompanionsRequired} {
		p.Companions.Options = append(p.Companions.Options, ui.Option{Value: string(x), Label: l.T(companionNames[x])})
	}
	list := o.Asked()
	if o.typed != nil {
		list = *o.typed
	}
	p.QuestionsFault = p.Faults.Of("questions")
	for i := range MaxQuestions {
		q := Question{Kind: Choice, Per: PerParty}
		if i < len(list) {
			q = list[i]
		}
		p.Questions = append(p.Questions, d.question(p, i, q, o.isNew))
	}
	for _, q := range o.Questions {
		if q.Archived {
			p.Archived = append(p.Archived, ui.Field{Name: "restore", ID: "restore-" + strconv.FormatInt(q.ID, 10),
				Value: strconv.FormatInt(q.ID, 10), Label: l.F(i18n.QuestionRestore, q.Text.In(string(l)))})
		}
	}
}

// question returns the fields of the question at index i. Those of a new event have no ids yet.
func (d presenter) question(p *views.Editor, i int, q Question, isNew bool) views.Question {
	l := d.lang
	x := views.Question{Title: l.F(i18n.QuestionN, l.Int(int64(i+1)))}
	field := func(name, value string, f ui.Field) ui.Field {
		f.Name, f.Value, f.Error = questionAt(i, name), value, p.Faults.Of(questionAt(i, name))
		x.Open = x.Open || f.Error != ""
		return f
	}
	if !q.isEmpty() {
		x.Summary = strings.TrimSpace(q.Text.In(string(l)))
	}
	if q.ID != 0 && !isNew {
		x.Hidden = append(x.Hidden, ui.Hidden{Name: questionAt(i, "id"), Value: strconv.FormatInt(q.ID, 10)})
		x.Archive = new(field("archived", "true", ui.Field{Label: l.T(i18n.QuestionArchive), Hint: l.T(i18n.QuestionArchiveHint),
			Checked: q.Archived}))
	}
	x.FR = field("text.fr", q.Text.FR, ui.Field{Label: l.F(i18n.EventInFrench, l.T(i18n.QuestionWords)), MaxLength: maxQuestionText,
		Attrs: map[string]any{"lang": "fr"}})
	x.EN = field("text.en", q.Text.EN, ui.Field{Label: l.F(i18n.EventInEnglish, l.T(i18n.QuestionWords)), MaxLength: maxQuestionText,
		Placeholder: blankEnglish(l, q.Text.FR), Attrs: map[string]any{"lang": "en"}})
	x.Kind = field("kind", string(q.Kind), ui.Field{Label: l.T(i18n.QuestionKind)})
	for _, k := range []Kind{Choice, Several, Number, ShortText} {
		x.Kind.Options = append(x.Kind.Options, ui.Option{Value: string(k), Label: l.T(kindNames[k])})
	}
	x.Per = field("per", string(q.Per), ui.Field{Label: l.T(i18n.QuestionPer)})
	for _, per := range []Per{PerParty, PerPerson} {
		x.Per.Options = append(x.Per.Options, ui.Option{Value: string(per), Label: l.T(perNames[per])})
	}
	x.Required = field("required", "true", ui.Field{Label: l.T(i18n.QuestionRequired), Checked: q.Required})
	x.OptionsFault = p.Faults.Of(questionAt(i, "options"))
	d.options(p, &x, i, q.Offered())
	x.Open = x.Open || x.OptionsFault != ""
	return x
}

// options adds the fields of the options of a question, with some empty ones.
func (d presenter) options(p *views.Editor, x *views.Question, i int, list []Option) {
	const fewest, empty = 4, 2
	l := d.lang
	for j := range min(MaxOptions, max(fewest, len(list)+empty)) {
		var o Option
		if j < len(list) {
			o = list[j]
		}
		number := l.Int(int64(j + 1))
		row := views.QuestionOption{Max: maxOptionText,
			FR: views.OptionText{Name: optionAt(i, j, "text.fr"), Label: l.F(i18n.QuestionOptionFR, number), Value: o.Text.FR},
			EN: views.OptionText{Name: optionAt(i, j, "text.en"), Label: l.F(i18n.QuestionOptionEN, number), Value: o.Text.EN,
				Placeholder: blankEnglish(l, o.Text.FR)}}
		if o.ID != 0 && x.Archive != nil {
			row.Hidden = []ui.Hidden{{Name: optionAt(i, j, "id"), Value: strconv.FormatInt(o.ID, 10)}}
		}
		row.FR.Error, row.EN.Error = p.Faults.Of(row.FR.Name), p.Faults.Of(row.EN.Name)
		x.Open = x.Open || row.FR.Error+row.EN.Error != ""
		x.Options = append(x.Options, row)
	}
}

// questionLabel returns the label of a field of the questions by its JSON name; false: it is no such field.
func (d presenter) questionLabel(name string) (string, bool) {
	rest, found := strings.CutPrefix(name, "questions[")
	if !found {
		return "", false
	}
	index, _, _ := strings.Cut(rest, "]")
	i, _ := strconv.ParseInt(index, 10, 64)
	return d.lang.F(i18n.QuestionN, d.lang.Int(i+1)), true
}

// blankEnglish returns what stands in an empty English field: that guests read the French text, if there is one.
func blankEnglish(l i18n.Lang, french string) string {
	if french == "" {
		return ""
	}
	return l.T(i18n.TplBlank)
}
