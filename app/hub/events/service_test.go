package events

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

var noon = time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)

var staff = auth.Actor{PersonID: "", Name: "Ève", Role: auth.Events, Via: "command"}

func serve(d *db.DB) *Service { return NewService(d, func() time.Time { return noon }, Hooks{}) }

// gala is a new event with nothing but what it needs.
func gala() Changes {
	return Changes{StartsAt: new(db.InstantOf(noon.AddDate(0, 1, 0))), EndsAt: new(db.InstantOf(noon.AddDate(0, 1, 0).Add(3 * time.Hour))),
		FR: ContentChanges{Title: new("Gala")}}
}

func TestService_Create(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		r, err := s.Create(ctx, staff, "gala", gala())
		if err != nil {
			t.Fatal(err)
		}
		if r.Source != Saved || r.State != Open || r.Version != 1 || r.Palette != "sapin" || r.Capacity != nil || r.Deadline != 0 ||
			r.UpdatedAt != db.InstantOf(noon) {
			t.Errorf("a new event is %+v", r.Event)
		}
		if _, err := s.Create(ctx, staff, "gala", gala()); !errs.HasCode(err, "exists") {
			t.Errorf("a second one of the id: %v, want exists", err)
		}
		t.Run("a built-in one is saved as it ships, but for what is named", func(t *testing.T) {
			b, _ := builtIn("fete-clients-2026")
			r, err := s.Create(ctx, staff, b.ID, Changes{Palette: new("or")})
			if err != nil || r.Source != Saved || r.State != Draft || r.Palette != "or" || r.Content != b.Content || *r.Capacity != *b.Capacity ||
				r.Deadline != b.Deadline {
				t.Errorf("%+v, %v", r.Event, err)
			}
			if _, err := s.Create(ctx, staff, b.ID, Changes{}); !errs.HasCode(err, "exists") {
				t.Errorf("once more: %v, want exists", err)
			}
		})
		t.Run("refuses", func(t *testing.T) {
			start := db.InstantOf(noon.AddDate(0, 1, 0))
			for name, c := range map[string]struct {
				id   string
				c    Changes
				want string
			}{
				"an id with capitals":        {"Gala", gala(), "id format"},
				"an id that is too long":     {strings.Repeat("a", 65), gala(), "id format"},
				"a word that addresses need": {"campaign-resume", gala(), "id reserved"},
				"nothing":                    {"x", Changes{}, "content.fr.title required; ends_at required; starts_at required"},
				"an end before the start": {"x", Changes{StartsAt: &start, EndsAt: new(start - 1), FR: ContentChanges{Title: new("T")}},
					"ends_at end_before_start"},
				"an end at the start": {"x", Changes{StartsAt: &start, EndsAt: &start, FR: ContentChanges{Title: new("T")}},
					"ends_at end_before_start"},
				"a deadline after the start": {"x", with(gala(), func(c *Changes) { c.Deadline = new(start + 1) }), "rsvp_deadline after_start"},
				"a title of two lines": {"x", with(gala(), func(c *Changes) { c.FR.Title = new("A\r\nBcc: b@example.com") }),
					"content.fr.title format"},
				"an address of two lines": {"x", with(gala(), func(c *Changes) { c.EN.Address = new("A\nB") }),
					"content.en.address format"},
				"a title that turns its direction": {"x", with(gala(), func(c *Changes) { c.FR.Title = new("A\u202eB") }),
					"content.fr.title format"},
				"control characters in a long text": {"x", with(gala(), func(c *Changes) { c.FR.Intro = new("A\x07") }), "content.fr.intro format"},
				"a title that is too long": {"x", with(gala(), func(c *Changes) { c.FR.Title = new(strings.Repeat("é", 121)) }),
					"content.fr.title length"},
				"an empty title":             {"x", with(gala(), func(c *Changes) { c.FR.Title = new("  ") }), "content.fr.title required"},
				"an unknown palette":         {"x", with(gala(), func(c *Changes) { c.Palette = new("rose") }), "palette not_allowed"},
				"an unknown state":           {"x", with(gala(), func(c *Changes) { c.State = new(State("full")) }), "status not_allowed"},
				"a template of another kind": {"x", with(gala(), func(c *Changes) { c.EmailTemplate = new("promo") }), "email_template format"},
				"more people than there are": {"x", with(gala(), func(c *Changes) { c.Capacity = new(int64(100_001)) }),
					"capacity out_of_range"},
			} {
				t.Run(name, func(t *testing.T) {
					_, err := s.Create(ctx, staff, c.id, c.c)
					if got := told(err); got != c.want {
						t.Errorf("faults %q, want %q", got, c.want)
					}
				})
			}
		})
		t.Run("an unknown template, where templates are known", func(t *testing.T) {
			s.hooks.Template = func(_ context.Context, _ db.Queryer, name string) (bool, error) { return name == "event-gala", nil }
			_, err := s.Create(ctx, staff, "y", with(gala(), func(c *Changes) { c.EmailTemplate = new("event-none") }))
			if got := told(err); got != "email_template not_found" {
				t.Errorf("faults %q", got)
			}
			if _, err := s.Create(ctx, staff, "y", with(gala(), func(c *Changes) { c.EmailTemplate = new("event-gala") })); err != nil {
				t.Errorf("a known one: %v", err)
			}
			s.hooks.Template = func(context.Context, db.Queryer, string) (bool, error) { return false, nil }
			if _, err := s.Update(ctx, staff, "y", nil, Changes{EmailTemplate: new("event-gala"), Palette: new("nuit")}); err != nil {
				t.Errorf("the one that it has, which is gone since: %v", err)
			}
			if _, err := s.Update(ctx, staff, "y", nil, Changes{EmailTemplate: new("event-none")}); told(err) != "email_template not_found" {
				t.Errorf("another one that is not there: %v", err)
			}
		})
	})
}

