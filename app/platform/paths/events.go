package paths

import (
	"net/url"
	"strconv"
)

// Events returns the address of the list of events. The pages of one event are at /staff/events/:event/….
func Events() string { return prefix + "/staff/events" }

// NewEvent returns the address of the form for a new event.
func NewEvent() string { return Events() + "/new" }

// CopyEvent returns the address of the form for a new event, filled from another event.
func CopyEvent(id string) string { return NewEvent() + "?from=" + url.QueryEscape(id) }

// RepeatEvent returns the address of the form for the same event a year later.
func RepeatEvent(id string) string { return NewEvent() + "?repeat=" + url.QueryEscape(id) }

// Event returns the address of an event's page with its editor, which is posted there.
func Event(id string) string { return Events() + "/" + url.PathEscape(id) }

// EventOverview returns the address of the page that says how an event stands.
func EventOverview(id string) string { return Event(id) + "/overview" }

// AskDeleteEvent returns the event's page with the question whether to delete it.
func AskDeleteEvent(id string) string { return Event(id) + "?ask=delete" }

// AskToTellGuests returns the event's page with the question whether to tell guests what that version has changed.
func AskToTellGuests(id string, version int64) string {
	return Event(id) + "?tell=" + strconv.FormatInt(version, 10)
}

// DeleteEvent returns the address that deletes an event, or the saved version of a built-in one (POST: version).
func DeleteEvent(id string) string { return Event(id) + "/delete" }

// EventPreview returns where the guests' page is rendered from the fields of the editor (POST).
func EventPreview(id string) string { return Event(id) + "/preview" }

// EventBlocks returns the editor of the blocks of an event's invitation, which is posted there.
func EventBlocks(id string) string { return Event(id) + "/blocks" }

// EventBlocksPreview returns where the blocks are rendered as an e-mail: the stored ones, or those of the form (POST).
func EventBlocksPreview(id string) string { return EventBlocks(id) + "/preview" }

// EventBlockPictures returns where the form of the blocks is posted with a picture for one of them (multipart).
func EventBlockPictures(id string) string { return EventBlocks(id) + "/pictures" }

// EventFiles returns where an attachment is added (POST, multipart: file, language).
func EventFiles(id string) string { return Event(id) + "/attachments" }

// EventFile returns the address of one attachment in the API.
func EventFile(id string, file int64) string {
	return prefix + "/events/" + url.PathEscape(id) + "/attachments/" + strconv.FormatInt(file, 10)
}

// DeleteEventFile returns where one attachment is removed (POST).
func DeleteEventFile(id string, file int64) string {
	return EventFiles(id) + "/" + strconv.FormatInt(file, 10) + "/delete"
}
