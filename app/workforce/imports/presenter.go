package imports

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/imports"
)

// presenter builds the view models in one language.
type presenter struct {
	lang i18n.Lang
	zone *time.Location
	now  time.Time
	s    *Service
	lookup
}

// list returns the form, with a kind chosen, and the recent imports.
func (d presenter) list(kind Kind, recent []Import, faults errs.Fields) (p views.List) {
	if !slices.Contains(Kinds, kind) {
		kind = Kinds[0]
	}
	for _, x := range faults {
		label := i18n.ImpFile
		if x.Field == "kind" {
			label = i18n.ImpKind
		}
		p.Faults.Add(d.lang, x.Field, d.lang.T(label), x.Code, x.Detail)
	}
	p.Kind = ui.Field{Name: "kind", Label: d.lang.T(i18n.ImpKind), Value: string(kind), Error: p.Faults.Of("kind")}
	p.File = ui.Field{Name: "file", Type: "file", Label: d.lang.T(i18n.ImpFile), Hint: d.lang.T(i18n.ImpFileHint), Required: true,
		Error: cmp.Or(p.Faults.Of("file"), p.Faults.Of("csv")), Attrs: map[string]any{"accept": ".csv,.tsv,.txt,.xlsx,text/csv"}}
	for _, k := range Kinds {
		name := d.lang.T(i18n.ImpKinds[string(k)])
		p.Kind.Options = append(p.Kind.Options, ui.Option{Value: string(k), Label: name})
		p.Kinds = append(p.Kinds, d.kind(k, name))
	}
	for _, im := range recent {
		p.Rows = append(p.Rows, views.Item{Name: cmp.Or(im.File, d.lang.T(i18n.ImpPasted)), Href: paths.Import(im.ID, nil),
			Kind: d.lang.T(i18n.ImpKinds[string(im.Kind)]), Lines: d.lang.Int(im.Lines), When: d.moment(im.CreatedAt.Time()),
			By: im.CreatedByName, Status: d.status(im.State)})
	}
	return p
}

// kind says what a file of a kind contains.
func (d presenter) kind(kind Kind, name string) views.Kind {
	k := views.Kind{Value: string(kind), Name: name, Note: d.lang.T(i18n.ImpNotes[string(kind)])}
	var needed, optional []string
	for _, c := range d.s.Columns(kind) {
		label := d.lang.T(c.Label)
		if c.whole {
			label = d.lang.F(i18n.ImpWhole, label)
		}
		if c.Required || c.Key {
			needed = append(needed, label)
		} else {
			optional = append(optional, label)
		}
	}
	k.Needed, k.Optional = strings.Join(needed, ", "), strings.Join(optional, ", ")
	for _, x := range samples() {
		if x.kind == kind && x.lang == d.lang {
			format := strings.ToUpper(string(x.format))
			k.Files = append(k.Files, views.File{Label: format, Full: d.lang.F(i18n.ImpSampleOf, format, name),
				Href: paths.ImportSample(x.name())})
		}
	}
	return k
}

func (d presenter) moment(t time.Time) string { return d.lang.Moment(t.In(d.zone)) }

func (d presenter) status(s State) views.Status {
	v := views.Status{Tone: ui.Info, Icon: ui.IconClock, Text: d.lang.T(i18n.ImpStatuses[string(s)])}
	switch s {
	case Mapping, Checked:
		v.Tone, v.Icon = ui.Warn, ui.IconEdit
	case Applied:
		v.Tone, v.Icon = ui.Good, ui.IconCheck
	case Undone:
		v.Tone, v.Icon = ui.Neutral, ui.IconUndo
	}
	return v
}