func with(c Changes, change func(*Changes)) Changes {
	change(&c)
	return c
}

// told are the faults of an error, in order.
func told(err error) string {
	e, ok := errs.Of(err)
	if !ok {
		return fmt.Sprint(err)
	}
	var list []string
	for _, f := range e.Fields {
		list = append(list, f.Field+" "+f.Code)
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}

func TestService_Update(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		const id = "soiree-des-partenaires"
		b, _ := builtIn(id)
		zero, one := int64(0), int64(1)
		if _, err := s.Update(ctx, staff, id, &one, Changes{}); !errs.HasCode(err, "stale") {
			t.Errorf("version 1 of an event that was never saved: %v, want stale", err)
		}
		r, err := s.Update(ctx, staff, id, &zero, Changes{EN: ContentChanges{Title: new(""), Intro: new("Hello\r\nthere")},
			Capacity: new(int64(0))})
		if err != nil || r.Source != Saved || r.Version != 1 || r.Capacity != nil || r.Content.EN.Intro != "Hello\nthere" ||
			r.Text("en").Title != b.Content.FR.Title || r.Content.EN.Details != b.Content.EN.Details {
			t.Errorf("changing a built-in event saves it: %+v, %v", r.Event, err)
		}
		if r, err = s.Update(ctx, staff, id, &one, Changes{State: new(Open)}); err != nil || r.Version != 2 || r.StateAt(0, noon) != "open" {
			t.Errorf("%+v, %v", r.Event, err)
		}
		if _, err := s.Update(ctx, staff, id, &one, Changes{State: new(Closed)}); !errs.HasCode(err, "stale") {
			t.Errorf("an old version: %v, want stale", err)
		}
		if _, err := s.Update(ctx, staff, id, nil, Changes{EndsAt: new(r.StartsAt)}); told(err) != "ends_at end_before_start" {
			t.Errorf("what is whole only with what is there: %v", err)
		}
		if _, err := s.Update(ctx, staff, "none", nil, Changes{}); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("no such event: %v", err)
		}
		trail, err := audit.History(ctx, s.db, "event", id, 10)
		if err != nil || len(trail) != 2 || trail[0].Changes["status"] != [2]any{"draft", "open"} || trail[1].Action != "created" {
			t.Errorf("the trail is %+v, %v", trail, err)
		}
	})
}

