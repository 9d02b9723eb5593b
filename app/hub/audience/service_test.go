package audience

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/directory"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/personal"
	"presence/db"
	"presence/db/dbtest"
)

var by = auth.Actor{PersonID: "p", Name: "Rosalie", Role: auth.Events, Via: "command"}

// someone is a customer of the directory.
type someone struct {
	number, name, kind, status, email, city, names, mandatary string
	subscriptions                                             []int64 // cents a month of active ones
}

// mirror adds customers to the directory.
func mirror(t testing.TB, d *db.DB, list ...someone) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for i, c := range list {
			var monthly int64
			for _, cents := range c.subscriptions {
				monthly += cents
			}
			if c.names == "" {
				c.names = strings.ToLower(c.name)
			}
			id := i + 1
			_, err := tx.Exec(ctx, `INSERT INTO directory_customers (id, from_gen, digest, customer_id, number_key, name, account_id, account_name,
				account_status, type,
				email, email_key, city, language, subscribed,
				monthly_cents, names_folded, city_folded, mandatary)
				VALUES ($1, 0, $2, $3, $3, $4, $3, $4, $5, $6, $7, $13, $8, 'fr', $9, $10, $11, $12, $14)`,
				id, []byte{1}, c.number, c.name, c.status, c.kind, c.email, c.city, len(c.subscriptions) > 0, monthly, c.names, strings.ToLower(c.city),
				strings.ToLower(c.email), c.mandatary)
			if err != nil {
				return err
			}
			for word := range strings.FieldsSeq(c.names) {
				if _, err := tx.Exec(ctx, "INSERT INTO directory_words (customer, word) VALUES ($1, $2) ON CONFLICT DO NOTHING", id, word); err != nil {
					return err
				}
			}
			for n, cents := range c.subscriptions {
				if _, err := tx.Exec(ctx,
					"INSERT INTO directory_subscriptions (customer, position, status, monthly_cents) VALUES ($1, $2, 'active', $3)", id, n,
					cents); err != nil {
					return err
				}
			}
		}
		_, err := tx.Exec(ctx, `INSERT INTO directory_cities (city_folded, city, customers)
			SELECT city_folded, MIN(city), COUNT(*) FROM directory_live WHERE city_folded <> '' GROUP BY city_folded`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var town = []someone{
	{number: "C1", name: "Elise Cote", kind: "Individual", status: "active", email: "elise@example.com", city: "Laval",
		subscriptions: []int64{2500, 3000}},
	{number: "C2", name: "Marc de la Tour", kind: "Individual", status: "active", email: "marc@example.com", city: "Montreal",
		subscriptions: []int64{1000}},
	{number: "C3", name: "Fleurs 50% Inc", kind: "Company", status: "active", email: "Elise@Example.com", city: "Laval",
		subscriptions: []int64{9900}},
	{number: "C4", name: "Sans Courriel", kind: "Individual", status: "active", city: "Laval"},
	{number: "C5", name: "Parti Loin", kind: "Individual", status: "resiliated", email: "parti@example.com", city: "Quebec"},
	{number: "C6", name: "Parti Aussi", kind: "Company", status: "resiliated", city: "Quebec"},
}

func noon() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC) }

// party is an event that ships with the program.
const party = "fete-clients-2026"

func each(t *testing.T, fn func(t *testing.T, s *Service, event string)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := NewService(d, noon, Options{})
		mirror(t, d, town...)
		fn(t, s, party)
	})
}

