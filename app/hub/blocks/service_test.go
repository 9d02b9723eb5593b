package blocks_test

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/blocks"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

var (
	clock = func() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC) }
	staff = auth.Actor{PersonID: "00000000-0000-4000-8000-00000000000e", Name: "Rosalie", Role: auth.Events, Via: "cookie",
		Language: i18n.EN}
)

// world is the event "gala" with its blocks.
type world struct {
	*blocks.Service
	events    *events.Service
	templates *templates.Service
	db        *db.DB
	client    *featuretest.Client
}

func each(t *testing.T, test func(t *testing.T, w world)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := world{db: d}
		w.templates = templates.NewService(d, clock, templates.Config{Zone: time.UTC, Site: &url.URL{Scheme: "https", Host: "presence.example"},
			Blocks: blocks.Template})
		w.events = events.NewService(d, clock, events.Hooks{Template: templates.Exists, DeleteBlocks: blocks.Delete,
			CopyBlocks: func(ctx context.Context, tx *db.Tx, by auth.Actor, from, to string) error {
				return blocks.Copy(ctx, tx, by, db.InstantOf(clock()), from, to)
			}})
		w.Service = blocks.NewService(d, clock, w.events, w.templates)
		starts, ends := db.InstantOf(clock().Add(240*time.Hour)), db.InstantOf(clock().Add(244*time.Hour))
		title := "Le gala"
		if _, err := w.events.Create(t.Context(), staff, "gala", events.Changes{StartsAt: &starts, EndsAt: &ends,
			FR: events.ContentChanges{Title: &title}}); err != nil {
			t.Fatal(err)
		}
		w.client = featuretest.New(t, featuretest.Options{By: staff, Now: clock}, func(r *httpx.Router) { blocks.API(r, w.Service) })
		test(t, w)
	})
}

func texts(fr ...string) (l blocks.List) {
	for _, x := range fr {
		l.Blocks = append(l.Blocks, blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: x}})
	}
	return l
}

// save stores blocks that must be accepted.
func (w world) save(t *testing.T, l blocks.List) blocks.Saved {
	t.Helper()
	b, err := w.Save(t.Context(), staff, "gala", nil, l)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (w world) count(t *testing.T, query string) (n int) {
	t.Helper()
	if err := w.db.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestService_Get(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		b, err := w.Get(t.Context(), "gala")
		if err != nil || b.Version != 0 || len(b.Blocks) != len(blocks.Standard().Blocks) {
			t.Errorf("an event without blocks has those of the festive invitation: %+v %v", b, err)
		}
		if _, err := w.Get(t.Context(), "none"); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("an unknown event: %v", err)
		}
	})
}

func TestService_Save(t *testing.T) {
	const entries = "SELECT COUNT(*) FROM audit_log WHERE kind = 'event_blocks'"
	each(t, func(t *testing.T, w world) {
		first := w.save(t, texts("a", "b"))
		if first.Version != 1 || first.Blocks[1].ID != 2 || first.Blocks[1].FR != "b" {
			t.Fatalf("%+v", first)
		}
		t.Run("stores the same list once", func(t *testing.T) {
			if again := w.save(t, first.List); again.Version != 1 || w.count(t, entries) != 1 {
				t.Errorf("version %d, %d entries", again.Version, w.count(t, entries))
			}
		})
		t.Run("refuses an older version", func(t *testing.T) {
			if _, err := w.Save(t.Context(), staff, "gala", new(int64(0)), texts("c")); errs.KindOf(err) != errs.KindStale {
				t.Errorf("got %v", err)
			}
		})
		t.Run("refuses an invalid list", func(t *testing.T) {
			if _, err := w.Save(t.Context(), staff, "gala", nil, texts("{{secret}}")); errs.KindOf(err) != errs.KindInvalid {
				t.Errorf("got %v", err)
			}
		})
		t.Run("refuses an unknown event", func(t *testing.T) {
			if _, err := w.Save(t.Context(), staff, "none", nil, texts("c")); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("got %v", err)
			}
		})
		t.Run("records a new order", func(t *testing.T) {
			moved := first.List
			moved.Blocks = []blocks.Block{first.Blocks[1], first.Blocks[0]}
			if b := w.save(t, moved); b.Version != 2 || b.Blocks[0].FR != "b" {
				t.Errorf("%+v", b)
			}
			if n := w.count(t, entries+" AND changes LIKE '%2, 1%'"); n != 1 {
				t.Errorf("%d entries name the order, want 1", n)
			}
		})
		t.Run("continues the versions of an event that was deleted", func(t *testing.T) {
			if err := w.events.Delete(t.Context(), staff, "gala", nil); err != nil {
				t.Fatal(err)
			}
			if n := w.count(t, "SELECT COUNT(*) FROM event_blocks"); n != 0 {
				t.Errorf("%d lists are left", n)
			}
			starts, ends, title := db.InstantOf(clock().Add(24*time.Hour)), db.InstantOf(clock().Add(25*time.Hour)), "Le gala"
			if _, err := w.events.Create(t.Context(), staff, "gala", events.Changes{StartsAt: &starts, EndsAt: &ends,
				FR: events.ContentChanges{Title: &title}}); err != nil {
				t.Fatal(err)
			}
			if b := w.save(t, texts("d")); b.Version != 3 {
				t.Errorf("version %d, want 3", b.Version)
			}
		})
	})
}