func TestService_Delete(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		var asked []string
		refusal := errs.Conflict("send_active", "Invitations are being sent.")
		var refuse error
		s.hooks.Deleted = append(s.hooks.Deleted, func(_ context.Context, _ *db.Tx, id string) error {
			asked = append(asked, id)
			return refuse
		})
		if _, err := s.Create(ctx, staff, "gala", gala()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Attach(ctx, staff, "gala", NewFile{Name: "a.png", Language: "fr", Data: pixel()}); err != nil {
			t.Fatal(err)
		}
		refuse = refusal
		if err := s.Delete(ctx, staff, "gala", nil); !errs.HasCode(err, "send_active") {
			t.Errorf("refused by a feature that keeps something of it: %v", err)
		}
		if _, err := s.Get(ctx, "gala"); err != nil {
			t.Errorf("what was refused is still there: %v", err)
		}
		refuse = nil
		if err := s.Delete(ctx, staff, "gala", new(int64(1))); !errs.HasCode(err, "stale") {
			t.Errorf("an old version: %v, want stale", err)
		}
		if err := s.Delete(ctx, staff, "gala", new(int64(2))); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(ctx, "gala"); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("deleted, it is still there: %v", err)
		}
		if r, err := s.Create(ctx, staff, "gala", gala()); err != nil || r.Version != 4 || len(r.Files) != 0 {
			t.Errorf("an event of an id that was used has version %d and %d files, %v: want one that no old tag fits", r.Version, len(r.Files),
				err)
		}
		asked = nil
		t.Run("of a built-in event uncovers it", func(t *testing.T) {
			const id = "fete-clients-2026"
			if err := s.Delete(ctx, staff, id, nil); !errs.HasCode(err, "built_in") {
				t.Errorf("nothing saved: %v, want built_in", err)
			}
			if _, err := s.Update(ctx, staff, id, nil, Changes{FR: ContentChanges{Title: new("Autre")}}); err != nil {
				t.Fatal(err)
			}
			if err := s.Delete(ctx, staff, id, nil); err != nil {
				t.Fatal(err)
			}
			b, _ := builtIn(id)
			if r, err := s.Get(ctx, id); err != nil || r.Source != BuiltIn || r.Content != b.Content || r.Version != 0 {
				t.Errorf("%+v, %v", r.Event, err)
			}
			if len(asked) != 0 {
				t.Errorf("answers and audience of %v were to go: a built-in event keeps them", asked)
			}
		})
	})
}

