package paths

import (
	"net/url"
	"strconv"
)

// Directory is the page that searches the customer directory.
func Directory() string { return prefix + "/staff/directory" }

// DirectoryOf is the page with a search done.
func DirectoryOf(query string) string { return Directory() + "?q=" + url.QueryEscape(query) }

// DirectoryCustomer is one customer, by number; query is the search to come back to.
func DirectoryCustomer(id, query string) string {
	v := url.Values{"id": {id}}
	if query != "" {
		v.Set("q", query)
	}
	return Directory() + "/customer?" + v.Encode()
}

// DirectorySyncs is the history of the syncs, whose state it gives alone to HTMX.
func DirectorySyncs() string { return Directory() + "/syncs" }

// DirectoryRun is one sync with what it could not take.
func DirectoryRun(id int64) string { return DirectorySyncs() + "/" + strconv.FormatInt(id, 10) }

// SyncDirectory returns where a sync is started (POST; force=1: also when the source has lost most of its records).
func SyncDirectory() string { return Directory() + "/sync" }
