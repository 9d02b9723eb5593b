package audience

import (
	"context"
	"maps"
	"net/url"
	"strings"
	"testing"

	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

func faultCodes(faults errs.Fields) string {
	var list []string
	for _, f := range faults {
		list = append(list, strings.TrimPrefix(f.Field, "filters.")+" "+f.Code)
	}
	return strings.Join(list, ", ")
}

func TestFilters_Validate(t *testing.T) {
	long := strings.Repeat("é", maxText)
	for _, x := range []struct {
		name string
		f    Filters
		want string
	}{
		{"nothing", Filters{}, ""},
		{"everything", Filters{ActiveSubscription: true, MinMonthly: maxMonthly, CustomerType: Commercial, Name: long, City: long}, ""},
		{"another type", Filters{CustomerType: "some"}, "customer_type not_allowed"},
		{"more dollars than there are", Filters{ActiveSubscription: true, MinMonthly: maxMonthly + 1}, "min_monthly out_of_range"},
		{"fewer than none", Filters{ActiveSubscription: true, MinMonthly: -1}, "min_monthly out_of_range"},
		{"texts that are too long", Filters{Name: long + "x", City: long + "x"}, "name too_long, city too_long"},
		{"texts that cannot be read", Filters{Name: "a\x00", City: "a\nb"}, "name format, city format"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := faultCodes(x.f.Validate()); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
	f := Filters{MinMonthly: 500, Name: " Roy ", City: " Laval "}
	if f.Validate(); f != (Filters{CustomerType: AllTypes, Name: "Roy", City: "Laval"}) {
		t.Errorf("became %+v", f)
	}
	if !(Filters{IncludeLeft: true}).includesLeft() || (Filters{IncludeLeft: true, ActiveCustomers: true}).includesLeft() {
		t.Error("customers who have left are included on request, unless only active customers are asked for")
	}
}

func TestEntry_clean(t *testing.T) {
	for _, x := range []struct {
		name          string
		e             Entry
		field, reason string
	}{
		{"an address", Entry{Email: " a@example.com "}, "", ""},
		{"nothing", Entry{}, "email", NoEmail},
		{"no address", Entry{Email: "a"}, "email", BadEmail},
		{"a long name", Entry{Email: "a@example.com", FirstName: strings.Repeat("é", 200)}, "", ""},
		{"a longer one", Entry{Email: "a@example.com", LastName: strings.Repeat("é", 201)}, "lastname", TooLong},
		{"a long name of ASCII", Entry{Email: "a@example.com", Phone: strings.Repeat("1", 200)}, "", ""},
		{"a longer one of ASCII", Entry{Email: "a@example.com", Phone: strings.Repeat("1", 201)}, "phone", TooLong},
		{"a name that cannot be read", Entry{Email: "a@example.com", CustomerID: "a\x00b"}, "customer_id", BadText},
	} {
		t.Run(x.name, func(t *testing.T) {
			if field, reason := x.e.clean(); field != x.field || reason != x.reason {
				t.Errorf("%s %s, want %s %s", field, reason, x.field, x.reason)
			}
		})
	}
}

func TestPlainLine(t *testing.T) {
	for text, want := range map[string]bool{"": true, " a~": true, "a b c": true, "a  b": false, "  a": false, "a\x1f": false,
		"a\x7f": false,
		"é":     false, strings.Repeat("a", 200): true, strings.Repeat("a", 201): false} {
		t.Run(text, func(t *testing.T) {
			if got := plainLine(text); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestStats_keep_the_first(t *testing.T) {
	var f Stats
	for i := range maxRejected + 5 {
		f.reject(i, BadEmail)
		f.noAddress(NoAddress{})
	}
	if f.RejectedTotal != maxRejected+5 || len(f.Rejected) != maxRejected || f.NoEmailTotal != maxRejected+5 ||
		len(f.NoEmail) != maxNoEmail {
		t.Errorf("%d of %d rejected, %d of %d without an address", len(f.Rejected), f.RejectedTotal, len(f.NoEmail), f.NoEmailTotal)
	}
}

func TestFiltersOf(t *testing.T) {
	for _, x := range []struct {
		name, monthly, subscribed string
		cents                     int64
		faults                    string
	}{
		{"an amount as people write it", "1 234,50 $", "true", 123_450, ""},
		{"thousands by a comma", "1,234", "true", 123_400, ""},
		{"nothing", " ", "true", 0, ""},
		{"none", "0", "true", 0, ""},
		{"the most", "1000000", "true", maxMonthly, ""},
		{"more", "1000000.01", "true", 0, "min_monthly amount"},
		{"less than none", "-1", "true", 0, "min_monthly amount"},
		{"no number", "NaN", "true", 0, "min_monthly amount"},
		{"a word", "beaucoup", "true", 0, "min_monthly amount"},
		{"an amount that does not count", "beaucoup", "", 0, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			f, faults := filtersOf(url.Values{"min_monthly": {x.monthly}, "active_subscription": {x.subscribed}, "include_resiliated": {"true"},
				"name": {"Roy"}, "city": {"Laval"}, "customer_type": {"commercial"}})
			want := Filters{ActiveSubscription: x.subscribed == "true", MinMonthly: x.cents, IncludeLeft: true, Name: "Roy", City: "Laval",
				CustomerType: Commercial}
			if f != want || faultCodes(faults) != x.faults {
				t.Errorf("%+v, %s", f, faultCodes(faults))
			}
		})
	}
}

func presenting(l i18n.Lang, list List) *presenter {
	return &presenter{lang: l, event: events.Event{ID: "gala"}, lists: list}
}

func TestPresenter_summary(t *testing.T) {
	for _, x := range []struct {
		name  string
		lang  i18n.Lang
		total int64
		unit  i18n.Text
	}{
		{"none in French", i18n.FR, 0, i18n.AudAddress}, {"none in English", i18n.EN, 0, i18n.AudAddresses},
		{"one in English", i18n.EN, 1, i18n.AudAddress}, {"two in French", i18n.FR, 2, i18n.AudAddresses},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := presenting(x.lang, List{Total: x.total}).summary()
			if !strings.HasPrefix(s.Unit, x.lang.T(x.unit)+" ") || s.Empty != (x.total == 0) || s.Parts != nil {
				t.Errorf("%+v", s)
			}
		})
	}
	s := presenting(i18n.EN, List{Total: 4, Sources: []Source{{Kind: ByCSV, Count: 1}, {Kind: ByFilters, Count: 2}, {Kind: ByCSV,
		Count: 1}}}).summary()
	if len(s.Parts) != 3 || s.Parts[1].Count != "2" || s.Parts[1].X != "25.00" || s.Parts[1].W != "50.00" || s.Parts[2].X != "75.00" ||
		s.Parts[2].Label != i18n.EN.T(i18n.AudPasted) || s.Parts[1].Class == s.Parts[2].Class || s.Overlap {
		t.Errorf("each source: %+v", s.Parts)
	}
	many := []Source{{Kind: ByCSV, Count: 1}, {Kind: ByFilters, Count: 5, Label: Label{Before: 1}}, {Kind: ByCSV, Count: 1}}
	for range maxSources - 2 {
		many = append(many, Source{Kind: ByCSV, Count: 1, Label: Label{Before: 2}})
	}
	s = presenting(i18n.EN, List{Total: 9, Sources: many}).summary()
	if len(s.Parts) != 2 || s.Parts[0].Count != "5" || s.Parts[1].Count != "4" || s.Parts[1].Label != i18n.EN.T(i18n.AudFromCSV) ||
		s.Parts[1].More != i18n.EN.N(4, i18n.AudListedBefore) || !s.Overlap {
		t.Errorf("the kinds of many: %+v", s.Parts)
	}
}

func TestPresenter_sourceName(t *testing.T) {
	l := i18n.EN
	head := l.T(i18n.AudFromFilters) + l.Colon()
	for _, x := range []struct {
		name string
		s    Source
		want string
	}{
		{"by hand", Source{Kind: ByHand}, l.T(i18n.AudFromHand)},
		{"a file", Source{Kind: ByCSV, Label: Label{File: "list.csv"}}, "list.csv"},
		{"pasted", Source{Kind: ByCSV}, l.T(i18n.AudPasted)},
		{"of everybody", Source{Kind: ByFilters, Label: Label{Filters: &Filters{CustomerType: AllTypes}}}, head + l.T(i18n.AudEverybody)},
		{"of a label that is lost", Source{Kind: ByFilters}, head + l.T(i18n.AudEverybody)},
		{"of homes", Source{Kind: ByFilters, Label: Label{Filters: &Filters{CustomerType: Residential, IncludeLeft: true}}},
			head + strings.ToLower(l.T(i18n.AudTypeHome)+", "+l.T(i18n.AudWithLeft))},
		{"of a city and a name, which keep their capitals", Source{Kind: ByFilters, Label: Label{Filters: &Filters{CustomerType: AllTypes, Name: "Roy",
			City: "Laval"}}}, head + "name: Roy, Laval"},
		{"of businesses", Source{Kind: ByFilters, Label: Label{Filters: &Filters{CustomerType: Commercial, ActiveSubscription: true,
			MinMonthly: 500, Name: "Roy", City: "Laval"}}}, head + strings.Join([]string{i18n.Uncapital(l.T(i18n.AudTypeBusiness)),
			i18n.Uncapital(l.T(i18n.AudSubscribed)), l.F(i18n.AudAtLeast, l.Dollars(500)), l.F(i18n.AudNamed, "Roy"), "Laval"}, ", ")},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := presenting(l, List{}).sourceName(x.s); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_report(t *testing.T) {
	l, b := i18n.EN, presenting(i18n.EN, List{})
	if text := b.addedText(Added{Added: 2}); text != l.N(2, i18n.AudAdded) {
		t.Errorf("%q", text)
	}
	if text := b.addedText(Added{Added: 2, Stats: Stats{AlreadyListed: 1}}); text != l.N(2, i18n.AudAdded)+" "+l.N(1, i18n.AudAddedBefore) {
		t.Errorf("%q", text)
	}
	r := b.report(Stats{AlreadyListed: 3, Duplicates: 4}, 2, false)
	if !r.Good || r.Title != l.T(i18n.AudReport) || r.Rejected != "" || r.Facts[0].Note != "2" || r.Facts[1].Note != "3" ||
		r.Facts[2].Note != "4" {
		t.Errorf("%+v", r)
	}
	if r = b.report(Stats{}, 0, false); r.Good {
		t.Error("nothing added is good")
	}
	if r = b.report(Stats{}, 2, true); r.Good || r.Title != l.T(i18n.AudChecked) {
		t.Errorf("a check: %+v", r)
	}
	bad := []Rejected{{7, BadEmail}}
	if r = b.report(Stats{Rejected: bad, RejectedTotal: 1}, 1, true); r.Rejected != l.N(1, i18n.AudRejected) || r.More != "" ||
		len(r.Lines) != 1 ||
		r.Lines[0].Reason != l.T(i18n.AudReasons[BadEmail]) {
		t.Errorf("%+v", r)
	}
	if r = b.report(Stats{Rejected: bad, RejectedTotal: 3}, 1, true); r.More != l.N(2, i18n.AudMoreLines) {
		t.Errorf("%+v", r)
	}
}

func TestPresenter_otherForm(t *testing.T) {
	b := presenting(i18n.EN, List{})
	if f := b.otherForm(url.Values{}, nil); f.Open || !f.Fields[0].Required || f.Fields[1].Required || f.Fields[0].Error != "" {
		t.Errorf("%+v", f)
	}
	f := b.otherForm(url.Values{"email": {"x"}}, errs.Fields{{Field: "entries[0].email", Code: BadEmail, Detail: "d"}})
	if !f.Open || f.Fields[0].Error == "" || f.Fields[0].Value != "x" || f.Fields[1].Error != "" {
		t.Errorf("%+v", f)
	}
}

func TestPresenter_csvErrorText(t *testing.T) {
	l, b := i18n.EN, presenting(i18n.EN, List{})
	for name, x := range map[string]struct {
		err  error
		want string
	}{
		"a fault of a field":       {errs.InvalidField("csv", "csv_empty", "d"), l.T(i18n.Fault("csv_empty", "d"))},
		"an error without one":     {&errs.Error{Kind: errs.KindTooLarge, Code: "too_large", Detail: "e"}, l.T(i18n.Fault("too_large", "e"))},
		"an error of another kind": {errs.Conflict("audience_busy", ""), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := b.csvErrorText(x.err); got != x.want || (err == nil) != (x.want != "") {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestNoteOf(t *testing.T) {
	if got := noteOf("a", "", "b"); got != "a · b" {
		t.Errorf("got %q", got)
	}
}

func TestPresenter_list(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		add := func(csv string) {
			t.Helper()
			if _, err := s.AddCSV(t.Context(), by, event, "list.csv", strings.NewReader(csv)); err != nil {
				t.Fatal(err)
			}
		}
		list := func(v url.Values) (rows int, first, further string) {
			t.Helper()
			lists, err := s.List(t.Context(), event)
			if err != nil {
				t.Fatal(err)
			}
			b := &presenter{pages: pages{s: s}, ctx: t.Context(), lang: i18n.EN, event: events.Event{ID: event}, lists: lists}
			shown, err := b.list(v)
			if err != nil {
				t.Fatal(err)
			}
			return len(shown.Rows), shown.First, shown.Further
		}
		csv := "email\n"
		for i := range rowsPerPage {
			csv += "guest" + string(rune('a'+i/26)) + string(rune('a'+i%26)) + "@example.com\n"
		}
		add(csv)
		if rows, first, further := list(url.Values{}); rows != rowsPerPage || first != "" || further != "" {
			t.Errorf("one page: %d rows, %q, %q", rows, first, further)
		}
		add("email\nlast@example.com\n")
		rows, _, further := list(url.Values{"find": {"example"}})
		u, err := url.Parse(further)
		if err != nil || rows != rowsPerPage || u.Query().Get("after") == "" || u.Query().Get("find") != "example" || u.Query().Has("source") {
			t.Fatalf("two pages: %d rows, %q", rows, further)
		}
		rows, first, further := list(u.Query())
		if rows != 1 || further != "" || first != paths.Audience(event, url.Values{"find": {"example"}})+"#main" {
			t.Errorf("the second page: %d rows, %q, %q", rows, first, further)
		}
	})
}

func TestService_AddFilters_refuses_what_cannot_be(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		if _, err := s.AddFilters(t.Context(), by, event, Filters{CustomerType: "some"}); errs.KindOf(err) != errs.KindInvalid {
			t.Errorf("added: %v", err)
		}
		if _, err := s.Preview(t.Context(), event, Filters{CustomerType: "some"}); errs.KindOf(err) != errs.KindInvalid {
			t.Errorf("shown: %v", err)
		}
	})
}

func TestService_PreviewCSV(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		if _, err := s.AddCSV(t.Context(), by, event, "list.csv",
			strings.NewReader("email\nguesta@example.com\nother@example.com\n")); err != nil {
			t.Fatal(err)
		}
		csv := "email\nnobody\n"
		for i := range sampleSize + 3 {
			csv += "guest" + string(rune('a'+i)) + "@example.com\n"
		}
		p, err := s.PreviewCSV(t.Context(), event, strings.NewReader(csv+"GuestA@example.com\nguestb@example.com\n"))
		if err != nil || p.Count != sampleSize+3 || p.Duplicates != 2 || p.AlreadyListed != 1 || len(p.Sample) != sampleSize ||
			p.RejectedTotal != 1 {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

// A directory with more customers than one query reads is read to its end, each customer once.
func TestEachCustomer_reads_on(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	const customers = readSize + 1
	if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO directory_customers (id, from_gen, digest, customer_id, number_key, name, account_id, account_name,
				account_status, type, email, email_key, city, language, subscribed, monthly_cents, names_folded, city_folded)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
			SELECT i, 0, $2, 'C' || i, 'c' || i, 'Ada', 'C' || i, 'Ada', CASE WHEN i = 1 THEN 'resiliated' ELSE 'active' END, 'Individual',
				'a' || i || '@x.ca', 'a' || i || '@x.ca', '', 'fr', FALSE, 0, 'ada', '' FROM n`, customers, []byte{1})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, hasLeft := range []bool{false, true} {
		var figures Stats
		seen := newAddressSet()
		read := 0
		err := eachCustomer(t.Context(), d, Filters{CustomerType: AllTypes, IncludeLeft: hasLeft}, &figures, func(e Entry) error {
			if read++; !seen.add(e.key) {
				t.Errorf("%s is read twice", e.Email)
			}
			return nil
		})
		want := customers
		if !hasLeft {
			want--
		}
		if err != nil || read != want || (figures.Left == 1) == hasLeft {
			t.Errorf("%d read, %d have left, %v", read, figures.Left, err)
		}
	}
}

// The audit log keeps the filters that are set, and no others.
func TestLabel_AuditFields(t *testing.T) {
	for name, x := range map[string]struct {
		label Label
		want  audit.Fields
	}{
		"a file":               {Label{File: "guests.csv"}, audit.Fields{"file": "guests.csv"}},
		"text that was pasted": {Label{}, audit.Fields{}},
		"everybody":            {Label{Filters: &Filters{CustomerType: AllTypes}}, audit.Fields{}},
		"every filter": {Label{Filters: &Filters{ActiveCustomers: true, ActiveSubscription: true, MinMonthly: 3050, CustomerType: Residential,
			IncludeLeft: true, Name: "Roy", City: "Québec"}},
			audit.Fields{"active_customers": true, "active_subscription": true, "min_monthly": 30.5, "customer_type": Residential,
				"include_resiliated": true, "name": "Roy", "city": "Québec"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := x.label.AuditFields(); !maps.Equal(got, x.want) {
				t.Errorf("%v, want %v", got, x.want)
			}
		})
	}
}