func TestService_Preview(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		for name, x := range map[string]struct {
			f                               Filters
			count, noMail, left, duplicates int64
			first                           string
		}{
			"everybody but who has left":      {Filters{}, 2, 1, 2, 1, "elise@example.com"},
			"those who have left as well":     {Filters{IncludeLeft: true}, 3, 2, 0, 1, "elise@example.com"},
			"active customers only":           {Filters{IncludeLeft: true, ActiveCustomers: true}, 2, 1, 2, 1, "elise@example.com"},
			"a_subscription":                  {Filters{ActiveSubscription: true}, 2, 0, 0, 1, "elise@example.com"},
			"a monthly total":                 {Filters{ActiveSubscription: true, MinMonthly: 5500}, 1, 0, 0, 1, "elise@example.com"},
			"a cent more":                     {Filters{ActiveSubscription: true, MinMonthly: 5501}, 1, 0, 0, 0, "Elise@Example.com"},
			"no total without a subscription": {Filters{MinMonthly: 5500}, 2, 1, 2, 1, "elise@example.com"},
			"companies":                       {Filters{CustomerType: Commercial}, 1, 0, 1, 0, "Elise@Example.com"},
			"private_people":                  {Filters{CustomerType: Residential}, 2, 1, 1, 0, "elise@example.com"},
			"a_name":                          {Filters{Name: "  CÔTÉ "}, 1, 0, 0, 0, "elise@example.com"},
			"a_city":                          {Filters{City: "Montréal"}, 1, 0, 0, 0, "marc@example.com"},
			"wildcards are letters":           {Filters{Name: "50%"}, 1, 0, 0, 0, "Elise@Example.com"},
			"no wildcard matches all":         {Filters{Name: "_"}, 0, 0, 0, 0, ""},
			"all of them must fit": {Filters{ActiveSubscription: true, City: "laval", CustomerType: Residential, Name: "elise"}, 1, 0, 0,
				0, "elise@example.com"},
		} {
			t.Run(name, func(t *testing.T) {
				p, err := s.Preview(t.Context(), event, x.f)
				if err != nil {
					t.Fatal(err)
				}
				if p.Count != x.count || p.NoEmailTotal != x.noMail || p.Left != x.left || p.Duplicates != x.duplicates {
					t.Errorf("got %d entries, %d without e-mail, %d left out, %d duplicates", p.Count, p.NoEmailTotal, p.Left, p.Duplicates)
				}
				if int64(len(p.Sample)) != p.Count || x.first != "" && p.Sample[0].Email != x.first {
					t.Errorf("the sample is %v", p.Sample)
				}
			})
		}
		t.Run("shows_what_is_known_of_an_entry", func(t *testing.T) {
			p, err := s.Preview(t.Context(), event, Filters{Name: "marc"})
			if err != nil {
				t.Fatal(err)
			}
			e := p.Sample[0]
			if e.FirstName != "Marc" || e.LastName != "de la Tour" || e.Language != "fr" || e.CustomerID != "C2" ||
				*e.Monthly != (Monthly{1, 1000}) {
				t.Errorf("got %+v, %+v", e, e.Monthly)
			}
		})
		t.Run("refuses_an_event_that_is_not_there", func(t *testing.T) {
			if _, err := s.Preview(t.Context(), "none-such", Filters{}); errs.KindOf(err) != errs.KindNotFound {
				t.Error(err)
			}
		})
	})
}