// one returns the page of an import. There is one more row than is shown if there are further ones.
func (d presenter) one(im Import, v view, rows []Row) (p views.ImportPage) {
	p.Title = d.lang.F(i18n.ImpTitle, d.lang.T(i18n.ImpKinds[string(im.Kind)]), cmp.Or(im.File, d.lang.T(i18n.ImpPasted)))
	p.Team = im.Kind == Employees
	p.Subtitle = d.lang.F(i18n.ImpSubtitle, im.CreatedByName, d.moment(im.CreatedAt.Time()))
	p.Self, p.Status = paths.Import(im.ID, nil), d.status(im.State)
	if im.State.Running() {
		p.Running = &ui.Progress{Lang: d.lang, Label: p.Status.Text, Text: d.lang.F(i18n.ImpProgress, d.lang.Int(im.Done), d.lang.Int(im.Lines)),
			Value: int(im.Done), Max: int(im.Lines)}
		return p
	}
	d.problem(&p, im)
	switch im.State {
	case Mapping, Checked:
		p.Columns, p.Delete = d.columns(im, rows, nil), paths.DeleteImport(im.ID)
	case Applied:
		p.Subtitle = d.lang.F(i18n.ImpApplied, d.moment(im.AppliedAt.Time()), im.AppliedByName)
		p.Periods = d.periodLinks()
		if im.Kind == Employees && im.Count[New] > 0 {
			p.Invite = &views.Invite{Href: paths.EmployeesWithoutSignIn(), Links: paths.EmployeePasswordLinks()}
		}
	}
	if im.State == Checked {
		p.Order, p.Common = d.order(im), d.commonFaults(im)
	}
	if im.State == Checked && im.DayOrder != UnknownOrder {
		d.saving(&p, im)
	}
	if im.Undoable(d.now) {
		p.Undo = &views.Undo{Post: paths.UndoImport(im.ID), Text: d.lang.F(i18n.ImpUndoText, d.moment(im.AppliedAt.Time().Add(undoTime)))}
	}
	if im.State != Mapping {
		d.lines(&p, im, v, rows)
	}
	return p
}

// saving fills in the buttons that save the lines, or why there is nothing to save.
func (d presenter) saving(p *views.ImportPage, im Import) {
	wrong := int(im.Count[Wrong])
	switch {
	case im.Savable() == 0 && wrong > 0:
		p.Nothing = ui.BannerProps{Tone: ui.Warn, Title: d.lang.T(i18n.ImpNothing), Text: d.lang.T(i18n.ImpNothingTxt)}
		return
	case im.Savable() == 0:
		p.Nothing = ui.BannerProps{Tone: ui.Info, Title: d.lang.T(i18n.ImpSame), Text: d.lang.T(i18n.ImpSameTxt)}
		return
	}
	p.Apply = &views.Apply{Post: paths.ApplyImport(im.ID), Label: d.lang.N(int(im.Savable()), i18n.ImpApply[string(im.Kind)])}
	if wrong > 0 {
		within := strings.ToLower(p.Apply.Label[:1]) + p.Apply.Label[1:] // as it is within a sentence
		p.Apply.Label = d.lang.F(i18n.ImpSkipAnd, d.lang.N(wrong, i18n.ImpSkipWrong), within)
		p.Apply.Skip = d.lang.N(wrong, i18n.ImpWrongHint)
	}
	if im.Kind == Shifts || im.Kind == Expenses {
		p.Apply.Submit = &ui.Field{Name: "submit", Label: d.lang.T(i18n.ImpSubmit), Hint: d.lang.T(i18n.ImpSubmitHint), Checked: true}
	}
	if im.Company != 0 && im.Count[New] > 0 {
		p.Apply.Company = d.lang.F(i18n.ImpCompany, strconv.FormatInt(im.Company, 10))
	}
}

// periodLinks returns links to the pay periods of the imported records.
func (d presenter) periodLinks() (list []views.Period) {
	for _, day := range d.periods {
		name, address := d.s.parts.PeriodPage(day)
		list = append(list, views.Period{Label: d.lang.F(i18n.ImpPeriodOpen, name), Href: address})
	}
	return list
}

// problem says why the last step did not finish.
func (d presenter) problem(p *views.ImportPage, im Import) {
	switch im.Problem {
	case "":
	case "import_outdated":
		p.Again = d.lang.T(i18n.ImpAgain)
	default:
		p.Problem = d.lang.T(i18n.Fault(im.Problem, ""))
	}
}

// lines fills in the lines of a verdict, with a chip for each: those to correct first, all last.
func (d presenter) lines(p *views.ImportPage, im Import, v view, rows []Row) {
	address := func(verdict Verdict, after int) string {
		q := url.Values{"verdict": {string(verdict)}}
		if after > 0 {
			q.Set("after", strconv.Itoa(after))
		}
		return paths.Import(im.ID, q)
	}
	chip := func(verdict Verdict, icon ui.Icon, count int64) {
		p.Chips = append(p.Chips, ui.Chip{Label: d.lang.T(i18n.ImpVerdicts[string(verdict)]), Icon: icon, Href: address(verdict, 0),
			Count: d.lang.Int(count), Current: verdict == v.verdict})
	}
	for _, verdict := range Verdicts {
		if im.Count[verdict] > 0 {
			chip(verdict, d.verdict(verdict).Icon, im.Count[verdict])
		}
	}
	chip("", "", im.Lines)
	if v.after > 0 {
		p.First = address(v.verdict, 0)
	}
	if len(rows) > rowsPerPage {
		rows = rows[:rowsPerPage]
		p.Further = address(v.verdict, rows[rowsPerPage-1].Line)
	}
	for _, r := range rows {
		p.Rows = append(p.Rows, d.row(im, r))
	}
}

