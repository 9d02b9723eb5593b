package tablewriter

import (
	"strings"
	"testing"

	"presence/app/platform/errs"
)

func TestParseOptions(t *testing.T) {
	for _, x := range []struct {
		name, format, bom, sep string
		want                   Options
		faults                 string
	}{
		{"nothing is plain CSV", "", "", "", Options{Format: CSV, Sep: ','}, ""},
		{"all defaults by name", "csv", "0", ",", Options{Format: CSV, Sep: ','}, ""},
		{"a workbook", "xlsx", "false", "", Options{Format: XLSX, Sep: ','}, ""},
		{"for a French Excel", "csv", "1", ";", Options{Format: CSV, BOM: true, Sep: ';'}, ""},
		{"a mark by its word", "csv", "true", "", Options{Format: CSV, BOM: true, Sep: ','}, ""},
		{"everything wrong", "pdf", "yes", "|", Options{Format: CSV, Sep: ','}, "format bom sep"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, err := ParseOptions(x.format, x.bom, x.sep)
			var faults []string
			for _, f := range errs.FieldsOf(err) {
				faults = append(faults, f.Field)
			}
			if got != x.want || strings.Join(faults, " ") != x.faults {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestOptions_names_the_file(t *testing.T) {
	for _, x := range []struct {
		o                 Options
		media, attachment string
	}{
		{Options{}, "text/csv", "attachment; filename=heures.csv"},
		{Options{Format: CSV}, "text/csv", "attachment; filename=heures.csv"},
		{Options{Format: XLSX}, "application/vnd.openxmlformats", "attachment; filename=heures.xlsx"},
	} {
		t.Run(x.attachment, func(t *testing.T) {
			if got := x.o.ContentType(); !strings.HasPrefix(got, x.media) {
				t.Errorf("type %s", got)
			}
			if got := x.o.Disposition("heures"); got != x.attachment {
				t.Errorf("disposition %s", got)
			}
		})
	}
}

func TestOptions_Disposition_quotes_the_name(t *testing.T) {
	if got, want := (Options{Format: XLSX}).Disposition(`a"b`), `attachment; filename="a\"b.xlsx"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
