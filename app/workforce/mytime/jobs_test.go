package mytime_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/db"
)

// The form of a shift takes a customer, also one of several with a name, and keeps one who has left.
func TestPages_customers(t *testing.T) {
	a := apptest.New(t)
	exec := func(query string, args ...any) {
		t.Helper()
		if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, query, args...)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i, who := range []string{"supervisor", "colleague"} {
		exec(`INSERT INTO customers (id, user_id, first_name, last_name, email, phone_number, sort_name, invoice_id, created_at, updated_at)
			SELECT $1, user_id, 'Luc', 'Roy', 'luc@example.com', 5145550100, 'roy luc', $2, 1, 1 FROM employees WHERE id = $3`,
			901+i, []any{nil, 42}[i], a.World.IDs[who])
	}
	c := a.Browser("employee")
	customerOf := func() string {
		t.Helper()
		var id int64
		err := a.DB.QueryRow(t.Context(), `SELECT COALESCE(customer_id, 0) FROM shifts WHERE day = '2026-11-18' AND employee_id = $1
			AND archived_at IS NULL`, a.World.IDs["employee"]).Scan(&id)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(id)
	}
	const field = "#f-customer-2026-11-18"
	shift := func(customer, start string) string {
		return "date=2026-11-18&end_time=16&start_time=" + start + "&customer=" + url.QueryEscape(customer) + regular
	}
	t.Run("a name that two have is answered with both", func(t *testing.T) {
		r := swap(c.On(t), time25+"/shifts", shift("luc roy", "8")).Want(http.StatusUnprocessableEntity)
		var got string
		for _, o := range r.Doc().Find(field + " option").EachIter() {
			value, _ := o.Attr("value")
			got += value + "=" + htmltest.Text(o) + ";"
		}
		if want := "luc roy=Choose;id:901=Luc Roy;id:902=Luc Roy · 42;=None;"; plain(got) != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
	t.Run("who was chosen stays so while something else is wrong", func(t *testing.T) {
		r := swap(c.On(t), time25+"/shifts", shift("id:901", "x")).Want(http.StatusUnprocessableEntity)
		if got := htmltest.Text(htmltest.One(t, r.Doc(), field+" option[selected]")); got != "Luc Roy" {
			t.Errorf("chosen is %q", got)
		}
	})
	t.Run("the shift gets who was chosen", func(t *testing.T) {
		swap(c.On(t), time25+"/shifts", shift("id:901", "8")).Want(http.StatusOK)
		if got := customerOf(); got != "901" {
			t.Errorf("the customer is %s", got)
		}
	})
	var line int64
	if err := a.DB.QueryRow(t.Context(), "SELECT id FROM shifts WHERE customer_id = 901").Scan(&line); err != nil {
		t.Fatal(err)
	}
	edit := fmt.Sprintf("%s?day=2026-11-18&open=shift-%d", time25, line)
	t.Run("it keeps them when there are no other customers or activities any more", func(t *testing.T) {
		exec("UPDATE customers SET archived_at = 1")
		exec("DELETE FROM activities")
		value, _ := htmltest.One(t, c.On(t).Get(edit).Want(http.StatusOK).Doc(), field).Attr("value")
		swap(c.On(t), fmt.Sprintf("%s/shifts/%d", time25, line), shift(value, "9")).Want(http.StatusOK)
		if got := customerOf(); got != "901" || value != "Luc Roy" {
			t.Errorf("the form has %q, the customer is %s", value, got)
		}
	})
	t.Run("the history names who is on no line any more", func(t *testing.T) {
		swap(c.On(t), fmt.Sprintf("%s/shifts/%d", time25, line), shift("", "9")).Want(http.StatusOK)
		if got := customerOf(); got != "0" {
			t.Errorf("the customer is %s", got)
		}
		var sheet int64
		if err := a.DB.QueryRow(t.Context(), "SELECT timesheet_id FROM shifts WHERE id = $1", line).Scan(&sheet); err != nil {
			t.Fatal(err)
		}
		a.Browser("supervisor").On(t).Get(fmt.Sprintf("/staff/timesheets/%d?period=2026-25", sheet)).Want(http.StatusOK).Has("Luc Roy")
	})
}
