package bankcodes

import (
	"cmp"
	"errors"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/bankcodes"
)

// pages handles the requests of the page of bank codes.
type pages struct{ s *Service }

// openForm is the form that is open, with its values and errors.
type openForm struct {
	id     int64 // 0: a new code
	values url.Values
	faults errs.Fields
}

// list shows the codes. The query parameter open=new or open=7 opens a form; any other value opens none.
func (p pages) list(c *gin.Context) error {
	open := c.Query("open")
	if open == "" {
		return p.show(c, http.StatusOK, nil)
	}
	if open == "new" {
		return p.show(c, http.StatusOK, &openForm{values: url.Values{"type": {"regular"}, "categorie": {string(ForShift)}, "modifier": {"1"}}})
	}
	id, _ := strconv.ParseInt(open, 10, 64)
	b, err := p.s.Get(c.Request.Context(), id)
	if errs.KindOf(err) == errs.KindNotFound {
		return p.show(c, http.StatusOK, nil)
	}
	if err != nil {
		return err
	}
	return p.show(c, http.StatusOK, &openForm{id: id, values: url.Values{
		"bank_code": {b.Code}, "type": {b.Type}, "categorie": {string(b.Category)}, "modifier": {formatModifier(auth.Lang(c),
			b.Modifier)}, "version": {strconv.FormatInt(b.Version, 10)}}})
}

func (p pages) show(c *gin.Context, status int, o *openForm) error {
	var codes []BankCode
	err := p.s.Each(c.Request.Context(), Filter{Rows: math.MaxInt64}, func(b BankCode) error {
		codes = append(codes, b)
		return nil
	})
	if err != nil {
		return err
	}
	order := []Category{ForShift, ForExpense, ForLeave}
	slices.SortStableFunc(codes, func(a, b BankCode) int {
		return cmp.Compare(slices.Index(order, a.Category), slices.Index(order, b.Category))
	})
	l := auth.Lang(c)
	page := views.Page{Add: paths.BankCode("new")}
	for _, b := range codes {
		page.Rows = append(page.Rows, views.Row{Code: b.Code, Type: l.KindName(b.Type), Use: l.T(uses[b.Category]), Modifier: modifierText(l, b),
			Href: paths.BankCode(strconv.FormatInt(b.ID, 10)), Edit: l.F(i18n.CodeEdit, b.Code)})
	}
	if len(codes) == 0 {
		page.Starters = []ui.Option{{Value: string(Quebec), Label: l.T(i18n.CodesQuebec)}, {Value: string(Canada), Label: l.T(i18n.CodesCanada)}}
	}
	if o != nil {
		page.Form = form(l, o)
	}
	return frame.Page(c, status, views.List, page)
}

var uses = map[Category]i18n.Text{ForShift: i18n.CodeForShift, ForExpense: i18n.CodeForExpense, ForLeave: i18n.CodeForLeave}

func modifierText(l i18n.Lang, b BankCode) string {
	if b.Category == ForExpense && b.Kind() == Mileage {
		return l.F(i18n.CodePerKm, formatModifier(l, b.Modifier))
	}
	return "× " + formatModifier(l, b.Modifier)
}

// formatModifier formats a modifier in a language.
func formatModifier(l i18n.Lang, m Modifier) string {
	s := strconv.FormatFloat(m.Float(), 'f', -1, 64)
	if l == i18n.EN {
		return s
	}
	return strings.Replace(s, ".", ",", 1)
}

var labels = map[string]i18n.Text{"bank_code": i18n.CodeCode, "type": i18n.CodeType, "categorie": i18n.CodeUse,
	"modifier": i18n.CodeModifier}

