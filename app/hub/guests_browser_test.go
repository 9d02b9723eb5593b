package hub_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/apptest/mailtest"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
)

// TestBrowser_Guest answers an invitation on a phone, thinks again and changes the answer; without script all the same,
// since the page has none.
func TestBrowser_Guest(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	words := map[i18n.Lang]struct{ other, invited, faults, thanks, changed, full string }{
		i18n.FR: {"English", "La fête des clients", "1 petite chose à corriger", "Merci, Zoé", "Votre changement est enregistré.", "C’est complet"},
		i18n.EN: {"Français", "Our customer holiday party", "1 small thing to fix", "Thank you, Zoé", "Your change is saved.", "We’re full"},
	}
	for name, noScript := range map[string]bool{"with script": false, "without script": true} {
		for lang, w := range words {
			t.Run(name+" in "+string(lang), func(t *testing.T) {
				a := apptest.New(t)
				p := b.Open(t, a, browser.View{Lang: lang, Width: 360, NoScript: noScript})
				reads := func(selector, want string) {
					t.Helper()
					if got := p.Text(selector); !strings.Contains(plainSpaces(got), plainSpaces(want)) {
						t.Errorf("%s reads %q, want %q", selector, got, want)
					}
				}
				p.Go(party + "?lang=" + string(lang.Other()))
				p.Follow(browser.Click(".language")) // the switch on top
				reads("h1", w.invited)
				if at := browser.Eval[float64](p, `innerHeight - document.querySelector(".go-now > .go").getBoundingClientRect().bottom`); at < 0 {
					t.Errorf("the way to the form ends %v px below the first screen", -at)
				}
				// An address that is none: the form comes back with what was typed. The browser's own check is kept out of the way.
				p.Do(chromedp.SendKeys("#name", "Zoé Marchesault"), chromedp.SendKeys("#email", "zoe@example"), browser.Click(`label[for="n2"]`))
				p.Follow(browser.Click("form .go"))
				reads(".faults p", w.faults)
				if !noScript {
					if at := browser.Eval[string](p,
						`document.activeElement.className + " " + document.querySelector("#email").value + " " + document.querySelector("[name=people]:checked").value`); at != "faults zoe@example 2" {
						t.Errorf("focus, e-mail and people: %q", at)
					}
				}
				p.Do(chromedp.SendKeys("#email", kb.End+".com"), browser.Click(`.stepper input:checked + .step label:last-child`))
				p.Follow(browser.Click("form .go"))
				reads("h1", w.thanks)
				if n := a.Count("rsvps", "people = 3 AND email = 'zoe@example.com' AND language = '"+string(lang)+"'"); n != 1 {
					t.Errorf("%d answers for three were stored, want 1", n)
				}
				reads(".admits", "3")
				p.Fits()
				p.Follow(browser.Click(".again .go")).Fits() // back, to change it: the form has what was answered
				p.Follow(browser.Click(`#attend .stepper input:checked + .step label`), browser.Click("#attend .go"))
				reads(".lead", w.changed)
				if n := a.Count("rsvps", "people = 2 AND email = 'zoe@example.com' AND name = 'Zoé Marchesault'"); n != 1 {
					t.Errorf("%d answers for two are stored, want 1", n)
				}
				if n := a.Count("rsvps", "event_id = 'fete-clients-2026'"); n != 1 {
					t.Errorf("%d registrations of one guest", n)
				}
				a.As("events").On(t).Patch("/events/fete-clients-2026", `{"capacity":1}`).Want(200)
				eventually(t, func() *apptest.Response {
					return a.As(apptest.Anonymous).On(t).Get(party + "?lang=" + string(lang))
				}, containing(w.full))
				p.Go(party + "?lang=" + string(lang))
				reads(".notice h2", w.full)
			})
		}
	}
}

func plainSpaces(s string) string {
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(s)
}

