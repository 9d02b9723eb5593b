package paths

import (
	"net/url"
	"strconv"
)

// Audience is the page on which an event's main list is built. query, which may be empty, holds filters and searches.
func Audience(event string, query url.Values) string {
	address := Event(event) + "/audience"
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return address
}

// AddAudienceFilters adds whom the filters choose (POST).
func AddAudienceFilters(event string) string { return Audience(event, nil) + "/filters" }

// AddAudiencePicks adds one customer or one other person (POST).
func AddAudiencePicks(event string) string { return Audience(event, nil) + "/picks" }

// ImportAudienceCSV adds the addresses of a CSV (POST, multipart: file or csv).
func ImportAudienceCSV(event string) string { return Audience(event, nil) + "/csv" }

// CheckAudienceCSV tells what a CSV would add (POST, as AddTable).
func CheckAudienceCSV(event string) string { return Audience(event, nil) + "/check" }

// RemoveAudienceEntry takes one entry off the list (POST).
func RemoveAudienceEntry(event string, entry int64) string {
	return Audience(event, nil) + "/entries/" + strconv.FormatInt(entry, 10) + "/remove"
}

// ClearAudience empties the list (POST).
func ClearAudience(event string) string { return Audience(event, nil) + "/clear" }

// AudienceEntries is the main list as the API has it.
func AudienceEntries(event string, query url.Values) string {
	return prefix + "/events/" + url.PathEscape(event) + "/audience/entries?" + query.Encode()
}