func TestService_Each(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		for _, id := range []string{"zz", "aa"} {
			if _, err := s.Create(ctx, staff, id, gala()); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.OpenBuiltIns(ctx, staff); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Update(ctx, staff, "portes-ouvertes-2027", nil, Changes{State: new(Draft)}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Attach(ctx, staff, "zz", NewFile{Name: "a.png", Language: "both", Data: pixel()}); err != nil {
			t.Fatal(err)
		}
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO rsvp_tallies (event_id, headcount, registrations) VALUES ('aa', 7, 3), "+
				"('fete-clients-2026', 220, 90), ('gone', 1, 1)")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		list := func(f Filter) string {
			var b strings.Builder
			if err := s.Each(ctx, f, func(r Record) error {
				fmt.Fprintf(&b, "%s %s %s %d %d;", r.ID, r.Source, r.StateAt(r.Headcount, noon), r.Headcount, len(r.Files))
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		const all = "aa saved open 7 0;fete-clients-2026 built-in full 220 0;portes-ouvertes-2027 saved draft 0 " +
			"0;soiree-des-partenaires built-in open 0 0;zz saved open 0 1;"
		if got := list(Filter{Rows: 100}); got != all {
			t.Errorf("got  %s\nwant %s", got, all)
		}
		if got := list(Filter{After: "fete-clients-2026", Rows: 1}); got != "portes-ouvertes-2027 saved draft 0 0;" {
			t.Errorf("one after another: %s", got)
		}
		if got := list(Filter{Since: db.InstantOf(noon), Rows: 100}); strings.Contains(got, "built-in") || !strings.HasPrefix(got, "aa ") {
			t.Errorf("changed since: %s", got)
		}
		var upcoming []string
		up, err := s.Upcoming(ctx, 9)
		for _, r := range up {
			upcoming = append(upcoming, r.ID)
		}
		if got := strings.Join(upcoming, " "); err != nil || got != "aa zz fete-clients-2026 soiree-des-partenaires" {
			t.Errorf("upcoming, with the examples last: %s, %v", got, err)
		}
	})
}

// TestService_Shipped follows an event that ships with the program (R1): guests of an invented event see nothing.
func TestService_Shipped(t *testing.T) {
	const id = "fete-clients-2026"
	is := func(t *testing.T, s *Service, source Source, state State) {
		t.Helper()
		one, err := s.Get(t.Context(), id)
		if err != nil || one.Source != source || one.State != state {
			t.Errorf("%s is %s and %s, %v; want %s and %s", id, one.Source, one.State, err, source, state)
		}
		all, err := s.All(t.Context())
		if i := slices.IndexFunc(all, func(r Record) bool { return r.ID == id }); err != nil || i < 0 || all[i].Source != source ||
			all[i].State != state {
			t.Errorf("among all it differs: %+v, %v", all, err)
		}
	}
	shipped := func(t *testing.T) State {
		t.Helper()
		e, _ := builtIn(id)
		return e.State
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		t.Run("is a draft where it was not opened, and does not come up", func(t *testing.T) {
			is(t, s, BuiltIn, Draft)
			if up, err := s.Upcoming(ctx, 3); err != nil || len(up) != 0 {
				t.Errorf("upcoming: %v, %v", up, err)
			}
		})
		t.Run("is saved and open when staff open it", func(t *testing.T) {
			if _, err := s.Update(ctx, staff, id, nil, Changes{State: new(Open)}); err != nil {
				t.Fatal(err)
			}
			is(t, s, Saved, Open)
			if up, err := s.Upcoming(ctx, 3); err != nil || len(up) != 1 {
				t.Errorf("upcoming: %v, %v", up, err)
			}
		})
		t.Run("is a draft again when what was saved is deleted", func(t *testing.T) {
			if err := s.Delete(ctx, staff, id, nil); err != nil {
				t.Fatal(err)
			}
			is(t, s, BuiltIn, Draft)
		})
		t.Run("is open as it ships where it was opened so, and leaves a trail", func(t *testing.T) {
			if err := s.OpenBuiltIns(ctx, staff); err != nil {
				t.Fatal(err)
			}
			is(t, s, BuiltIn, Open)
			trail, err := audit.History(ctx, s.db, "event", id, 1)
			if err != nil || len(trail) != 1 || trail[0].Action != "updated" || trail[0].Changes["status"] != [2]any{"draft", "open"} {
				t.Errorf("the trail is %+v, %v", trail, err)
			}
			if got := shipped(t); got != Draft {
				t.Errorf("the program's own is %s now", got)
			}
		})
		t.Run("keeps its state when something else of it is saved by POST", func(t *testing.T) {
			if _, err := s.Create(ctx, staff, id, Changes{Palette: new("or")}); err != nil {
				t.Fatal(err)
			}
			is(t, s, Saved, Open)
			if _, was, _, err := s.versionAt(ctx, id, 0); err != nil || was["status"] != Open || was["palette"] == "or" {
				t.Errorf("before it was saved it said %v, %v", was, err)
			}
		})
	})
}

// TestService_Attach_AtOnce lets many attach to one event at the same time, of which six may (R3).
func TestService_Attach_AtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		const id = "portes-ouvertes-2027" // it is not saved yet: all of them would save it
		for round := range 5 {
			kept, refused := attachAll(t, crowd, func(_ int, n NewFile) error { _, err := s.Attach(ctx, staff, id, n); return err })
			r, err := s.Get(ctx, id)
			if err != nil || kept != MaxFiles || len(r.Files) != MaxFiles || refused != crowd-MaxFiles {
				t.Fatalf("round %d: %d kept, %d there, %d refused, %v", round, kept, len(r.Files), refused, err)
			}
			if err := s.Delete(ctx, staff, id, nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestService_Attach_AtOnce_NeedsItsOrder shows that the test above sees too many files when those who attach do not
// wait for each other. SQLite has one writer at a time, whatever a program does.
func TestService_Attach_AtOnce_NeedsItsOrder(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	s, ctx := serve(d), t.Context()
	if _, err := s.Create(ctx, staff, "gala", gala()); err != nil {
		t.Fatal(err)
	}
	for i := range MaxFiles - 1 {
		if _, err := s.Attach(ctx, staff, "gala", NewFile{Name: fmt.Sprintf("%d.png", i), Language: "both", Data: pixel()}); err != nil {
			t.Fatal(err)
		}
	}
	var counted sync.WaitGroup
	counted.Add(2)
	first := make([]bool, 2) // a transaction that runs again has been waited for
	kept, _ := attachAll(t, 2, func(i int, n NewFile) error {
		if err := n.Validate().Err(); err != nil {
			return err
		}
		return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			count, err := countFiles(ctx, tx, "gala")
			if !first[i] {
				first[i] = true
				counted.Done()
				counted.Wait()
			}
			if err != nil || count >= MaxFiles {
				return errors.Join(err, errs.Conflict("too_many_attachments", ""))
			}
			_, err = insertFile(ctx, tx, "gala", n, []byte{1}, s.at())
			return err
		})
	})
	if kept != 2 {
		t.Errorf("of two that do not wait for each other %d took the last place: the test above would see nothing", kept)
	}
}

const crowd = 10

func attachAll(t *testing.T, n int, attach func(i int, n NewFile) error) (kept, refused int) {
	t.Helper()
	answers := make(chan error, n)
	for i := range n {
		f := NewFile{Name: fmt.Sprintf("%d.png", i), Language: "both", Data: pixel()}
		go func() { answers <- attach(i, f) }()
	}
	for range n {
		switch err := <-answers; {
		case err == nil:
			kept++
		case errs.HasCode(err, "too_many_attachments"):
			refused++
		default:
			t.Error(err)
		}
	}
	return kept, refused
}

func TestService_Upcoming(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		for id, x := range map[string]struct {
			state State
			from  time.Duration
		}{"soon": {Open, time.Hour}, "later": {Closed, 48 * time.Hour}, "draft": {Draft, 2 * time.Hour}, "under-way": {Open, -time.Hour},
			"just-over": {Open, -3 * time.Hour}} {
			start := db.InstantOf(noon.Add(x.from))
			c := Changes{State: &x.state, StartsAt: &start, EndsAt: new(start + db.Instant((3 * time.Hour).Milliseconds())),
				FR: ContentChanges{Title: &id}}
			if _, err := s.Create(ctx, staff, id, c); err != nil {
				t.Fatal(err)
			}
		}
		for n, want := range map[int]string{9: "under-way soon later", 2: "under-way soon"} {
			list, err := s.Upcoming(ctx, n)
			var got []string
			for _, r := range list {
				got = append(got, r.ID)
			}
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("%v, %v, want %s", got, err, want)
			}
		}
	})
}

