package payroll

import (
	"cmp"
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
	"presence/app/workforce/exports"
	"presence/views/ui"
	views "presence/views/workforce/payroll"
)

// openForm is the form of a preset that is open: what stands in it, and what is wrong with that.
type openForm struct {
	id     int64 // 0: a new one
	kind   Kind
	name   string // as it is kept
	values url.Values
	faults errs.Fields
}

// presets reads open=columns, open=adp (a new one) or open=7; for any other value no form is open.
func (p pages) presets(c *gin.Context) error {
	switch open := c.Query("open"); Kind(open) {
	case "":
		return p.showPresets(c, http.StatusOK, nil)
	case Chosen, ADP:
		values := url.Values{}
		for i, x := range exports.Columns {
			values.Set(rank(x.Name), strconv.Itoa(i+1))
		}
		return p.showPresets(c, http.StatusOK, &openForm{kind: Kind(open), values: values})
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

// rank is the name of the input that holds a column's place.
func rank(column string) string { return "rank_" + column }

func valuesOf(p Preset) url.Values {
	l := p.Layout
	v := url.Values{"name": {p.Name}, "company": {l.Company}, "batch": {l.Batch}, "codes": {formatCodes(l.Codes)},
		"version": {strconv.FormatInt(p.Version, 10)}}
	for i, name := range l.Columns {
		v.Set(rank(name), strconv.Itoa(i+1))
	}
	return v
}

// savePreset takes a new one, or the changes of the one in the address.
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
		x.Layout.Columns, o.faults = parseRanks(c)
	case ADP:
		x.Layout.Company, x.Layout.Batch, x.Layout.Codes = c.PostForm("company"), c.PostForm("batch"), parseCodes(c.PostForm("codes"))
	}
	if len(o.faults) > 0 {
		o.faults = append(slices.DeleteFunc(x.Validate(), func(f errs.Field) bool { return f.Field == "columns" }), o.faults...)
		return p.showPresets(c, http.StatusUnprocessableEntity, o)
	}
	kept, err := p.s.SavePreset(c.Request.Context(), by, x, httpx.FormVersion(c))
	if e, ok := errs.Of(err); ok && len(e.Fields) > 0 && (o.kind == Chosen || o.kind == ADP) {
		o.faults = e.Fields
		return p.showPresets(c, http.StatusUnprocessableEntity, o)
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.F(i18n.PresetSaved, kept.Name)})
	return httpx.SeeOther(c, paths.PayrollPresets())
}

// parseRanks are the columns that have a place, in the order of their places.
func parseRanks(c *gin.Context) (columns []string, faults errs.Fields) {
	at := map[string]int{}
	taken := map[int]bool{}
	for _, x := range exports.Columns {
		text := strings.TrimSpace(c.PostForm(rank(x.Name)))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		switch {
		case err != nil || n < 1 || n > 99:
			faults.Add(rank(x.Name), "out_of_range", "Expected a number from 1 to 99.")
		case taken[n]:
			faults.Add(rank(x.Name), "taken", "Another column has this place.")
		}
		taken[n], at[x.Name] = true, n
		columns = append(columns, x.Name)
	}
	slices.SortStableFunc(columns, func(a, b string) int { return cmp.Compare(at[a], at[b]) })
	return columns, faults
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
		Rows: []views.Preset{{Name: l.T(i18n.PresetGeneric), Kind: l.T(i18n.PresetBuiltIn), Holds: columnNames(Layout{})}}}
	for _, x := range list {
		page.Rows = append(page.Rows, views.Preset{Name: x.Name, Kind: l.T(kinds[x.Layout.Kind]), Holds: columnNames(x.Layout),
			Href: paths.PayrollPreset(strconv.FormatInt(x.ID, 10)), Edit: l.F(i18n.PresetEdit, x.Name)})
	}
	if o != nil {
		page.Form = presetForm(l, o)
	}
	return frame.Page(c, status, views.PresetList, page)
}

var kinds = map[Kind]i18n.Text{Chosen: i18n.PresetChosen, ADP: i18n.PresetADP}

func columnNames(l Layout) string {
	var names []string
	for _, c := range l.columns() {
		names = append(names, c.Name)
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
		"codes": l.T(i18n.PresetCodes), "columns": l.T(i18n.PresetOrder)}
	for _, x := range o.faults {
		f.Faults.Add(l, x.Field, cmp.Or(labels[x.Field], strings.TrimPrefix(x.Field, "rank_")), x.Code, x.Detail)
	}
	field := func(name string, more ui.Field) ui.Field {
		more.Name, more.Value, more.Error, more.AutoComplete = name, o.values.Get(name), f.Faults.Of(name), "off"
		more.Label = cmp.Or(labels[name], strings.TrimPrefix(name, "rank_"))
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
	for _, x := range exports.Columns {
		f.Ranks = append(f.Ranks, field(rank(x.Name), ui.Field{InputMode: "numeric", MaxLength: 2, Small: true}))
	}
	return f
}
