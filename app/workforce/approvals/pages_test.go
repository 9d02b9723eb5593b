package approvals_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

const queue = "/staff/approvals"

// form encodes pairs of a name and a value.
func form(pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Add(pairs[i], pairs[i+1])
	}
	return q.Encode()
}

// swap posts a form as the page's script does.
func swap(c *apptest.Client, path, body string) *apptest.Response {
	return c.Do(http.MethodPost, path, body, "Content-Type", "application/x-www-form-urlencoded", "HX-Request", "true")
}

// messages returns the messages of an answer, each followed by "Undo" if it has that button.
func messages(r *apptest.Response) string {
	var list []string
	for _, m := range r.Doc().Find("[data-toast]").EachIter() {
		text := strings.ReplaceAll(htmltest.Text(m.Find("p")), "\u00a0", " ")
		if m.Find("form").Length() > 0 {
			text += " Undo"
		}
		list = append(list, text)
	}
	return strings.Join(list, " | ")
}

// open returns the name in the heading of the open item, and whether the answer shows it because it was asked for.
func open(r *apptest.Response) string { return htmltest.Text(r.Doc().Find("#item-title")) }

// newApp returns an app in which the sheets of both of the supervisor's people are submitted.
func newApp(t *testing.T) (*apptest.App, *apptest.Client) {
	t.Helper()
	a := apptest.New(t)
	for _, who := range []string{"employee", "colleague"} {
		a.Browser(who).Form("/staff/timesheets/{"+who+".timesheet}/submit", "").Want(http.StatusSeeOther)
	}
	return a, a.Browser("supervisor")
}

// item returns the fields of the form of a record of the World as it is now.
func item(t *testing.T, a *apptest.App, kind, name string) (ref string, version int64) {
	t.Helper()
	table := map[string]string{"sheet": "timesheets", "leave": "leave_requests", "expense": "expenses"}[kind]
	if err := a.DB.QueryRow(t.Context(), "SELECT version FROM "+table+" WHERE id = $1", a.World.IDs[name]).Scan(&version); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s-%d", kind, a.World.IDs[name]), version
}

// shown returns the class of the queue, and the view that the form of the open item posts.
func shown(r *apptest.Response) string {
	return r.Doc().Find("#queue").AttrOr("class", "") + " " + r.Doc().Find(".decide-bar [name=view]").AttrOr("value", "")
}

func TestPages_decide(t *testing.T) {
	a, c := newApp(t)
	for _, x := range []struct {
		name, kind, record, verb, note string
		status                         int
		says                           string // the messages; of a refusal the error of the note
	}{
		{"a return needs a reason", "sheet", "employee.timesheet", "refuse", " ", 422, "Explain why, so the employee knows what to do."},
		{"a reason has a limit", "sheet", "employee.timesheet", "refuse", strings.Repeat("é", 1001), 422, "This text is too long or too short."},
		{"a verb that there is not is refused", "sheet", "employee.timesheet", "shred", "", 400, ""},
		{"a sheet that is returned can be undone", "sheet", "employee.timesheet", "refuse", "Tuesday?", 200,
			"Timesheet sent back: Maëlle Trudelle. Undo"},
		{"a sheet is not returned twice", "sheet", "employee.timesheet", "refuse", "Tuesday?", 409, ""},
		{"an approval can be undone", "sheet", "colleague.timesheet", "approve", "", 200, "Approved: Théophile Ganache. Undo"},
		{"an approval that changes nothing has nothing to undo", "sheet", "colleague.timesheet", "approve", "", 200,
			"Approved: Théophile Ganache."},
		{"the withdrawal of an approval has nothing to undo", "sheet", "colleague.timesheet", "withdraw", "", 200,
			"Approval removed: Théophile Ganache."},
		{"leave that is escalated can be undone", "leave", "employee.leave", "escalate", "", 200, "Escalated: Maëlle Trudelle. Undo"},
		{"leave that is approved can be undone", "leave", "employee.leave", "approve", "", 200, "Approved: Maëlle Trudelle. Undo"},
		{"leave that is cancelled can be undone", "leave", "employee.leave", "withdraw", "", 200, "Leave cancelled: Maëlle Trudelle. Undo"},
		{"a sheet of another crew is not there", "sheet", "stranger.timesheet", "approve", "", 404, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			ref, version := item(t, a, x.kind, x.record)
			r := swap(c.On(t), queue, form("item", ref, "version", fmt.Sprint(version), "decision", x.verb, "note", x.note)).Want(x.status)
			switch x.status {
			case http.StatusUnprocessableEntity:
				if got := htmltest.Text(r.Doc().Find(".field-error")); got != x.says {
					t.Errorf("the error is %q, want %q", got, x.says)
				}
				if typed := r.Doc().Find("[name=note]").Text(); typed != x.note {
					t.Errorf("the typed note became %q", typed)
				}
				r.HasNot("<html")
			case http.StatusOK:
				if got := messages(r); got != x.says {
					t.Errorf("it says %q, want %q", got, x.says)
				}
			default:
				r.HasHeader("HX-Refresh", "true")
			}
		})
	}
	c.Get(queue) // shows why the last decisions were refused
	t.Run("an item that was changed meanwhile is not decided about", func(t *testing.T) {
		ref, version := item(t, a, "sheet", "colleague.timesheet")
		body := form("item", ref, "version", fmt.Sprint(version-1), "decision", "approve")
		c.On(t).Form(queue, body).Want(http.StatusPreconditionFailed)
		swap(c.On(t), queue, body).Want(http.StatusPreconditionFailed).HasHeader("HX-Refresh", "true")
	})
	t.Run("what names no item or no version is refused", func(t *testing.T) {
		for _, body := range []string{"item=sheet-x&version=1", "item=shift-1&version=1", "item=sheet-1&version=x", "item=sheet-1", ""} {
			c.On(t).Form(queue, body+"&decision=approve").Want(http.StatusBadRequest)
		}
	})
	t.Run("without the script the error is on the whole page, and a decision leads to the next item", func(t *testing.T) {
		ref, version := item(t, a, "sheet", "colleague.timesheet")
		fields := []string{"item", ref, "version", fmt.Sprint(version), "view", "kind=sheet", "next", a.World.Fill("leave-{colleague.leave}")}
		c.On(t).Form(queue, form(append(fields, "decision", "refuse")...)).Want(422).Has("<html", "Explain why")
		c.On(t).Form(queue, form(append(fields, "decision", "approve")...)).Want(http.StatusSeeOther).
			HasHeader("Location", a.World.Fill(queue+"?item=leave-{colleague.leave}&kind=sheet"))
		if got := messages(c.On(t).Get(queue)); !strings.HasSuffix(got, "Approved: Théophile Ganache. Undo") {
			t.Errorf("it says %q", got)
		}
	})
}