// row returns a line with its changes or its errors.
func (d presenter) row(im Import, r Row) views.Row {
	c := cells{layout: im.layout(), row: r.Cells}
	name, details := d.rowTexts(&c)
	out := views.Row{Line: strconv.Itoa(r.Line), Name: cmp.Or(name, d.lang.T(i18n.ImpNoName)),
		Status: d.verdict(r.Verdict)}
	page, shown := recordPages[im.Kind]
	if r.RecordID != 0 && im.State != Undone && shown {
		out.Href = page(r.RecordID)
	}
	for _, x := range r.Changes {
		out.Lines = append(out.Lines, d.lang.F(i18n.ImpChange, d.label(im.Kind, x.Field), cmp.Or(x.Before, d.lang.T(i18n.EmpNone)),
			cmp.Or(x.After, d.lang.T(i18n.EmpNone))))
	}
	if details != "" && (r.Verdict == New || r.Verdict == Wrong) {
		out.Lines = append(out.Lines, details)
	}
	slices.SortStableFunc(r.Faults, func(a, b errs.Field) int { return cmp.Compare(c.columns[a.Field], c.columns[b.Field]) })
	for _, x := range r.Faults {
		text := d.faultText(x)
		if _, mapped := c.columns[x.Field]; !mapped || im.State != Checked {
			out.Lines = append(out.Lines, d.faultLine(im.Kind, x.Field, text))
			continue
		}
		out.Post, out.FixName = paths.CorrectImport(im.ID, r.Line), d.lang.F(i18n.ImpFixOf, strconv.Itoa(r.Line))
		in := ui.Field{Name: x.Field, ID: x.Field + "-" + strconv.Itoa(r.Line), Label: d.label(im.Kind, x.Field),
			Value: c.or(x.Field), Error: text, Small: true, AutoComplete: "off", MaxLength: maxTyped}
		if d.isDay(im.Kind, x.Field) {
			in.Hint = d.lang.T(i18n.ImpDayFormat)
		}
		out.Inputs = append(out.Inputs, in)
	}
	return out
}

// recordPages are the pages of the records of a kind; other records have no page of their own.
var recordPages = map[Kind]func(int64) string{Employees: paths.Employee, Customers: paths.Customer}

// othersNamed are the texts of faults that name the other line or the other records.
var othersNamed = map[string]i18n.Text{"twice": i18n.ImpTwice, "ambiguous": i18n.ImpNamesakes}

// faultText explains a fault; one of a pay code also says which ones there are.
func (d presenter) faultText(x errs.Field) string {
	text := d.lang.T(i18n.Fault(x.Code, x.Detail))
	if named, ok := othersNamed[x.Code]; ok && x.Other != "" {
		text = d.lang.F(named, x.Other)
	}
	if x.Field == "bank_code" && d.codes != "" {
		text += " " + d.lang.F(i18n.ImpCodes, d.codes)
	}
	return text
}

// commonFaults names the faults that most lines have. Of a value that all need, it says what to do once for the whole column.
func (d presenter) commonFaults(im Import) (texts []string) {
	columns := im.layout().columns
	for _, x := range d.common {
		text := d.faultText(x.Field)
		if _, mapped := columns[x.Field.Field]; x.Field.Code == "required" && !mapped {
			text = d.lang.F(i18n.ImpAddColumn, d.label(im.Kind, x.Field.Field))
		} else if x.Field.Code == "required" {
			text = d.lang.T(i18n.ImpFillColumn)
		}
		texts = append(texts, d.lang.N(int(x.lines), i18n.ImpCommonOf)+d.lang.Colon()+d.faultLine(im.Kind, x.Field.Field, text))
	}
	return texts
}

// rowTexts returns how the record of a line is called, and what else tells it apart.
func (d presenter) rowTexts(c *cells) (name, details string) {
	if who := c.or("employee"); who != "" {
		var parts []string
		for _, field := range []string{"date", "start_time", "end_time", "leave_type", "start_date_time", "end_date_time", "amount",
			"description", "bank_code"} {
			if text := c.or(field); text != "" {
				parts = append(parts, text)
			}
		}
		if name := d.names[who]; name != "" {
			who = name + " · " + who
		}
		return who, strings.Join(parts, " · ")
	}
	if name = strings.TrimSpace(c.or("first_name") + " " + c.or("last_name")); name == "" {
		return c.or("email"), ""
	}
	return name, c.or("email")
}