// TestService_Save_SameVersion saves different lists over the same version at once: one is stored, the others are refused.
func TestService_Save_SameVersion(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const editors = 8
		before := w.save(t, texts("a"))
		results := make(chan error, editors)
		for i := range editors {
			go func() {
				_, err := w.Save(t.Context(), staff, "gala", &before.Version, texts("a", strconv.Itoa(i)))
				results <- err
			}()
		}
		stored := 0
		for range editors {
			switch err := <-results; {
			case err == nil:
				stored++
			case errs.KindOf(err) != errs.KindStale:
				t.Error(err)
			}
		}
		if stored != 1 {
			t.Errorf("%d lists were stored over one version", stored)
		}
	})
}

// TestService_Save_beside_a_deletion saves blocks while their event is deleted: none are left for a later event of that name.
func TestService_Save_beside_a_deletion(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.save(t, texts("a"))
		err := dbtest.Meanwhile(t, w.db, func(ctx context.Context, _ *db.Tx) error {
			return w.events.Delete(ctx, staff, "gala", nil)
		}, func(ctx context.Context) error {
			_, err := w.Save(ctx, staff, "gala", nil, texts("b"))
			return err
		})
		if errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("the save: %v", err)
		}
		if n := w.count(t, "SELECT COUNT(*) FROM event_blocks"); n != 0 {
			t.Errorf("%d lists are left", n)
		}
	})
}

// TestService_Undo takes back what an act of the editor has done to a list that is larger than a message may be.
func TestService_Undo(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		mine, _ := w.browser(t)
		long := texts(strings.Repeat("a ", 2_000)+"a", strings.Repeat("b ", 2_000)+"b")
		w.save(t, long)
		act := func(t *testing.T, name string) (undo url.Values) {
			t.Helper()
			form := formOf(mine.On(t).Get(address).Want(http.StatusOK).Doc())
			mine.On(t).Form(address, with(form, "act", name)).Want(http.StatusSeeOther)
			for _, m := range mine.Messages() {
				undo = url.Values{}
				for _, h := range m.Hidden {
					undo.Set(h.Name, h.Value)
				}
			}
			return undo
		}
		before := w.stored(t)
		for _, name := range []string{"standard", "remove:1"} {
			t.Run("after "+name, func(t *testing.T) {
				undo := act(t, name)
				if w.stored(t) == before || undo.Get("act") != "undo" {
					t.Fatalf("nothing has changed, or nothing can be taken back: %v", undo)
				}
				mine.On(t).Form(address, undo).RedirectsTo(address)
				if got := w.stored(t); got != before {
					t.Errorf("%.80s…", got)
				}
				if err := w.Undo(t.Context(), staff, "gala", 99); errs.KindOf(err) != errs.KindStale {
					t.Errorf("a change that is not the last: %v", err)
				}
			})
		}
		t.Run("not after a change by a program", func(t *testing.T) {
			b := w.save(t, texts("c"))
			if err := w.Undo(t.Context(), staff, "gala", b.Version); errs.KindOf(err) != errs.KindStale {
				t.Errorf("got %v", err)
			}
		})
	})
}