func TestPages_show(t *testing.T) {
	a, c := newApp(t)
	leave := a.World.Fill(queue + "?item=leave-{colleague.leave}")
	t.Run("the script gets the queue and the item, a browser that goes back the whole page", func(t *testing.T) {
		c.On(t).Do(http.MethodGet, leave, nil, "HX-Request", "true").Want(http.StatusOK).Has(`id="queue"`).HasNot("<html")
		c.On(t).Do(http.MethodGet, leave, nil, "HX-Request", "true", "HX-History-Restore-Request", "true").Want(http.StatusOK).Has("<html")
		c.On(t).Get(leave).Want(http.StatusOK).Has("<html")
		c.On(t).Do(http.MethodGet, leave, nil, "HX-History-Restore-Request", "false").Want(http.StatusOK).Has("<html")
	})
	t.Run("an item that is asked for is shown alone on a phone", func(t *testing.T) {
		for path, want := range map[string]string{leave: "queue is-chosen", queue: "queue"} {
			if got := c.On(t).Get(path).Doc().Find("#queue").AttrOr("class", ""); got != want {
				t.Errorf("%s has the class %q, want %q", path, got, want)
			}
		}
	})
	t.Run("the facts of an item are shown", func(t *testing.T) {
		c.On(t).Get(leave).Want(http.StatusOK).Has("Also on leave", "40\u00a0h", "Vacation")
		c.On(t).Get(a.World.Fill(queue+"?item=sheet-{employee.timesheet}")).Want(http.StatusOK).Has("2026-11-16", "$42.50", "1 of 4")
		c.On(t).Get(a.World.Fill(queue+"?kind=expense&item=expense-{employee.expense}")).Want(http.StatusOK).
			Has("Dîner", "$42.50", "2026-11-16", "Week 1")
	})
	t.Run("expenses to decide about stand before the table of the weeks", func(t *testing.T) {
		page := c.On(t).Get(a.World.Fill(queue + "?item=sheet-{employee.timesheet}")).Want(http.StatusOK).Doc()
		order := page.Find(".queue-body .review-lines, .queue-body .review-weeks").Map(func(_ int, x *goquery.Selection) string {
			return goquery.NodeName(x)
		})
		if !slices.Equal(order, []string{"ul", "div"}) {
			t.Errorf("in this order: %v", order)
		}
	})
	t.Run("an employee has no queue", func(t *testing.T) {
		a.Browser("employee").On(t).Get(queue).Want(http.StatusForbidden)
		a.Browser("employee").On(t).Form(queue+"/many", "").Want(http.StatusForbidden)
		a.Browser("employee").On(t).Form(queue+"/undo", "").Want(http.StatusForbidden)
	})
}

