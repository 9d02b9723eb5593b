package holidaypay

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

var statuses = httpx.Statuses{
	List: http.StatusOK, Get: http.StatusOK, Update: http.StatusOK, NotFoundGet: http.StatusNotFound, NotFoundUpdate: http.StatusNotFound,
}

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	all := httpx.Collection{Path: "/holiday-pay", Noun: "holiday-pay", Plural: "holiday-pay", Statuses: statuses}
	httpx.HandleList(r, all.List(httpx.SignedIn), a.list)
	httpx.Handle(r, all.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, all.Update(httpx.Payroll).With(httpx.ReadBy(a.get)), a.update)
}

// Pages registers the act on the page of a timesheet.
func Pages(r *httpx.Router, s *Service) {
	r.Page(http.MethodPost, "/staff/holiday-pay/:id", httpx.Payroll, func(c *gin.Context) error {
		ctx := c.Request.Context()
		id, err := httpx.PathID(c, "id", "pay of a holiday")
		if err != nil {
			return err
		}
		by, paid := auth.From(ctx), c.PostForm("paid") == "true"
		p, err := s.Update(ctx, by, id, httpx.FormVersion(c), Changes{&paid})
		if err != nil {
			return err
		}
		text := i18n.HolidayPayStopped
		if !p.Unpaid {
			text = i18n.HolidayPayRestored
		}
		httpx.Flash(c, ui.Toast{Text: by.Language.F(text, by.Language.Day(p.Day), p.Employee)})
		if sheet := httpx.FormNumber(c, "sheet"); sheet != nil {
			return httpx.SeeOther(c, paths.Timesheet(*sheet))
		}
		return httpx.SeeOther(c, paths.Periods())
	})
}
