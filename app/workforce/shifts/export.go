package shifts

import (
	"context"
	"io"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/tablewriter"
	"presence/db"
)

var exportColumns = []string{
	"id", "timesheet_id", "employee_id", "employee_name", "date", "start_time", "end_time", "hours", "bank_code", "type", "is_approved",
}

// Export writes the live shifts of the range in the actor's scope as a table, one line for each shift, ordered by id (W12,
// W14). It needs no more memory for a million lines than for one. It closes rows, or aborts them when it fails.
func (s *Service) Export(ctx context.Context, by auth.Actor, r Range, rows tablewriter.Rows) error {
	err := s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		names, err := employeeNames(ctx, q)
		if err != nil {
			return err
		}
		codes, err := codeNames(ctx, q)
		if err != nil {
			return err
		}
		for _, c := range exportColumns {
			rows.Text(c)
		}
		if err := rows.EndRow(); err != nil {
			return err
		}
		return streamRange(ctx, q, by, r, func(l *exportRow) error {
			code := codes[l.bankCode]
			rows.Int(l.id)
			rows.Int(l.timesheet)
			rows.Int(l.employee)
			rows.Text(names[l.employee])
			rows.Text(l.day)
			rows.Instant(l.start)
			rows.Instant(l.end)
			rows.Hours(l.minutes)
			rows.Text(code.code)
			rows.Text(code.kind)
			rows.Text(strconv.FormatBool(l.approved))
			return rows.EndRow()
		})
	})
	if err != nil {
		rows.Abandon()
		return err
	}
	return rows.Close()
}

type exportInput struct {
	RangeInput
	BOM string `query:"bom" doc:"1: a byte order mark in front, by which Excel knows UTF-8" example:"1"`
	Sep string `query:"sep" doc:"A comma (default) or a semicolon; with the semicolon decimals have a comma, as a French Excel reads them" example:";"`
}

func (f reports) export(ctx context.Context, in *exportInput) (*httpx.Download, error) {
	r, err := in.read(f.periods)
	var faults errs.Fields
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindInvalid {
		faults = e.Fields
	} else if err != nil {
		return nil, err
	}
	o, err := tablewriter.ParseOptions("", in.BOM, in.Sep)
	if e, ok := errs.Of(err); ok {
		faults = append(faults, e.Fields...)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return &httpx.Download{
		ContentType: o.ContentType(),
		Disposition: o.Disposition("shifts-" + r.From.String() + "-" + r.To.String()),
		Write: func(w io.Writer) error {
			rows, err := tablewriter.New(w, o)
			if err != nil {
				return err
			}
			return f.s.Export(ctx, auth.From(ctx), r, rows)
		},
	}, nil
}
