package settings

import (
	"slices"
	"strings"
	"testing"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	views "presence/views/accounts/settings"
	"presence/views/layout"
)

// The page says in one sentence that all is well, or what needs attention that is no check: the list of checks says what they found.
func TestSetVerdict(t *testing.T) {
	well := SystemReport{Checks: []SystemCheck{{Severity: "ok", Name: "Clock"}}, Servers: []SystemServer{{Alive: true}},
		Queues: []SystemQueue{{Name: "Mail", Failed: 0}, {Name: "Campaigns", Failed: -1}}}
	for _, x := range []struct {
		name   string
		change func(r *SystemReport)
		want   string
		links  []string
	}{
		{"all is well", func(*SystemReport) {}, "Everything’s working", nil},
		{"a warning", func(r *SystemReport) { r.Checks[0].Severity = "warning" }, "", nil},
		{"an error", func(r *SystemReport) { r.Checks[0].Severity = "error" }, "", nil},
		{"what is no check", func(r *SystemReport) {
			r.Failures = []httpx.FailureGroup{{List: make([]httpx.Failure, 2)}}
			r.Queues[0].Failed, r.Servers[0].Alive = 3, false
		}, "3 things need attention", []string{"#failures", "#queues", "#replicas"}},
		{"a warning and what is no check", func(r *SystemReport) {
			r.Checks[0].Severity, r.Servers[0].Alive = "warning", false
		}, "1 thing needs attention", []string{"#replicas"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := well
			r.Checks, r.Servers, r.Queues = append([]SystemCheck{}, well.Checks...), append([]SystemServer{}, well.Servers...),
				append([]SystemQueue{}, well.Queues...)
			x.change(&r)
			page := views.System{}
			setChecks(i18n.EN, r, &page)
			setVerdict(i18n.EN, r, &page)
			if page.Verdict != x.want || len(page.Attention) != len(x.links) {
				t.Fatalf("%q, %+v", page.Verdict, page.Attention)
			}
			for i, link := range page.Attention {
				if link.Href != x.links[i] || link.Text == "" {
					t.Errorf("%+v, want %s with a text", link, x.links[i])
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
	if page.Checks[0].Act != nil {
		t.Errorf("no page does what it asks for, and it has the button %+v", page.Checks[0].Act)
	}
	if page.PassedSum != "2 checks passed" {
		t.Errorf("counted as %q", page.PassedSum)
	}
}

// A check about email has the button that sets it up in place of its remedy, and the page says once what it found.
func TestSetChecks_email(t *testing.T) {
	r := SystemReport{Checks: []SystemCheck{{Severity: "warning", Name: "Email", Text: "There is no channel.", Remedy: "Set one up.", SetUp: "/email"}}}
	page := views.System{}
	setChecks(i18n.EN, r, &page)
	setVerdict(i18n.EN, r, &page)
	var html strings.Builder
	if err := views.SystemPage(layout.Frame{Lang: i18n.EN}, page).Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"There is no channel.": 1, "Set one up.": 0, `href="/email"`: 1, ">Set up email<": 1, `href="#check-1"`: 0, "needs attention": 0} {
		if n := strings.Count(html.String(), text); n != want {
			t.Errorf("%q %d times, want %d", text, n, want)
		}
	}
}

// A queue that is counted in the one before it has a row of its own, which is marked as part of it.
func TestQueueRows_part(t *testing.T) {
	page := views.System{Queues: pages{}.queueRows(i18n.EN, []SystemQueue{{Name: "Messages", Length: 3}, {Name: "confirmations", Part: true, Failed: -1}})}
	var html strings.Builder
	if err := views.SystemPage(layout.Frame{Lang: i18n.EN}, page).Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	before, part, _ := strings.Cut(html.String(), `<tr class="system-part">`)
	if !strings.Contains(before, "Messages") || !strings.Contains(part, "confirmations") || strings.Contains(before, "confirmations") {
		t.Error("the confirmations are not marked as part of the messages")
	}
	if got := page.Queues[1].Cells; !slices.Equal(got, []string{"confirmations", "0", "–", "–"}) {
		t.Errorf("without a value: %q", got)
	}
}
