package db_test

import (
	"strings"
	"testing"

	"presence/app/platform/contact"
	"presence/db"
	"presence/db/dbtest"
)

// storedNames are the first and last names of customers and people who were stored before they had a sort_name.
var storedNames = [][2]string{{"Zoé", "Côté"}, {"ÉLISE", "Lœuvre-Ångström"}, {"Noël", "D’Îsle ÇÂ"}, {"Ñandú", "O'Ærø"}}

// databaseAt returns a database at the schema of an earlier version.
func databaseAt(t *testing.T, dialect db.Dialect, version int64) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.Empty(t, dialect), db.Options{Conns: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if err := db.MigrateTo(t.Context(), d, version); err != nil {
		t.Fatal(err)
	}
	return d
}

// People who were stored before 00058 are found by name as those who are stored after.
func TestMigrate_names_people(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d := databaseAt(t, dialect, 57)
			for _, n := range storedNames {
				execAll(t, d, "INSERT INTO people (id, email, name, role, created_at, updated_at) VALUES ('"+n[0]+"', '"+n[0]+"', '"+n[0]+" "+
					strings.ReplaceAll(n[1], "'", "''")+"', 'employee', 1, 1)")
			}
			if err := d.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, n := range storedNames {
				var got string
				if err := d.QueryRow(t.Context(), "SELECT sort_name FROM people WHERE id = $1", n[0]).Scan(&got); err != nil ||
					got != contact.Fold(n[0]+" "+n[1]) {
					t.Errorf("%q, %v; want %q", got, err, contact.Fold(n[0]+" "+n[1]))
				}
			}
		})
	}
}

// Customers who were stored before the list of customers came are found by it as those who are stored after.
func TestMigrate_names_customers(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			d := databaseAt(t, dialect, 30)
			rows := ""
			for _, n := range storedNames {
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
			for _, n := range storedNames {
				var got string
				if err := d.QueryRow(t.Context(), "SELECT sort_name FROM customers WHERE first_name = $1", n[0]).Scan(&got); err != nil ||
					got != contact.Fold(n[1]+" "+n[0]) {
					t.Errorf("%q, %v; want %q", got, err, contact.Fold(n[1]+" "+n[0]))
				}
			}
		})
	}
}