func TestService_versionAt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		const shipped = "portes-ouvertes-2027"
		if _, err := s.Create(ctx, staff, "gala", gala()); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"gala", shipped} {
			for _, c := range []Changes{{Palette: new("nuit")}, {FR: ContentChanges{Title: new("Bal")}, Deadline: new(db.InstantOf(noon))}} {
				if _, err := s.Update(ctx, staff, id, nil, c); err != nil {
					t.Fatal(err)
				}
			}
		}
		b, err := builtInByID(ctx, d, shipped)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct {
			name, id, title, palette string // of that version; empty: not known
			version                  int64
		}{
			{"as it is", "gala", "", "", 3},
			{"one change ago", "gala", "Gala", "nuit", 2},
			{"two changes ago", "gala", "Gala", "sapin", 1},
			{"before there was one", "gala", "", "", 0},
			{"as it ships", shipped, b.Content.FR.Title, b.Palette, 0},
			{"as it was saved first", shipped, b.Content.FR.Title, "nuit", 1},
		} {
			t.Run(x.name, func(t *testing.T) {
				now, was, last, err := s.versionAt(ctx, x.id, x.version)
				if err != nil || now.ID != x.id || now.Content.FR.Title != "Bal" || last == nil {
					t.Fatalf("%+v, %v, %v", now, last, err)
				}
				title, _ := was["content.fr.title"].(string)
				if palette, _ := was["palette"].(string); title != x.title || palette != x.palette {
					t.Errorf("it was %v", was)
				}
				if deadline := auditFields(now)["rsvp_deadline"]; deadline != db.InstantOf(noon).String() {
					t.Errorf("the deadline is kept as %v", deadline)
				}
			})
		}
	})
}

