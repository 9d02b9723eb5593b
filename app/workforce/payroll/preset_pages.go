package payroll

import (
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
	views "presence/views/workforce/payroll"
)

// openForm is the open form of a preset with its values and errors.
type openForm struct {
	id     int64 // 0: a new one
	kind   Kind
	name   string // the saved name
	values url.Values
	faults errs.Fields
	moved  string // the button by which a column was moved: it keeps the focus
}

// presets shows the presets. The query parameter open=columns or open=adp opens the form for a new one, open=7 for an existing
// one; any other value opens none.
func (p pages) presets(c *gin.Context) error {
	switch open := c.Query("open"); Kind(open) {
	case "":
		return p.showPresets(c, http.StatusOK, nil)
	case Chosen, ADP:
		return p.showPresets(c, http.StatusOK, &openForm{kind: Kind(open), values: url.Values{"column": columnOrder(nil)}})
	default:
		id, _ := strconv.ParseInt(open, 10, 64)
		x, err := p.s.Preset(c.Request.Context(), auth.From(c.Request.Context()), id)
		if errs.KindOf(err) == errs.KindNotFound {
			return p.showPresets(c, http.StatusOK, nil)
		}
		if err != nil {
			return err
		}
		return p.showPresets(c, http.StatusOK, &openForm{id: id, kind: x.Layout.Kind, name: x.Name, values: valuesOf(x)})
	}
}

func valuesOf(p Preset) url.Values {
	l := p.Layout
	v := url.Values{"name": {p.Name}, "company": {l.Company}, "batch": {l.Batch}, "codes": {formatCodes(l.Codes)},
		"version": {strconv.FormatInt(p.Version, 10)}}
	v["order"], v["column"] = l.Columns, l.Columns
	return v
}

// savePreset saves a new preset, or the changes of the one in the address.
func (p pages) savePreset(c *gin.Context) error {
	x := Preset{Name: c.PostForm("name"), Layout: Layout{Kind: Kind(c.PostForm("kind"))}}
	by := auth.From(c.Request.Context())
	o := &openForm{}
	if c.Param("id") != "" {
		id, err := httpx.PathID(c, "id", "layout")
		if err != nil {
			return err
		}
		old, err := p.s.Preset(c.Request.Context(), by, id)
		if err != nil {
			return err
		}
		x.ID, x.Layout.Kind, o.id, o.name = id, old.Layout.Kind, id, old.Name
	}
	o.kind, o.values = x.Layout.Kind, c.Request.PostForm
	switch x.Layout.Kind {
	case Chosen:
		if move := c.PostForm("move"); move != "" {
			o.moved = move
			o.values["order"] = moveColumn(columnOrder(o.values["order"]), move)
			return p.showPresets(c, http.StatusOK, o)
		}
		x.Layout.Columns = chosenColumns(o.values)
	case ADP:
		x.Layout.Company, x.Layout.Batch, x.Layout.Codes = c.PostForm("company"), c.PostForm("batch"), parseCodes(c.PostForm("codes"))
	}
	kept, err := p.s.SavePreset(c.Request.Context(), by, x, httpx.FormVersion(c))
	if o.faults = errs.FieldsOf(err); len(o.faults) > 0 && (o.kind == Chosen || o.kind == ADP) {
		return p.showPresets(c, http.StatusUnprocessableEntity, o)
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.F(i18n.PresetSaved, kept.Name)})
	return httpx.SeeOther(c, paths.PayrollPresets())
}

func (p pages) deletePreset(c *gin.Context) error {
	id, err := httpx.PathID(c, "id", "layout")
	if err != nil {
		return err
	}
	by := auth.From(c.Request.Context())
	x, err := p.s.DeletePreset(c.Request.Context(), by, id, httpx.FormVersion(c))
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.F(i18n.PresetArchived, x.Name)})
	return httpx.SeeOther(c, paths.PayrollPresets())
}

