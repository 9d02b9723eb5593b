package paths

import (
	"net/url"
	"strconv"
)

// Directory returns the address of the page that searches the customer directory.
func Directory() string { return prefix + "/staff/directory" }

// DirectoryOf returns the address of the page with the results of a search.
func DirectoryOf(query string) string { return Directory() + "?q=" + url.QueryEscape(query) }

// DirectoryCustomer returns the address of one customer, by number; query is the search to return to.
func DirectoryCustomer(id, query string) string {
	v := url.Values{"id": {id}}
	if query != "" {
		v.Set("q", query)
	}
	return Directory() + "/customer?" + v.Encode()
}

// DirectorySegment returns the address of the list of one kind of customers, or of those of a city; before is the row below which
// it continues, 0 for its beginning.
func DirectorySegment(kind, city string, before int64) string {
	v := url.Values{"of": {kind}}
	if city != "" {
		v.Set("city", city)
	}
	if before > 0 {
		v.Set("before", strconv.FormatInt(before, 10))
	}
	return Directory() + "?" + v.Encode()
}

// DirectorySyncs returns the address of the history of syncs. HTMX requests to it get only the state.
func DirectorySyncs() string { return Directory() + "/syncs" }

// DirectoryRun returns the address of one sync with its rejected records.
func DirectoryRun(id int64) string { return DirectorySyncs() + "/" + strconv.FormatInt(id, 10) }

// SyncDirectory returns where a sync is started (POST; force=1: also when the source has lost most of its records).
func SyncDirectory() string { return Directory() + "/sync" }
