package payroll

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"io"
	"maps"
	"slices"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
)

// api handles the requests of the JSON API.
type api struct{ s *Service }

// exportJSON is an export in the JSON API: its manifest, without the file.
type exportJSON struct {
	ID          int64   `json:"id" doc:"The record's id" example:"7"`
	Number      int64   `json:"number" doc:"1, 2, 3 … in the order in which they were made" example:"7"`
	Period      string  `json:"period" doc:"The pay period" example:"2026-25"`
	CreatedAt   string  `json:"created_at" format:"date-time" doc:"When" example:"2026-11-30T14:00:00Z"`
	CreatedBy   string  `json:"created_by" doc:"Who made it" example:"Philomène Larivée"`
	Format      string  `json:"format" enum:"csv,xlsx" doc:"The format of the file"`
	Preset      string  `json:"preset" doc:"The name of the layout; empty for the standard columns" example:"Nomina"`
	Partial     bool    `json:"partial" doc:"Made although the period was not over or not approved" example:"false"`
	Lines       int64   `json:"lines" doc:"Lines of the file" example:"61"`
	Corrections int64   `json:"corrections" doc:"Those of them that correct an earlier export" example:"2"`
	Regular     float64 `json:"regular_hours" doc:"Hours that are none of the others" example:"1410.5"`
	Evening     float64 `json:"evening_hours" doc:"Hours of type evening" example:"22"`
	Emergency   float64 `json:"emergency_hours" doc:"Hours of type emergency" example:"0"`
	Overtime    float64 `json:"overtime_hours" doc:"Hours of type overtime, and regular ones above the weekly or daily limit" example:"12.5"`
	Leave       float64 `json:"leave_hours" doc:"Hours of leave" example:"40"`
	Expenses    float64 `json:"expenses" doc:"Total in dollars" example:"1284.4"`
	Mileage     float64 `json:"mileage" doc:"Total in kilometres" example:"615"`
	SHA256      string  `json:"sha256" doc:"SHA-256 of the file, in hexadecimal" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	WithdrawnAt *string `json:"withdrawn_at" format:"date-time" doc:"When it was withdrawn; null while it stands" example:"2026-11-30T15:00:00Z"`
}

// Tag returns the record's id and version, from which its ETag is made. An export changes once, when it is withdrawn.
func (f exportJSON) Tag() (id, version int64) {
	if f.WithdrawnAt != nil {
		return f.ID, 2
	}
	return f.ID, 1
}

func toJSON(e Export) exportJSON {
	t, h := e.Totals, e.Totals.Hours
	out := exportJSON{ID: e.ID, Number: e.Number, Period: e.Period.Name(), CreatedAt: e.At.String(), CreatedBy: e.By, Format: e.Options.Format,
		Preset: e.Options.Preset, Partial: e.Options.Partial, Lines: e.Lines, Corrections: e.Corrections,
		Regular: httpx.DecimalHours(h.Regular), Evening: httpx.DecimalHours(h.Evening), Emergency: httpx.DecimalHours(h.Emergency),
		Overtime: httpx.DecimalHours(h.Overtime), Leave: httpx.DecimalHours(t.Leave), Expenses: float64(t.Cents) / 100,
		Mileage: float64(t.Distance) / 100, SHA256: hex.EncodeToString(e.Hash)}
	if !e.InForce() {
		out.WithdrawnAt = new(e.WithdrawnAt.String())
	}
	return out
}

// createExportBody is the body of POST /payroll/exports.
type createExportBody struct {
	Period  httpx.Opt[string] `json:"period" nullable:"false" doc:"A pay period, a day in it, or current" example:"2026-25"`
	Format  httpx.Opt[string] `json:"format,omitzero" nullable:"false" enum:"csv,xlsx" doc:"csv by default"`
	BOM     httpx.Opt[bool]   `json:"bom,omitzero" nullable:"false" doc:"A byte order mark in front of a CSV, by which Excel knows UTF-8" example:"false"`
	Sep     httpx.Opt[string] `json:"sep,omitzero" nullable:"false" doc:"What separates the cells of a CSV: a comma by default; with a semicolon decimals have a comma, as a French Excel reads them" example:";"`
	Preset  httpx.Opt[int64]  `json:"preset_id,omitzero" minimum:"1" doc:"The id of a layout; null for the standard columns" example:"3"`
	Partial httpx.Opt[bool]   `json:"partial,omitzero" nullable:"false" doc:"Also while the period is not over, or not approved whole" example:"true"`
}

// Example is an export with the defaults.
func (createExportBody) Example() any { return map[string]any{"period": "2026-25", "format": "csv"} }

// exportRequest is a parsed createExportBody.
type exportRequest struct {
	period  string
	preset  int64 // 0: the standard columns
	options Options
}

// Parse rejects null where a value is needed, and an unknown separator; the service validates the rest.
func (b createExportBody) Parse(context.Context) (r exportRequest, faults errs.Fields) {
	b.Period.Ptr(&faults, "period")
	b.Format.Ptr(&faults, "format")
	b.BOM.Ptr(&faults, "bom")
	b.Sep.Ptr(&faults, "sep")
	b.Preset.OrZero(&faults, "preset_id")
	b.Partial.Ptr(&faults, "partial")
	_, err := tablewriter.ParseOptions("", "", b.Sep.Value)
	faults = append(faults, errs.FieldsOf(err)...)
	r.period, r.preset = b.Period.Value, b.Preset.Value
	r.options = Options{Format: cmp.Or(b.Format.Value, "csv"), BOM: b.BOM.Value, Sep: b.Sep.Value, Partial: b.Partial.Value}
	return r, faults
}

func (a api) createExport(ctx context.Context, in *httpx.BodyInput[createExportBody, exportRequest]) (*httpx.Response[exportJSON], error) {
	by, r := auth.From(ctx), in.Body.Value()
	var faults errs.Fields
	period, err := a.s.periods.ParsePeriod(r.period)
	faults = append(faults, errs.FieldsOf(err)...)
	if r.preset != 0 {
		preset, err := a.s.Preset(ctx, by, r.preset)
		switch {
		case errs.KindOf(err) == errs.KindNotFound:
			faults.Add("preset_id", "not_found", "There is no such export format.")
		case err != nil:
			return nil, err
		}
		r.options.Preset, r.options.Layout = preset.Name, preset.Layout
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	e, err := a.s.CreateExport(ctx, by, period, r.options)
	return httpx.Respond(toJSON(e)), err
}

type exportsInput struct {
	httpx.PageSize
	After int64 `query:"after" minimum:"1" doc:"Only exports behind this one in the list: the number of the last one seen" example:"7"`
}

// Position returns the number, by which the exports are sorted.
func (f exportJSON) Position() string { return strconv.FormatInt(f.Number, 10) }

// listExports lists the exports, the newest first.
func (a api) listExports(ctx context.Context, in *exportsInput, each func(exportJSON) error) error {
	list, err := a.s.Exports(ctx, auth.From(ctx), in.After, int(in.LimitPlusOne()))
	for i := 0; err == nil && i < len(list); i++ {
		err = each(toJSON(list[i]))
	}
	return err
}

func (a api) getExport(ctx context.Context, in *httpx.ByID) (*httpx.Response[exportJSON], error) {
	e, err := a.s.Export(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(e)), err
}

func (a api) exportFile(ctx context.Context, in *httpx.ByID) (*httpx.Download, error) {
	e, file, err := a.s.File(ctx, auth.From(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &httpx.Download{ContentType: e.Options.csv().ContentType(), Disposition: e.disposition(), Write: func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(file))
		return err
	}}, nil
}

func (a api) exportReceipts(ctx context.Context, in *httpx.ByID) (*httpx.Download, error) {
	e, write, err := a.s.Receipts(ctx, auth.From(ctx), in.ID)
	return &httpx.Download{ContentType: zipType, Disposition: e.receiptsDisposition(), Write: write}, err
}

const zipType = "application/zip"

func (a api) withdrawExport(ctx context.Context, in *httpx.ByID) (*httpx.Response[exportJSON], error) {
	e, err := a.s.Withdraw(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toJSON(e)), err
}

// presetJSON is a layout of exports in the JSON API.
type presetJSON struct {
	ID      int64             `json:"id" readOnly:"true" doc:"The record's id" example:"3"`
	Name    string            `json:"name" doc:"The name" example:"Nomina"`
	Kind    Kind              `json:"kind" enum:"columns,adp" doc:"columns: some of the standard columns, in an order of one's own; adp: ADP paydata"`
	Columns []string          `json:"columns" doc:"For columns: their names, in their order" example:"[\"external_payroll_id\",\"hours\"]"`
	Company string            `json:"company" doc:"For adp: its company code; empty: that of each employee" example:"7QX"`
	Batch   string            `json:"batch" doc:"For adp: the batch; empty: the pay period of the line" example:""`
	Codes   map[string]string `json:"codes" doc:"For adp: its names of bank codes"`

	version int64
}

// Tag returns the record's id and version, from which its ETag is made.
func (f presetJSON) Tag() (id, version int64) { return f.ID, f.version }

func toPresetJSON(p Preset) presetJSON {
	out := presetJSON{ID: p.ID, Name: p.Name, Kind: p.Layout.Kind, Columns: append([]string{}, p.Layout.Columns...), Company: p.Layout.Company,
		Batch: p.Layout.Batch, Codes: map[string]string{}, version: p.Version}
	for _, c := range p.Layout.Codes {
		out.Codes[c.Ours] = c.Theirs
	}
	return out
}

// createPresetBody is the body of POST /payroll/presets.
type createPresetBody struct {
	Name    httpx.Opt[string]            `json:"name" nullable:"false" doc:"The name, which no other layout has" example:"Nomina"`
	Kind    httpx.Opt[string]            `json:"kind" nullable:"false" enum:"columns,adp" doc:"columns: some of the standard columns; adp: ADP paydata"`
	Columns httpx.Opt[[]string]          `json:"columns,omitzero" nullable:"false" doc:"For columns: their names, in their order"`
	Company httpx.Opt[string]            `json:"company,omitzero" nullable:"false" doc:"For adp: its company code; empty: that of each employee" example:""`
	Batch   httpx.Opt[string]            `json:"batch,omitzero" nullable:"false" doc:"For adp: the batch; empty: the pay period of the line" example:""`
	Codes   httpx.Opt[map[string]string] `json:"codes,omitzero" nullable:"false" doc:"For adp: its names of bank codes"`
}

// Example is a layout of two columns.
func (createPresetBody) Example() any {
	return map[string]any{"name": "Nomina", "kind": "columns", "columns": []string{"external_payroll_id", "hours"}}
}

// Parse returns the layout; the service validates it.
func (b createPresetBody) Parse(context.Context) (p Preset, faults errs.Fields) {
	b.Kind.Ptr(&faults, "kind")
	p.Layout.Kind = Kind(b.Kind.Value)
	presetChanges{b.Name, b.Columns, b.Company, b.Batch, b.Codes}.apply(&p, &faults)
	return p, faults
}

// presetChanges is the body of PATCH /payroll/presets/{id}: any of the fields but the kind.
type presetChanges struct {
	Name    httpx.Opt[string]            `json:"name,omitzero" nullable:"false" doc:"The name, which no other layout has" example:"Nomina"`
	Columns httpx.Opt[[]string]          `json:"columns,omitzero" nullable:"false" doc:"For columns: their names, in their order"`
	Company httpx.Opt[string]            `json:"company,omitzero" nullable:"false" doc:"For adp: its company code; empty: that of each employee" example:""`
	Batch   httpx.Opt[string]            `json:"batch,omitzero" nullable:"false" doc:"For adp: the batch; empty: the pay period of the line" example:""`
	Codes   httpx.Opt[map[string]string] `json:"codes,omitzero" nullable:"false" doc:"For adp: its names of bank codes"`
}

// Example changes one field.
func (presetChanges) Example() any { return map[string]any{"name": "Nomina 2"} }

// Parse returns itself: the fields belong to the layout that is stored.
func (b presetChanges) Parse(context.Context) (_ presetChanges, faults errs.Fields) {
	b.apply(&Preset{}, &faults)
	return b, faults
}

// apply changes p, and adds an error for each value that is null or not of its type.
func (b presetChanges) apply(p *Preset, faults *errs.Fields) {
	l := &p.Layout
	change.Set(&p.Name, b.Name.Ptr(faults, "name"))
	change.Set(&l.Columns, b.Columns.Ptr(faults, "columns"))
	change.Set(&l.Company, b.Company.Ptr(faults, "company"))
	change.Set(&l.Batch, b.Batch.Ptr(faults, "batch"))
	if codes := b.Codes.Ptr(faults, "codes"); codes != nil {
		l.Codes = nil
		for _, ours := range slices.Sorted(maps.Keys(*codes)) {
			l.Codes = append(l.Codes, Code{ours, (*codes)[ours]})
		}
	}
}

func (a api) listPresets(ctx context.Context, _ *struct{}, each func(presetJSON) error) error {
	list, err := a.s.Presets(ctx, auth.From(ctx))
	for i := 0; err == nil && i < len(list); i++ {
		err = each(toPresetJSON(list[i]))
	}
	return err
}

func (a api) getPreset(ctx context.Context, in *httpx.ByID) (*httpx.Response[presetJSON], error) {
	p, err := a.s.Preset(ctx, auth.From(ctx), in.ID)
	return httpx.Respond(toPresetJSON(p)), err
}

func (a api) createPreset(ctx context.Context, in *httpx.BodyInput[createPresetBody, Preset]) (*httpx.Response[presetJSON], error) {
	p, err := a.s.SavePreset(ctx, auth.From(ctx), in.Body.Value(), nil)
	return httpx.Respond(toPresetJSON(p)), err
}

func (a api) updatePreset(ctx context.Context, in *httpx.UpdateInput[presetChanges, presetChanges]) (*httpx.Response[presetJSON], error) {
	by := auth.From(ctx)
	p, err := a.s.Preset(ctx, by, in.ID)
	if err != nil {
		return nil, err
	}
	expect := in.ExpectedVersion()
	if expect == nil { // the fields that the body does not name are those of this version
		expect = &p.Version
	}
	in.Body.Value().apply(&p, &errs.Fields{})
	p, err = a.s.SavePreset(ctx, by, p, expect)
	return httpx.Respond(toPresetJSON(p)), err
}

func (a api) deletePreset(ctx context.Context, in *httpx.IfMatchInput) (*httpx.NoContent, error) {
	_, err := a.s.DeletePreset(ctx, auth.From(ctx), in.ID, in.ExpectedVersion())
	return nil, err
}
