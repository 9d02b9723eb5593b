package paths

import (
	"net/url"
	"strconv"
)

// Audience returns the address of the page with an event's main list. query, which may be empty, contains filters and searches.
func Audience(event string, query url.Values) string {
	address := Event(event) + "/audience"
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return address
}

// AddAudienceFilters returns where the filters of the form are added to the list (POST).
func AddAudienceFilters(event string) string { return Audience(event, nil) + "/filters" }

// AddAudiencePicks returns where one customer or one other person is added to the list (POST).
func AddAudiencePicks(event string) string { return Audience(event, nil) + "/picks" }

// ImportAudienceCSV returns where a CSV is added to the list (POST, multipart: file or csv).
func ImportAudienceCSV(event string) string { return Audience(event, nil) + "/csv" }

// CheckAudienceCSV returns where a CSV is checked without being added (POST, as ImportAudienceCSV).
func CheckAudienceCSV(event string) string { return Audience(event, nil) + "/check" }

// RemoveAudienceEntry returns where one entry is removed from the list (POST).
func RemoveAudienceEntry(event string, entry int64) string {
	return Audience(event, nil) + "/entries/" + strconv.FormatInt(entry, 10) + "/remove"
}

// ClearAudience returns where the list is emptied (POST).
func ClearAudience(event string) string { return Audience(event, nil) + "/clear" }
