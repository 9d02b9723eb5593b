package paths

import (
	"net/url"
	"strconv"
)

// Events is the list of events. Every page of one event stands below Event, at /staff/events/:event/….
func Events() string { return prefix + "/staff/events" }

// NewEvent is the form of an event that is not there yet.
func NewEvent() string { return Events() + "/new" }

// CopyEvent is the same form, filled from another event.
func CopyEvent(id string) string { return NewEvent() + "?from=" + url.QueryEscape(id) }

// Event is an event's page, with its editor; its changes are posted there.
func Event(id string) string { return Events() + "/" + url.PathEscape(id) }

// AskDeleteEvent returns the event's page with the question whether to delete it.
func AskDeleteEvent(id string) string { return Event(id) + "?ask=delete" }

// DeleteEvent returns where an event, or what was saved of a built-in one, is deleted (POST: version).
func DeleteEvent(id string) string { return Event(id) + "/delete" }

// EventPreview returns where the guests' page is rendered from the fields of the editor (POST).
func EventPreview(id string) string { return Event(id) + "/preview" }

// EventFiles returns where an attachment is added (POST, multipart: file, language).
func EventFiles(id string) string { return Event(id) + "/attachments" }

// EventFile is one attachment, as everybody who may reads it.
func EventFile(id string, file int64) string {
	return prefix + "/events/" + url.PathEscape(id) + "/attachments/" + strconv.FormatInt(file, 10)
}

// DeleteEventFile returns where one attachment is removed (POST).
func DeleteEventFile(id string, file int64) string {
	return EventFiles(id) + "/" + strconv.FormatInt(file, 10) + "/delete"
}
