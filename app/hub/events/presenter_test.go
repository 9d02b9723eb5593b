package events

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	views "presence/views/hub/events"
	"presence/views/layout"
	"presence/views/ui"
)

func inEnglish() presenter {
	return presenter{now: noon, zone: time.UTC, lang: i18n.EN, sent: map[string]bool{"gala": true}}
}

// lasting is an open event that was saved, from some hours after noon on.
func lasting(id string, from, hours int) Record {
	start := db.InstantOf(noon.Add(time.Duration(from) * time.Hour))
	return Record{Event: Event{ID: id, Source: Saved, State: Open, StartsAt: start,
		EndsAt: start + db.Instant((time.Duration(hours) * time.Hour).Milliseconds()), Content: Contents{FR: Content{Title: id}}}}
}

func TestPresenter_cards(t *testing.T) {
	coming, past := inEnglish().cards([]Record{lasting("later", 5, 1), lasting("long ago", -50, 1), lasting("soon", 2, 1),
		lasting("ends now", -1, 1), lasting("ended just now", -3, 2)})
	var got []string
	for _, c := range slices.Concat(coming, past) {
		got = append(got, c.Title)
	}
	if want := "ends now, soon, later, ended just now, long ago"; strings.Join(got, ", ") != want || len(coming) != 3 {
		t.Errorf("got %v, %d of them coming; want %s", got, len(coming), want)
	}
}

func TestPresenter_card(t *testing.T) {
	l := i18n.EN
	with := func(change func(*Record)) Record {
		r := lasting("gala", 48, 4)
		change(&r)
		return r
	}
	until := db.InstantOf(noon.Add(time.Hour))
	for _, x := range []struct {
		name   string
		r      Record
		note   string
		badge  i18n.Text
		people string // empty: a gauge
		tone   ui.Tone
	}{
		{"open", with(func(r *Record) { r.Headcount = 3 }), "", i18n.EventOpen, l.N(3, i18n.EventPeopleN), ""},
		{"open until a deadline", with(func(r *Record) { r.Deadline = until }), l.F(i18n.EventUntil, "Fri, Nov\u00a020 at 6:00\u00a0p.m."), i18n.EventOpen,
			l.N(0, i18n.EventPeopleN), ""},
		{"closed by staff", with(func(r *Record) { r.Deadline, r.State = until, Closed }), "", i18n.EventClosed, l.N(0, i18n.EventPeopleN), ""},
		{"as it ships", with(func(r *Record) { r.Source, r.State = BuiltIn, Draft }), "", i18n.EventDraft,
			l.N(0, i18n.EventPeopleN), ""},
		{"nobody invited and nobody coming", with(func(r *Record) { r.ID = "ball" }), l.T(i18n.EventNoLimit), i18n.EventOpen,
			l.T(i18n.EventUninvited), ""},
		{"nobody invited, until a deadline", with(func(r *Record) { r.ID, r.Deadline = "ball", until }),
			l.T(i18n.EventNoLimit) + " · " + l.F(i18n.EventUntil, "Fri, Nov\u00a020 at 6:00\u00a0p.m."), i18n.EventOpen, l.T(i18n.EventUninvited), ""},
		{"nobody invited, with a capacity", with(func(r *Record) { r.ID, r.Capacity = "ball", new(int64(5)) }), "5 spots", i18n.EventOpen,
			l.T(i18n.EventUninvited), ""},
		{"nobody invited, but somebody coming", with(func(r *Record) { r.ID, r.Capacity, r.Headcount = "ball", new(int64(5)), 1 }), "",
			i18n.EventOpen, "", ""},
		{"invited, and nobody coming", with(func(r *Record) { r.Capacity = new(int64(5)) }), "", i18n.EventOpen, "", ""},
		{"over, and nobody was invited", with(func(r *Record) { r.ID, r.StartsAt, r.EndsAt = "ball", 1, 2 }), "", i18n.EventOver,
			l.N(0, i18n.EventPeopleN), ""},
		{"one place left", with(func(r *Record) { r.Capacity, r.Headcount = new(int64(5)), 4 }), "", i18n.EventOpen, "", ""},
		{"no place left", with(func(r *Record) { r.Capacity, r.Headcount = new(int64(5)), 5 }), "", i18n.EventFull, "", ui.Warn},
		{"over", with(func(r *Record) { r.StartsAt, r.EndsAt, r.Deadline = 1, 2, 1 }), "", i18n.EventOver, l.N(0, i18n.EventPeopleN), ""},
		{"over, but never opened", with(func(r *Record) { r.StartsAt, r.EndsAt, r.State = 1, 2, Draft }), "", i18n.EventDraft,
			l.N(0, i18n.EventPeopleN), ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := inEnglish().card(x.r)
			if got := inEnglish().badge(x.r); c.Note != x.note || got.Text != l.T(x.badge) || c.People != x.people {
				t.Errorf("note %q, badge %q, people %q", c.Note, got.Text, c.People)
			}
			if usual := x.badge == i18n.EventOpen || x.badge == i18n.EventOver; (c.Badge == nil) != usual {
				t.Errorf("the card says its state: %v", !usual)
			}
			if (c.Example == l.T(i18n.EventExample)) != (x.r.Source == BuiltIn) {
				t.Errorf("the tag is %q", c.Example)
			}
			if (c.Gauge == nil) != (x.people != "") || c.Gauge != nil && (c.Gauge.Tone != x.tone || c.Gauge.Max != 5) {
				t.Errorf("gauge %+v", c.Gauge)
			}
		})
	}
}