// TestBrowser_GuestSteady watches the page while it loads: nothing jumps, nothing is fetched but the page, its sheet and
// its icon, and the console stays silent under the strict policy.
func TestBrowser_GuestSteady(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, width := range []int{320, 360, 1440} {
		p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: width}).GoSteadily(party + "?lang=fr").Quiet().Fits()
		foreign := browser.Eval[string](p,
			`performance.getEntriesByType("resource").map(e => e.name).filter(n => !n.startsWith(location.origin + "/static/")).join(" ")`)
		if foreign != "" {
			t.Errorf("it fetches %s", foreign)
		}
	}
}

// TestLong_BrowserGuestStates holds what screens cannot reach by an address alone against axe: the thanks, the faults, a full
// event, a closed one and the kind refusals.
func TestLong_BrowserGuestStates(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	events := a.As("events").On(t)
	events.Patch("/events/soiree-des-partenaires", `{"capacity":1,"palette":"prune"}`).Want(200)
	a.As(apptest.Anonymous).On(t).Form("/rsvp/soiree-des-partenaires/submit", "name=Zo%C3%A9&email=zoe%40example.com").Want(200)
	events.Patch("/events/portes-ouvertes-2027", `{"status":"closed","palette":"givre"}`).Want(200)
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(lang), func(t *testing.T) {
			p := b.Open(t, a, browser.ViewsIn(lang)[0])
			judge := func(name string) {
				t.Helper()
				p = p.Inspect("guest-" + name)
			}
			at := func(path string) *browser.Page { return p.Go(path + "?lang=" + string(lang)) }
			eventually(t, func() *apptest.Response {
				return a.As(apptest.Anonymous).On(t).Get("/rsvp/soiree-des-partenaires?lang=" + string(lang))
			}, containing("<details"))
			at("/rsvp/soiree-des-partenaires").Do(browser.Click("summary"))
			judge("full")
			eventually(t, func() *apptest.Response {
				return a.As(apptest.Anonymous).On(t).Get("/rsvp/portes-ouvertes-2027?lang=" + string(lang))
			}, containing(`class="notice"`))
			at("/rsvp/portes-ouvertes-2027")
			judge("closed")
			for _, state := range []string{"thanks", "changed"} { // the first answer, and another one of the same guest
				at(party).Do(chromedp.SendKeys("#name", "Zoé"), chromedp.SendKeys("#email", string(lang)+"@example")).Follow(browser.Click("form .go"))
				if state == "thanks" {
					judge("faults")
				}
				p.Do(chromedp.SendKeys("#email", kb.End+".com")).Follow(browser.Click("form .go"))
				judge(state)
			}
			at("/rsvp/nowhere")
			judge("lost")
		})
	}
}