func all(t testing.TB, s *Service, event string) (list []Entry) {
	t.Helper()
	err := s.Entries(t.Context(), event, Page{Rows: math.MaxInt64}, func(e Entry) error { list = append(list, e); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestService_Build(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		a, err := s.AddFilters(t.Context(), by, event, Filters{CustomerType: Residential})
		if err != nil || a.Added != 2 || a.AlreadyListed != 0 || a.NoEmailTotal != 1 || a.Left != 1 || a.List.Total != 2 {
			t.Fatalf("filters: %+v %v", a, err)
		}
		a, err = s.AddFilters(t.Context(), by, event, Filters{})
		if err != nil || a.Added != 0 || a.AlreadyListed != 2 || a.Duplicates != 1 || len(a.List.Sources) != 1 {
			t.Fatalf("filters again: %+v %v", a, err)
		}
		if p, err := s.Preview(t.Context(), event, Filters{}); err != nil || p.Count != 2 || p.AlreadyListed != 2 {
			t.Fatalf("the preview says %+v %v", p.Stats, err)
		}
		a, err = s.AddPicks(t.Context(), by, event, Picks{CustomerIDs: []string{"C5", "C6"},
			Entries: []Entry{{Email: "ami@example.com", FirstName: "Ami"}, {Email: "MARC@example.com"}}})
		if err != nil || a.Added != 2 || a.AlreadyListed != 1 || a.NoEmailTotal != 1 || a.List.Total != 4 {
			t.Fatalf("picks: %+v %v", a, err)
		}
		a, err = s.AddPicks(t.Context(), by, event, Picks{Entries: []Entry{{Email: "autre@example.com", Language: "en"}}})
		if err != nil || a.Added != 1 || len(a.List.Sources) != 2 || a.List.Sources[1].Count != 3 {
			t.Fatalf("picks by hand are one batch: %+v %v", a, err)
		}
		a, err = s.AddCSV(t.Context(), by, event, "amis.csv",
			strings.NewReader("courriel;prénom\nAMI@example.com;Ami\nnous@québec.ca;Nous\npas une adresse;x\n"))
		if err != nil || a.Added != 1 || a.AlreadyListed != 1 || a.RejectedTotal != 1 || a.Rejected[0] != (Rejected{4, BadEmail}) ||
			a.List.Total != 6 {
			t.Fatalf("csv: %+v %v", a, err)
		}
		if got := a.List.Sources[2]; got.Kind != ByCSV || got.Label.File != "amis.csv" || got.Count != 1 {
			t.Errorf("the batch is %+v", got)
		}
		list := all(t, s, event)
		if len(list) != 6 || list[5].Email != "nous@québec.ca" || list[0].Kind != ByFilters {
			t.Fatalf("the list is %+v", list)
		}
		if n := count(t, s, "SELECT CAST(SUM(english) AS BIGINT) FROM audience_sources"); n != 1 {
			t.Errorf("%d entries are counted as English, and one is", n)
		}
		countsMatch(t, s, "built")
		e, err := s.Remove(t.Context(), by, event, list[5].ID)
		if err != nil || e.Email != "nous@québec.ca" {
			t.Error(e, err)
		}
		if _, err := s.Remove(t.Context(), by, event, list[5].ID); errs.KindOf(err) != errs.KindNotFound {
			t.Error("removed twice:", err)
		}
		countsMatch(t, s, "after an entry in French was removed")
		english := slices.IndexFunc(list, func(e Entry) bool { return e.Language == "en" })
		if _, err := s.Remove(t.Context(), by, event, list[english].ID); err != nil {
			t.Error(err)
		}
		countsMatch(t, s, "after an entry in English was removed")
		if l, err := s.List(t.Context(), event); err != nil || l.Total != 4 || len(l.Sources) != 2 {
			t.Error(l, err)
		}
		if n, err := s.Clear(t.Context(), by, event); err != nil || n != 4 {
			t.Error(n, err)
		}
		if l, err := s.List(t.Context(), event); err != nil || l.Total != 0 || len(all(t, s, event)) != 0 {
			t.Error(l, err)
		}
		if n := count(t, s, "SELECT (SELECT COUNT(*) FROM audience_entries) + (SELECT COUNT(*) FROM audience_sources)"); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// countsMatch fails when the counters of the batches differ from their entries, in all or in English.
func countsMatch(t testing.TB, s *Service, when string) {
	t.Helper()
	var all, english int64
	err := s.db.QueryRow(t.Context(),
		`SELECT COUNT(*), COALESCE(SUM(CASE WHEN language = 'en' THEN 1 ELSE 0 END), 0) FROM audience_live`).Scan(&all, &english)
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, s, "SELECT CAST(SUM(entries) AS BIGINT) FROM audience_sources WHERE state = 'live'"); n != all {
		t.Errorf("%s: the batches count %d entries, and have %d", when, n, all)
	}
	if n := count(t, s, "SELECT CAST(SUM(english) AS BIGINT) FROM audience_sources WHERE state = 'live'"); n != english {
		t.Errorf("%s: the batches count %d entries in English, and have %d", when, n, english)
	}
}

func count(t testing.TB, s *Service, query string) (n int64) {
	t.Helper()
	if err := s.db.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestService_Entries(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		if _, err := s.AddPicks(t.Context(), by, event, Picks{Entries: []Entry{{Email: "a@example.com", FirstName: "Éloïse", LastName: "Côté"},
			{Email: "b_c@example.com", CustomerID: "N-7"}, {Email: "bxc@example.com"}}}); err != nil {
			t.Fatal(err)
		}
		for search, want := range map[string]string{"eloise cote": "a@example.com", "N-7": "b_c@example.com", "B_C": "b_c@example.com", "%": "",
			"@EXAMPLE": "a@example.com b_c@example.com bxc@example.com"} {
			t.Run(fmt.Sprintf("finds by %q", search), func(t *testing.T) {
				var got []string
				err := s.Entries(t.Context(), event, Page{Rows: 10, Search: search}, func(e Entry) error { got = append(got, e.Email); return nil })
				if err != nil || strings.Join(got, " ") != want {
					t.Errorf("%q finds %v %v", search, got, err)
				}
			})
		}
	})
}

// Of several entries of a customer all but the first are marked, whether they were added together or not.
func TestService_marks_entries_of_one_customer(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		marked := func() string {
			list, err := db.ReadTexts(s.db.Query(t.Context(), "SELECT email FROM audience_entries WHERE repeated ORDER BY id"))
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(list, " ")
		}
		csv := "email,customer_id\na@example.com,N-1\nb@example.com,N-1\nc@example.com,N-2\nd@example.com,\ne@example.com,\n"
		if _, err := s.AddCSV(t.Context(), by, event, "list.csv", strings.NewReader(csv)); err != nil || marked() != "b@example.com" {
			t.Errorf("added together: %s %v", marked(), err)
		}
		if _, err := s.AddPicks(t.Context(), by, event, Picks{Entries: []Entry{{Email: "f@example.com", CustomerID: "N-2"},
			{Email: "g@example.com"}}}); err != nil || marked() != "b@example.com f@example.com" {
			t.Errorf("added later: %s %v", marked(), err)
		}
	})
}