// The card of an event has the next action, which leads to the invitations first, then to the responses to review.
func TestPresenter_card_act(t *testing.T) {
	d := inEnglish()
	d.toCheck = map[string]int64{"gala": 2, "ball": 1}
	build := i18n.EN.T(i18n.SendAudienceBuild)
	for id, want := range map[string]string{"gala": "2 responses to review", "ball": build, "other": build} {
		if c := d.card(lasting(id, 48, 4)); c.Act == nil || c.Act.Label != want {
			t.Errorf("%s: %+v, want %s", id, c.Act, want)
		}
	}
	d.toCheck = nil
	if c := d.card(lasting("gala", 48, 4)); c.Act != nil {
		t.Errorf("%+v", c.Act)
	}
}

func TestPresenter_when(t *testing.T) {
	l := i18n.EN
	day := func(d time.Duration) string { return l.DayLong(noon.Add(d)) }
	for hours, want := range map[int]string{
		19: l.F(i18n.EventTimes, day(0), l.Clock(noon), l.Clock(noon.Add(19*time.Hour))),
		20: l.F(i18n.EventTimesDays, day(0), l.Clock(noon), day(20*time.Hour), l.Clock(noon.Add(20*time.Hour))),
	} {
		if got := inEnglish().when(lasting("gala", 0, hours).Event); got != want {
			t.Errorf("%d hours: %q, want %q", hours, got, want)
		}
	}
}

