package doctor_test

import (
	"testing"

	"presence/app/doctor"
	"presence/db"
	"presence/db/dbtest"
)

// TestConnections warns when PostgreSQL allows fewer connections than the servers may open.
func TestConnections(t *testing.T) {
	url := dbtest.URL(t, db.Postgres)
	for conns, want := range map[int]doctor.Severity{4: doctor.OK, 5000: doctor.Warning} {
		d, err := db.Open(t.Context(), url, db.Options{Conns: conns})
		if err != nil {
			t.Fatal(err)
		}
		one(t, patient(d).Connections(t.Context()), want, "PostgreSQL allows")
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if list := patient(dbtest.OpenSQLite(t)).Connections(t.Context()); list != nil {
		t.Errorf("on SQLite: %+v", list)
	}
}
