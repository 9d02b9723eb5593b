package mytime

import (
	"testing"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

func TestParseAmount(t *testing.T) {
	meal, mileage := Code{Kind: "per_diem", Modifier: 10_000}, Code{Kind: "mileage", Modifier: 7_200}
	for name, c := range map[string]struct {
		text   string
		code   Code
		want   int64
		faults string
	}{
		"a comma":                    {text: "12,50", code: meal, want: 1250},
		"a point":                    {text: "12.5", code: meal, want: 1250},
		"whole dollars":              {text: "12", code: meal, want: 1200},
		"the sign before":            {text: "$12.50", code: meal, want: 1250},
		"the sign after":             {text: "12,50 $", code: meal, want: 1250},
		"thousands by a space":       {text: "1 234,56 $", code: meal, want: 123456},
		"thousands by a narrow one":  {text: "1\u202f234,56", code: meal, want: 123456},
		"thousands by a comma":       {text: "1,234.56", code: meal, want: 123456},
		"thousands by a point":       {text: "1.234,56", code: meal, want: 123456},
		"millions":                   {text: "1,234,567.5", code: meal, want: 123456750},
		"a letter among the cents":   {text: "1.e5", code: meal, faults: "amount amount"},
		"a number of Go":             {text: "1_000", code: meal, faults: "amount amount"},
		"a letter among the dollars": {text: "1x.50", code: meal, faults: "amount amount"},
		"a short group of thousands": {text: "1,23.50", code: meal, faults: "amount amount"},
		"thousands and no cents":     {text: "1,234", code: meal, want: 123400},
		"cents alone":                {text: ".75", code: meal, want: 75},
		"kilometres of mileage":      {text: "50 km", code: mileage, want: 3600},
		"half kilometres":            {text: "12,5km", code: mileage, want: 900},
		"dollars of mileage":         {text: "36", code: mileage, want: 3600},
		"kilometres of another code": {text: "50 km", code: meal, faults: "amount not_mileage"},
		"nothing":                    {text: " ", code: meal, faults: "amount required"},
		"a word":                     {text: "douze", code: meal, faults: "amount amount"},
		"less than nothing":          {text: "-5", code: meal, faults: "amount amount"},
		"a number of programs":       {text: "1e3", code: meal, faults: "amount amount"},
		"groups of the wrong size":   {text: "1,23,456", code: meal, faults: "amount amount"},
		"only signs":                 {text: "$,", code: meal, faults: "amount amount"},
	} {
		t.Run(name, func(t *testing.T) {
			var faults errs.Fields
			if got := parseAmount(&faults, c.text, c.code); got != c.want || codesOf(faults) != c.faults {
				t.Errorf("%d %q, want %d %q", got, codesOf(faults), c.want, c.faults)
			}
		})
	}
}

func TestDollars_AreReadAgain(t *testing.T) {
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		for _, cents := range []int64{1, 10, 99, 100, 1234, 123_456_789 / 2, 100_000_000} {
			var faults errs.Fields
			if got := parseAmount(&faults, dollars(lang, cents), Code{}); got != cents || len(faults) > 0 {
				t.Errorf("%s: %d cents are shown as %q and read as %d", lang, cents, dollars(lang, cents), got)
			}
		}
	}
}

// codesOf is every fault in one line.
func codesOf(faults errs.Fields) (s string) {
	for i, f := range faults {
		if i > 0 {
			s += " "
		}
		s += f.Field + " " + f.Code
	}
	return s
}
