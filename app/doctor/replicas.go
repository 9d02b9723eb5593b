package doctor

import (
	"context"
	"slices"
	"strings"

	"presence/app/platform/i18n"
	"presence/db"
)

// The settings that must be the same on all servers, beside SECRET_KEY: with another key a server does not start.
const (
	PublicURL = "PUBLIC_URL"
	TimeZone  = "TIMEZONE"
)

// Differences returns the values of each setting that is not the same on all servers, sorted. Servers that have not announced a setting do
// not count.
func Differences(servers []db.Announced) map[string][]string {
	found := map[string][]string{}
	for _, s := range servers {
		for name, value := range map[string]string{PublicURL: s.PublicURL, TimeZone: s.Zone} {
			if value != "" && !slices.Contains(found[name], value) {
				found[name] = append(found[name], value)
			}
		}
	}
	for name, values := range found {
		if slices.Sort(values); len(values) < 2 {
			delete(found, name)
		}
	}
	return found
}

// Replicas compares the settings of the running servers with each other, and with own, those of the command; zero: none.
func (p Patient) Replicas(ctx context.Context, own db.Announced) (list []Result) {
	f := p.finding(Replicas)
	servers, err := p.DB.Announced(ctx)
	if err != nil {
		return []Result{f.failed(err)}
	}
	differences := Differences(append(servers, own))
	for name, remedy := range map[string]i18n.Text{PublicURL: i18n.DoctorPublicURLDo, TimeZone: i18n.DoctorZoneDo} {
		if values := differences[name]; values != nil && len(servers) > 0 {
			list = append(list, f.Bad(Error, remedy, i18n.DoctorReplicas, name, strings.Join(values, ", ")))
		}
	}
	slices.SortFunc(list, func(a, b Result) int { return strings.Compare(a.Text, b.Text) })
	if list == nil {
		list = append(list, f.OK(i18n.DoctorReplicasOK, len(servers)))
	}
	return list
}