func TestService_AddPicks_refuses(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		for name, x := range map[string]struct {
			p      Picks
			faults string
		}{
			"nothing":             {Picks{}, "customer_ids required"},
			"an unknown customer": {Picks{CustomerIDs: []string{"C1", "C99"}}, "customer_ids[1] not_found"},
			"a bad address":       {Picks{Entries: []Entry{{Email: "a@example.com"}, {Email: "nobody"}}}, "entries[1].email bad_email"},
			"no_address":          {Picks{Entries: []Entry{{FirstName: "A"}}}, "entries[0].email required"},
			"a control character": {Picks{Entries: []Entry{{Email: "a@example.com", FirstName: "A\x00"}}}, "entries[0].firstname control"},
			"too many customers":  {Picks{CustomerIDs: make([]string, 1001)}, "customer_ids length"},
			"too many entries":    {Picks{Entries: slices.Repeat([]Entry{{Email: "a@example.com"}}, 1001)}, "entries length"},
			"several at once": {Picks{Entries: []Entry{{Email: "x"}, {}, {Email: "a@example.com", LastName: strings.Repeat("é", 201)}}},
				"entries[0].email bad_email, entries[1].email required, entries[2].lastname too_long"},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := s.AddPicks(t.Context(), by, event, x.p)
				e, ok := errs.Of(err)
				if !ok || faultCodes(e.Fields) != x.faults || len(all(t, s, event)) != 0 {
					t.Errorf("got %v", err)
				}
				for _, f := range e.Fields {
					if f.Detail == "" {
						t.Errorf("the error of %s says nothing", f.Field)
					}
				}
			})
		}
	})
}

func TestPicks_Validate_takes_a_thousand_of_each(t *testing.T) {
	p := Picks{CustomerIDs: make([]string, 1000), Entries: slices.Repeat([]Entry{{Email: "a@example.com"}}, 1000)}
	if faults := p.Validate(); len(faults) != 0 {
		t.Errorf("got %v", faults)
	}
}

// lines returns a CSV of n addresses, in this order; nil: in the order of their numbers.
func lines(n int, order []int) io.Reader {
	r, w := io.Pipe()
	go func() {
		_, _ = io.WriteString(w, "courriel;nom\n")
		for i := range n {
			k := i
			if order != nil {
				k = order[i]
			}
			if _, err := fmt.Fprintf(w, "personne%d@example.com;Nom %d\n", k, k); err != nil {
				return
			}
		}
		w.Close()
	}()
	return r
}

func TestService_AddCSV_LargeBatches(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		const n = 3*singleTxMax + 7
		order := rand.New(rand.NewPCG(1, 2)).Perm(2 * n)
		for i := range order {
			order[i] %= n // each twice
		}
		a, err := s.AddCSV(t.Context(), by, event, "", lines(2*n, order))
		if err != nil || a.Added != n || a.Count != n || a.Duplicates != n || a.AlreadyListed != 0 || a.List.Total != n {
			t.Fatalf("%+v %v", a, err)
		}
		a, err = s.AddCSV(t.Context(), by, event, "", lines(n, nil))
		if err != nil || a.Added != 0 || a.AlreadyListed != n || len(a.List.Sources) != 1 {
			t.Fatalf("again: %+v %v", a, err)
		}
		if free, err := s.db.IsLockFree(t.Context(), "audience-1"); err != nil || !free {
			t.Errorf("the name of the writer is still taken: %v", err)
		}
		if got := count(t, s, "SELECT COUNT(*) FROM audience_live"); got != n {
			t.Errorf("%d are listed", got)
		}
	})
}