func form(l i18n.Lang, o *openForm) *views.Form {
	f := &views.Form{Title: l.T(i18n.CodeAdd), Action: paths.BankCodes()}
	if o.id != 0 {
		f.Title, f.Action = l.F(i18n.CodeEdit, o.values.Get("bank_code")), paths.SaveBankCode(o.id)
		f.Archive = paths.DeleteBankCode(o.id)
		f.Hidden = []ui.Hidden{{Name: "version", Value: o.values.Get("version")}}
	}
	for _, x := range o.faults {
		f.Faults.Add(l, x.Field, l.T(labels[x.Field]), x.Code, x.Detail)
	}
	field := func(name string, more ui.Field) {
		more.Name, more.Label, more.Value, more.Error = name, l.T(labels[name]), o.values.Get(name), f.Faults.Of(name)
		more.Required, more.AutoComplete = true, "off"
		f.Fields = append(f.Fields, more)
	}
	field("bank_code", ui.Field{Hint: l.T(i18n.CodeCodeHint), MaxLength: maxText})
	field("type", ui.Field{Options: typeOptions(l, o.values.Get("type"))})
	field("categorie", ui.Field{Options: []ui.Option{{Value: string(ForShift), Label: l.T(i18n.CodeForShift)},
		{Value: string(ForExpense), Label: l.T(i18n.CodeForExpense)}, {Value: string(ForLeave), Label: l.T(i18n.CodeForLeave)}}})
	field("modifier", ui.Field{Hint: l.T(i18n.CodeModifierHint), InputMode: "decimal"})
	return f
}

// offered are the types that the form offers, with the use that they are for, what they do to hours and pay, and an example where
// the name alone leaves a doubt.
var offered = []struct {
	kind    string
	use     Category
	effect  i18n.Text
	example i18n.Text
}{
	{kind: "regular", use: ForShift, effect: i18n.CodeOrdinary},
	{kind: "evening", use: ForShift, effect: i18n.CodeOwnRate},
	{"emergency", ForShift, i18n.CodeOwnRate, i18n.CodeSuchEmergency},
	{kind: "overtime", use: ForShift, effect: i18n.CodeColumn},
	{"training", ForShift, i18n.CodeAsRegular, i18n.CodeSuchTraining},
	{"travel", ForShift, i18n.CodeAsRegular, i18n.CodeSuchTravel},
	{"other", ForShift, i18n.CodeAsRegular, i18n.CodeSuchOther},
	{kind: Mileage, use: ForExpense, effect: i18n.CodeKilometres},
	{"expense", ForExpense, i18n.CodeDollars, i18n.CodeSuchExpense},
	{kind: "meal", use: ForExpense, effect: i18n.CodeDollars},
	{"per_diem", ForExpense, i18n.CodeDollars, i18n.CodeSuchPerDiem},
	{kind: "vacation", use: ForLeave, effect: i18n.CodeCredits},
	{"holiday", ForLeave, i18n.CodeCredits, i18n.CodeSuchHoliday},
	{"statutory_holiday", ForLeave, i18n.CodeCredits, i18n.CodeSuchStatutory},
	{kind: "sick", use: ForLeave, effect: i18n.CodeNoCredits},
	{kind: "parental", use: ForLeave, effect: i18n.CodeNoCredits},
	{kind: "bereavement", use: ForLeave, effect: i18n.CodeNoCredits},
	{kind: "unpaid", use: ForLeave, effect: i18n.CodeNoCredits},
}

// typeOptions returns the types to choose from, by use. A program may have given a code any other type: that one is an option too.
func typeOptions(l i18n.Lang, now string) (list []ui.Option) {
	for _, x := range offered {
		label := l.F(i18n.CodeTypeOption, l.KindName(x.kind), l.T(x.effect))
		if x.example != (i18n.Text{}) {
			label = l.F(i18n.CodeTypeExample, l.KindName(x.kind), l.T(x.effect), l.T(x.example))
		}
		list = append(list, ui.Option{Value: x.kind, Label: label, Group: l.T(uses[x.use])})
	}
	if now != "" && !slices.ContainsFunc(list, func(o ui.Option) bool { return o.Value == now }) {
		list = append(list, ui.Option{Value: now, Label: l.KindName(now)})
	}
	return list
}

