package app

import (
	"context"
	"strings"
	"sync"
	"time"

	"presence/app/accounts/accesstokens"
	"presence/app/doctor"
	"presence/app/platform/background"
	"presence/db"
)

// replicasInterval is the time between two comparisons of this server with the others.
const replicasInterval = 10 * time.Second

// replicaCheck compares the settings of this server that must be the same on all of them with those of the others, and logs when they
// begin to differ and when they are the same again.
type replicaCheck struct {
	mu    sync.Mutex
	found string // the names of the settings that differed at the last comparison
	told  string // those that the log says differ
}

// announced returns the settings that must be the same on all servers.
func (c Config) announced() db.Announced {
	return db.Announced{PublicURL: strings.TrimRight(c.PublicURL.String(), "/"), Zone: c.Zone.String()}
}

// compareReplicas announces the settings of this server and compares them with those of the others. A difference is told when it was found
// twice, because servers use a changed setting one after the other; at the start of this server at once. The PUBLIC_URL for commands is
// recorded only if no other server has another one.
func (a *App) compareReplicas(ctx context.Context, starting bool) error {
	own := a.config.announced()
	others, err := a.replica.Announce(ctx, own)
	if err != nil {
		return err
	}
	differences := doctor.Differences(append(others, own))
	if _, differs := differences[doctor.PublicURL]; !differs {
		if err := accesstokens.RecordIssuer(ctx, a.DB, a.config.PublicURL.String(), db.InstantOf(a.config.Now())); err != nil {
			return err
		}
	}
	a.replicas.tell(a, differences, starting)
	return nil
}

// tell logs that differences have begun or ended.
func (r *replicaCheck) tell(a *App, differences map[string][]string, starting bool) {
	var names []string
	args := []any{}
	for _, name := range []string{doctor.PublicURL, doctor.TimeZone} {
		if values := differences[name]; values != nil {
			names, args = append(names, name), append(args, name, values)
		}
	}
	found := strings.Join(names, ", ")
	r.mu.Lock()
	defer r.mu.Unlock()
	again := found == r.found
	r.found = found
	switch {
	case found == r.told || !again && !starting && found != "":
	case found == "":
		r.told = ""
		a.config.Log.Info("all servers have the same settings again")
	default:
		r.told = found
		a.config.Log.Error("the servers that use this database have different settings: set the same on each, and restart those that differ",
			args...)
	}
}

// watchReplicas compares this server with the others until ctx ends.
func (a *App) watchReplicas(ctx context.Context, report func(context.Context, error)) {
	if a.replica == nil {
		return
	}
	background.Repeat(ctx, replicasInterval, nil, func() { report(ctx, a.compareReplicas(ctx, false)) })
}