// TestBrowser_GuestConfirmation plays an answer on a phone without script: the guest is told where the confirmation goes, finds it in the
// mailbox, follows its link, cancels, and gets a message that takes the event out of the calendar.
func TestBrowser_GuestConfirmation(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	for lang, w := range map[i18n.Lang]struct{ mailed, yes, change, said, no string }{
		i18n.FR: {"Une confirmation est en route vers zoe@example.com.", "Présence confirmée", "Modifier ou annuler",
			"Vous avez répondu oui pour 2 personnes", "C’est noté, à une prochaine fois"},
		i18n.EN: {"A confirmation is on its way to zoe@example.com.", "You’re going", "Change or cancel",
			"You replied yes for 2 people", "Sorry you can’t make it"},
	} {
		t.Run(string(lang), func(t *testing.T) {
			relay, mailing := mailtest.StartServer(t)
			a := apptest.New(t, mailing)
			p := b.Open(t, a, browser.View{Lang: lang, Width: 360, NoScript: true})
			reads := func(selector, want string) {
				t.Helper()
				if got := p.Text(selector); !strings.Contains(plainSpaces(got), plainSpaces(want)) {
					t.Errorf("%s reads %q, want %q", selector, got, want)
				}
			}
			p.Go(party + "?lang=" + string(lang))
			p.Do(chromedp.SendKeys("#name", "Zoé Marchesault"), chromedp.SendKeys("#email", "zoe@example.com"), browser.Click(`label[for="n2"]`))
			p.Follow(browser.Click("form .go"))
			reads(".mailed", w.mailed)
			p.Fits()
			yes := mailtest.NextMessage(t, a, relay, 1)
			if !strings.HasPrefix(plainSpaces(yes.Subject), w.yes) || !strings.Contains(yes.Text, w.change) || yes.To.Email != "zoe@example.com" {
				t.Fatalf("%q to %s:\n%s", yes.Subject, yes.To.Email, yes.Text)
			}
			_, link, found := strings.Cut(yes.Text, a.URL+party)
			if !found {
				t.Fatalf("there is no link in\n%s", yes.Text)
			}
			link, _, _ = strings.Cut(link, "\n")
			p.Go(party + link)
			reads("#answer h2", w.said)
			p.Follow(browser.Click("#answer form .go-no"))
			reads(".mailed", w.mailed)
			no := mailtest.NextMessage(t, a, relay, 2)
			if !strings.HasPrefix(plainSpaces(no.Subject), w.no) || a.Count("rsvps", "people = 0 AND email = 'zoe@example.com'") != 1 {
				t.Errorf("%q:\n%s", no.Subject, no.Text)
			}
			for i, m := range []mail.Content{yes, no} {
				method, status := [...]string{"REQUEST", "CANCEL"}[i], [...]string{"CONFIRMED", "CANCELLED"}[i]
				var calendar string
				for _, file := range m.Attachments { // beside the picture of the check-in code
					if strings.HasPrefix(file.MediaType, "text/calendar") {
						calendar = string(file.Data)
					}
				}
				if !strings.Contains(calendar, "\r\nMETHOD:"+method+"\r\n") || !strings.Contains(calendar, "\r\nSTATUS:"+status+"\r\n") {
					t.Errorf("the calendar gets %q", calendar)
				}
			}
		})
	}
}

// TestBrowser_WaitingList plays a full event on a phone without script: a guest asks to be told, is offered places, and takes them; or
// declines them, and the next one is offered them.
func TestBrowser_WaitingList(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b := browser.Start(t)
	for lang, w := range map[i18n.Lang]struct{ full, on, subject, offer, room, thanks, left string }{
		i18n.FR: {"Inscrivez-vous à la liste d’attente", "Vous êtes sur la liste d’attente", "Liste d’attente : ", "De la place pour vous : ",
			"Il y a de la place pour vous", "Merci, Zoé", "Vous n’êtes plus sur la liste d’attente"},
		i18n.EN: {"Join the waiting list", "You’re on the waiting list", "Waiting list: ", "Room for you: ", "There’s room for you", "Thank you, Zoé",
			"You’re no longer on the waiting list"},
	} {
		for name, takes := range map[string]bool{"takes the places": true, "declines them": false} {
			t.Run(string(lang)+"/"+name, func(t *testing.T) {
				relay, mailing := mailtest.StartServer(t)
				a := apptest.New(t, mailing)
				staff, guest := a.As("events").On(t), a.As(apptest.Anonymous).On(t)
				staff.Patch("/events/fete-clients-2026", `{"capacity":2}`).Want(200)
				guest.Form(party+"/submit", "name=Full+House&people=2&phone=418+555-0100").Want(200)
				eventually(t, func() *apptest.Response { return guest.Get(party + "?lang=" + string(lang)) }, containing(w.full))
				p := b.Open(t, a, browser.View{Lang: lang, Width: 360, NoScript: true})
				reads := func(selector, want string) {
					t.Helper()
					if got := p.Text(selector); !strings.Contains(plainSpaces(got), plainSpaces(want)) {
						t.Errorf("%s reads %q, want %q", selector, got, want)
					}
				}
				p.Go(party + "?lang=" + string(lang)).Fits().Shot("waiting-full")
				p.Do(chromedp.SendKeys("#w-name", "Zoé Marchesault"), chromedp.SendKeys("#w-email", "zoe@example.com"), browser.Click(`label[for="w-n2"]`))
				p.Follow(browser.Click("form[action$=waiting-list] .go"))
				reads("h1", w.on)
				p.Fits().Shot("waiting-on")
				listed := mailtest.NextMessage(t, a, relay, 1)
				guest.Form(party+"/waiting-list", "name=Bob&email=bob@example.com&people=1&language="+string(lang)).Want(200)
				mailtest.NextMessage(t, a, relay, 2)
				if !strings.HasPrefix(plainSpaces(listed.Subject), w.subject) || listed.To.Email != "zoe@example.com" {
					t.Errorf("%q to %s", listed.Subject, listed.To.Email)
				}
				var id string
				if err := a.DB.QueryRow(t.Context(), "SELECT CAST(id AS TEXT) FROM rsvps WHERE event_id = 'fete-clients-2026'").Scan(&id); err != nil {
					t.Fatal(err)
				}
				staff.Form("/staff/events/fete-clients-2026/rsvps/"+id+"/delete", "").Want(303)
				offer := mailtest.NextMessage(t, a, relay, 3)
				_, link, _ := strings.Cut(offer.Text, a.URL)
				link, _, _ = strings.Cut(link, "\n")
				if !strings.HasPrefix(plainSpaces(offer.Subject), w.offer) || offer.To.Email != "zoe@example.com" {
					t.Fatalf("%q to %s:\n%s", offer.Subject, offer.To.Email, offer.Text)
				}
				p.Go(link)
				reads("h1", w.room)
				p.Fits().Shot("waiting-offer")
				if n := a.Count("rsvps", "event_id = 'fete-clients-2026'"); n != 0 {
					t.Errorf("the link alone has made %d registrations", n)
				}
				if takes {
					p.Follow(browser.Click("form .go:not(.go-no)"))
					reads("h1", w.thanks)
					if n := a.Count("rsvps", "people = 2 AND email = 'zoe@example.com' AND language = '"+string(lang)+"'"); n != 1 {
						t.Errorf("%d registrations of two", n)
					}
					return
				}
				p.Follow(browser.Click("form .go-no"))
				reads("h1", w.left)
				if next := mailtest.NextMessage(t, a, relay, 4); !strings.HasPrefix(plainSpaces(next.Subject), w.offer) || next.To.Email != "bob@example.com" {
					t.Errorf("%q to %s", next.Subject, next.To.Email)
				}
			})
		}
	}
}

