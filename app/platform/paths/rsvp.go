package paths

import (
	"net/url"
	"strconv"
)

// Rsvp is the guests' page of an event. Language and token (the t of a personal link) may be empty.
func Rsvp(event, lang, token string) string {
	q := url.Values{}
	if token != "" {
		q.Set("t", token)
	}
	if lang != "" {
		q.Set("lang", lang)
	}
	address := prefix + "/rsvp/" + url.PathEscape(event)
	if len(q) > 0 {
		address += "?" + q.Encode()
	}
	return address
}

// RsvpSubmit returns where a guest's answer is sent (POST).
func RsvpSubmit(event string) string { return Rsvp(event, "", "") + "/submit" }

// RsvpCalendar is the event as a calendar's file.
func RsvpCalendar(event, lang string) string {
	return Rsvp(event, "", "") + "/calendar.ics?lang=" + lang
}

// Registrations is who answered an event, for staff.
func Registrations(event string) string { return Event(event) + "/rsvps" }

// RegistrationsOf is the part of them that a filter keeps.
func RegistrationsOf(event string, filter url.Values) string {
	if len(filter) == 0 {
		return Registrations(event)
	}
	return Registrations(event) + "?" + filter.Encode()
}

// NewRegistration is the form in which staff enter an answer for a guest.
func NewRegistration(event string) string { return Registrations(event) + "/new" }

// Registration is one answer with its earlier versions.
func Registration(event string, id int64) string {
	return Registrations(event) + "/" + strconv.FormatInt(id, 10)
}

// EditRegistration is the form that corrects an answer; it is posted there too.
func EditRegistration(event string, id int64) string { return Registration(event, id) + "/edit" }

// DeleteRegistration returns where a registration is deleted (POST).
func DeleteRegistration(event string, id int64) string { return Registration(event, id) + "/delete" }

// RestoreRegistration returns where an earlier version is restored (POST: version).
func RestoreRegistration(event string, id int64) string { return Registration(event, id) + "/restore" }

// RegistrationsFile is all answers as CSV.
func RegistrationsFile(event string) string {
	return prefix + "/events/" + url.PathEscape(event) + "/rsvps.csv"
}