func TestService_states(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		full, draft := State(Full), Draft
		if _, err := s.Create(ctx, staff, "gala", with(gala(), func(c *Changes) { c.State = &full })); told(err) != "status not_allowed" {
			t.Errorf("it is full from the beginning: %v", err)
		}
		r, err := s.Create(ctx, staff, "gala", with(gala(), func(c *Changes) { c.State, c.EmailTemplate = &draft, new("event-any") }))
		if err != nil || r.State != Draft { // templates are not checked where no function does it
			t.Errorf("%+v, %v", r, err)
		}
		if _, err := s.Update(ctx, staff, "gala", nil, Changes{State: &full}); told(err) != "status not_allowed" {
			t.Errorf("it is made full: %v", err)
		}
		s.hooks.Template = func(context.Context, db.Queryer, string) (bool, error) { return false, nil }
		if r, err := s.Update(ctx, staff, "gala", nil, Changes{EmailTemplate: new("")}); err != nil || r.EmailTemplate != "" {
			t.Errorf("the festive invitation needs no template: %v", err)
		}
	})
}

func TestService_Detach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := serve(d), t.Context()
		f, err := s.Attach(ctx, staff, "fete-clients-2026", NewFile{Name: "a.png", Language: "fr", Data: pixel()})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Attach(ctx, staff, "fete-clients-2026", NewFile{Language: "de", Data: pixel()}); told(err) != "language not_allowed" {
			t.Errorf("a file in German: %v", err)
		}
		before, _ := s.Get(ctx, "fete-clients-2026")
		for lang, want := range map[i18n.Lang]int{i18n.FR: 1, i18n.EN: 0} {
			if list, err := Attachments(ctx, d, "fete-clients-2026", lang); err != nil || len(list) != want {
				t.Errorf("%d files go along in %s, %v", len(list), lang, err)
			}
		}
		if err := s.Detach(ctx, staff, "fete-clients-2026", f.ID, new(int64(2))); errs.KindOf(err) != errs.KindStale {
			t.Errorf("another version of a file: %v", err)
		}
		if err := s.Detach(ctx, staff, "fete-clients-2026", f.ID, new(int64(fileVersion))); err != nil {
			t.Fatal(err)
		}
		after, err := s.Get(ctx, "fete-clients-2026")
		if err != nil || len(after.Files) != 0 || after.Version != before.Version+1 {
			t.Errorf("%+v, %v", after, err)
		}
		if err := s.Detach(ctx, staff, "fete-clients-2026", f.ID, nil); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("a second time: %v", err)
		}
		if _, _, err := s.File(ctx, "fete-clients-2026", f.ID); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("it is still read: %v", err)
		}
	})
}
