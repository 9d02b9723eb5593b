package payroll_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"testing"

	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/workforce/payroll"
	"presence/db"
	"presence/db/dbtest"
)

// exported is an export as the API answers it.
type exported struct {
	ID           int64   `json:"id"`
	Number       int64   `json:"number"`
	Lines        int64   `json:"lines"`
	Period       string  `json:"period"`
	SHA256       string  `json:"sha256"`
	Preset       string  `json:"preset"`
	Format       string  `json:"format"`
	Partial      bool    `json:"partial"`
	RegularHours float64 `json:"regular_hours"`
	Expenses     float64 `json:"expenses"`
	WithdrawnAt  *string `json:"withdrawn_at"`
}

func TestAPI(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		sheet, late := o.sheet(o.crew.Ann, true), o.sheet(o.crew.Cid, false)
		o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-10-20", 480)
		o.expense(o.crew.Ann, sheet, o.crew.PerDiem, "2026-10-21", 4250)
		o.shift(o.crew.Cid, late, o.crew.Regular, "2026-10-22", 300)
		c := featuretest.New(t, featuretest.Options{By: o.by, Now: o.now}, func(r *httpx.Router) { payroll.API(r, o.payroll) })
		var layout struct{ ID int64 }
		t.Run("a layout is created", func(t *testing.T) {
			c.On(t).Post("/payroll/presets", `{"name":"Nomina","kind":"columns","columns":["hours","amount"]}`).Want(http.StatusCreated).JSON(&layout)
			c.On(t).Post("/payroll/presets", `{"name":"X","kind":"columns","columns":["wage"]}`).IsRefused(http.StatusBadRequest, "columns unknown")
		})
		for _, x := range []struct{ name, body, faults string }{
			{"a period that there is not", `{"period":"2026-27"}`, "period not_found"},
			{"a layout that there is not", `{"period":"2026-23","preset_id":99}`, "preset_id not_found"},
			{"both at once", `{"period":"x","preset_id":99}`, "period format, preset_id not_found"},
			{"another format", `{"period":"2026-23","format":"pdf"}`, "format not_allowed"},
			{"another separator", `{"period":"2026-23","sep":"|"}`, "sep not_allowed"},
			{"a period that is not approved whole", `{"period":"2026-23"}`, "partial unfinished"},
		} {
			t.Run(x.name+" is refused", func(t *testing.T) {
				c.On(t).Post("/payroll/exports", x.body).IsRefused(http.StatusBadRequest, x.faults)
			})
		}
		var e exported
		t.Run("a period is handed over once, in the layout", func(t *testing.T) {
			body := fmt.Sprintf(`{"period":"2026-23","partial":true,"preset_id":%d}`, layout.ID)
			c.On(t).Post("/payroll/exports", body).Want(http.StatusCreated).JSON(&e)
			if e.Number != 1 || e.Period != "2026-23" || e.Preset != "Nomina" || e.Format != "csv" || !e.Partial || e.Lines != 2 ||
				e.RegularHours != 8 || e.Expenses != 42.5 || e.WithdrawnAt != nil {
				t.Errorf("%+v", e)
			}
			c.On(t).Post("/payroll/exports", body).IsRefused(http.StatusConflict, "period_exported")
		})
		one := fmt.Sprintf("/payroll/exports/%d", e.ID)
		t.Run("its file is the one of the manifest", func(t *testing.T) {
			a := c.On(t).Get(one + "/file").Want(http.StatusOK)
			if a.Body != "hours,amount\r\n8,\r\n,42.50\r\n" {
				t.Errorf("got %q", a.Body)
			}
			if sum := sha256.Sum256([]byte(a.Body)); hex.EncodeToString(sum[:]) != e.SHA256 {
				t.Errorf("SHA-256 %x, the manifest has %s", sum, e.SHA256)
			}
		})
		t.Run("it is read again, alone and in the list", func(t *testing.T) {
			var again exported
			var list []exported
			c.On(t).Get(one).Want(http.StatusOK).JSON(&again)
			c.On(t).Get("/payroll/exports?limit=1").Want(http.StatusOK).JSON(&list)
			if again != e || len(list) != 1 || list[0] != e {
				t.Errorf("got %+v and %+v", again, list)
			}
			c.On(t).Get("/payroll/exports?after=1").Is(http.StatusOK, "[]")
			c.On(t).Get("/payroll/exports/99").Want(http.StatusNotFound)
		})
		t.Run("it is withdrawn, and stays readable", func(t *testing.T) {
			c.On(t).Post(one+"/withdraw", "").Want(http.StatusOK).JSON(&e)
			if e.WithdrawnAt == nil {
				t.Errorf("%+v", e)
			}
			c.On(t).Get(one + "/file").Want(http.StatusOK)
		})
		t.Run("a layout is changed by the fields that are named, if it is as it was read", func(t *testing.T) {
			path := fmt.Sprintf("/payroll/presets/%d", layout.ID)
			read := c.On(t).Get(path).Want(http.StatusOK)
			tag := read.Header.Get("ETag")
			changed := fmt.Sprintf(`{"id":%d,"name":"Paye","kind":"columns","columns":["hours","amount"],"company":"","batch":"","codes":{}}`, layout.ID)
			c.On(t).Do(http.MethodPatch, path, `{"name":"Paye"}`, "If-Match", tag).Is(http.StatusOK, changed)
			c.On(t).Do(http.MethodPatch, path, `{"name":"Nomina"}`, "If-Match", tag).Want(http.StatusPreconditionFailed)
			c.On(t).Get("/payroll/presets").Is(http.StatusOK, "["+changed+"]")
			c.On(t).Do(http.MethodDelete, path, "").Want(http.StatusNoContent)
			c.On(t).Get(path).Want(http.StatusNotFound)
		})
		t.Run("a layout of ADP has its names of bank codes", func(t *testing.T) {
			c.On(t).Post("/payroll/presets", `{"name":"ADP","kind":"adp","company":"7QX","codes":{"G305":"VAC"}}`).Is(http.StatusCreated,
				`{"id":2,"name":"ADP","kind":"adp","columns":[],"company":"7QX","batch":"","codes":{"G305":"VAC"}}`)
		})
	})
}
