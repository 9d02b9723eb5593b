package settings

import (
	"strings"
	"testing"
	"time"

	"presence/app/platform/i18n"
)

func TestDevice(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0": "Edge on Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 " +
			"Mobile/15E148 Safari/604.1": "Safari on iPhone",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":          "Chrome on Android",
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                "Firefox on Linux",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15": "Safari on macOS",
		"Dalvik/2.1.0 (Linux; U; Android 15; Pixel 9)":                                                                          "Android",
		"curl/8.9.1": "curl", "": "Unknown device", "<script>": "Unknown device",
	} {
		t.Run(agent, func(t *testing.T) {
			if got := device(i18n.EN, agent); got != want {
				t.Errorf("%q is %q, want %q", agent, got, want)
			}
		})
	}
}

func TestValue(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	p := pages{s: &Service{zone: zone}}
	for name, c := range map[string]struct {
		field string
		value any
		want  string
	}{
		"nothing": {"residence", nil, ""}, "yes": {"is_approved", true, "Yes"},
		"an id keeps every digit": {"timesheet_id", float64(1 << 40), "1099511627776"},
		"a fraction":              {"amount", 12.5, "12.5"}, "a role in words": {"role", "payroll", "Payroll"},
		"a word that is a role elsewhere":          {"comment", "payroll", "payroll"},
		"a day":                                    {"first_work_day", "2026-11-20", "November\u00a020, 2026"},
		"a day of a shift":                         {"date", "2026-11-20T00:00:00Z", "November\u00a020, 2026"},
		"a moment in the company's zone":           {"start_time", "2026-11-20T00:00:00Z", "Nov\u00a019, 2026 at 7:00\u00a0p.m."},
		"a time of day in another field stays one": {"start_time", "2026-11-21T00:00:00Z", "Nov\u00a020, 2026 at 7:00\u00a0p.m."},
		"a list without its empty elements":        {"scopes", []any{"a", "", "b"}, "a, b"},
		"an empty list":                            {"scopes", []any{}, ""},
		"an object by the names of its fields": {"label", map[string]any{"active_subscription": true, "min_monthly": 30.5,
			"customer_type": "residential", "city": "Québec", "name": ""},
			"Active subscription, City: Québec, Customer type: Individuals, Minimum monthly total: 30.5"},
		"an object without what is off": {"label", map[string]any{"active_customers": false, "city": "Québec"}, "City: Québec"},
		"an object in an object":        {"entry", map[string]any{"label": map[string]any{"file": "guests.csv"}}, "Choice: File: guests.csv"},
		"an empty object":               {"label", map[string]any{}, ""},
		"a long text is cut":            {"comment", strings.Repeat("é", 300), strings.Repeat("é", maxShownValue) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := p.value(i18n.EN, c.field, c.value); got != c.want {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		})
	}
}
