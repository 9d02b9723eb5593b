package screens_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
	"presence/db"
)

// badRows are the faults of the rows of a long list. On a phone: a row higher than 112 px, a registration lower than 56 px or with
// another link than the row itself, a badge that is at the right of neither the name nor the last line, or covers something, a button
// away from the edge, a label that is shown, an address on two lines. Everywhere: an address that is broken elsewhere than before its @.
const badRows = `(() => {
	const list = [], phone = innerWidth < 720, box = e => e.getBoundingClientRect()
	const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
	for (const row of document.querySelectorAll(".table-cards tbody tr")) {
		const name = row.querySelector(".row-head"), told = name.innerText.split("\\n")[0] + ": "
		for (const e of row.querySelectorAll("a[href^=mailto], .camp-cut, .audience-email")) {
			for (const part of phone ? [e] : [...e.childNodes]) {
				const r = document.createRange(); r.selectNodeContents(part)
				if (new Set([...r.getClientRects()].map(x => Math.round(x.top))).size > 1) list.push(told + e.innerText + " is broken")
			}
			if (!e.closest("[title]")?.title.includes(e.textContent)) list.push(told + "the whole address is nowhere")
		}
		if (!phone) continue
		if (row.matches(".reg-row")) { // the row is the link
			if (box(row).height < 56) list.push(told + "is only " + box(row).height + " px high")
			for (const e of row.querySelectorAll("a[href^='mailto:'], a[href^='tel:'], summary")) if (e.checkVisibility()) list.push(told + e.innerText + " is a target of its own")
		}
		if (box(row).height > 112) list.push(told + "is " + box(row).height + " px high")
		for (const e of row.querySelectorAll(".badge")) {
			if (box(e.closest("td, th")).width <= 1) { // it is read out only, where a button says what to do
				if (!row.querySelector(".row-actions .btn")) list.push(told + "the badge is hidden, and no button stands for it")
				continue
			}
			if (Math.abs(box(row).right - 16 - box(e).right) > 1) list.push(told + "the badge is not at the edge")
			if (box(e).top > box(name).top + 24 && box(e).bottom < box(row).bottom - 16) list.push(told + "the badge is between the lines")
			for (const x of row.querySelectorAll(".person-name, summary, .reg-line a, .reg-eats")) {
				if (x.checkVisibility() && meet(box(x), box(e))) list.push(told + "the badge covers " + x.innerText)
			}
			for (const x of row.querySelectorAll(".num, .camp-name")) if (meet(box(x), box(e))) list.push(told + "runs into the badge")
		}
		for (const e of row.querySelectorAll(".row-actions .btn")) if (box(row).right - box(e).right > 16) list.push(told + "the button is away from the edge")
		for (const e of row.querySelectorAll(".camp-more")) if (box(e).top < box(row.querySelector(".camp-kind")).bottom) list.push(told + "runs into the address")
		for (const e of row.querySelectorAll("td[data-label]")) {
			const label = getComputedStyle(e, "::before")
			if (e.checkVisibility() && box(e).width > 1 && label.content.includes(e.dataset.label) && label.position !== "absolute" &&
				!e.matches(".reg-eats")) list.push(told + e.dataset.label + " is shown")
		}
	}
	for (const e of document.querySelectorAll(".table-wrap")) if (e.firstElementChild.offsetWidth > e.clientWidth + 1) list.push("the table is wider than its frame")
	return [...new Set(list)].slice(0, 5)
})()`