// TestService_Batch_LosesItsName shows that a batch whose writer has lost its lock adds nothing more, and that the next one
// need not wait.
func TestService_Batch_LosesItsName(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	mirror(t, d, town...)
	s, event := NewService(d, func() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC) }, Options{}), party
	b := &batch{Service: s, by: by, event: event, kind: ByCSV, seen: newAddressSet()}
	add := func(n int) {
		t.Helper()
		e := Entry{Email: fmt.Sprintf("x%d@example.com", n)}
		e.clean()
		if err := b.add(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	add(0)
	if err := b.flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	count(t, s, "SELECT COUNT(*) FROM (SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = "+
		"current_database() AND pid <> pg_backend_pid()) x")
	<-b.held.Lost()
	add(1)
	if err := b.finish(t.Context()); !errs.HasCode(err, "audience_lost") {
		t.Errorf("the batch ends with %v", err)
	}
	if a, err := s.AddPicks(t.Context(), by, event, Picks{Entries: []Entry{{Email: "x2@example.com"}}}); err != nil || a.List.Total != 1 {
		t.Errorf("the next one: %+v %v", a, err)
	}
}

func TestService_AddCSV_tells_the_planner_of_a_large_batch(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		if _, err := s.AddCSV(t.Context(), by, event, "", lines(2*singleTxMax, nil)); err != nil {
			t.Fatal(err)
		}
		if !dbtest.Analyzed(t, s.db, "audience_entries") {
			t.Error("the planner knows nothing of the list")
		}
	})
}

// TestService_Batch_IsWholeOrNothing stops a batch at several points, as the end of its process or an error does.
func TestService_Batch_IsWholeOrNothing(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		now := s.now()
		s.now = func() time.Time { return now }
		if _, err := s.AddPicks(t.Context(), by, event, Picks{Entries: []Entry{{Email: "before@example.com"}}}); err != nil {
			t.Fatal(err)
		}
		stage := func() *batch { // what a process has written that then dies
			b := &batch{Service: s, by: by, event: event, kind: ByCSV, seen: newAddressSet()}
			for i := range 1500 {
				e := Entry{Email: fmt.Sprintf("x%d@example.com", i)}
				e.clean()
				if err := b.add(t.Context(), e); err != nil {
					t.Fatal(err)
				}
			}
			if err := b.flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			return b
		}
		lost := stage()
		defer lost.held.Release()
		if got := all(t, s, event); len(got) != 1 {
			t.Fatalf("%d are listed while a batch is written", len(got))
		}
		if p, err := s.PreviewCSV(t.Context(), event, strings.NewReader("email\nx1@example.com\n")); err != nil || p.AlreadyListed != 0 {
			t.Errorf("the preview counts an entry that is not listed: %+v %v", p, err)
		}
		if _, err := s.AddPicks(t.Context(), by, event, Picks{Entries: []Entry{{Email: "x1@example.com"}}}); !errs.HasCode(err, "audience_busy") {
			t.Errorf("two at once: %v", err)
		}
		if _, err := s.Clear(t.Context(), by, event); !errs.HasCode(err, "audience_busy") {
			t.Errorf("cleared meanwhile: %v", err)
		}
		now = now.Add(writerTimeout)
		if _, err := s.AddPicks(t.Context(), by, event, Picks{Entries: []Entry{{Email: "x1@example.com"}}}); !errs.HasCode(err, "audience_busy") {
			t.Errorf("a writer that was silent for a minute: %v", err)
		}
		now = now.Add(time.Millisecond)
		a, err := s.AddPicks(t.Context(), by, event, Picks{Entries: []Entry{{Email: "x1@example.com"}}})
		if err != nil || a.Added != 1 || a.List.Total != 2 {
			t.Fatalf("after the writer was lost: %+v %v", a, err)
		}
		if err := lost.finish(t.Context()); !errs.HasCode(err, "audience_lost") {
			t.Errorf("a batch that was given up ends with %v", err)
		}
		if n := count(t, s, "SELECT COUNT(*) FROM audience_entries"); n != 2 {
			t.Errorf("%d rows are kept", n)
		}
		_, err = s.AddCSV(t.Context(), by, event, "", io.MultiReader(io.LimitReader(lines(1_000_000, nil), 5<<20), errReader{}))
		if err == nil || len(all(t, s, event)) != 2 || count(t, s, "SELECT COUNT(*) FROM audience_entries") != 2 {
			t.Errorf("a cut upload left something: %v", err)
		}
		killed := stage()
		killed.held.Release() // as the system does when a process dies
		if a, err := s.AddPicks(t.Context(), by, event, Picks{Entries: []Entry{{Email: "x2@example.com"}}}); err != nil || a.Added != 1 {
			t.Errorf("right after the writer was killed: %+v %v", a, err)
		}
		if err := killed.finish(t.Context()); !errs.HasCode(err, "audience_lost") {
			t.Errorf("a batch whose writer let go of its name ends with %v", err)
		}
		late := stage()
		defer late.held.Release()
		if err := s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return s.DeleteEvent(ctx, tx, event) }); err != nil {
			t.Fatal(err)
		}
		if err := late.finish(t.Context()); !errs.HasCode(err, "audience_lost") {
			t.Errorf("a batch of a deleted event ends with %v", err)
		}
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := count(t, s, "SELECT (SELECT COUNT(*) FROM audience_entries) + (SELECT COUNT(*) FROM audience_sources)"); n != 0 {
			t.Errorf("%d rows are left of a deleted event", n)
		}
	})
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errors.New("cut") }