// TestService_numbers shows that a new block does not get the ID of one that was removed.
func TestService_numbers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ids := func(b blocks.Saved) (list []int64) {
			for _, x := range b.Blocks {
				list = append(list, x.ID)
			}
			return list
		}
		mixed := w.save(t, blocks.List{Blocks: []blocks.Block{{Kind: blocks.Divider}, {ID: 1, Kind: blocks.Divider}, {Kind: blocks.Divider}}})
		if got := ids(mixed); !slices.Equal(got, []int64{2, 1, 3}) {
			t.Errorf("blocks without an ID: %v", got)
		}
		first := w.save(t, texts("a", "b"))
		w.save(t, blocks.List{Blocks: first.Blocks[:1]})
		next := w.save(t, blocks.List{Blocks: append(slices.Clone(first.Blocks[:1]), blocks.Block{Kind: blocks.Divider})})
		if got := ids(next); !slices.Equal(got, []int64{4, 6}) {
			t.Errorf("a block after a removed one: %v", got)
		}
		next.Blocks[0].ID = 1_000_000_000
		end := w.save(t, blocks.List{Blocks: append(next.Blocks, blocks.Block{Kind: blocks.Divider})})
		if got := ids(end); !slices.Equal(got, []int64{1_000_000_000, 6, 1}) {
			t.Errorf("a block at the end of the range: %v", got)
		}
		if again := w.save(t, end.List); again.Version != end.Version {
			t.Error("what was read cannot be sent back")
		}
	})
}

// TestTemplate_LacksEnglish shows which lists would send French text to people who read English.
func TestTemplate_LacksEnglish(t *testing.T) {
	both := blocks.Words{FR: "a", EN: "b"}
	each(t, func(t *testing.T, w world) {
		for name, x := range map[string]struct {
			list blocks.List
			want bool
		}{
			"the standard invitation has both":         {blocks.Standard(), false},
			"a text in both languages":                 {list(blocks.Block{Kind: blocks.Text, Words: both}), false},
			"a text in French alone":                   {list(blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: "a {{greeting}}"}}), true},
			"a right column in French alone":           {list(blocks.Block{Kind: blocks.Columns, Words: both, Right: blocks.Words{FR: "c"}}), true},
			"a subject in French alone":                {blocks.List{Subject: blocks.Words{FR: "a"}}, true},
			"placeholders, which are in each language": {list(blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: "{{greeting}}\n\n{{event_intro}}"}}), false},
		} {
			t.Run(name, func(t *testing.T) {
				w.save(t, x.list)
				got, err := blocks.Template(t.Context(), w.db, events.Event{ID: "gala"}, "https://presence.example")
				if err != nil || got.LacksEnglish() != x.want {
					t.Errorf("got %v, %v, want %v", got.LacksEnglish(), err, x.want)
				}
			})
		}
	})
}

func TestService_Copy(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.save(t, texts("a"))
		starts, ends, title := db.InstantOf(clock().Add(24*time.Hour)), db.InstantOf(clock().Add(25*time.Hour)), "Le bal"
		for _, x := range []struct{ name, from, want string }{{"copies the blocks of another event", "gala", "a"},
			{"copies none of an event that has none", "none", ""}} {
			t.Run(x.name, func(t *testing.T) {
				id := "bal-" + x.from
				if _, err := w.events.Create(t.Context(), staff, id, events.Changes{StartsAt: &starts, EndsAt: &ends, BlocksOf: x.from,
					FR: events.ContentChanges{Title: &title}}); err != nil {
					t.Fatal(err)
				}
				b, err := w.Get(t.Context(), id)
				if err != nil || b.Blocks[0].FR != x.want || (b.Version > 0) != (x.want != "") {
					t.Errorf("%+v %v", b, err)
				}
			})
		}
	})
}

func TestService_ToHTML(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.save(t, every())
		if err := w.Use(t.Context(), staff, "gala"); err != nil {
			t.Fatal(err)
		}
		message := func(lang i18n.Lang) (html string) {
			e, err := w.events.Get(t.Context(), "gala")
			if err != nil {
				t.Fatal(err)
			}
			p, err := w.templates.PreviewOf(t.Context(), e.Event, templates.Options{Lang: lang, Template: e.EmailTemplate})
			if err != nil {
				t.Fatal(err)
			}
			return p.HTML
		}
		fr, en := message(i18n.FR), message(i18n.EN)
		for _, name := range []string{"event-gala", "event-gala-2"} {
			made, err := w.ToHTML(t.Context(), staff, "gala")
			if err != nil || made.Name != name {
				t.Fatalf("got %q, want %s: %v", made.Name, name, err)
			}
		}
		e, err := w.events.Get(t.Context(), "gala")
		if err != nil || e.EmailTemplate != "event-gala-2" {
			t.Errorf("the event uses %q: %v", e.EmailTemplate, err)
		}
		if message(i18n.FR) != fr || message(i18n.EN) != en {
			t.Error("the template does not render what the blocks did")
		}
	})
}

