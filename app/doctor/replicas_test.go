package doctor_test

import (
	"testing"

	"presence/app/doctor"
	"presence/db"
	"presence/db/dbtest"
)

// TestReplicas compares the settings of running servers, and of the command, with each other.
func TestReplicas(t *testing.T) {
	const address, other = "https://presence.example.com", "https://other.example.com"
	server := func(publicURL, zone string) db.Announced { return db.Announced{PublicURL: publicURL, Zone: zone} }
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, x := range []struct {
			name     string
			servers  []db.Announced
			own      db.Announced
			severity doctor.Severity
			says     string
		}{
			{"no server is running", nil, server(address, "UTC"), doctor.OK, "(0)"},
			{"all have the same settings", []db.Announced{server(address, "UTC"), server(address, "UTC")}, server(address, "UTC"), doctor.OK, "(2)"},
			{"one has another address", []db.Announced{server(address, "UTC"), server(other, "UTC")}, db.Announced{}, doctor.Error,
				"values for PUBLIC_URL: " + other + ", " + address + "."},
			{"one has another time zone", []db.Announced{server(address, "UTC"), server(address, "Europe/Paris")}, db.Announced{}, doctor.Error,
				"values for TIMEZONE: Europe/Paris, UTC."},
			{"the command has another address", []db.Announced{server(address, "UTC")}, server(other, "UTC"), doctor.Error, "PUBLIC_URL"},
			{"an older program announces nothing", []db.Announced{server(address, "UTC"), {}}, db.Announced{}, doctor.OK, "(2)"},
		} {
			t.Run(x.name, func(t *testing.T) {
				for _, s := range x.servers {
					r, err := d.Register(t.Context(), "v1")
					if err != nil {
						t.Fatal(err)
					}
					if _, err := r.Announce(t.Context(), s); err != nil {
						t.Fatal(err)
					}
					defer func() { _ = r.Leave(t.Context()) }()
				}
				one(t, patient(d).Replicas(t.Context(), x.own), x.severity, x.says)
			})
		}
	})
}
