package customers

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
	"presence/db/dbtest"
)

const body = `{"user_id":"7F4DF1A2-6a3f-4d52-9a9e-0d6d8f4c1b11","first_name":" Aurèle ","last_name":"Tanguay","email":"Aurele@Example.com","phone_number":5145550199}`

// newService returns a service on an empty database, and a person of payroll.
func newService(t *testing.T, d *db.DB) (s *Service, payroll auth.Actor) {
	t.Helper()
	m := dbtest.NewCrew(t, d).Payroll
	return NewService(d, func() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC) }, ""),
		auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Payroll, Via: "bearer"}
}

func TestAPI(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, payroll := newService(t, d)
		api := featuretest.New(t, featuretest.Options{By: payroll, Now: s.now}, func(r *httpx.Router) { API(r, s) })
		for _, x := range []struct {
			name, method, path, body, ifMatch string
			status                            int
			has                               string // each word of it
		}{
			{"create answers 201, cleaned", "POST", "/customers", body, "", 201,
				`"id":1,"user_id":"7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11","first_name":"Aurèle" "email":"aurele@example.com","phone_number":5145550199,"residence":null,"invoice_id":null}`},
			{"a person has one record", "POST", "/customers", body, "", 409, `"code":"customer_taken"`},
			{"another's e-mail for a person who is new", "POST", "/customers", strings.Replace(body, "7F4DF1A2", "8F4DF1A2", 1), "", 400,
				`"field":"email","code":"taken"`},
			{"all five fields are required, and all are told", "POST", "/customers", `{}`, "", 400,
				`"user_id" "first_name" "last_name" "email" "phone_number" "required"`},
			{"every fault is told", "POST", "/customers",
				`{"user_id":"x","first_name":"","last_name":"\u0007","email":"@","phone_number":12,"residence":5,"invoice_id":0,"id":3}`, "", 400,
				`"field":"user_id","code":"format" "field":"first_name","code":"required" "field":"last_name","code":"format" "field":"email","code":"format" "field":"phone_number","code":"format" "field":"residence","code":"type" "field":"invoice_id" "field":"id","code":"unknown"`},
			{"get answers 201", "GET", "/customers/1", "", "", 201, `"last_name":"Tanguay"`},
			{"a missing one answers 400", "GET", "/customers/9", "", "", 400, `"code":"not_found"`},
			{"list answers 201", "GET", "/customers?user_id=7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11&email=AURELE@example.com", "", "", 201,
				`[{"id":1,`},
			{"a list of another person", "GET", "/customers?user_id=8f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11", "", "", 201, `[]`},
			{"a list of another address", "GET", "/customers?email=zoe@example.com", "", "", 201, `[]`},
			{"a list by another invoice", "GET", "/customers?invoice_id=7", "", "", 201, `[]`},
			{"a list by what is no UUID", "GET", "/customers?user_id=7", "", "", 400, `"field":"user_id"`},
			{"patch answers 201", "PATCH", "/customers/1", `{"residence":"Sainte-Adèle","invoice_id":9007199254740991}`, `"1-1"`, 201,
				`"residence":"Sainte-Adèle","invoice_id":9007199254740991}`},
			{"an old version is refused", "PATCH", "/customers/1", `{"invoice_id":13}`, `"1-1"`, 412, `"code":"stale"`},
			{"null empties what may be empty", "PATCH", "/customers/1", `{"residence":null,"invoice_id":null}`, "", 201,
				`"residence":null,"invoice_id":null}`},
			{"null is no name", "PATCH", "/customers/1", `{"first_name":null,"email":null}`, "", 400, `"field":"first_name" "field":"email"`},
			{"delete answers 201 with the record", "DELETE", "/customers/1", "", "", 201, `"id":1`},
			{"after which it is missing", "GET", "/customers/1", "", "", 400, `"code":"not_found"`},
			{"and in no list", "GET", "/customers", "", "", 201, `[]`},
			{"the person may have a record again", "POST", "/customers", body, "", 201, `"id":`},
		} {
			t.Run(x.name, func(t *testing.T) {
				var headers []string
				if x.ifMatch != "" {
					headers = []string{"If-Match", x.ifMatch}
				}
				a := api.On(t).Do(x.method, x.path, x.body, headers...)
				if a.Status != x.status {
					t.Errorf("status %d, want %d: %s", a.Status, x.status, a.Body)
				}
				for _, text := range strings.Fields(x.has) {
					if !strings.Contains(a.Body, text) {
						t.Errorf("%s lacks %s", a.Body, text)
					}
				}
			})
		}
		var trail string
		rows, err := d.Query(t.Context(), "SELECT action FROM audit_log WHERE kind = 'customer' ORDER BY id")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var action string
			if err := rows.Scan(&action); err != nil {
				t.Fatal(err)
			}
			trail += action + " "
		}
		if trail != "created updated updated archived created " {
			t.Errorf("the trail is %s", trail)
		}
	})
}

func TestService_Create(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, payroll := newService(t, d)
		t.Run("gives one of many that ask at once the person", func(t *testing.T) {
			var all sync.WaitGroup
			for i := range 20 {
				all.Go(func() {
					_, err := s.Create(t.Context(), payroll, New{UserID: "7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11", FirstName: "A", LastName: fmt.Sprint(i),
						Email: "a@example.org", PhoneNumber: 5145550199})
					if err != nil && !errs.HasCode(err, "customer_taken") && errs.KindOf(err) != errs.KindInvalid {
						t.Error(err)
					}
				})
			}
			all.Wait()
			var n int
			if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM customers").Scan(&n); err != nil || n != 1 {
				t.Errorf("%d records, %v", n, err)
			}
		})
	})
}