// TestSend sends an invitation of blocks through the relay.
func TestSend(t *testing.T) {
	sends.Each(t, sink.Options{Keep: 2}, func(t *testing.T, w *sends.World) {
		e := events.NewService(w.DB, w.Clock.Now, events.Hooks{})
		s := blocks.NewService(w.DB, w.Clock.Now, e, w.Options.Templates)
		own, err := s.AddPicture(t.Context(), staff, "gala", photo(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		l := every()
		l.Blocks = append(l.Blocks, showing(own).Blocks...)
		if _, err := s.Save(t.Context(), staff, "gala", nil, l); err != nil {
			t.Fatal(err)
		}
		if err := s.Use(t.Context(), staff, "gala"); err != nil {
			t.Fatal(err)
		}
		w.Invite(2)
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		_, links := w.Tracked("g0@example.org")
		has := func(t *testing.T, path string) {
			t.Helper()
			for _, u := range links {
				if strings.Contains(u.Path, path) {
					return
				}
			}
			t.Errorf("no link has %s: %v", path, links)
		}
		t.Run("its links are counted", func(t *testing.T) {
			has(t, "/"+campaigns.ClickRSVP)
			has(t, "/"+campaigns.ClickCalendar)
			has(t, "/u/")
			if r := w.Recipient(c, "g0@example.org"); r.RSVPURL == "" {
				t.Error("the recipient has no personal link")
			}
		})
		for _, m := range w.Sink.Taken() {
			content, err := mail.Parse(strings.NewReader(string(m.Content)))
			if err != nil {
				t.Fatal(err)
			}
			text, html := content.Text, content.HTML
			want := "Bonjour Élise,"
			if m.To == "g1@example.org" {
				want = "Hello Élise,"
			}
			t.Run("placeholders are filled in for "+m.To, func(t *testing.T) {
				if strings.Contains(text+html, "{{") || !strings.Contains(html, want) || !strings.Contains(text, want) {
					t.Errorf("%s\n%s", text, html)
				}
			})
			t.Run("the picture of a block has its whole address for "+m.To, func(t *testing.T) {
				if src := `<img src="` + w.Options.Templates.Origin() + own.Path(events.LargePicture) + `"`; !strings.Contains(html, src) {
					t.Errorf("%s is missing in %s", src, html)
				}
			})
			t.Run("the text has what the blocks say for "+m.To, func(t *testing.T) {
				for _, part := range []string{"* * *", "https://example.com/plan?a=1&b=2", "/rsvp/gala", "[Le plan]", "-- \n"} {
					if !strings.Contains(text, part) {
						t.Errorf("%q is missing in %s", part, text)
					}
				}
			})
		}
	})
}

func TestAPI(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		read := w.client.Get("/events/gala/blocks").Want(http.StatusOK)
		if got := read.Body; !strings.Contains(got, `{"id":2,"type":"title","fr":"{{event_title}}"}`) {
			t.Errorf("%s", got)
		}
		tag := read.Header.Get("ETag")
		put := func(body string, headers ...string) *featuretest.Answer {
			return w.client.On(t).Do(http.MethodPut, "/events/gala/blocks", body, headers...)
		}
		put(read.Body, "If-Match", tag).Want(http.StatusOK)
		put(read.Body, "If-Match", tag).Want(http.StatusPreconditionFailed)
		for name, x := range map[string]struct{ body, faults string }{
			"refuses an unknown member":                {`{"blocks":[{"type":"text","html":"x"}]}`, "blocks[0].html unknown"},
			"refuses an unknown type":                  {`{"blocks":[{"type":"video"}]}`, "blocks[0].type not_allowed"},
			"refuses a body without blocks":            {`{}`, "blocks required"},
			"refuses what does not belong to the type": {`{"blocks":[{"type":"divider","fr":"x"}]}`, "blocks[0].fr not_allowed"},
			"tells every error": {`{"blocks":[{"type":"text","fr":"{{x}}"},{"type":"button","url":"http://a.example"}]}`,
				"blocks[0].fr unknown_placeholder, blocks[1].url https_address"},
		} {
			t.Run(name, func(t *testing.T) {
				put(x.body).IsRefused(http.StatusBadRequest, x.faults)
			})
		}
		put(`{"subject":{"fr":"Venez"},"blocks":[{"type":"columns","fr":"a","right":{"fr":"b"}}]}`).Is(http.StatusOK,
			`{"subject":{"fr":"Venez"},"blocks":[{"id":8,"type":"columns","fr":"a","right":{"fr":"b"}}]}`)
	})
}