func TestPresenter_choice(t *testing.T) {
	names := []string{"event-a", "event-b"}
	for _, x := range []struct {
		value   string
		options int
		lost    bool
	}{{"", 4, false}, {BlocksTemplate, 4, false}, {"event-b", 4, false}, {"event-gone", 5, true}} {
		t.Run("template "+x.value, func(t *testing.T) {
			f := inEnglish().choice(ui.Field{Value: x.value, Hint: "hint"}, names)
			if len(f.Options) != x.options || (f.Hint != "hint") != x.lost ||
				!slices.ContainsFunc(f.Options, func(o ui.Option) bool { return o.Value == x.value }) {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestPresenter_editor(t *testing.T) {
	l := i18n.EN
	saved := lasting("gala", 48, 4)
	saved.Version = 3
	t.Run("of a new event", func(t *testing.T) {
		p := inEnglish().editor(editorState{isNew: true, Record: Record{Event: blank("")}, shows: shown{"fr", i18n.FR, ui.SchemeLight, previewPage}})
		if p.Title != l.T(i18n.EventNew) || p.Slug == nil || p.Hidden != nil || p.Files != nil || p.Head != nil || p.Ask != nil {
			t.Errorf("%+v", p)
		}
	})
	t.Run("of an event that was saved", func(t *testing.T) {
		p := inEnglish().editor(editorState{Record: saved})
		if p.Head.Title != "gala" || p.Head.Delete == "" || p.Slug != nil || p.Hidden[0].Value != "3" || p.Head.Guest == "" || p.Files == nil ||
			p.Head.When != inEnglish().brief(saved.Event) || p.Note != "" || p.Changed || p.Places.Hint != l.T(i18n.EventPlacesHint) || p.Places.Value != "" {
			t.Errorf("%+v", p)
		}
	})
	t.Run("of one with people and places", func(t *testing.T) {
		r := saved
		r.Headcount, r.Capacity = 1, new(int64(40))
		p := inEnglish().editor(editorState{Record: r})
		if p.Places.Hint != l.N(1, i18n.EventPlacesLess) || p.Places.Value != "40" {
			t.Errorf("%+v", p.Places)
		}
	})
	t.Run("of a draft that ships", func(t *testing.T) {
		r := saved
		r.Source, r.State = BuiltIn, Draft
		p := inEnglish().editor(editorState{Record: r})
		if p.Head.Delete != "" || p.Head.Guest != "" || p.Note != l.T(i18n.EventShippedNow) {
			t.Errorf("%+v", p)
		}
	})
	t.Run("of what was typed", func(t *testing.T) {
		p := inEnglish().editor(editorState{Record: saved, values: url.Values{"version": {"2"}, "capacity": {"x"}},
			faults: errs.Fields{{Field: "capacity", Code: "format", Detail: "d"}}})
		if p.Hidden[0].Value != "2" || p.Places.Value != "x" || p.Places.Error == "" || p.When[0].Value == "" || p.When[0].Error != "" {
			t.Errorf("%+v %+v", p.Hidden, p.Places)
		}
		if !p.Pairs[0].FR.Required || p.Pairs[1].FR.Required || p.Pairs[2].FR.Rows != 7 || p.Pairs[1].FR.Rows != 4 {
			t.Errorf("%+v", p.Pairs)
		}
		if p.When[0].Label != l.T(i18n.EventStarts) || p.When[2].Label != l.T(i18n.EventDeadline) || p.Places.Label != l.T(i18n.EventPlaces) ||
			p.Pairs[0].FR.Label+" "+p.Pairs[0].FR.In != inEnglish().label("content.fr.title") || p.Pairs[0].EN.Placeholder != l.T(i18n.TplBlank) {
			t.Errorf("the labels are %+v, %+v", p.When, p.Pairs[0])
		}
		if !p.Changed {
			t.Error("what was typed is not marked as unsaved")
		}
	})
}

func TestPresenter_head(t *testing.T) {
	l := i18n.EN
	for _, x := range []struct {
		name  string
		state State
		moves []i18n.Text // the first one is the button
		main  bool
	}{
		{"a draft can be published", Draft, []i18n.Text{i18n.EventPublish}, true},
		{"an open event can be closed, or become a draft again", Open, []i18n.Text{i18n.EventShut, i18n.EventToDraft}, false},
		{"a closed event can be opened again, or become a draft", Closed, []i18n.Text{i18n.EventReopen, i18n.EventToDraft}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := lasting("gala", 48, 4)
			r.State, r.Content.FR.Address = x.state, "Le Manège, 12, rue de l'Église, Québec"
			h := inEnglish().head(r, layout.EventSend)
			var got, want []string
			for _, m := range h.Moves {
				got = append(got, m.Label)
			}
			for _, text := range x.moves {
				want = append(want, l.T(text))
			}
			if !slices.Equal(got, want) || h.Moves[0].Primary != x.main || (h.Guest == "") != (x.state == Draft) {
				t.Errorf("moves %v, want %v; %+v", got, want, h)
			}
			if !strings.HasSuffix(h.When, " · Le Manège") || h.Form != "" || inEnglish().head(r, layout.EventContent).Form != "event" {
				t.Errorf("%+v", h)
			}
		})
	}
}

func TestPresenter_files(t *testing.T) {
	l := i18n.EN
	with := func(n int) *views.Files {
		r := lasting("gala", 48, 4)
		r.Files = make([]File, n)
		return inEnglish().files(editorState{Record: r, fileFaults: errs.Fields{{Field: "data", Code: "file_kind", Detail: "d"}}})
	}
	if f := with(5); f.Full || f.Room != l.N(1, i18n.EventFileRoom) || len(f.Rows) != 5 || f.File.Error == "" || f.Language.Error != "" {
		t.Errorf("%+v", f)
	}
	accepted := strings.Split(with(5).File.Attrs["accept"].(string), ",")
	for _, k := range fileTypes {
		for _, ending := range k.endings {
			if !slices.Contains(accepted, ending) {
				t.Errorf("the field does not take %s", ending)
			}
		}
	}
	if f := with(6); !f.Full || f.Room != l.T(i18n.EventFilesFull) {
		t.Errorf("%+v", f)
	}
}

func TestPresenter_conflict(t *testing.T) {
	d, by := inEnglish(), auth.Actor{PersonID: "me"}
	now := lasting("gala", 48, 4).Event
	now.Capacity, now.Content.EN.Intro = new(int64(40)), "two\nlines"
	now.Content.FR.Intro, now.Content.FR.Details = strings.Repeat("x", 200), strings.Repeat("x", 201)
	yes := func(names ...string) map[string]bool {
		set := map[string]bool{}
		for _, n := range names {
			set[n] = true
		}
		return set
	}
	x := d.conflict(now, &audit.Entry{Who: audit.Who{PersonID: "other", Name: "Ada"}, At: db.InstantOf(noon)}, by,
		yes("capacity", "content.en.intro", "content.fr.intro", "content.fr.details"), yes("status"))
	if len(x.Rows) != 4 || x.Title != i18n.EN.Clash("Ada", false, noon) || !strings.Contains(x.Taken, d.label("status")) {
		t.Fatalf("%+v", x)
	}
	for i, want := range []ui.Differing{
		{Field: "content.fr.intro", Saved: now.Content.FR.Intro}, {Field: "content.en.intro", Saved: "two\nlines", Lines: true},
		{Field: "content.fr.details", Saved: now.Content.FR.Details, Lines: true}, {Field: "capacity", Saved: "40"},
	} {
		if got := x.Rows[i]; got.Field != want.Field || got.Saved != want.Saved || got.Lines != want.Lines {
			t.Errorf("row %d: %+v", i, got)
		}
	}
	if x := d.conflict(now, nil, by, yes("status"), nil); x.Taken != "" || x.Title != i18n.EN.Clash("", false, noon) {
		t.Errorf("without a last change: %+v", x)
	}
	own := d.conflict(now, &audit.Entry{Who: audit.Who{PersonID: "me", Name: "Ada"}, At: db.InstantOf(noon)}, by, nil, nil)
	if own.Title != i18n.EN.Clash("Ada", true, noon) {
		t.Errorf("of an own change: %s", own.Title)
	}
}

func TestPresenter_deleteQuestion(t *testing.T) {
	l := i18n.EN
	all := func(change func(*Record)) Record {
		r := lasting("gala", 48, 4)
		r.Version, r.Registrations, r.Audience, r.Files = 7, 1, 2, make([]File, 3)
		change(&r)
		return r
	}
	page, files := l.T(i18n.EventAskPage), l.N(3, i18n.EventAskFiles)
	for _, x := range []struct {
		name  string
		r     Record
		text  i18n.Text
		do    i18n.Text
		lists []string
	}{
		{"everything that belongs to an event", all(func(*Record) {}), i18n.EventAskGone, i18n.EventAskDo,
			[]string{page, l.N(1, i18n.EventAskAnswers), l.N(2, i18n.EventAskAudience), files}},
		{"nothing that is not there", all(func(r *Record) { r.Registrations, r.Audience, r.Files = 0, 0, nil }), i18n.EventAskGone,
			i18n.EventAskDo, []string{page}},
		{"of a built-in event only the files, because it keeps the answers and the audience", all(func(r *Record) { r.BuiltIn = true }),
			i18n.EventAskBuiltIn, i18n.EventAskUncover, []string{files}},
	} {
		t.Run("lists "+x.name, func(t *testing.T) {
			a := inEnglish().deleteQuestion(x.r, 0)
			if a.Text != l.T(x.text) || a.Do != l.T(x.do) || !slices.Equal(a.Consequences, x.lists) || a.Hidden[0].Value != "7" {
				t.Errorf("%+v", a)
			}
		})
	}
}

func TestPresenter_fieldText(t *testing.T) {
	l, d := i18n.EN, inEnglish()
	full := lasting("gala", 0, 4).Event
	full.Deadline, full.Capacity, full.Palette, full.EmailTemplate = full.StartsAt, new(int64(40)), "nuit", "event-a"
	full.Content.EN.ThankYou = "Thanks"
	for field, want := range map[string]string{"starts_at": l.Moment(noon), "ends_at": l.Moment(noon.Add(4 * time.Hour)),
		"rsvp_deadline": l.Moment(noon), "capacity": "40", "status": l.T(i18n.EventIsOpen), "palette": l.T(i18n.Palettes["nuit"]),
		"email_template": "event-a", "content.fr.title": "gala", "content.en.thank_you": "Thanks", "content.en.title": ""} {
		if got := d.fieldText(full, field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	for field, want := range map[string]string{"rsvp_deadline": "", "capacity": "", "email_template": l.T(i18n.EventFestive)} {
		if got := d.fieldText(Event{}, field); got != want {
			t.Errorf("%s of an event without it is %q", field, got)
		}
	}
}