func TestBrowser_LongListsHaveRowsOfTwoOrThreeLines(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE campaign_recipients SET attempts = 3 WHERE id % 7 = 0") // their rows have a line more
		return err
	}); err != nil {
		t.Fatal(err)
	}
	a.As(apptest.Anonymous).On(t).Form("/rsvp/soiree-hivernale/submit", "name=Marie-Antoinette+Archambault&email=marie-antoinette.archambault"+
		"@example.com&attending=no&language=fr").Want(200) // a row that says so
	for lang, widths := range map[i18n.Lang][]int{i18n.FR: {360, 1280}, i18n.EN: {360, 1280}} {
		tab := b.Open(t, a, browser.View{Lang: lang, Width: 360}).Go("/auth/v1/login")
		tab.Follow(browser.Click(`button[value="events@demo.presence.example"]`))
		for name, path := range map[string]string{"registrations": "/staff/events/soiree-hivernale/rsvps",
			"audience": "/staff/events/brunch-de-printemps/audience", "recipients": "/staff/campaigns/1"} {
			p := tab.Again(t, browser.View{Lang: lang, Width: 360}).Go(path)
			for _, width := range widths {
				v := browser.View{Lang: lang, Width: width}
				t.Run(name+"/"+v.Name(), func(t *testing.T) {
					p = p.Turn(t, v)
					if n := browser.Eval[int](p, `document.querySelectorAll(".table-cards tbody tr").length`); n < 20 {
						t.Fatalf("there are %d rows", n)
					}
					if name == "recipients" && browser.Eval[int](p, `document.querySelectorAll(".camp-more").length`) == 0 {
						t.Error("no row tells of its attempts")
					}
					for _, fault := range append(browser.Eval[[]string](p, badRows), browser.Eval[[]string](p, outgrown)...) {
						t.Error(fault)
					}
					p.Fits()
				})
			}
		}
	}
}

// Tables with ui.TableProps.Lines have rows of two or three lines on a phone.
func TestBrowser_LinesOfTables(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		v := browser.View{Lang: lang, Width: 360}
		for who, list := range map[string][]string{"payroll": {"/staff/hours", "/staff/bank-codes", "/staff/payroll/exports/1", "/staff/activities/report?by=activity"},
			"admin": {"/staff/settings/people", "/staff/directory"}} {
			p := b.Open(t, a, v).Go("/auth/v1/login")
			p.Follow(browser.Click(`button[value="` + who + `@demo.presence.example"]`))
			for _, path := range list {
				t.Run(v.Name()+path, func(t *testing.T) {
					p := p.Again(t, v).Go(path)
					const heights = `[...document.querySelectorAll(".table-lines tbody tr")].map(r => Math.round(r.getBoundingClientRect().height))`
					rows := browser.Eval[[]int](p, heights)
					if len(rows) == 0 {
						t.Fatal("there are no rows")
					}
					if highest := slices.Max(rows); highest > 120 {
						t.Errorf("a row is %d px high", highest)
					}
					p.Fits()
				})
			}
		}
	}
}

// On a phone a party that has not arrived is one row beside its buttons, so that a screen has eight names or more. The button says who
// are checked in.
func TestBrowser_CheckInHasManyNames(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.NewDemo(t, db.SQLite)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).Go("/auth/v1/login")
	p.Follow(browser.Click(`button[value="events@demo.presence.example"]`)).Go("/staff/events/soiree-hivernale/door").Fits()
	rows := browser.Eval[[]struct {
		Height, Bottom int
		Button, Reader string
		Name           float64 // width for it in CSS pixels
	}](p, `[...document.querySelectorAll("#door-list .door-party")].map(x => ({Height: Math.round(x.getBoundingClientRect().height), Bottom: Math.round(x.getBoundingClientRect().bottom),
		Button: getComputedStyle(x.querySelector("[data-all]"), "::after").content.replaceAll('"', "") || "none",
		Reader: x.querySelector("[data-all]").ariaLabel,
		Name: x.querySelector(".door-who").getBoundingClientRect().width}))`)
	if len(rows) < 20 {
		t.Fatalf("%d parties", len(rows))
	}
	for _, r := range rows {
		if r.Height > 84 || r.Button == "none" || !strings.Contains(strings.ToLower(r.Reader), strings.ToLower(r.Button)) || r.Name < 120 {
			t.Errorf("%+v", r)
		}
	}
	if first := rows[0].Height; first > 68 {
		t.Errorf("the first row is %d px high", first)
	}
	if eighth := rows[7].Bottom; eighth > 800 {
		t.Errorf("the eighth row ends at %d px", eighth)
	}
	// At a desk the list has the width of the page, and how many come is one column.
	p = p.Turn(t, browser.View{Lang: i18n.FR, Width: 1280}).Fits()
	columns := browser.Eval[[]float64](p, `[...new Set([...document.querySelectorAll("#door-list .door-status")].map(x => x.getBoundingClientRect().left))]`)
	if unused := browser.Eval[float64](p, `(box => box(".content") - box("#door-list"))(x => document.querySelector(x).clientWidth)`); len(columns) != 1 || unused > 80 {
		t.Errorf("how many come stands at %v; %v px beside the list are not used", columns, unused)
	}
}
