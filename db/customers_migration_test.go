package db_test

import (
	"strings"
	"testing"

	"presence/app/platform/contact"
	"presence/db"
	"presence/db/dbtest"
)

// Customers who were stored before the list of customers came are found by it as those who are stored after.
func TestMigrate_names_customers(t *testing.T) {
	names := [][2]string{{"Zoé", "Côté"}, {"ÉLISE", "Lœuvre-Ångström"}, {"Noël", "D’Îsle ÇÂ"}, {"Ñandú", "O'Ærø"}}
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d, err := db.Open(t.Context(), dbtest.Empty(t, dialect), db.Options{Conns: 3})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { d.Close() })
			if err := db.MigrateTo(t.Context(), d, 30); err != nil {
				t.Fatal(err)
			}
			rows := ""
			for _, n := range names {
				if rows != "" {
					rows += ", "
				}
				rows += "('" + n[0] + "', 'x', '" + n[0] + "', '" + strings.ReplaceAll(n[1], "'", "''") + "', 'x@example.com', 5145550101, 1, 1)"
			}
			execAll(t, d, "INSERT INTO customers (user_id, residence, first_name, last_name, email, phone_number, created_at, updated_at) VALUES "+
				rows, "INSERT INTO people (id, email, role, created_at, updated_at) SELECT user_id, user_id, 'employee', 1, 1 FROM customers")
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, n := range names {
				var got string
				if err := d.QueryRow(t.Context(), "SELECT sort_name FROM customers WHERE first_name = $1", n[0]).Scan(&got); err != nil ||
					got != contact.Fold(n[1]+" "+n[0]) {
					t.Errorf("%q, %v; want %q", got, err, contact.Fold(n[1]+" "+n[0]))
				}
			}
		})
	}
}
