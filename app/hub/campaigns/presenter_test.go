package campaigns

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

var today = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// presenting is the presenter of a send of an event in three days, without anything to look at.
func presenting(change func(*presenter)) *presenter {
	e := events.Event{ID: "gala", State: events.Open, StartsAt: db.InstantOf(today.Add(72 * time.Hour)), UpdatedAt: 100}
	b := &presenter{pages: pages{s: &Service{now: func() time.Time { return today }, o: Options{Postal: "1, rue A"}}, zone: time.UTC},
		lang: i18n.EN}
	b.preview = SendPreview{Event: e, Audience: Audience{FR: 2, EN: 1}, Channel: Bulk, Tracked: true,
		Tests: map[string]LastTest{"fr": {At: 100}, "en": {At: 200}},
		Sizes: map[string]MessageSize{"fr": {Bytes: 1000}, "en": {Bytes: 1000}}}
	if change != nil {
		change(b)
	}
	return b
}

func TestPresenter_checks(t *testing.T) {
	l := i18n.EN
	for _, x := range []struct {
		name   string
		change func(*presenter)
		check  i18n.Text // which; empty: every one is good
		tone   ui.Tone
		line   string // one of its lines
	}{
		{"nothing to look at", nil, i18n.Text{}, ui.Good, ""},
		{"an empty list", func(b *presenter) { b.preview.Audience = Audience{} }, i18n.SendAudience, ui.Bad, l.T(i18n.SendAudienceNone)},
		{"a list of suppressed addresses only", func(b *presenter) { b.preview.Audience = Audience{Suppressed: 1} }, i18n.SendAudience, ui.Bad,
			l.T(i18n.SendAudienceOut)},
		{"some who do not", func(b *presenter) { b.preview.Audience.Suppressed = 1 }, i18n.SendAudience, ui.Good, l.N(1,
			i18n.SendAudienceLeft)},
		{"the languages of the guests", nil, i18n.SendAudience, ui.Good, l.F(i18n.SendAudienceIn, "2", "1")},
		{"an event under way", func(b *presenter) { b.preview.Event.StartsAt = db.InstantOf(today) }, i18n.SendWhen, ui.Warn,
			l.T(i18n.SendWhenLate)},
		{"a draft", func(b *presenter) { b.preview.Event.State = events.Draft }, i18n.SendWhen, ui.Warn, l.T(i18n.SendWhenDraft)},
		{"a closed event", func(b *presenter) { b.preview.Event.State = events.Closed }, i18n.SendWhen, ui.Warn, l.T(i18n.SendWhenClosed)},
		{"an event to come", nil, i18n.SendWhen, ui.Good, l.F(i18n.SendWhenIn, l.Age(72*time.Hour))},
		{"English readers of an event in French", func(b *presenter) {
			b.preview.Audience.EN = 66
			b.preview.Event.Content.FR = events.Content{Title: "Fête", Intro: "Venez", Details: "À 17 h"}
		}, i18n.SendNoEnglish, ui.Warn, "66 people read English. Missing English text: introduction, details. The French text will be sent."},
		{"English readers of an event whose details are in French", func(b *presenter) {
			b.preview.Event.Content = events.Contents{FR: events.Content{Intro: "Venez", Details: "À 17 h"}, EN: events.Content{Intro: "Come"}}
		}, i18n.SendNoEnglish, ui.Warn, "1 person reads English. Missing English text: details."},
		{"no English readers of an event in French", func(b *presenter) {
			b.preview.Audience.EN, b.preview.Event.Content.FR.Intro = 0, "Venez"
		}, i18n.Text{}, ui.Good, ""},
		{"English readers of an event in both languages", func(b *presenter) {
			b.preview.Event.Content = events.Contents{FR: events.Content{Intro: "Venez"}, EN: events.Content{Intro: "Come"}}
		}, i18n.Text{}, ui.Good, ""},
		{"the festive invitation", nil, i18n.SendLook, ui.Good, l.T(i18n.SendLookFestive)},
		{"the event's template", func(b *presenter) { b.preview.Event.EmailTemplate = "event-a" }, i18n.SendLook, ui.Good,
			l.F(i18n.SendLookTemplate, "event-a")},
		{"the blocks of the event", func(b *presenter) { b.preview.Event.EmailTemplate = events.BlocksTemplate }, i18n.SendLook, ui.Good,
			l.T(i18n.SendLookBlocks)},
		{"another template", func(b *presenter) { b.preview.Event.EmailTemplate, b.preview.Params.Template = "event-a", "event-b" },
			i18n.SendLook, ui.Good,
			l.F(i18n.SendLookTemplate, "event-b")},
		{"a broken template", func(b *presenter) { b.preview.TemplateError = errors.New("gone") }, i18n.SendLook, ui.Bad,
			l.F(i18n.SendLookBroken, "gone")},
		{"one size", nil, i18n.SendWeight, ui.Good, l.F(i18n.SendWeightSame, l.Bytes(1000))},
		{"two sizes", func(b *presenter) { b.preview.Sizes["en"] = MessageSize{Bytes: 9000} }, i18n.SendWeight, ui.Good,
			l.F(i18n.SendWeightIs, l.Bytes(1000), l.Bytes(9000))},
		{"all messages together", nil, i18n.SendWeight, ui.Good, l.F(i18n.SendWeightAll, l.Bytes(3000))},
		{"files", func(b *presenter) {
			b.preview.Sizes["en"] = MessageSize{Bytes: 9000, Files: 2}
			b.preview.Audience = Audience{}
		},
			i18n.SendWeight, ui.Good, l.N(2, i18n.SendWeightFiles)},
		{"as heavy as can be", func(b *presenter) { b.preview.Sizes["fr"] = MessageSize{Bytes: heavy} }, i18n.SendWeight, ui.Good, ""},
		{"a byte heavier", func(b *presenter) { b.preview.Sizes["fr"] = MessageSize{Bytes: heavy + 1} }, i18n.SendWeight, ui.Warn,
			l.T(i18n.SendWeightHeavy)},
		{"no channel", func(b *presenter) { b.preview.Channel = mail.OutboxName }, i18n.SendWay, ui.Warn, l.T(i18n.SendWayOutbox)},
		{"a campaign without tracking", func(b *presenter) { b.preview.Tracked = false }, i18n.SendWay, ui.Good, l.T(i18n.SendWayUntracked)},
		{"no postal address", func(b *presenter) { b.s.o.Postal = "" }, i18n.SendPostal, ui.Bad, l.T(i18n.SendPostalNone)},
		{"no postal address, and messages that stay in the outbox", func(b *presenter) { b.s.o.Postal, b.preview.Channel = "", mail.OutboxName },
			i18n.SendPostal, ui.Warn, l.T(i18n.SendPostalNone)},
		{"no test", func(b *presenter) { b.preview.Tests = nil }, i18n.SendFrench, ui.Neutral, l.T(i18n.SendTestMissing)},
		{"a test of this message", nil, i18n.SendFrench, ui.Good, ""},
		{"a test of another message", func(b *presenter) { b.preview.Tests["fr"] = LastTest{Other: 100} }, i18n.SendFrench, ui.Warn,
			l.F(i18n.SendTestOther, l.Ago(today.Sub(db.Instant(100).Time())))},
		{"no test in a language without a recipient", func(b *presenter) { b.preview.Tests, b.preview.Audience.EN = nil, 0 },
			i18n.SendEnglish, ui.Info, l.T(i18n.SendTestNobody)},
		{"a send that is under way", func(b *presenter) { b.preview.Last.ID, b.preview.Active = 7, true }, i18n.SendBefore, ui.Info,
			l.T(i18n.SendBeforeActive)},
		{"one under way before a reminder", func(b *presenter) { b.preview.Last.ID, b.preview.Active, b.source = 7, true, 7 },
			i18n.SendBefore, ui.Info,
			l.T(i18n.SendBeforeActive)},
		{"an earlier send", func(b *presenter) { b.preview.Last = Campaign{ID: 7, CreatedAt: db.InstantOf(today.Add(-time.Hour))} },
			i18n.SendBefore, ui.Warn,
			l.F(i18n.SendBeforeText, l.Ago(time.Hour))},
		{"an earlier send before a reminder", func(b *presenter) { b.preview.Last.ID, b.source = 7, 7 }, i18n.Text{}, ui.Good, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			found := x.check == i18n.Text{}
			b := presenting(x.change)
			for _, c := range slices.Concat(b.checks(stepRecipients), b.checks(stepMessage), b.checks(stepTest)) {
				if c.Name != l.T(x.check) {
					if c.Tone != ui.Good && x.check == (i18n.Text{}) {
						t.Errorf("%+v", c)
					}
					continue
				}
				found = true
				if c.Tone != x.tone || c.State != l.T(checkStates[x.tone]) || x.line != "" && !strings.Contains(strings.Join(c.Lines, "\n"), x.line) {
					t.Errorf("%+v, want %q", c, x.line)
				}
				asks := c.Tone == ui.Neutral || c.Tone == ui.Warn && x.check != i18n.SendPostal
				if (c.Ack != nil) != asks {
					t.Errorf("a warning and what is still to do have a tick, and nothing else has: %+v", c)
				}
			}
			if !found {
				t.Error("there is no such check")
			}
		})
	}
	if c := presenting(nil).checkAudience(); c.Href == "" || len(c.Lines) != 1 {
		t.Errorf("an invitation leads to no list: %+v", c)
	}
	if c := presenting(func(b *presenter) { b.source = 7 }).checkAudience(); c.Href != "" {
		t.Errorf("a reminder leads to a list: %+v", c)
	}
	last := presenting(func(b *presenter) { b.preview.Last = Campaign{ID: 7, ReminderOf: 5} }).checkBefore()
	if !strings.Contains(last.Href, "/5/") {
		t.Errorf("a reminder of a reminder: %s", last.Href)
	}
}

