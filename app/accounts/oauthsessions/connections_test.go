package oauthsessions

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/db"
)

func TestConnection_Validity(t *testing.T) {
	for _, x := range []struct {
		name            string
		access, refresh db.Instant
		want            Validity
	}{
		{"before the access token expires", 101, 50, Valid},
		{"at the instant at which it expires", 100, 101, Renewable},
		{"with a refresh token that has no known end", 99, 0, Renewable},
		{"at the instant at which the refresh token expires", 99, 100, Expired},
		{"when both have expired", 1, 2, Expired},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := (Connection{AccessExpiry: x.access, RefreshExpiry: x.refresh}).Validity(100); got != x.want {
				t.Errorf("%d, want %d", got, x.want)
			}
		})
	}
}

// connect stores a session of a person and returns its id.
func (d *fixture) connect(by auth.Actor, application string) string {
	d.Helper()
	o, err := d.service.Create(d.Context(), by, New{UserID: by.PersonID, Application: application, AccessToken: secret, RefreshToken: secret,
		AccessExpiry: d.service.at() + 1, Scopes: []string{"read"}})
	if err != nil {
		d.Fatal(err)
	}
	return o.ID
}

func (d *fixture) exec(sql string, args ...any) {
	d.Helper()
	if err := d.db.Write(d.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}); err != nil {
		d.Fatal(err)
	}
}

// applications returns the addresses of the connections found.
func applications(list []Connection) string {
	var names []string
	for _, c := range list {
		names = append(names, strings.TrimPrefix(c.Application, "https://"))
	}
	return strings.Join(names, " ")
}

