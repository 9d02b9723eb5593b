package settings

import (
	"slices"
	"testing"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	views "presence/views/accounts/settings"
	"presence/views/ui"
)

// The page says in one sentence whether all is well, and links each thing that is not to its part.
func TestSetVerdict(t *testing.T) {
	well := SystemReport{Checks: []SystemCheck{{Severity: "ok", Name: "Clock"}}, Servers: []SystemServer{{Alive: true}},
		Queues: []SystemQueue{{Name: "Mail", Failed: 0}, {Name: "Campaigns", Failed: -1}}}
	for _, x := range []struct {
		name   string
		change func(r *SystemReport)
		want   string
		tone   ui.Tone
		links  []string
	}{
		{"all is well", func(*SystemReport) {}, "Everything’s working", ui.Good, nil},
		{"a warning", func(r *SystemReport) { r.Checks[0].Severity = "warning" }, "1 thing needs attention", ui.Warn, []string{"#check-1"}},
		{"an error", func(r *SystemReport) { r.Checks[0].Severity = "error" }, "1 thing needs attention", ui.Bad, []string{"#check-1"}},
		{"what is no check", func(r *SystemReport) {
			r.Failures = []httpx.FailureGroup{{List: make([]httpx.Failure, 2)}}
			r.Queues[0].Failed, r.Servers[0].Alive = 3, false
		}, "3 things need attention", ui.Warn, []string{"#failures", "#queues", "#replicas"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := well
			r.Checks, r.Servers, r.Queues = append([]SystemCheck{}, well.Checks...), append([]SystemServer{}, well.Servers...),
				append([]SystemQueue{}, well.Queues...)
			x.change(&r)
			page := views.System{}
			setChecks(i18n.EN, r, &page)
			setVerdict(i18n.EN, r, &page)
			if page.Verdict != x.want || page.Worst != x.tone || len(page.Attention) != len(x.links) {
				t.Fatalf("%q, %s, %+v", page.Verdict, page.Worst, page.Attention)
			}
			for i, link := range page.Attention {
				if link.Href != x.links[i] {
					t.Errorf("%+v, want %s", link, x.links[i])
				}
			}
		})
	}
}

// A check that found nothing is counted, and only its name and text are shown; one that found something keeps its remedy.
func TestSetChecks(t *testing.T) {
	page := views.System{}
	setChecks(i18n.EN, SystemReport{Checks: []SystemCheck{{Severity: "error", Name: "Schema", Text: "It is old.", Remedy: "Migrate."},
		{Severity: severityOK, Name: "Clock", Text: "It is right."}, {Severity: severityOK, Name: "Key", Text: "It fits."}}}, &page)
	if len(page.Checks) != 1 || page.Checks[0].ID != "check-1" || page.Checks[0].Remedy != "Migrate." {
		t.Errorf("found something: %+v", page.Checks)
	}
	if want := []views.Fact{{Name: "Clock", Value: "It is right."}, {Name: "Key", Value: "It fits."}}; !slices.Equal(page.Passed, want) {
		t.Errorf("found nothing: %+v, want %+v", page.Passed, want)
	}
	if page.PassedSum != "2 checks passed" {
		t.Errorf("counted as %q", page.PassedSum)
	}
}
