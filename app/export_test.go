package app

import "presence/app/accounts/personaldata"

func init() { waitForProxies = drainDelay }

// Erased knows who was erased.
func (a *App) Erased() *personaldata.Identities { return a.erased }