// TestLong_BrowserWaitingListStates inspects the pages of a waiting list in both languages: those of guests, and the list of staff.
func TestLong_BrowserWaitingListStates(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	relay, mailing := mailtest.StartServer(t)
	b, a := browser.Start(t), apptest.New(t, mailing)
	const event = "fete-clients-2026"
	staff, guest := a.As("events").On(t), a.As(apptest.Anonymous).On(t)
	staff.Patch("/events/"+event, `{"capacity":3}`).Want(200)
	guest.Form(party+"/submit", "name=Full+House&people=3&phone=418+555-0100").Want(200)
	for _, form := range []string{"name=Zo%C3%A9+Marchesault&email=zoe@example.com&people=2", "name=Bob&email=bob@example.com&people=6",
		"name=Marguerite+de+la+Rochefoucauld-Beauharnais&email=marguerite.de.la.rochefoucauld@example.com&people=1", "name=Dan&email=dan@example.com&people=1"} {
		guest.Form(party+"/waiting-list", form).Want(200)
	}
	for _, name := range []string{"zoe", "bob", "dan"} {
		issueLink(t, a, rsvp.Link{Token: "token-of-" + name, EventID: event, Name: name, Email: name + "@example.com", Language: i18n.FR})
	}
	const marguerite = "marguerite.de.la.rochefoucauld@example.com"
	issueLink(t, a, rsvp.Link{Token: "token-of-marguerite", EventID: event, Name: "Marguerite", Email: marguerite, Language: i18n.FR})
	staff.Patch("/events/"+event, `{"capacity":6}`).Want(200) // Zoé and Marguerite
	guest.Form(party+"/waiting-list/leave", "t=token-of-dan").Want(200)
	guest.Form(party+"/submit", "t=token-of-marguerite&name=Marguerite&email="+marguerite+"&people=1").Want(200)
	if relay.Len() != 0 {
		t.Fatal("a message was sent by itself")
	}
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(lang), func(t *testing.T) {
			eventually(t, func() *apptest.Response { return guest.On(t).Get(party + "?lang=" + string(lang)) }, containing(`id="w-name"`))
			p := b.Open(t, a, browser.ViewsIn(lang)[0])
			judge := func(name string) {
				t.Helper()
				p = p.Inspect("waiting-" + name)
			}
			p.Go(party + "?lang=" + string(lang))
			judge("full")
			p.Follow(browser.Click("form[action$=waiting-list] .go"))
			judge("faults")
			for name, token := range map[string]string{"offer": "zoe", "on": "bob", "left": "dan"} {
				p.Go(party + "/waiting-list?lang=" + string(lang) + "&t=token-of-" + token)
				judge(name)
			}
			p = b.Open(t, a, browser.ViewsIn(lang)[0]).As("events").Go("/staff/events/" + event + "/waiting-list")
			judge("list")
		})
	}
}