func TestService_Connections(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		d.exec("UPDATE employees SET first_name = 'Ann', last_name = 'Côté', sort_name = 'cote ann' WHERE user_id = $1", d.ann.PersonID)
		d.exec("UPDATE employees SET first_name = 'Cid', last_name = 'Roy', sort_name = 'roy cid' WHERE user_id = $1", d.cid.PersonID)
		d.exec("DELETE FROM employees WHERE user_id = $1", d.admin.PersonID)
		d.exec("UPDATE people SET name = 'Ada Zörn', sort_name = 'ada zorn', email = 'ada@ferme.example' WHERE id = $1", d.admin.PersonID)
		d.connect(d.cid, "https://books.example.com/Cid_1")
		d.connect(d.ann, "https://mail.example.com/ann")
		d.connect(d.ann, "https://books.example.com/ann")
		d.connect(d.admin, "https://api.example.com/ada")
		gone := d.connect(d.ann, "https://gone.example.com")
		if _, err := d.service.Delete(t.Context(), d.ann, gone, nil); err != nil {
			t.Fatal(err)
		}
		const all = "api.example.com/ada books.example.com/ann mail.example.com/ann books.example.com/Cid_1"
		for _, x := range []struct {
			name   string
			by     auth.Actor
			search Search
			want   string
			count  int64
			page   int64
		}{
			{"an administrator sees all, by person and application, without those deleted", d.admin, Search{Page: 1, Rows: 10}, all, 4, 1},
			{"or only their own", d.admin, Search{Own: true, Page: 1, Rows: 10}, "api.example.com/ada", 1, 1},
			{"others see their own, even when they ask for all", d.ann, Search{Page: 1, Rows: 10},
				"books.example.com/ann mail.example.com/ann", 2, 1},
			{"payroll sees no more than other people", auth.Actor{PersonID: "p", Role: auth.Payroll}, Search{Page: 1, Rows: 10}, "", 0, 1},
			{"a search does not widen what they see", d.ann, Search{Text: "cid", Page: 1, Rows: 10}, "", 0, 1},
			{"by the name of an employee, accents and case aside", d.admin, Search{Text: "CÔTE Ann", Page: 1, Rows: 10},
				"books.example.com/ann mail.example.com/ann", 2, 1},
			{"by the name of an account without an employee record, accents and case aside", d.admin, Search{Text: "ZÖRN", Page: 1, Rows: 10},
				"api.example.com/ada", 1, 1},
			{"by an e-mail address", d.admin, Search{Text: "ada@ferme", Page: 1, Rows: 10}, "api.example.com/ada", 1, 1},
			{"by application, case aside", d.admin, Search{Text: "books.EXAMPLE.com/cid", Page: 1, Rows: 10}, "books.example.com/Cid_1", 1, 1},
			{"by a word of a person and one of an application", d.admin, Search{Text: "cote mail.", Page: 1, Rows: 10},
				"mail.example.com/ann", 1, 1},
			{"an underscore stands for itself", d.admin, Search{Text: "d_1", Page: 1, Rows: 10}, "books.example.com/Cid_1", 1, 1},
			{"and for nothing else", d.admin, Search{Text: "_ail", Page: 1, Rows: 10}, "", 0, 1},
			{"the first page", d.admin, Search{Page: 1, Rows: 3}, "api.example.com/ada books.example.com/ann mail.example.com/ann", 4, 1},
			{"the last page", d.admin, Search{Page: 2, Rows: 3}, "books.example.com/Cid_1", 4, 2},
			{"a full last page", d.admin, Search{Page: 2, Rows: 2}, "mail.example.com/ann books.example.com/Cid_1", 4, 2},
			{"a page after the last one is the last one", d.admin, Search{Page: 1 << 62, Rows: 3}, "books.example.com/Cid_1", 4, 2},
			{"a page before the first one is the first one", d.admin, Search{Page: -1, Rows: 1}, "api.example.com/ada", 4, 1},
		} {
			t.Run(x.name, func(t *testing.T) {
				found, err := d.service.Connections(t.Context(), x.by, x.search)
				if got := applications(found.List); err != nil || got != x.want || found.All != x.count || found.Page != x.page {
					t.Errorf("%q, %d in all, page %d, %v; want %q", got, found.All, found.Page, err, x.want)
				}
			})
		}
		t.Run("each has its person, scopes and times", func(t *testing.T) {
			found, err := d.service.Connections(t.Context(), d.admin, Search{Page: 1, Rows: 2})
			if err != nil || len(found.List) != 2 {
				t.Fatal(found, err)
			}
			now := d.service.at()
			for i, want := range []Connection{
				{PersonID: d.admin.PersonID, PersonName: "Ada Zörn", PersonEmail: "ada@ferme.example", Application: "https://api.example.com/ada"},
				{PersonID: d.ann.PersonID, PersonName: "Ann Côté", PersonEmail: found.List[1].PersonEmail,
					Application: "https://books.example.com/ann"},
			} {
				got := found.List[i]
				want.ID, want.Scopes, want.Since, want.AccessExpiry = got.ID, []string{"read"}, now, now+1
				if fmt.Sprint(got) != fmt.Sprint(want) || got.ID == "" || !slices.Equal(got.Scopes, want.Scopes) {
					t.Errorf("%+v, want %+v", got, want)
				}
			}
		})
		t.Run("tokens that cannot be read are no obstacle, since they are not read", func(t *testing.T) {
			d.exec("UPDATE oauth_sessions SET access_token = $1, refresh_token = $1", []byte("broken"))
			found, err := d.service.Connections(t.Context(), d.ann, Search{Own: true, Page: 1, Rows: 10})
			if err != nil || found.All != 2 {
				t.Errorf("%+v, %v", found, err)
			}
		})
	})
}

// Applications with letters that SQLite does not fold are found as those without.
func TestService_Connections_folds_applications(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		d.connect(d.ann, "https://api.example.com/ÉLÈVES")
		d.connect(d.ann, "https://api.example.com/other")
		for _, x := range []struct{ name, text, want string }{
			{"case and accents aside", "éLÉVES", "api.example.com/ÉLÈVES"},
			{"with a word of ASCII beside it", "eleves EXAMPLE", "api.example.com/ÉLÈVES"},
			{"but not another application", "eleves other", ""},
			{"a word of both finds both", "api", "api.example.com/other api.example.com/ÉLÈVES"},
		} {
			t.Run(x.name, func(t *testing.T) {
				found, err := d.service.Connections(t.Context(), d.admin, Search{Text: x.text, Page: 1, Rows: 10})
				if err != nil {
					t.Fatal(err)
				}
				got := strings.Fields(applications(found.List))
				slices.Sort(got)
				if strings.Join(got, " ") != x.want {
					t.Errorf("%q, want %q", got, x.want)
				}
			})
		}
	})
}
