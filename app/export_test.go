package app

import (
	"context"

	"presence/app/accounts/personaldata"
)

func init() { waitForProxies = drainDelay }

// Maintain runs the tasks of the maintenance that are due, as a server does just after its start.
func (a *App) Maintain(ctx context.Context) error { return a.maintain(ctx, &maintained{}) }

// Erased knows who was erased.
func (a *App) Erased() *personaldata.Identities { return a.erased }