// TestService_ManyAtOnce adds the same and other addresses from many requests: each is listed once, and none is
// lost unless its request was refused.
func TestService_ManyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		const n = 12
		done := make(chan error, n)
		for i := range n {
			go func() {
				_, err := s.AddPicks(context.WithoutCancel(t.Context()), by, event,
					Picks{Entries: []Entry{{Email: "same@example.com"}, {Email: fmt.Sprintf("own%d@example.com", i)}}})
				done <- err
			}()
		}
		for range n {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if l, err := s.List(t.Context(), event); err != nil || l.Total != n+1 || int64(len(all(t, s, event))) != l.Total {
			t.Errorf("%+v %v", l, err)
		}
	})
}

func TestService_reads_the_customers_of_today(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		err := s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, statement := range []string{"UPDATE directory_customers SET to_gen = 0 WHERE customer_id = 'C2'", // is no longer there
				"UPDATE directory_customers SET from_gen = 1 WHERE customer_id = 'C3'"} { // is being written
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Run("in a preview", func(t *testing.T) {
			if p, err := s.Preview(t.Context(), event, Filters{}); err != nil || p.Count != 1 || p.Duplicates != 0 {
				t.Errorf("%+v, %v", p, err)
			}
		})
		for _, number := range []string{"C2", "C3"} {
			t.Run("by the number "+number, func(t *testing.T) {
				if _, err := s.AddPicks(t.Context(), by, event, Picks{CustomerIDs: []string{number}}); errs.KindOf(err) != errs.KindInvalid {
					t.Errorf("added: %v", err)
				}
			})
		}
		t.Run("by filters", func(t *testing.T) {
			if _, err := s.AddFilters(t.Context(), by, event, Filters{}); err != nil {
				t.Fatal(err)
			}
			if list := all(t, s, event); len(list) != 1 || list[0].CustomerID != "C1" {
				t.Errorf("added %+v", list)
			}
		})
	})
}

func TestService_names_of_entries(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		people := []someone{
			{number: "C1", name: "Fleurs du Nord", kind: "Company", status: "active", email: "c1@example.com"},
			{number: "C2", name: "Fleurs du Sud", kind: "Company", status: "active", email: "c2@example.com", mandatary: "Zoé de la Tour"},
			{number: "C3", name: "Luc Roy", kind: "Individual", status: "active", email: "c3@example.com", mandatary: "Zoé de la Tour"},
		}
		mirror(t, d, people...)
		p, err := NewService(d, noon, Options{}).Preview(t.Context(), party, Filters{})
		if err != nil || len(p.Sample) != len(people) {
			t.Fatalf("%+v, %v", p, err)
		}
		for i, x := range []struct{ name, first, last string }{
			{"a company has its whole name as last name", "", "Fleurs du Nord"}, {"a mandatary is written to for a company", "Zoé", "de la Tour"},
			{"a person is written to by the own name", "Luc", "Roy"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if e := p.Sample[i]; e.FirstName != x.first || e.LastName != x.last {
					t.Errorf("got %q %q", e.FirstName, e.LastName)
				}
			})
		}
	})
}