// The two answers are on the first screen, between the facts and the words, and cover neither. The cover picture is as wide as the page:
// whole on a phone, and on a computer behind the title, which leaves the facts in sight.
func TestBrowser_GuestFirstScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	for _, width := range []int{360, 1280} {
		v := browser.View{Lang: i18n.FR, Width: width}
		t.Run(v.Name(), func(t *testing.T) {
			p := b.Open(t, a, v).Go("/rsvp/gala-2026?lang=fr").Settled()
			if below := browser.Eval[float64](p, `Math.max(...[...document.querySelectorAll(".what > .go-now > .go")]
				.map(x => x.getBoundingClientRect().bottom)) - innerHeight`); below > 0 {
				t.Errorf("the answers end %v px below the screen", below)
			}
			if off := browser.Eval[float64](p, `(x => Math.abs(x.clientWidth / x.clientHeight - x.naturalWidth / x.naturalHeight))(
				document.querySelector(".cover > .photo"))`); width < 720 && off > 0.02 {
				t.Errorf("the cover picture is cropped: its shape is off by %v", off)
			}
			for name, off := range browser.Eval[map[string]float64](p, `((box, at) => ({
				"the cover picture is not as wide as the page": document.documentElement.clientWidth - box(".cover > .photo"),
				"the facts are not in sight": Math.max(0, document.querySelector(".facts").getBoundingClientRect().bottom - innerHeight),
				"the answers cover the facts": Math.max(0, at(".facts").bottom - at(".go-now").top),
				"the answers cover the words": Math.max(0, at(".go-now").bottom - at(".words").top),
				"the top is higher than 420 px": innerWidth < 720 ? 0 : Math.max(0, at("header").bottom - 420),
				"the leaf of a calendar is shown on a phone, or not on a computer": Number(document.querySelector(".leaf").checkVisibility() === innerWidth < 720),
				"yes is wider than no": box(".go-now > .go") - box(".go-now > .go-no"),
				"the answers cover the edge of the paper": Math.max(0, box(".go-now") + 2 - box(".what"))}))(x => document.querySelector(x).offsetWidth,
				x => document.querySelector(x).getBoundingClientRect())`) {
				if off != 0 {
					t.Errorf("%s by %v px", name, off)
				}
			}
			beside := browser.Eval[bool](p, `((what, answer) => Math.abs(what.top - answer.top) < 1 && Math.abs(what.right - answer.left) < 1)(
				...[".what", ".answer"].map(x => document.querySelector(x).getBoundingClientRect()))`)
			if beside != (width > 1080) {
				t.Errorf("the answer stands beside the facts: %v", beside)
			}
			if long := browser.Eval[float64](p, `(x => x.clientWidth / parseFloat(getComputedStyle(x).fontSize))(document.querySelector(".words"))`); long > 35 {
				t.Errorf("a line has room for %v em", long) // two characters have about one em
			}
			if font := browser.Eval[string](p, `getComputedStyle(document.querySelector("h1")).fontFamily`); !strings.HasPrefix(font, "ui-serif") {
				t.Errorf("the title is set in %s", font)
			}
			if p.Fits(); strings.Contains(p.Text(".question"), "courriel") {
				t.Error("the question has the rule of the form of a no")
			}
		})
	}
}