// faultLine is an error of a field that has no column, or of the whole line.
func (d presenter) faultLine(kind Kind, field, text string) string {
	if label := d.label(kind, field); label != "" {
		return label + d.lang.Colon() + text
	}
	return text
}

func (d presenter) verdict(v Verdict) views.Status {
	s := views.Status{Tone: ui.Neutral, Icon: ui.IconInfo, Text: d.lang.T(i18n.ImpVerdict[string(v)])}
	switch v {
	case New:
		s.Tone, s.Icon = ui.Good, ui.IconPlus
	case Changed:
		s.Tone, s.Icon = ui.Info, ui.IconChanged
	case Wrong:
		s.Tone, s.Icon = ui.Bad, ui.IconError
	case Unchanged:
		s.Icon = ui.IconCheck
	}
	return s
}

// label returns the name of a field; "" for none.
func (d presenter) label(kind Kind, field string) string {
	for _, c := range d.s.Columns(kind) {
		if c.Field == field {
			return d.lang.T(c.Label)
		}
	}
	return ""
}

// isDay reports whether the cells of a field are days.
func (d presenter) isDay(kind Kind, field string) bool {
	return slices.ContainsFunc(d.s.Columns(kind), func(c Column) bool { return c.Field == field && c.day })
}

// retype shows corrections of a line that were refused.
func (d presenter) retype(p *views.ImportPage, id int64, line int, values map[string]string, faults errs.Fields) {
	for i := range p.Rows {
		if p.Rows[i].Post != paths.CorrectImport(id, line) {
			continue
		}
		for j := range p.Rows[i].Inputs {
			in := &p.Rows[i].Inputs[j]
			in.Value = values[in.Name]
			for _, x := range faults {
				if x.Field == in.Name {
					in.Error = d.lang.T(i18n.Fault(x.Code, x.Detail))
				}
			}
		}
	}
}

// columns returns the form that assigns fields to the columns, each with its first cell in the lines shown.
func (d presenter) columns(im Import, rows []Row, faults errs.Fields) *ui.ColumnForm {
	f := &ui.ColumnForm{Lang: d.lang, Open: im.State == Mapping, Post: paths.MapImport(im.ID), Text: d.lang.T(i18n.ImpColumnsTxt)}
	for _, x := range d.s.Columns(im.Kind) {
		known := ui.KnownColumn{Field: x.Field, Label: d.lang.T(x.Label)}
		f.Known = append(f.Known, known)
		if (x.Required || x.Key) && !slices.Contains(im.Fields, x.Field) {
			f.Needed = append(f.Needed, known)
		}
	}
	first := make([]string, len(im.Headings))
	for _, r := range rows {
		for i, cell := range r.Cells[:min(len(r.Cells), len(first))] {
			first[i] = cmp.Or(first[i], strings.TrimSpace(cell))
		}
	}
	f.SetColumns(im.Headings, im.Fields, first)
	for _, x := range faults {
		f.AddFault(x.Field, x.Code, x.Detail)
	}
	return f
}

// order returns how the dates are read that can mean two days; nil if there are none.
func (d presenter) order(im Import) *views.Order {
	choice := map[DayOrder]ui.Option{DayFirst: {Value: string(DayFirst), Label: d.lang.T(i18n.ImpDayFirst)},
		MonthFirst: {Value: string(MonthFirst), Label: d.lang.T(i18n.ImpMonthFirst)}}
	o := &views.Order{Post: paths.OrderImport(im.ID), Tone: ui.Info}
	switch im.DayOrder {
	case NoOrder:
		return nil
	case UnknownOrder:
		o.Tone, o.Text = ui.Warn, d.lang.T(i18n.ImpOrderAsk)
		o.Choices = []ui.Option{choice[DayFirst], choice[MonthFirst]}
	default:
		o.Text = d.lang.T(i18n.ImpOrderIs[string(im.DayOrder)])
		o.Choices = []ui.Option{choice[im.DayOrder.other()]}
	}
	return o
}

// obstacles returns the first obstacles as text, and how many more there are.
func (d presenter) obstacles(list []bulk.Obstacle) (texts []string, more string) {
	const shown = 20
	for _, x := range list[:min(len(list), shown)] {
		texts = append(texts, x.Name+d.lang.Colon()+d.lang.T(i18n.ImpObstacle[string(x.Reason)]))
	}
	if n := len(list) - shown; n > 0 {
		more = d.lang.N(n, i18n.ImpMoreOf)
	}
	return texts, more
}