// TestPresenter_gate shows what staff must confirm, what they must correct first, and what the list of steps says of it.
func TestPresenter_gate(t *testing.T) {
	for _, x := range []struct {
		name     string
		change   func(*presenter)
		acks     string // the names of the ticks
		blockers int
		steps    string // their tones
	}{
		{"nothing to confirm", nil, "", 0, "good good good neutral"},
		{"a draft, to the outbox", func(b *presenter) { b.preview.Event.State, b.preview.Channel = events.Draft, mail.OutboxName },
			"ack_draft=true ack_outbox=true", 0, "good warn good warn"},
		{"a draft under way", func(b *presenter) {
			b.preview.Event.State, b.preview.Event.StartsAt = events.Draft, db.InstantOf(today)
		},
			"confirm_late=true ack_draft=true", 0, "good warn good neutral"},
		{"an event under way", func(b *presenter) { b.preview.Event.StartsAt = db.InstantOf(today) }, "confirm_late=true", 0,
			"good warn good neutral"},
		{"sent already, and untested", func(b *presenter) { b.preview.Last, b.preview.Tests = Campaign{ID: 7}, nil },
			"ack_again=7 ack_untested_fr=true ack_untested_en=true", 0, "warn good neutral neutral"},
		{"French for English readers", func(b *presenter) { b.preview.Event.Content.FR.Intro = "Venez" }, "ack_french=true", 0,
			"good warn good neutral"},
		{"French blocks for English readers", func(b *presenter) {
			b.preview.Event.EmailTemplate, b.preview.LacksEnglish = events.BlocksTemplate, true
		}, "ack_french=true", 0, "good warn good neutral"},
		{"a subject of one's own for both languages", func(b *presenter) { b.preview.Params.Subject = "Brunch" }, "ack_subject=true", 0,
			"good warn good neutral"},
		{"a subject of one's own for each language", func(b *presenter) {
			b.preview.Params.Subject, b.preview.Params.SubjectEN = "Brunch du 15", "Brunch on the 15th"
		}, "", 0, "good good good neutral"},
		{"a second subject for both languages", func(b *presenter) { b.preview.Params.SubjectB = "Brunch" }, "ack_subject=true", 0,
			"good warn good neutral"},
		{"a subject of one's own where all read French", func(b *presenter) {
			b.preview.Params.Subject, b.preview.Audience = "Brunch", Audience{FR: 3}
		}, "", 0, "good good good neutral"},
		{"closed and heavy", func(b *presenter) {
			b.preview.Event.State, b.preview.Sizes["fr"] = events.Closed, MessageSize{Bytes: heavy + 1}
		}, "ack_closed=true ack_heavy=true", 0, "good warn good neutral"},
		{"no recipient and no postal address", func(b *presenter) { b.preview.Audience, b.s.o.Postal = Audience{}, "" }, "", 2,
			"bad neutral neutral neutral"},
		{"no postal address, before a test", func(b *presenter) { b.s.o.Postal, b.preview.Tests = "", nil },
			"ack_untested_fr=true ack_untested_en=true", 1, "good good neutral bad"},
		{"a test of another message", func(b *presenter) { b.preview.Tests["fr"] = LastTest{Other: 100} }, "ack_untested_fr=true", 0,
			"good good warn neutral"},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := presenting(x.change)
			var acks, tones []string
			for _, f := range b.acks(nil) {
				acks = append(acks, f.Name+"="+f.Value)
				if f.Checked || !f.Required || f.Label == "" {
					t.Errorf("%+v", f)
				}
				if ticked := b.acks(map[string][]string{f.Name: {f.Value}}); !slices.ContainsFunc(ticked,
					func(y ui.Field) bool { return y.Name == f.Name && y.Checked }) {
					t.Errorf("%s cannot be ticked", f.Name)
				}
			}
			for _, s := range b.steps() {
				tones = append(tones, string(s.Tone))
			}
			if got := strings.Join(acks, " "); got != x.acks {
				t.Errorf("to confirm: %s, want %s", got, x.acks)
			}
			if got := strings.Join(tones, " "); got != x.steps || len(b.fixes(isBlocker)) != x.blockers {
				t.Errorf("steps %s, want %s; %d stop it, want %d", got, x.steps, len(b.fixes(isBlocker)), x.blockers)
			}
		})
	}
	for _, x := range []struct {
		name   string
		change func(*presenter)
		open   string // the ids of the steps that are open
		last   string // what the last step says
	}{
		{"with all tested, the send is due", nil, "send", i18n.EN.T(i18n.SendToDo)},
		{"before a test, it is due", func(b *presenter) { b.preview.Tests = nil }, "test",
			i18n.EN.F(i18n.SendLocked, i18n.EN.T(i18n.SendTest))},
		{"before a test, a step with a warning is first", func(b *presenter) { b.preview.Tests, b.preview.Channel = nil, mail.OutboxName },
			"message",
			i18n.EN.F(i18n.SendLocked, i18n.EN.T(i18n.SendTest))},
		{"after the test, a warning is left to the send", func(b *presenter) { b.preview.Event.State = events.Draft }, "send",
			i18n.EN.T(i18n.SendToDo)},
		{"without a recipient, they are due", func(b *presenter) { b.preview.Audience = Audience{} }, "recipients", i18n.EN.F(i18n.SendLocked, i18n.EN.T(i18n.SendAudience))},
	} {
		t.Run(x.name, func(t *testing.T) {
			var open []string
			steps := presenting(x.change).steps()
			for _, s := range steps {
				if s.Open {
					open = append(open, s.ID)
				}
			}
			if got := strings.Join(open, " "); got != x.open || steps[stepSend].Sum != x.last {
				t.Errorf("%s is open, want %s; the last step says %q", got, x.open, steps[stepSend].Sum)
			}
		})
	}
	t.Run("a step says what is missing, or what is to be checked", func(t *testing.T) {
		for _, x := range []struct {
			change func(*presenter)
			want   string
		}{
			{func(b *presenter) { b.preview.Channel = mail.OutboxName }, "Missing: email channel"},
			{func(b *presenter) { b.preview.Channel, b.s.o.Postal = mail.OutboxName, "" }, "Missing: email channel, mailing address"},
			{func(b *presenter) { b.preview.Event.State = events.Draft }, "To check: date"},
		} {
			if got := presenting(x.change).steps()[stepMessage].Sum; got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		}
	})
	t.Run("a subject for both languages is warned of at the subject, and not once more", func(t *testing.T) {
		b := presenting(func(b *presenter) { b.preview.Params.Subject, b.asked.Subject = "Brunch", "Brunch" })
		name := i18n.EN.T(i18n.SendSubjectOne)
		if got := b.how(); len(got.Same) != 1 || got.Same[0].Name != name || got.Same[0].State == "" {
			t.Errorf("%+v", got)
		}
		if slices.ContainsFunc(b.messageChecks(), func(c views.Check) bool { return c.Name == name }) {
			t.Error("it is among the checks")
		}
		if got := presenting(nil).how().Same; len(got) != 0 {
			t.Errorf("without one it is %+v", got)
		}
	})
	t.Run("without a test in either language there is one check, and after one there are two", func(t *testing.T) {
		none := presenting(func(b *presenter) { b.preview.Tests = nil }).testChecks()
		if len(none) != 1 || none[0].Name != i18n.EN.T(i18n.SendBothLanguages) {
			t.Errorf("%+v", none)
		}
		if got := presenting(nil).testChecks(); len(got) != 2 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("what blocks stands in the last step alone, with what to do", func(t *testing.T) {
		b := presenting(func(b *presenter) { b.s.o.Postal = "" })
		got, name := b.fixes(isBlocker), i18n.EN.T(i18n.SendPostal)
		if len(got) != 1 || got[0].Name != name || len(got[0].Lines) == 0 || got[0].Tone != ui.Bad {
			t.Errorf("%+v", got)
		}
		if slices.ContainsFunc(b.messageChecks(), func(c views.Check) bool { return c.Name == name }) {
			t.Error("it is among the checks of the message, too")
		}
	})
	t.Run("a test is proposed in both languages while neither was tested", func(t *testing.T) {
		for want, change := range map[string]func(*presenter){inBoth: func(b *presenter) { b.preview.Tests = nil },
			"fr": func(b *presenter) { b.preview.Tests, b.preview.Audience.EN = nil, 0 },
			"en": func(b *presenter) { b.preview.Tests = map[string]LastTest{"fr": {At: 1}} }} {
			if got := presenting(change).untested(); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	})
	if again := presenting(func(b *presenter) { b.preview.Last.ID = 8 }).acks(map[string][]string{"ack_again": {"7"}}); again[0].Checked {
		t.Error("the tick for an earlier send counts for a later one")
	}
	if got := presenting(nil).total(); got != "3 people" {
		t.Errorf("the total is %q: the checks have the other figures", got)
	}
	for _, x := range []struct {
		name, channel string
		source        int64
		button        string
		setUp         bool
	}{
		{"an invitation through a channel says whom it goes to", "smtp", 0, "Send the invitation to 3 people", false},
		{"a reminder through a channel says whom it goes to", "smtp", 7, "Send the reminder to 3 people", false},
		{"an invitation without a channel says where it stays", mail.OutboxName, 0, "Put 3 messages in the outbox", true},
		{"a reminder without a channel says where it stays", mail.OutboxName, 7, "Put 3 messages in the outbox", true},
	} {
		t.Run("the button of "+x.name, func(t *testing.T) {
			f := presenting(func(b *presenter) { b.preview.Channel, b.source = x.channel, x.source }).form(nil)
			if f.Button != x.button || (len(f.Stops) > 0) != x.setUp {
				t.Errorf("%q, stopped by %+v", f.Button, f.Stops)
			}
		})
	}
}

// TestPresenter_lines compares all lines of a check.
func TestPresenter_lines(t *testing.T) {
	l := i18n.EN
	same, all := l.F(i18n.SendWeightSame, l.Bytes(1000)), l.F(i18n.SendWeightAll, l.Bytes(3000))
	for _, x := range []struct {
		name   string
		change func(*presenter)
		check  func(*presenter) views.Check
		want   []string
	}{
		{"the size of messages without files", nil, (*presenter).checkSize, []string{same, all}},
		{"with a file", func(b *presenter) { b.preview.Sizes["fr"] = MessageSize{Bytes: 1000, Files: 1} }, (*presenter).checkSize,
			[]string{same, l.N(1, i18n.SendWeightFiles) + " · " + all}},
		{"without files and recipients", func(b *presenter) { b.preview.Audience = Audience{} }, (*presenter).checkSize, []string{same}},
		{"a test of this message, after one of another", func(b *presenter) { b.preview.Tests["fr"] = LastTest{At: 100, Other: 50} },
			func(b *presenter) views.Check { return b.checkTest(i18n.FR) }, []string{l.F(i18n.SendTestDone, l.Ago(today.Sub(db.Instant(100).Time())))}},
		{"no test at all", func(b *presenter) { b.preview.Tests = nil }, func(b *presenter) views.Check { return b.checkTest(i18n.FR) },
			[]string{l.T(i18n.SendTestMissing)}},
		{"every reason why addresses are left out", func(b *presenter) {
			b.preview.Audience = Audience{FR: 1, Suppressed: 1, CustomersCancelled: 2, Duplicates: 3}
		}, (*presenter).checkAudience, []string{l.F(i18n.SendAudienceIn, "1", "0"), l.N(1, i18n.SendAudienceLeft),
			l.N(2, i18n.SendAudienceGone), l.N(3, i18n.SendAudienceTwice)}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.check(presenting(x.change)).Lines; !slices.Equal(got, x.want) {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	for n, want := range map[int64]i18n.Text{0: i18n.SendAudienceBuild, 1: i18n.SendAudienceEdit} {
		t.Run(fmt.Sprintf("with %d recipients the link to the audience is labelled for it", n), func(t *testing.T) {
			if c := presenting(func(b *presenter) { b.preview.Audience = Audience{EN: n} }).checkAudience(); c.Label != l.T(want) {
				t.Errorf("%q", c.Label)
			}
		})
	}
	for lang, want := range map[i18n.Lang]string{i18n.EN: "English", i18n.FR: "anglais"} {
		t.Run("the tick names the language as a sentence in "+string(lang)+" writes it", func(t *testing.T) {
			c := presenting(func(b *presenter) { b.preview.Tests, b.lang = nil, lang }).checkTest(i18n.EN)
			if !strings.Contains(c.Ack.Label, want) {
				t.Errorf("%q", c.Ack.Label)
			}
		})
	}
}

func TestPages_facts(t *testing.T) {
	l := i18n.EN
	nova := mail.Address{Name: "Nova", Email: "nova@example.com"}
	for _, x := range []struct {
		name string
		lang i18n.Lang
		o    Options
		want string
		gone int // how many facts are marked as missing
	}{
		{"settings that are missing", l, Options{Connections: 1}, l.T(i18n.ChanSendersNone) + "|" + l.T(i18n.ChanPostalNone) + "|" +
			l.T(i18n.ChanQuietNone) + "|" + l.T(i18n.ChanRateNone) + "|1|" + l.T(i18n.ChanByHand), 2},
		{"settings that are there", l, Options{Senders: []mail.Address{nova, {Email: "b@example.com"}}, Postal: "1, rue A", Rate: 2.5, Connections: 4,
			AutoResume: true, Quiet: QuietHours{From: 21 * 60, To: 8*60 + 30}}, nova.String() + " b@example.com|1, rue A|9:00\u00a0p.m. – 8:30\u00a0a.m.|" +
			l.F(i18n.ChanRateIs, "2.5") + "|4|" + l.T(i18n.ChanAuto), 0},
		{"French writes a comma", i18n.FR, Options{Senders: []mail.Address{nova}, Postal: "1, rue A", Rate: 0.5}, nova.String() + "|1, rue A|" +
			i18n.FR.T(i18n.ChanQuietNone) + "|" + i18n.FR.F(i18n.ChanRateIs, "0,5") + "|0|" + i18n.FR.T(i18n.ChanByHand), 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			gone := 0
			for _, f := range (pages{s: &Service{o: x.o}}).facts(x.lang) {
				got = append(got, strings.Join(f.Values, " "))
				if f.Gone {
					gone++
				}
			}
			if text := strings.Join(got, "|"); text != x.want || gone != x.gone {
				t.Errorf("%q, %d are missing, want %q, %d", text, gone, x.want, x.gone)
			}
		})
	}
}

func TestAudience(t *testing.T) {
	a := Audience{FR: 1, EN: 2, Suppressed: 4, CustomersCancelled: 8, Duplicates: 16}
	if a.Total() != 3 || a.Out() != 28 {
		t.Errorf("%d get a message and %d are left out", a.Total(), a.Out())
	}
}

func TestPart(t *testing.T) {
	for _, x := range []struct {
		name     string
		n, whole int64
		want     string
	}{
		{"a third", 1, 3, "33.333"},
		{"all of one", 1, 1, "100.000"},
		{"of nothing, which is no number", 0, 0, "0"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := part(x.n, x.whole); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestAddStateActions(t *testing.T) {
	for _, x := range []struct {
		name string
		c    Campaign
		want string // what can be done
	}{
		{"scheduled", Campaign{State: Scheduled, StartsAt: 5}, "cancel"},
		{"one that could not begin", Campaign{State: Paused, StartsAt: 5, Reason: Missed, Counts: Counts{Pending: 2}}, "cancel"},
		{"under way", Campaign{State: Sending, Counts: Counts{Pending: 2}}, "pause cancel"},
		{"under way, when a reminder can be scheduled", Campaign{State: Sending, Counts: Counts{Pending: 2, Sent: 1}}, "pause cancel remind"},
		{"paused", Campaign{State: Paused, Counts: Counts{Pending: 1}}, "resume cancel"},
		{"paused with nothing but unconfirmed ones", Campaign{State: Paused, Counts: Counts{Pending: 1, Unconfirmed: 1}}, "cancel unsure"},
		{"interrupted", Campaign{State: Interrupted, Counts: Counts{Pending: 3, Unconfirmed: 2}}, "resume unsure"},
		{"over", Campaign{State: Completed, Counts: Counts{Sent: 1}}, "remind"},
		{"over without anybody", Campaign{State: Completed}, ""},
		{"given up", Campaign{State: Cancelled, Counts: Counts{Sent: 1}}, "remind"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var p views.Report
			addStateActions(i18n.EN, &p, x.c, true)
			remind := (pages{s: NewService(nil, time.Now, Options{})}).reminder(t.Context(), i18n.EN, x.c, Timeline{})
			var got []string
			for name, there := range map[string]bool{"pause": p.Pause != "", "resume": p.Resume != "", "cancel": p.Cancel != nil && p.Cancel.Open,
				"remind": remind != nil, "unsure": p.Unconfirmed != nil} {
				if there != strings.Contains(x.want, name) {
					got = append(got, name)
				}
			}
			if len(got) > 0 {
				t.Errorf("wrong: %v; %+v", got, p)
			}
		})
	}
	var one, two views.Report
	addStateActions(i18n.EN, &one, Campaign{Counts: Counts{Unconfirmed: 1}}, false)
	addStateActions(i18n.EN, &two, Campaign{Counts: Counts{Unconfirmed: 2}}, false)
	if one.Unconfirmed.Mark != i18n.EN.T(i18n.CampMark) || two.Unconfirmed.Mark != i18n.EN.T(i18n.CampMarkAll) {
		t.Errorf("%+v, %+v", one.Unconfirmed, two.Unconfirmed)
	}
}

func TestBannerOf(t *testing.T) {
	l, p := i18n.EN, pages{s: NewService(nil, time.Now, Options{})}
	for _, x := range []struct {
		name, want string
		c          Campaign
	}{
		{"paused by staff", "", Campaign{State: Paused, Reason: "nothing known"}},
		{"under way after a pause", "", Campaign{State: Sending, Reason: RelayDown}},
		{"paused by itself", l.T(i18n.CampReasons[RelayDown]), Campaign{State: Paused, Reason: RelayDown}},
		{"interrupted", l.T(i18n.CampReasons[Stopped]), Campaign{State: Interrupted, Reason: Stopped}},
		{"with what the relay said", l.T(i18n.CampReasons[SignInFailed]) + " 535 no", Campaign{State: Paused, Reason: SignInFailed,
			ReasonDetail: "535 no"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := p.bannerOf(l, x.c)
			if (b != nil) != (x.want != "") || b != nil && b.Text != x.want {
				t.Errorf("%+v, want %q", b, x.want)
			}
		})
	}
}

func TestPages_live(t *testing.T) {
	l, p := i18n.EN, pages{s: NewService(nil, time.Now, Options{}), zone: time.UTC}
	counts := Counts{Total: 100, Sent: 40, Failed: 1, Pending: 59, Unconfirmed: 2, Opened: 20, Clicked: 10, Registered: 6}
	stages := Stages{NotOpened: 18, OpenedNotClicked: 11, ClickedNotRegistered: 5}
	figures := func(v views.Live) (list []string) {
		for _, s := range v.Stats {
			list = append(list, s.Label+" "+s.Value+" "+s.Unit)
		}
		return list
	}
	bars := func(v views.Live) (list []string) {
		for _, s := range v.Stages {
			list = append(list, s.Label+" "+s.Count+" "+s.W)
		}
		return list
	}
	for _, x := range []struct {
		name    string
		c       Campaign
		t       Timeline
		figures []string
		bars    []string
		notes   []string
		poll    bool
		busy    bool
	}{
		{"under way", Campaign{ID: 7, State: Sending, Tracked: true, Counts: counts}, Timeline{Stages: stages},
			[]string{"Sent 40 ", "Opened 20 50%", "Clicked 10 25%", "Replied 6 15%"},
			[]string{"Didn’t open or reply 18 45.000", "Opened, didn’t click or reply 11 27.500",
				"Clicked, didn’t reply 5 12.500", "Replied 6 15.000"}, nil, true, true},
		{"over", Campaign{ID: 7, State: Completed, Tracked: true, Counts: Counts{Total: 2, Sent: 2}}, Timeline{Stages: Stages{NotOpened: 2}},
			[]string{"Sent 2 ", "Opened 0 0%", "Clicked 0 0%", "Replied 0 0%"}, []string{"Didn’t open or reply 2 100.000",
				"Opened, didn’t click or reply 0 0.000", "Clicked, didn’t reply 0 0.000", "Replied 0 0.000"}, nil, false, false},
		{"untracked: neither opens nor clicks", Campaign{State: Completed, Counts: Counts{Total: 4, Sent: 4, Registered: 1}},
			Timeline{Stages: Stages{NotOpened: 3}}, []string{"Sent 4 ", "Replied 1 25%"},
			[]string{"Didn’t reply 3 75.000", "Replied 1 25.000"}, []string{l.T(i18n.CampUntracked)}, false, false},
		{"begun, and nothing is out", Campaign{State: Sending, Tracked: true, Counts: Counts{Total: 2, Pending: 2}}, Timeline{},
			[]string{"Sent 0 ", "Opened 0 ", "Clicked 0 ", "Replied 0 "}, nil, nil, true, true},
		{"cancelled", Campaign{State: Cancelled, Tracked: true, Counts: Counts{Total: 2, Sent: 1, Pending: 1}}, Timeline{Stages: Stages{NotOpened: 1}},
			[]string{"Sent 1 ", "Opened 0 0%", "Clicked 0 0%", "Replied 0 0%"}, []string{"Didn’t open or reply 1 100.000",
				"Opened, didn’t click or reply 0 0.000", "Clicked, didn’t reply 0 0.000", "Replied 0 0.000"}, nil, false, true},
		{"over, and all have registered", Campaign{State: Completed, Tracked: true, Counts: Counts{Total: 1, Sent: 1, Opened: 1, Clicked: 1,
			Registered: 1}}, Timeline{}, []string{"Sent 1 ", "Opened 1 100%", "Clicked 1 100%", "Replied 1 100%"},
			[]string{"Didn’t open or reply 0 0.000", "Opened, didn’t click or reply 0 0.000",
				"Clicked, didn’t reply 0 0.000", "Replied 1 100.000"}, nil, false, false},
		{"kept, and nothing is out", Campaign{State: Completed, OutboxOnly: true}, Timeline{Scanned: 1},
			[]string{l.T(i18n.CampPieceKept) + " 0 ", "Replied 0 "}, nil,
			[]string{l.T(i18n.CampKept), l.T(i18n.CampUntracked), l.N(1, i18n.CampScanners)}, false, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			v := p.live(l, x.c, x.t)
			if got := figures(v); !slices.Equal(got, x.figures) {
				t.Errorf("figures %q, want %q", got, x.figures)
			}
			if len(v.Stages) > 0 && v.Stages[len(v.Stages)-1].Part != v.Stats[len(v.Stats)-1].Unit {
				t.Errorf("registered are %q below and %q above", v.Stages[len(v.Stages)-1].Part, v.Stats[len(v.Stats)-1].Unit)
			}
			if got := bars(v); !slices.Equal(got, x.bars) {
				t.Errorf("bars %q, want %q", got, x.bars)
			}
			if !slices.Equal(v.Notes, x.notes) || (v.Poll != "") != x.poll || v.Busy != x.busy || (v.Left != "") != (x.t.Stages.Total() > 0) {
				t.Errorf("%+v", v)
			}
		})
	}
	t.Run("the replies that make the opens and the clicks add up", func(t *testing.T) {
		v := p.live(l, Campaign{State: Completed, Tracked: true, Counts: Counts{Total: 974, Sent: 974, Opened: 683, Clicked: 489, Registered: 216}},
			Timeline{Stages: Stages{NotOpened: 221, OpenedNotClicked: 151, ClickedNotRegistered: 386, RepliedUnopened: 70, RepliedUnclicked: 113}})
		if a, b := v.Stats[1].Note, v.Stats[2].Note; a != "+\u00a070 replied without a recorded open" || b != "+\u00a0113 replied without a recorded click" {
			t.Errorf("%q, %q", a, b)
		}
	})
	v := p.live(l, Campaign{State: Sending, Counts: Counts{Total: 10, Sent: 4, Failed: 1, Pending: 5, Unconfirmed: 2}}, Timeline{})
	if v.Bar.Text != "Sent: 4 of 10" || len(v.Bar.Parts) != 4 || v.Bar.Parts[3].Count != "3" || v.Bar.Parts[1].X != "40.000" ||
		v.Bar.Parts[2].X != "50.000" || !strings.Contains(v.Bar.Parts[2].Href, "state=unconfirmed") {
		t.Errorf("%+v", v.Bar)
	}
	for _, c := range []Campaign{{State: Sending}, {State: Sending, Counts: Counts{Unconfirmed: 1}}} {
		if got := p.footing(c); strings.HasSuffix(got, "-unconfirmed") != (c.Counts.Unconfirmed > 0) {
			t.Errorf("%+v has %s", c.Counts, got)
		}
	}
}

func TestPercents(t *testing.T) {
	for _, x := range []struct {
		name   string
		counts []int64
		want   []int64
	}{
		{"each is rounded half up where they add up so", []int64{223, 145, 390, 216}, []int64{23, 15, 40, 22}},
		{"the largest remainder makes up for what is missing", []int64{1, 1, 1}, []int64{34, 33, 33}},
		{"the smallest remainder gives way where there is too much", []int64{15, 15, 15, 955}, []int64{2, 1, 1, 96}},
		{"the last one is rounded as it is elsewhere", []int64{1, 199}, []int64{0, 100}},
		{"a whole is a hundred", []int64{0, 0, 0, 7}, []int64{0, 0, 0, 100}},
		{"nobody has no part, whatever is missing", []int64{0, 2, 1}, []int64{0, 67, 33}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := percents(x.counts); !slices.Equal(got, x.want) {
				t.Errorf("%v, want %v", got, x.want)
			}
		})
	}
	for whole := int64(1); whole < 40; whole++ {
		for a := range whole + 1 {
			for b := range whole - a + 1 {
				got, sum := percents([]int64{a, b, (whole - a - b) / 2, whole - a - b - (whole-a-b)/2}), int64(0)
				for _, n := range got {
					sum += n
				}
				if sum != 100 {
					t.Fatalf("%d of %d and %d: %v", a, whole, b, got)
				}
			}
		}
	}
}

// A stopped campaign says what staff do next; while it runs or is over, there is nothing to do.
func TestNextAct(t *testing.T) {
	for _, x := range []struct {
		name string
		c    Campaign
		want string // the label and where it posts or leads
	}{
		{"paused", Campaign{ID: 7, State: Paused, Counts: Counts{Pending: 2, Unconfirmed: 1}}, "Resume post:" + paths.ResumeCampaign(7)},
		{"paused since its event has begun", Campaign{ID: 7, State: Paused, Reason: EventStarted, Counts: Counts{Pending: 2}},
			"Review link:" + paths.Campaign(7, nil) + "#resume"},
		{"interrupted", Campaign{ID: 7, State: Interrupted, Counts: Counts{Pending: 2}}, "Resume post:" + paths.ResumeCampaign(7)},
		{"only unconfirmed messages are left", Campaign{ID: 7, State: Interrupted, Counts: Counts{Pending: 2, Unconfirmed: 2}},
			"Review link:" + paths.Campaign(7, nil) + "#unconfirmed"},
		{"paused, and only unconfirmed messages are left", Campaign{ID: 7, State: Paused, Counts: Counts{Pending: 1, Unconfirmed: 1}},
			"Review link:" + paths.Campaign(7, nil) + "#unconfirmed"},
		{"paused with nothing left", Campaign{ID: 7, State: Paused}, ""},
		{"one that could not begin", Campaign{ID: 7, State: Paused, StartsAt: 5, Counts: Counts{Pending: 2}}, "Review link:" + paths.Campaign(7, nil)},
		{"under way", Campaign{ID: 7, State: Sending, Counts: Counts{Pending: 2, Unconfirmed: 1}}, ""},
		{"over", Campaign{ID: 7, State: Completed}, ""},
		{"cancelled", Campaign{ID: 7, State: Cancelled, Counts: Counts{Pending: 2, Unconfirmed: 1}}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := ""
			if a := NextAct(i18n.EN, x.c, "The gala"); a != nil {
				got = a.Label + " link:" + a.Href
				if a.Post != "" {
					got = a.Label + " post:" + a.Post
				}
				if a.Spoken != a.Label+" – The gala" {
					t.Errorf("it is read out as %q", a.Spoken)
				}
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestCampaign_remindable(t *testing.T) {
	for name, x := range map[string]struct {
		c    Campaign
		want bool
	}{
		"some have not answered":                {Campaign{State: Completed, Counts: Counts{Sent: 10, Registered: 6, Declined: 5}}, true},
		"all have answered, some of them no":    {Campaign{State: Completed, Counts: Counts{Sent: 6, Registered: 6, Declined: 2}}, false},
		"some have not answered, and more wait": {Campaign{State: Sending, Counts: Counts{Sent: 10, Registered: 6}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := x.c.remindable(); got != x.want {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestFilters(t *testing.T) {
	counts := Counts{Total: 10, Sent: 5, Opened: 3, Clicked: 2, Registered: 1, Failed: 2, Excluded: 1, Pending: 2, Unconfirmed: 1,
		Bounced: 1, Complained: 1}
	for _, x := range []struct {
		name string
		c    Campaign
		want string
		told []string // the filters that the report above the list links to
	}{
		{"a tracked one, in the order of the funnel", Campaign{Tracked: true, Counts: counts},
			"=10 sent=5 delivered=4 opened=3 not_opened=2 clicked=2 opened_not_clicked=1 clicked_not_registered=1 registered=1 declined=0 not_registered=4 " +
				"bounced=1 complained=1 failed=2 rejected=1 unconfirmed=1 pending=1 excluded=1",
			[]string{"delivered", "opened", "clicked", "not_registered", "rejected"}},
		{"an untracked one has no opens and clicks", Campaign{Counts: counts},
			"=10 sent=5 delivered=4 registered=1 declined=0 not_registered=4 bounced=1 complained=1 failed=2 rejected=1 unconfirmed=1 pending=1 excluded=1",
			[]string{"delivered", "rejected"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, f := range filters(x.c, Stages{NotOpened: 2, OpenedNotClicked: 1, ClickedNotRegistered: 1}) {
				got = append(got, fmt.Sprintf("%s=%d", f.state, f.n))
				if inFunnel := slices.Contains(x.told, f.state); f.inFunnel != inFunnel {
					t.Errorf("%s is in the funnel: %t", f.state, f.inFunnel)
				}
				if _, err := filterCondition(f.state); err != nil {
					t.Errorf("the filter %s leads nowhere: %v", f.state, err)
				}
			}
			if list := strings.Join(got, " "); list != x.want {
				t.Errorf("%s, want %s", list, x.want)
			}
		})
	}
}

func TestFilter_isOffered(t *testing.T) {
	for _, x := range []struct {
		name   string
		f      filter
		chosen string
		want   bool
	}{
		{"one with recipients", filter{state: "opened", n: 1}, "", true},
		{"one without recipients", filter{state: "opened"}, "", false},
		{"one without recipients, which is chosen", filter{state: "opened"}, "opened", true},
		{"one that the funnel links to", filter{state: "not_opened", n: 1, inFunnel: true}, "", false},
		{"one that the funnel links to, while another is chosen", filter{state: "not_opened", n: 1, inFunnel: true}, "opened", false},
		{"one that the funnel links to, which is chosen", filter{state: "not_opened", n: 1, inFunnel: true}, "not_opened", true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.f.isOffered(x.chosen); got != x.want {
				t.Errorf("offered: %t", got)
			}
		})
	}
}

// The pending messages of a cancelled campaign are labelled "not sent", because they will never be sent.
func TestCampaign_pendingPlural(t *testing.T) {
	for status, want := range map[State]i18n.Text{Sending: i18n.CampPiecePending, Cancelled: i18n.CampPieceUnsent} {
		c := Campaign{State: status, Counts: Counts{Total: 3, Pending: 3}}
		bar, all := ProgressBar(i18n.EN, c).Parts, filters(c, Stages{})
		if label := i18n.EN.T(want); len(bar) != 1 || bar[0].Label != label || !slices.ContainsFunc(all, func(f filter) bool { return f.text == want }) {
			t.Errorf("%s: %+v, %+v", status, bar, all)
		}
	}
}

func TestPresenter_untested(t *testing.T) {
	tested := func(languages ...string) map[string]LastTest {
		tests := map[string]LastTest{}
		for _, x := range languages {
			tests[x] = LastTest{At: 1}
		}
		return tests
	}
	for _, x := range []struct {
		name   string
		reader i18n.Lang
		fr, en int64
		tests  map[string]LastTest
		want   string
	}{
		{"both when each has recipients and neither is tested", i18n.EN, 3, 3, nil, "both"},
		{"that of the recipients, not of the reader", i18n.EN, 3, 0, nil, "fr"},
		{"the other one when the reader's is tested", i18n.FR, 3, 3, tested("fr"), "en"},
		{"one without a recipient, when the other is tested", i18n.FR, 3, 0, tested("fr"), "en"},
		{"that of the reader without a recipient", i18n.FR, 0, 0, nil, "fr"},
		{"that of the reader when both are tested", i18n.EN, 3, 3, tested("fr", "en"), "en"},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := presenting(func(b *presenter) {
				b.lang, b.preview.Tests, b.preview.Audience = x.reader, x.tests, Audience{FR: x.fr, EN: x.en}
			})
			if got := b.untested(); got != x.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestPages_person(t *testing.T) {
	l, p := i18n.EN, pages{s: NewService(nil, time.Now, Options{}), zone: time.UTC}
	for _, x := range []struct {
		name  string
		c     Campaign
		r     Recipient
		who   string
		note  string
		why   string
		state i18n.Text
	}{
		{"sent", Campaign{}, Recipient{State: Sent, Email: "a@x", FirstName: "Ada", Language: "fr", Attempts: 1, Reason: "450 later"}, "Ada",
			"a@x · FR", "",
			i18n.CampIsSent},
		{"kept", Campaign{OutboxOnly: true}, Recipient{State: Sent, Email: "a@x", Language: "en", Attempts: 2}, "a@x", "EN", l.N(2,
			i18n.CampAttempts),
			i18n.CampIsKept},
		{"left out", Campaign{}, Recipient{State: Excluded, Email: "a@x", Language: "en", Reason: Unsubscribed}, "a@x", "EN",
			l.T(i18n.CampOut[Unsubscribed]), i18n.CampIsExcluded},
		{"refused", Campaign{}, Recipient{State: Failed, Email: "a@x", Language: "en", Reason: "550 no", ScannedAt: 1}, "a@x", "EN",
			"550 no · " + l.T(i18n.CampScannedAt), i18n.CampIsFailed},
		{"read", Campaign{}, Recipient{State: Sent, Email: "a@x", Language: "en", ScannedAt: 1, OpenedAt: 2}, "a@x", "EN", "", i18n.CampOpenedAt},
		{"clicked", Campaign{}, Recipient{State: Sent, Email: "a@x", Language: "en", OpenedAt: 2, ClickedAt: 3}, "a@x", "EN", "",
			i18n.CampClickedAt},
		{"registered without a click", Campaign{}, Recipient{State: Sent, Email: "a@x", Language: "en", RegisteredAt: 3}, "a@x", "EN", "",
			i18n.CampRepliedAt},
		{"not coming", Campaign{}, Recipient{State: Sent, Email: "a@x", Language: "en", RegisteredAt: 3, Declined: true}, "a@x", "EN", "",
			i18n.RegDeclined},
		{"waiting", Campaign{State: Sending}, Recipient{State: Pending, Email: "a@x", Language: "en"}, "a@x", "EN", "", i18n.CampIsPending},
		{"waiting after tries that gave no reason", Campaign{State: Sending}, Recipient{State: Pending, Email: "a@x", Language: "en", Attempts: 3},
			"a@x", "EN", l.N(3, i18n.CampAttempts), i18n.CampIsPending},
		{"never sent, as the campaign was cancelled", Campaign{State: Cancelled}, Recipient{State: Pending, Email: "a@x", Language: "en"}, "a@x",
			"EN", "", i18n.CampIsUnsent},
		{"sent by a campaign that was cancelled then", Campaign{State: Cancelled}, Recipient{State: Sent, Email: "a@x", Language: "en"}, "a@x", "EN",
			"", i18n.CampIsSent},
		{"unconfirmed", Campaign{}, Recipient{State: Pending, Unconfirmed: true, Email: "a@x", Language: "en"}, "a@x", "EN", "",
			i18n.CampIsUnconfirmed},
	} {
		t.Run(x.name, func(t *testing.T) {
			v := p.person(l, x.c, x.r)
			note := strings.TrimPrefix(v.Email+" · "+v.Lang, " · ")
			if v.Name != x.who || note != x.note || v.Why != x.why || v.State.Text != l.T(x.state) || (v.Mark != "") != x.r.Unconfirmed {
				t.Errorf("%+v", v)
			}
		})
	}
	if p.short(l, 0) != "" || p.short(l, db.InstantOf(today)) == "" {
		t.Error("only what has happened has a time")
	}
}

func TestPages_chart(t *testing.T) {
	l, p := i18n.EN, pages{s: NewService(nil, time.Now, Options{}), zone: time.UTC}
	draw := func(c Campaign, width time.Duration, asked string) views.Report {
		var page views.Report
		from := db.InstantOf(today.Add(9 * time.Hour)) // 21:00
		var list []Interval
		for i := range int64(3) {
			list = append(list, Interval{From: from + db.Instant(i*width.Milliseconds()), Sent: i, Opened: i + 10, Registered: i + 20})
		}
		p.chart(l, &page, c, Timeline{Width: width, Intervals: list, zone: time.UTC, Reminders: []db.Instant{from + 10*60_000},
			Closed: from + 60_000}, asked, false)
		return page
	}
	labels := func(page views.Report) (list []string) {
		for _, c := range page.Chart.Columns {
			list = append(list, c.Label)
		}
		return list
	}
	clock := func(hours int) string { return tick(l, today.Add(time.Duration(hours)*time.Hour), time.Hour) }
	day := func(hours int) string { return l.DayShort(today.Add(time.Duration(hours) * time.Hour)) }
	for _, x := range []struct {
		name  string
		width time.Duration
		want  []string
	}{
		{"minutes", time.Minute, []string{"21:00", "21:01", "21:02"}},
		{"hours, and the day where it begins", time.Hour, []string{day(9), clock(10), clock(11)}},
		{"days", 24 * time.Hour, []string{day(9), day(33), day(57)}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := labels(draw(Campaign{}, x.width, "")); strings.Join(got, "|") != strings.Join(x.want, "|") {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	for width, want := range map[time.Duration]string{time.Minute: "", time.Hour: day(10) + ", " + clock(10), 24 * time.Hour: ""} {
		if name := draw(Campaign{}, width, "").Chart.Columns[1].Name; name != want {
			t.Errorf("a column of %s is read out as %q, want %q", width, name, want)
		}
	}
	for kept, want := range map[bool]i18n.Text{false: i18n.CampPieceSent, true: i18n.CampPieceKept} {
		c := Campaign{OutboxOnly: kept}
		if page := draw(c, time.Minute, "sent"); page.ChartOf[0].Label != l.T(want) || page.ChartOf[1].Label != l.T(i18n.CampFunnelIn) {
			t.Errorf("kept %v: %+v", kept, page.ChartOf)
		}
		if got := c.sentAt(); kept != (got == i18n.OutboxDate) {
			t.Errorf("kept %v: %v", kept, got)
		}
	}
	current := func(page views.Report) (names []string, at int) {
		at = -1
		for i, s := range page.ChartOf {
			names = append(names, s.Label)
			if s.Current {
				at = i
			}
		}
		return names, at
	}
	for _, x := range []struct {
		name       string
		c          Campaign
		asked      string
		series, at int
		value      int64 // of the third column
	}{
		{"untracked", Campaign{}, "opened", 2, 0, 2},
		{"untracked, though it was opened before", Campaign{Counts: Counts{Opened: 1}}, "sent", 2, 0, 2},
		{"untracked, and nothing is asked for, though it was opened", Campaign{Counts: Counts{Opened: 1}}, "", 2, 0, 2},
		{"tracked, the clicks", Campaign{Tracked: true, Counts: Counts{Opened: 1}}, "clicked", 4, 2, 0},
		{"untracked, the registrations", Campaign{}, "registered", 2, 1, 22},
		{"tracked", Campaign{Tracked: true}, "", 4, 0, 2},
		{"tracked and opened", Campaign{Tracked: true, Counts: Counts{Opened: 1}}, "", 4, 1, 12},
		{"as asked for", Campaign{Tracked: true, Counts: Counts{Opened: 1}}, "sent", 4, 0, 2},
		{"a series that does not exist", Campaign{Tracked: true, Counts: Counts{Opened: 1}}, "burnt", 4, 1, 12},
	} {
		t.Run(x.name, func(t *testing.T) {
			page := draw(x.c, time.Minute, x.asked)
			if names, at := current(page); len(names) != x.series || at != x.at || at >= 0 && page.Chart.Columns[2].Value != x.value {
				t.Errorf("%v, the chart of %d: %+v", names, at, page.Chart.Columns)
			}
		})
	}
	if m := draw(Campaign{}, time.Minute, "").Chart.Marks; len(m) != 2 || m[0].At != 1 || m[1].At != 10 ||
		m[0].Label != l.T(i18n.CampClosedMark) {
		t.Errorf("the marks are not in the order of time: %+v", m)
	}
	var sum views.Report
	p.chart(l, &sum, Campaign{}, Timeline{Width: 24 * time.Hour, Intervals: []Interval{{From: db.InstantOf(today), Sent: 2}}, zone: time.UTC}, "", true)
	if page := draw(Campaign{}, 24*time.Hour, ""); !sum.Chart.Line || sum.Chart.NoTotal || page.Chart.Line || !page.Chart.NoTotal ||
		!sum.ChartAs[1].Current || !page.ChartAs[0].Current || sum.ChartAs[0].Label != l.T(i18n.OverviewByDay) {
		t.Errorf("the chart is of columns alone or of their total alone: %+v, %+v", sum, page)
	}
	for status, want := range map[State]i18n.Text{Sending: i18n.CampTimelineNot, Paused: i18n.CampTimelineNot,
		Cancelled: i18n.CampTimelineNone, Completed: i18n.CampTimelineNone} {
		var empty views.Report
		p.chart(l, &empty, Campaign{State: status}, Timeline{}, "", false)
		if empty.Chart.Axes != "" || empty.ChartOf != nil || empty.ChartNone != l.T(want) {
			t.Errorf("a chart of nothing, %s: %+v", status, empty)
		}
	}
	for d, want := range map[time.Duration]string{59 * time.Second: l.N(59, i18n.CampSeconds), time.Minute: l.Age(time.Minute)} {
		if got := width(l, d); got != want {
			t.Errorf("%s is told as %q", d, got)
		}
	}
	for d, want := range map[time.Duration]string{24 * time.Hour: l.DayShort(today), time.Hour: strings.Replace(l.Clock(today), ":00", "",
		1),
		59 * time.Minute: "12:00", 59 * time.Second: "12:00:00"} {
		if got := tick(l, today, d); got != want {
			t.Errorf("a column of %s is %q, want %q", d, got, want)
		}
	}
}

// TestTimeline_position holds where a moment lies against the days of Quebec, of which that on which clocks go back has 25 hours.
func TestTimeline_position(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) time.Time {
		parsed, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	from := at("2026-10-30 00:00")
	for _, x := range []struct {
		name  string
		width time.Duration
		at    string
		want  float64
	}{
		{"the noon of the first day", day, "2026-10-30 12:00", 0.5},
		{"the morning after clocks went back", day, "2026-11-02 06:00", 3.25},
		{"the eighth day is in the second week", 7 * day, "2026-11-06 00:00", 1},
		{"hours are counted as they pass", time.Hour, "2026-10-30 05:30", 5.5},
	} {
		t.Run(x.name, func(t *testing.T) {
			line := Timeline{Width: x.width, zone: zone}
			if got := line.position(from, db.InstantOf(at(x.at))); got != x.want {
				t.Errorf("%v, want %v", got, x.want)
			}
		})
	}
	days := Timeline{Width: day, zone: zone}
	if got := days.interval(from, 3); !got.Equal(at("2026-11-02 00:00")) {
		t.Errorf("the fourth day begins %s", got)
	}
	if got := (Timeline{Width: 7 * day, zone: zone}).interval(from, 2); !got.Equal(at("2026-11-13 00:00")) {
		t.Errorf("the third week begins %s", got)
	}
	if got := days.begin(db.InstantOf(at("2026-11-01 23:30"))); !got.Equal(at("2026-11-01 00:00")) {
		t.Errorf("the day of the change begins %s", got)
	}
}

func TestCampaign_pendingNotification(t *testing.T) {
	for _, x := range []struct {
		name string
		c    Campaign
		want int64
	}{
		{"reserved", Campaign{State: Scheduled}, notifiedNothing},
		{"paused by staff", Campaign{State: Paused, Reason: ByStaff}, notifiedNothing},
		{"paused by itself", Campaign{State: Paused, Reason: RelayDown}, notifiedAtRest},
		{"interrupted", Campaign{State: Interrupted}, notifiedAtRest},
		{"over", Campaign{State: Completed}, notifiedAtRest},
		{"given up", Campaign{State: Cancelled}, notifiedAtRest},
		{"begun", Campaign{State: Sending, Counts: Counts{Total: 40}}, notifiedBegun},
		{"begun without a recipient", Campaign{State: Sending, Counts: Counts{Total: 3, Excluded: 3}}, notifiedBegun},
		{"just below a quarter", Campaign{State: Sending, Counts: Counts{Total: 50, Excluded: 10, Sent: 8, Failed: 1}}, notifiedBegun},
		{"a quarter", Campaign{State: Sending, Counts: Counts{Total: 50, Excluded: 10, Sent: 8, Failed: 2}}, 25},
		{"three quarters", Campaign{State: Sending, Counts: Counts{Total: 40, Sent: 39}}, 75},
		{"all, but not over yet", Campaign{State: Sending, Counts: Counts{Total: 40, Sent: 40}}, 75},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.c.pendingNotification(); got != x.want {
				t.Errorf("got %d, want %d", got, x.want)
			}
		})
	}
	c := Campaign{Counts: Counts{Total: 9, Excluded: 2, Pending: 4, Unconfirmed: 1}}
	for state, percent := range map[int64]int64{notifiedBegun: 0, 25: 25, notifiedAtRest: 0} {
		if s := c.stats(state); s.Percent != percent || s.Guests != 7 || s.Waiting != 3 {
			t.Errorf("at %d: %+v", state, s)
		}
	}
}

func TestParseMessageID(t *testing.T) {
	tag, tokens := MessageTag(7, []byte{1, 2, 3, 4, 5}), NewLinkTokens([]byte("secret"), []byte{1, 2, 3, 4, 5})
	id := tokens.MessageID(tag, 1<<40, "example.com")
	for _, sent := range []string{id, "<" + id + ">", strings.ToUpper(id[:len(id)-12]) + "@example.com"} {
		ref, ok := ParseMessageID(sent)
		if ref.Recipient != 1<<40 || !ok || !tokens.ProvesMessage(1<<40, ref.Proof) || tokens.ProvesMessage(1<<40+1, ref.Proof) ||
			!strings.EqualFold(ref.Tag, tag) {
			t.Errorf("%s is %+v, %v", sent, ref, ok)
		}
	}
	if ref, ok := ParseMessageID("7.01020304.1@example.com"); !ok || ref.Tag != tag || ref.Recipient != 1 || ref.Proof != nil {
		t.Errorf("one of an earlier version is %+v, %v", ref, ok)
	}
	for _, other := range []string{"", "abc@example.com", "a.1@example.com", "a.b.0@example.com", "a.b.-1@example.com", "a.b.!@example.com",
		"a.b.1.@example.com", "a.b.1.aaaa@example.com", "a.b.1.aaaaaaaaaaaaa.a@example.com"} {
		if _, ok := ParseMessageID(other); ok {
			t.Errorf("%q is one of ours", other)
		}
	}
}

func TestParseTrackingToken(t *testing.T) {
	tokens := NewLinkTokens([]byte("secret"), []byte("salt"))
	id, proof, ok := ParseTrackingToken(tokens.Tracking(7))
	if id != 7 || !ok || !tokens.Valid(7, proof) || tokens.Valid(8, proof) {
		t.Errorf("%d, %v", id, ok)
	}
	for _, other := range []string{"", "x", tokens.RSVP(7), tokens.Tracking(0), tokens.Tracking(-1), tokens.Tracking(7) + "AAAA"} {
		if _, _, ok := ParseTrackingToken(other); ok {
			t.Errorf("%q is read", other)
		}
	}
}

func TestTimelineCache(t *testing.T) {
	var k timelineCache
	large := Counts{Total: 300_000}
	c := Campaign{ID: 7, Version: 1, State: Sending, Counts: large}
	if _, ok := k.get(c, today); ok {
		t.Error("an empty cache has a timeline")
	}
	k.put(today, Timeline{Campaign: c, Scanned: 5})
	for _, x := range []struct {
		name    string
		version int64
		status  State
		total   int64
		after   time.Duration
		want    bool
	}{
		{"the same version, however late", 1, Sending, 300_000, time.Hour, true},
		{"another version at once", 2, Sending, 300_000, 0, true},
		{"another version of a small campaign at once", 2, Sending, 19_999, 0, false},
		{"another status at once", 2, Completed, 300_000, 0, false},
		{"another version just before its time", 2, Sending, 300_000, timelineAge - 1, true},
		{"another version in time", 2, Sending, 300_000, timelineAge, false},
		{"another version before a clock was set back", 2, Sending, 300_000, -1, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := Campaign{ID: 7, Version: x.version, State: x.status, Counts: Counts{Total: x.total}}
			if got, ok := k.get(c, today.Add(x.after)); ok != x.want || got.Scanned != 5 {
				t.Errorf("%+v, %v", got, ok)
			}
		})
	}
	for id := range int64(maxCachedTimelines) {
		k.put(today, Timeline{Campaign: Campaign{ID: 100 + id}})
	}
	if _, ok := k.get(c, today); ok || len(k.kept) > maxCachedTimelines {
		t.Errorf("%d are kept", len(k.kept))
	}
	if _, ok := k.get(Campaign{ID: 100 + maxCachedTimelines - 1}, today); !ok {
		t.Error("the last one is forgotten")
	}
}

func TestLinkTokens_differ_in_all_that_they_are_made_of(t *testing.T) {
	seen := map[string]string{}
	for name, tokens := range map[string]LinkTokens{"one": NewLinkTokens([]byte("a"), []byte("b")),
		"another secret": NewLinkTokens([]byte("c"), []byte("b")),
		"another salt":   NewLinkTokens([]byte("a"), []byte("d"))} {
		for _, id := range []int64{1, 2} {
			for _, token := range []string{tokens.RSVP(id), tokens.Tracking(id)[11:]} { // behind the id itself
				if other, twice := seen[token]; twice {
					t.Errorf("%s of %d is that of %s", name, id, other)
				}
				seen[token] = name
			}
		}
	}
}

// The links of messages that were sent must still work after an update of the program.
func TestLinkTokens_stay_the_same(t *testing.T) {
	tokens := NewLinkTokens([]byte("secret"), []byte("salt"))
	if rsvp, tracking := tokens.RSVP(7), tokens.Tracking(7); rsvp != "hE_TrY1sFLnWPyI1g8pBbg" ||
		tracking != "AAAAAAAAAAeoUvOluf4eo8gahQDCakaW" {
		t.Errorf("%s %s", rsvp, tracking)
	}
}

func TestCountsChange_Plus(t *testing.T) {
	sum := CountsChange{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}.Plus(CountsChange{10, 20, 30, 40, 50, 60, 70, 80, 90, 100})
	if sum != (CountsChange{11, 22, 33, 44, 55, 66, 77, 88, 99, 110}) {
		t.Errorf("%+v", sum)
	}
}

func TestMoved(t *testing.T) {
	unconfirmed := Step{Pending, PhaseUnconfirmed}
	for _, x := range []struct {
		name     string
		from, to Step
		want     CountsChange
	}{
		{"one that was accepted", Step{Pending, PhaseInFlight}, Step{State: Sent}, CountsChange{Pending: -1, Sent: 1}},
		{"one whose answer was lost", Step{Pending, PhaseInFlight}, unconfirmed, CountsChange{Unconfirmed: 1}},
		{"an unconfirmed one that has arrived", unconfirmed, Step{State: Sent}, CountsChange{Pending: -1, Sent: 1, Unconfirmed: -1, Resolved: 1}},
		{"an unconfirmed one that is sent to again", unconfirmed, Step{}, CountsChange{Unconfirmed: -1, Resolved: 1}},
		{"an unconfirmed one that stays so", unconfirmed, unconfirmed, CountsChange{}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := moved(1, x.from, x.to); got != x.want {
				t.Errorf("got %+v, want %+v", got, x.want)
			}
		})
	}
	t.Run("a resolved one is counted beside one that becomes unconfirmed", func(t *testing.T) {
		sum := moved(1, unconfirmed, Step{}).Plus(moved(1, Step{Pending, PhaseInFlight}, unconfirmed))
		if sum != (CountsChange{Resolved: 1}) {
			t.Errorf("%+v", sum)
		}
	})
}

func TestCampaign_Active(t *testing.T) {
	for _, x := range []struct {
		name              string
		c                 Campaign
		active, unstarted bool
	}{
		{"one that is scheduled", Campaign{State: Scheduled, StartsAt: 5}, false, true},
		{"one that could not begin", Campaign{State: Paused, StartsAt: 5, Reason: Missed}, false, true},
		{"one that is being sent", Campaign{State: Sending, StartedAt: 5}, true, false},
		{"one that was paused", Campaign{State: Paused, StartedAt: 5}, true, false},
		{"one that was interrupted", Campaign{State: Interrupted, StartedAt: 5}, false, false},
		{"one that is completed", Campaign{State: Completed, StartedAt: 5}, false, false},
		{"one that was cancelled before it began", Campaign{State: Cancelled, StartsAt: 5}, false, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.c.Active() != x.active || x.c.Unstarted() != x.unstarted {
				t.Errorf("active %v, unstarted %v", x.c.Active(), x.c.Unstarted())
			}
		})
	}
}
