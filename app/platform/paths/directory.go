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

// DirectoryUploads returns the address of the page on which a file of customers is uploaded (POST: file).
func DirectoryUploads() string { return Directory() + "/uploads" }

// DirectoryUpload returns the address of an uploaded file.
func DirectoryUpload(id int64) string { return DirectoryUploads() + "/" + strconv.FormatInt(id, 10) }

// MapDirectoryUpload returns where staff choose which columns of a file contain which fields (POST).
func MapDirectoryUpload(id int64) string { return DirectoryUpload(id) + "/columns" }

// PublishDirectoryUpload returns where a file becomes the directory (POST; force=1: also with far fewer customers).
func PublishDirectoryUpload(id int64) string { return DirectoryUpload(id) + "/publish" }

// UndoDirectoryUpload returns where the former directory is returned to (POST).
func UndoDirectoryUpload(id int64) string { return DirectoryUpload(id) + "/undo" }

// DiscardDirectoryUpload returns where a file is discarded that was not published (POST).
func DiscardDirectoryUpload(id int64) string { return DirectoryUpload(id) + "/delete" }

// DirectorySample returns the address of a sample file of customers.
func DirectorySample(name string) string { return DirectoryUploads() + "/samples/" + name }

// DirectoryUploadResource returns the address of an uploaded file in the JSON API.
func DirectoryUploadResource(id int64) string {
	return prefix + "/directory/uploads/" + strconv.FormatInt(id, 10)
}
