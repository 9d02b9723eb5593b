package exports

import (
	"context"
	"io"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/payperiods"
)

type api struct{ periods *payperiods.Service }

type input struct {
	Period string `query:"period" required:"true" doc:"2026-25, a date in the period, or current" example:"2026-25"`
	Status string `query:"status" doc:"approved: approved timesheets only; all (default)" example:"approved"`
	Format string `query:"format" doc:"csv (default) or xlsx" example:"csv"`
	BOM    string `query:"bom" doc:"1: a byte order mark in front, by which Excel knows UTF-8" example:"1"`
	Sep    string `query:"sep" doc:"A comma (default) or a semicolon; with the semicolon decimals have a comma, as a French Excel reads them" example:";"`
}

func (a api) export(ctx context.Context, in *input) (*httpx.Download, error) {
	var faults errs.Fields
	p, err := a.periods.ParsePeriod(in.Period)
	appendFields(&faults, err)
	o, err := tablewriter.ParseOptions(in.Format, in.BOM, in.Sep)
	appendFields(&faults, err)
	if in.Status != "" && in.Status != "all" && in.Status != "approved" {
		faults.Add("status", "not_allowed", "status is approved or all.")
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return &httpx.Download{
		ContentType: o.ContentType(),
		Disposition: o.Disposition("presence-" + p.Name()),
		Write: func(w io.Writer) error {
			rows, err := tablewriter.New(w, o)
			if err != nil {
				return err
			}
			return writeLines(ctx, a.periods, auth.From(ctx), p, in.Status == "approved", rows)
		},
	}, nil
}

// appendFields adds the validation errors in err, so that the answer lists all errors (C3).
func appendFields(faults *errs.Fields, err error) {
	if e, ok := errs.Of(err); ok {
		*faults = append(*faults, e.Fields...)
	}
}