// parseForm parses the code in a form.
func parseForm(c *gin.Context) (n New, faults errs.Fields) {
	n = New{Type: c.PostForm("type"), Category: Category(c.PostForm("categorie")), Code: c.PostForm("bank_code")}
	text := strings.Replace(strings.TrimSpace(c.PostForm("modifier")), ",", ".", 1)
	if text == "" {
		faults.Add("modifier", "required", "This field is required.")
		return n, faults
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > 1e6 {
		faults.Add("modifier", "format", "Expected a number.")
		return n, faults
	}
	n.Modifier = ModifierOf(f)
	checkUse(&faults, n)
	return n, faults
}

// checkUse adds an error if the form offers the type for another use. Types that programs invent fit every use, and so does "other".
func checkUse(faults *errs.Fields, n New) {
	for _, x := range offered {
		if x.kind == Fold(n.Type) && x.use != n.Category && n.Category != "" && x.kind != "other" {
			faults.Add("categorie", "type_of_other_use", "The type is for another use.")
		}
	}
}

// create saves a new code, or all codes of a starter set.
func (p pages) create(c *gin.Context) error {
	if set := c.PostForm("starter"); set != "" {
		return p.start(c, StarterSet(set))
	}
	n, faults := parseForm(c)
	if len(faults) == 0 {
		b, err := p.s.Create(c.Request.Context(), auth.From(c.Request.Context()), n)
		if err == nil {
			return done(c, i18n.CodeSaved, b)
		}
		if faults = formErrors(err, n); faults == nil {
			return err
		}
	} else {
		faults = append(faults, n.Validate()...) // the parse errors come first, so that they are the ones shown
	}
	return p.show(c, http.StatusUnprocessableEntity, &openForm{values: c.Request.PostForm, faults: faults.FirstPerField()})
}

func (p pages) start(c *gin.Context, set StarterSet) error {
	by := auth.From(c.Request.Context())
	if err := p.s.AddStarter(c.Request.Context(), by, set); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.CodesStarted)})
	return httpx.SeeOther(c, paths.BankCodes())
}

func (p pages) save(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "bank code")
	if err != nil {
		return err
	}
	n, faults := parseForm(c)
	if len(faults) == 0 {
		b, err := p.s.Update(c.Request.Context(), auth.From(c.Request.Context()), id, httpx.FormVersion(c),
			Changes{&n.Type, &n.Category, &n.Modifier, &n.Code})
		if err == nil {
			return done(c, i18n.CodeSaved, b)
		}
		if faults = formErrors(err, n); faults == nil {
			return err
		}
	} else {
		faults = append(faults, n.Validate()...) // the parse errors come first, so that they are the ones shown
	}
	return p.show(c, http.StatusUnprocessableEntity, &openForm{id: id, values: c.Request.PostForm, faults: faults.FirstPerField()})
}

// formErrors returns the errors to show in the form of a code, which was sent as n. The conflict about what a code in use keeps becomes an
// error of the field that would change it.
func formErrors(err error, n New) errs.Fields {
	switch {
	case errors.Is(err, errCategoryInUse):
		return errs.Fields{{Field: "categorie", Code: "bank_code_in_use"}}
	case errors.Is(err, errRateInUse) && n.isMileage():
		return errs.Fields{{Field: "modifier", Code: "mileage_in_use"}}
	case errors.Is(err, errRateInUse):
		return errs.Fields{{Field: "type", Code: "mileage_in_use"}}
	}
	return errs.FieldsOf(err)
}

func (p pages) delete(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "bank code")
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	b, err := p.s.Get(ctx, id)
	if err != nil {
		return err
	}
	if err := p.s.Delete(ctx, auth.From(ctx), id, httpx.FormVersion(c)); err != nil {
		return err
	}
	return done(c, i18n.CodeArchived, b)
}

func done(c *gin.Context, text i18n.Text, b BankCode) error {
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).F(text, b.Code)})
	return httpx.SeeOther(c, paths.BankCodes())
}
