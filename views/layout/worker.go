package layout

import (
	"net/url"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/static"
)

// StaffWorker returns the service worker of the staff pages, which shows the clock without a network, and notices. Its address names the
// page that it keeps, and changes with every file of that page: a browser then installs it anew.
func StaffWorker(l i18n.Lang) string {
	return paths.Static("clock.worker.js") + "?page=" + url.QueryEscape(paths.OfflineClock(string(l))+"&v="+static.Version())
}