func TestBatchesExcludingLeft(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		batches := func() []int64 {
			t.Helper()
			list, err := BatchesExcludingLeft(t.Context(), s.db, event)
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		if _, err := s.AddPicks(t.Context(), by, event, Picks{CustomerIDs: []string{"C1"}}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddCSV(t.Context(), by, event, "a.csv", strings.NewReader("email\na@example.com\n")); err != nil {
			t.Fatal(err)
		}
		if got := batches(); len(got) != 0 {
			t.Errorf("picks and files: %v", got)
		}
		if _, err := s.AddFilters(t.Context(), by, event, Filters{IncludeLeft: true, Name: "loin"}); err != nil {
			t.Fatal(err)
		}
		if got := batches(); len(got) != 0 {
			t.Errorf("filters that include customers who have left: %v", got)
		}
		a, err := s.AddFilters(t.Context(), by, event, Filters{})
		if err != nil {
			t.Fatal(err)
		}
		if got := batches(); len(got) != 1 || got[0] != a.List.Sources[len(a.List.Sources)-1].ID {
			t.Errorf("filters: %v of %+v", got, a.List.Sources)
		}
	})
}

// A send looks on the list only for customers who left after this generation. Those who leave while the batch is read are among them.
func TestService_Batch_keeps_the_generation_of_its_begin(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		s.Barred = func(ctx context.Context) (personal.Barred, error) { // is asked for when a batch has begun
			return personal.Barred{}, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE directory_state SET generation = generation + 1")
				return err
			})
		}
		for range 2 {
			begun, err := directory.Generation(t.Context(), s.db)
			if err != nil {
				t.Fatal(err)
			}
			added, err := s.AddFilters(t.Context(), by, event, Filters{IncludeLeft: true})
			if err != nil {
				t.Fatal(err)
			}
			var kept int64
			last := added.List.Sources[len(added.List.Sources)-1].ID
			if err := s.db.QueryRow(t.Context(), "SELECT generation FROM audience_sources WHERE id = $1", last).Scan(&kept); err != nil || kept != begun {
				t.Errorf("generation %d, %v, want %d", kept, err, begun)
			}
			if _, err := s.Clear(t.Context(), by, event); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// staged1 begins a large batch with one entry.
func staged1(t *testing.T, s *Service, event string) *batch {
	t.Helper()
	b := &batch{Service: s, by: by, event: event, kind: ByCSV, seen: newAddressSet()}
	e := Entry{Email: "staged@example.com"}
	e.clean()
	if err := b.add(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if err := b.flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// The next writer has the name of one that died: its batch is still known to be dead.
func TestService_Batch_of_a_dead_writer_whose_name_is_taken(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		at := func(hours int) *db.Instant { return new(db.InstantOf(noon().Add(time.Duration(hours) * time.Hour))) }
		if _, err := events.NewService(s.db, noon, events.Hooks{}).Create(t.Context(), by, "gala", events.Changes{StartsAt: at(24), EndsAt: at(27),
			FR: events.ContentChanges{Title: new("Gala")}}); err != nil {
			t.Fatal(err)
		}
		staged1(t, s, event).held.Release() // as the system does when a process dies
		next := staged1(t, s, "gala")
		defer next.held.Release()
		if a, err := s.AddPicks(t.Context(), by, event, Picks{CustomerIDs: []string{"C1"}}); err != nil || a.List.Total != 1 {
			t.Errorf("%+v, %v", a, err)
		}
		if err := next.finish(t.Context()); err != nil {
			t.Errorf("the batch of the living one: %v", err)
		}
		if _, err := s.Clear(t.Context(), by, event); err != nil {
			t.Fatal(err)
		}
		if list := all(t, s, "gala"); len(list) != 1 {
			t.Errorf("clearing one list left %d entries on the other", len(list))
		}
	})
}

func TestService_Batch_heartbeat(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		now := noon()
		s.now = func() time.Time { return now }
		b := staged1(t, s, event)
		defer b.held.Release()
		for _, x := range []struct {
			name    string
			forward time.Duration
			beats   bool
		}{{"a quarter of the timeout later", writerTimeout / 4, false}, {"a moment later", time.Millisecond, true}} {
			t.Run(x.name, func(t *testing.T) {
				now = now.Add(x.forward)
				if err := b.add(t.Context(), Entry{Email: "a@example.com", key: "a@example.com"}); err != nil {
					t.Fatal(err)
				}
				seen := count(t, s, "SELECT seen_at FROM audience_sources WHERE state = 'staged'")
				if got := seen == int64(db.InstantOf(now)); got != x.beats {
					t.Errorf("a heartbeat: %v, want %v", got, x.beats)
				}
			})
		}
	})
}

