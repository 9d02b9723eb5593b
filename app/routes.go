package app

import (
	"presence/app/bankcodes"
	"presence/app/home"
	"presence/app/httpx"
)

// routes is the map of the product: one line a feature in each group. What each line holds is in the feature's
// routes.go; all of it together, with rules and handlers, is testdata/routes.golden and `presence routes`.
func (a *App) routes(r *httpx.Router) {
	// The JSON face, and what answers anyone.
	home.API(r, a.Home)
	bankcodes.API(r, a.BankCodes)
}