func TestPages_approveMany_and_undo(t *testing.T) {
	a, c := newApp(t)
	ref := func(kind, name string) string {
		x, version := item(t, a, kind, name)
		return fmt.Sprintf("%s-%d", x, version)
	}
	var items string // of the undo button
	many := func(t *testing.T, view string, items ...string) *apptest.Response {
		t.Helper()
		pairs := []string{"view", view, "confirmed", "1"}
		for _, x := range items {
			pairs = append(pairs, "items", x)
		}
		return swap(c.On(t), queue+"/many", form(pairs...))
	}
	t.Run("nothing is approved when nothing is selected", func(t *testing.T) {
		r := many(t, "").Want(http.StatusOK)
		if got := messages(r); got != "Select at least one item." || a.Count("timesheets", "is_approved") != 0 {
			t.Errorf("it says %q", got)
		}
	})
	t.Run("more than a page at once is refused", func(t *testing.T) {
		many(t, "", strings.Split(strings.Repeat("sheet-1-1 ", 51), " ")[:51]...).Want(http.StatusBadRequest)
	})
	t.Run("an item without its version is refused", func(t *testing.T) {
		for _, x := range []string{"sheet-1", "sheet", "", "-5", "sheet-1-x"} {
			many(t, "", x).Want(http.StatusBadRequest)
		}
	})
	first, second := a.World.Fill("sheet-{employee.timesheet}"), a.World.Fill("sheet-{colleague.timesheet}")
	t.Run("sheets that need a review are approved after a question, with and without the script", func(t *testing.T) {
		body := form("view", "", "items", ref("sheet", "employee.timesheet"), "items", ref("leave", "colleague.leave"))
		for _, r := range []*apptest.Response{swap(c.On(t), queue+"/many", body), c.On(t).Form(queue+"/many", body)} {
			asked := r.Want(http.StatusOK).Doc().Find("dialog#ask-many[open]")
			if got := htmltest.Text(asked.Find("h2")); got != "Approve 2 items?" {
				t.Errorf("it asks %q", got)
			}
			if got := htmltest.Text(asked.Find(".reasons")); !strings.HasPrefix(got, "Maëlle Trudelle") || strings.Contains(got, "Théophile") {
				t.Errorf("it names %q", got)
			}
			if n := asked.Find("[name=items]").Length(); n != 2 || asked.Find("[name=confirmed]").Length() != 1 {
				t.Errorf("the question is about %d items", n)
			}
			if n := r.Doc().Find("[data-tick][checked]").Length(); n != 2 {
				t.Errorf("%d ticks stay", n)
			}
		}
		if a.Count("timesheets", "is_approved") != 0 {
			t.Error("a sheet was approved before the answer")
		}
	})
	t.Run("what is approved is counted, and the item that was open gives way to the first of the rest", func(t *testing.T) {
		r := many(t, "item="+first, ref("sheet", "employee.timesheet"), second+"-99").Want(http.StatusOK)
		const says = "1 item approved. Undo | 1 item left unchanged. Someone else changed this in the meantime. Check again."
		if got := messages(r); got != says {
			t.Errorf("it says %q", got)
		}
		if got := open(r); got != "Théophile Ganache" {
			t.Errorf("%q is open", got)
		}
		r.HasHeader("HX-Push-Url", queue).HasHeader("HX-Reswap", "outerHTML swap:150ms")
		if got := shown(r); got != "queue item="+second {
			t.Errorf("the queue is %q", got)
		}
	})
	t.Run("another item stays open", func(t *testing.T) {
		leave := a.World.Fill("leave-{employee.leave}")
		r := many(t, "item="+leave, ref("sheet", "colleague.timesheet"), ref("leave", "colleague.leave")).Want(http.StatusOK)
		if got := messages(r); got != "2 items approved. Undo" {
			t.Errorf("it says %q", got)
		}
		if got := open(r); got != "Maëlle Trudelle" {
			t.Errorf("%q is open", got)
		}
		r.HasHeader("HX-Push-Url", queue+"?item="+leave)
		if got := shown(r); got != "queue is-chosen item="+leave {
			t.Errorf("the queue is %q", got)
		}
		items = r.Doc().Find("[data-toast] [name=items]").AttrOr("value", "")
	})
	t.Run("several decisions are undone at once", func(t *testing.T) {
		r := swap(c.On(t), queue+"/undo", form("items", items, "view", "")).Want(http.StatusOK)
		if got := messages(r); got != "2 items restored to their previous status." {
			t.Errorf("it says %q", got)
		}
		r.HasHeader("HX-Push-Url", queue)
		if n := a.Count("timesheets", "is_approved"); n != 1 {
			t.Errorf("%d sheets are approved, want 1", n)
		}
	})
	t.Run("one that is undone is opened, and not undone twice", func(t *testing.T) {
		one := ref("sheet", "employee.timesheet")
		c.On(t).Form(queue+"/undo", form("items", one, "view", "kind=sheet")).Want(http.StatusSeeOther).
			HasHeader("Location", queue+"?item="+first+"&kind=sheet")
		if got := messages(c.On(t).Get(queue)); got != "1 item restored to its previous status." {
			t.Errorf("it says %q", got)
		}
		r := swap(c.On(t), queue+"/undo", form("items", one, "view", "")).Want(http.StatusOK)
		if got := messages(r); got != "1 item left unchanged. Someone else changed this in the meantime. Check again." {
			t.Errorf("it says %q", got)
		}
	})
}