func TestService_Batch_of_too_many_writers(t *testing.T) {
	s := NewService(dbtest.Open(t, db.SQLite), noon, Options{})
	var last *db.Lock
	for n := range maxWriters {
		held, ok, err := s.db.TryLock(t.Context(), fmt.Sprint("audience-", n+1))
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		defer held.Release()
		last = held
	}
	b := &batch{Service: s, by: by, event: party, kind: ByCSV, seen: newAddressSet()}
	if err := b.start(t.Context()); !errs.HasCode(err, "audience_busy") {
		t.Errorf("one writer too many: %v", err)
	}
	last.Release()
	if err := b.start(t.Context()); err != nil {
		t.Errorf("the last of the names: %v", err)
	}
	b.held.Release()
}

func TestService_refuses_an_event_that_does_not_exist(t *testing.T) {
	s := NewService(dbtest.Open(t, db.SQLite), noon, Options{})
	const event = "none-such"
	for name, do := range map[string]func() error{
		"List":    func() error { _, err := s.List(t.Context(), event); return err },
		"Entries": func() error { return s.Entries(t.Context(), event, Page{Rows: 1}, func(Entry) error { return nil }) },
		"PreviewCSV": func() error {
			_, err := s.PreviewCSV(t.Context(), event, strings.NewReader("email\na@example.com\n"))
			return err
		},
		"AddFilters": func() error { _, err := s.AddFilters(t.Context(), by, event, Filters{}); return err },
		"AddCSV": func() error {
			_, err := s.AddCSV(t.Context(), by, event, "", strings.NewReader("email\na@example.com\n"))
			return err
		},
		"Remove": func() error { _, err := s.Remove(t.Context(), by, event, 1); return err },
		"Clear":  func() error { _, err := s.Clear(t.Context(), by, event); return err },
		"a batch that is being written": func() error {
			b := &batch{Service: s, by: by, event: event, kind: ByCSV, seen: newAddressSet()}
			err := b.start(t.Context())
			b.held.Release()
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := do(); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("got %v", err)
			}
		})
	}
}

// The audit log says who changed a list and how.
func TestService_audit(t *testing.T) {
	each(t, func(t *testing.T, s *Service, event string) {
		if _, err := s.AddPicks(t.Context(), by, event, Picks{CustomerIDs: []string{"C1", "C2"}}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddCSV(t.Context(), by, event, "a.csv", lines(singleTxMax+1, nil)); err != nil {
			t.Fatal(err)
		}
		list := all(t, s, event)
		if _, err := s.Remove(t.Context(), by, event, list[0].ID); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time there is nothing to clear
			if _, err := s.Clear(t.Context(), by, event); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		entries, err := audit.History(t.Context(), s.db, "audience", event, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range slices.Backward(entries) {
			got = append(got, fmt.Sprint(e.Action, " ", e.Who.Name, " ", e.Changes["entries"], e.Changes["sources"]))
		}
		want := []string{"added Rosalie [<nil> 2] [<nil> <nil>]", fmt.Sprintf("added Rosalie [<nil> %d] [<nil> <nil>]", singleTxMax+1),
			"entry_removed Rosalie [<nil> <nil>] [<nil> <nil>]",
			fmt.Sprintf("cleared Rosalie [%d 0] [[manual: 1 csv: %d] <nil>]", singleTxMax+2, singleTxMax+1)}
		if !slices.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}
