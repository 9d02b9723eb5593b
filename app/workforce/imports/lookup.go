package imports

import (
	"context"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/employees"
	"presence/db"
)

// lookup has what the page of an import shows in addition to the cells of its lines.
type lookup struct {
	names   map[string]string // of employees, by the text that names them in the file
	codes   string            // the pay codes that the lines may name; empty: they name none
	periods []db.Day          // the first days of the newest pay periods with imported records
	common  []commonFault
}

// commonFault is a fault that most lines have.
type commonFault struct {
	errs.Field
	lines int64
}

// lookUp reads what the page shows with these lines, with a fixed number of queries.
func (s *Service) lookUp(ctx context.Context, lang i18n.Lang, im Import, rows []Row) (x lookup, err error) {
	if im.State == Applied {
		if x.periods, err = periodsOf(ctx, s.db, im.ID, shownPeriods); err != nil {
			return x, err
		}
	}
	if im.State == Checked {
		if x.common, err = s.commonFaults(ctx, im); err != nil {
			return x, err
		}
	}
	category := s.sources[im.Kind].codes
	if category == "" {
		return x, nil
	}
	live, err := bankcodes.Live(ctx, s.db)
	if err != nil {
		return x, err
	}
	x.codes = codeNames(lang, live, category)
	x.names, err = s.employeeNames(ctx, im, rows)
	return x, err
}

// employeeNames returns the names of the employees of lines, by the text that names them. A text that several employees have is left out.
func (s *Service) employeeNames(ctx context.Context, im Import, rows []Row) (map[string]string, error) {
	texts := make([]string, len(rows))
	for i, r := range rows {
		c := cells{layout: im.layout(), row: r.Cells}
		texts[i] = c.or("employee")
	}
	found, err := employees.Find(ctx, s.db, texts)
	names := map[string]string{}
	for text, list := range found {
		if len(list) == 1 {
			names[text] = list[0].Name
		}
	}
	return names, err
}

// codeNames lists the pay codes of a category, each with the name of its type.
func codeNames(lang i18n.Lang, live []bankcodes.BankCode, category bankcodes.Category) string {
	const shown = 20
	var list []string
	for _, b := range live {
		if b.Category != category {
			continue
		}
		if len(list) == shown {
			list = append(list, "…")
			break
		}
		list = append(list, lang.KindName(b.Kind())+" ("+b.Code+")")
	}
	return strings.Join(list, ", ")
}

// commonFaults returns the faults that more than half of the lines of a checked file have, and three at least.
func (s *Service) commonFaults(ctx context.Context, im Import) (list []commonFault, err error) {
	const least = 3
	if im.Count[Wrong] < least || im.Count[Wrong]*2 <= im.Lines {
		return nil, nil
	}
	groups, err := faultGroups(ctx, s.db, im.ID)
	counted := map[commonFault]int64{}
	var order []commonFault
	for _, g := range groups {
		for _, f := range g.faults {
			k := commonFault{Field: errs.Field(f)}
			if counted[k] == 0 {
				order = append(order, k)
			}
			counted[k] += g.lines
		}
	}
	for _, k := range order {
		if n := counted[k]; n >= least && n*2 > im.Lines {
			k.lines = n
			list = append(list, k)
		}
	}
	return list, err
}
