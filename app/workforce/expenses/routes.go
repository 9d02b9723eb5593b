package expenses

import (
	"presence/app/platform/httpx"
	"presence/app/workforce/timesheets"
)

// API registers the JSON routes. The contract spells the path with a capital E (C1).
func API(r *httpx.Router, s *Service) {
	a := api{s}
	expenses := httpx.Collection{Path: "/Expenses", Noun: "expense", Plural: "expenses", Statuses: httpx.LegacyStatuses}
	httpx.Handle(r, expenses.Create(httpx.SignedIn), a.create)
	httpx.HandleList(r, expenses.List(httpx.SignedIn), a.list)
	httpx.Handle(r, expenses.Get(httpx.SignedIn), a.get)
	httpx.Handle(r, expenses.Update(httpx.SignedIn).With(httpx.ReadBy(a.get)), a.update)
	httpx.Handle(r, expenses.Delete(httpx.SignedIn), a.delete)
	httpx.Handle(r, expenses.Restore(httpx.SignedIn), a.restore)
	httpx.Handle(r, timesheets.Approval(expenses), a.approve)
	receiptsAPI(r, a)
}