func (p pages) showPresets(c *gin.Context, status int, o *openForm) error {
	by := auth.From(c.Request.Context())
	list, err := p.s.Presets(c.Request.Context(), by)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.Presets{AddColumns: paths.PayrollPreset(string(Chosen)), AddADP: paths.PayrollPreset(string(ADP)),
		Rows: []views.Preset{{Name: l.T(i18n.PresetGeneric), Kind: l.T(i18n.PresetBuiltIn), Holds: columnNames(l, Layout{})}}}
	for _, x := range list {
		page.Rows = append(page.Rows, views.Preset{Name: x.Name, Kind: l.T(kinds[x.Layout.Kind]), Holds: columnNames(l, x.Layout),
			Href: paths.PayrollPreset(strconv.FormatInt(x.ID, 10)), Edit: l.F(i18n.PresetEdit, x.Name)})
	}
	if o != nil {
		page.Form = presetForm(l, o)
	}
	return frame.Page(c, status, views.PresetList, page)
}

var kinds = map[Kind]i18n.Text{Chosen: i18n.PresetChosen, ADP: i18n.PresetADP}

func columnNames(lang i18n.Lang, l Layout) string {
	var names []string
	for _, c := range l.columns() {
		names = append(names, lang.ColumnName(c.Name))
	}
	return strings.Join(names, ", ")
}

func presetForm(l i18n.Lang, o *openForm) *views.PresetForm {
	f := &views.PresetForm{Title: l.T(kinds[o.kind]), Action: paths.PayrollPresets(),
		Hidden: []ui.Hidden{{Name: "kind", Value: string(o.kind)}}}
	if o.id != 0 {
		f.Title, f.Action, f.Archive = l.F(i18n.PresetEdit, o.name), paths.SavePayrollPreset(o.id), paths.DeletePayrollPreset(o.id)
		f.Hidden = []ui.Hidden{{Name: "version", Value: o.values.Get("version")}}
	}
	labels := map[string]string{"name": l.T(i18n.PresetName), "company": l.T(i18n.PresetCompany), "batch": l.T(i18n.PresetBatch),
		"codes": l.T(i18n.PresetCodes), "columns": l.T(i18n.PresetHolds)}
	for _, x := range o.faults {
		f.Faults.Add(l, x.Field, labels[x.Field], x.Code, x.Detail)
	}
	field := func(name string, more ui.Field) ui.Field {
		more.Name, more.Value, more.Error, more.AutoComplete = name, o.values.Get(name), f.Faults.Of(name), "off"
		more.Label = labels[name]
		return more
	}
	f.Fields = []ui.Field{field("name", ui.Field{Required: true, MaxLength: maxName})}
	if o.kind == ADP {
		f.Fields = append(f.Fields, field("company", ui.Field{Hint: l.T(i18n.PresetCompanyTip), MaxLength: 3}),
			field("batch", ui.Field{Hint: l.T(i18n.PresetBatchTip), MaxLength: 8}))
		codes := field("codes", ui.Field{Hint: l.T(i18n.PresetCodesTip), Rows: 4})
		f.Lines = &codes
		return f
	}
	f.Columns, f.Sample = columnRows(l, o), sample(chosenColumns(o.values))
	return f
}

func columnRows(l i18n.Lang, o *openForm) (list []views.PresetColumn) {
	for _, name := range columnOrder(o.values["order"]) {
		label := l.ColumnName(name)
		list = append(list, views.PresetColumn{Name: name, Label: label, Checked: slices.Contains(o.values["column"], name),
			Up: l.F(i18n.PresetUp, label), Down: l.F(i18n.PresetDown, label), Samples: strings.Join(samplesOf(name), "|"),
			Moved: movedBy(o.moved, name)})
	}
	return list
}

// movedBy returns up or down if that button of the column was pressed.
func movedBy(move, column string) string {
	if way, name, _ := strings.Cut(move, "."); name == column {
		return way
	}
	return ""
}
