package app

import (
	"context"

	"presence/app/accounts/personaldata"
)

func init() { waitForProxies = drainDelay }

// Maintain does what is due of the maintenance, as a server that has just started.
func (a *App) Maintain(ctx context.Context) error { return a.maintain(ctx, &maintained{}) }

// Erased knows who was erased.
func (a *App) Erased() *personaldata.Identities { return a.erased }
