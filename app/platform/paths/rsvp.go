package paths

import (
	"net/url"
	"strconv"
	"strings"
)

// Rsvp returns the address of the guests' page of an event. Language and token (the t of a personal link) may be empty.
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

// RsvpCalendar returns the address of the event's calendar file.
func RsvpCalendar(event, lang string) string {
	return Rsvp(event, "", "") + "/calendar.ics?lang=" + lang
}

// RsvpCalendarOf returns the address of the event's calendar file for a guest with a check-in code.
func RsvpCalendarOf(event, lang, code string) string {
	return RsvpCalendar(event, lang) + "&code=" + code
}

// Registrations returns the address of the list of an event's registrations, for staff.
func Registrations(event string) string { return Event(event) + "/rsvps" }

// RegistrationsOf returns the address of the list with a filter.
func RegistrationsOf(event string, filter url.Values) string {
	return withQuery(Registrations(event), filter)
}

// NewRegistration returns the address of the form in which staff enter an answer for a guest.
func NewRegistration(event string) string { return Registrations(event) + "/new" }

// Registration returns the address of one answer with its earlier versions.
func Registration(event string, id int64) string {
	return Registrations(event) + "/" + strconv.FormatInt(id, 10)
}

// EditRegistration returns the address of the form that corrects an answer; it is posted there too.
func EditRegistration(event string, id int64) string { return Registration(event, id) + "/edit" }

// DeleteRegistration returns where a registration is deleted (POST).
func DeleteRegistration(event string, id int64) string { return Registration(event, id) + "/delete" }

// RestoreRegistration returns where an earlier version is restored (POST: version).
func RestoreRegistration(event string, id int64) string { return Registration(event, id) + "/restore" }

// DecideMatch returns where a probable match is confirmed or rejected (POST: same, version).
func DecideMatch(event string, id int64) string { return Registration(event, id) + "/settle" }

// SendUpdates returns where staff send the changes of an event to the guests who are coming (POST: version, that of the event).
func SendUpdates(event string) string { return Registrations(event) + "/updates" }

// GuestList returns the address of the guest list to print.
func GuestList(event string) string { return Registrations(event) + "/guest-list" }

// GuestListAfter returns the address of the page of the guest list behind a registration; 0: of its first page.
func GuestListAfter(event string, id int64) string {
	if id == 0 {
		return GuestList(event)
	}
	return GuestList(event) + "?after=" + strconv.FormatInt(id, 10)
}

// RegistrationsFile returns the address of all answers as CSV.
func RegistrationsFile(event string) string {
	return prefix + "/events/" + url.PathEscape(event) + "/rsvps.csv"
}

// Door returns the address of the page on which an event's guests are checked in.
func Door(event string) string { return Event(event) + "/door" }

// DoorAt returns the address of that page with a registration on top.
func DoorAt(event string, registration int64) string {
	return Door(event) + "?at=" + strconv.FormatInt(registration, 10)
}

// CheckInCode returns the address that a guest's check-in code stands for.
func CheckInCode(code string) string { return prefix + "/door/" + code }

// OpenDoor returns the address that opens the check-in page to helpers.
func OpenDoor(token string) string { return prefix + "/door/open/" + token }

// CheckInCodes returns the address below which those of the check-in codes are.
func CheckInCodes() string { return prefix + "/door/" }

// DoorLinks returns the address of an event's check-in links; a new one is posted there too.
func DoorLinks(event string) string { return Door(event) + "/links" }

// RevokeDoorLink returns where a check-in link is revoked (POST).
func RevokeDoorLink(event string, id int64) string {
	return DoorLinks(event) + "/" + strconv.FormatInt(id, 10) + "/revoke"
}

// DoorOffline returns the address of the check-in page that devices show without a network.
func DoorOffline(event string) string { return Door(event) + "?offline=1" }

// DoorParties returns the address of the list that devices keep.
func DoorParties(event string) string { return Door(event) + "/parties" }

// DoorProbe returns the address of the check-in page by which devices look whether there is a network.
func DoorProbe(event string) string { return Door(event) + "?probe=1" }

// DoorKept returns where devices hand over the taps that they kept (POST).
func DoorKept(event string) string { return Door(event) + "/kept" }

// DoorHeld returns where it is decided about a held arrival (POST: held, count).
func DoorHeld(event string) string { return Door(event) + "/held" }

// DoorTaps returns where arrivals are sent (POST).
func DoorTaps(event string) string { return Door(event) + "/arrivals" }

// DoorWalkIns returns where a party without a registration is sent (POST).
func DoorWalkIns(event string) string { return Door(event) + "/walk-ins" }

// WaitingList returns the address of the guests' page of a party on the waiting list of an event, and where a party is put on the list
// (POST). Language and token may be empty.
func WaitingList(event, lang, token string) string {
	address, query, _ := strings.Cut(Rsvp(event, lang, token), "?")
	if query != "" {
		query = "?" + query
	}
	return address + "/waiting-list" + query
}

// TakeOffer returns where a guest takes the places that are offered (POST: t).
func TakeOffer(event string) string { return WaitingList(event, "", "") + "/take" }

// LeaveWaitingList returns where a guest declines an offer or leaves the waiting list (POST: t).
func LeaveWaitingList(event string) string { return WaitingList(event, "", "") + "/leave" }

// StaffWaitingList returns the address of the waiting list of an event, for staff.
func StaffWaitingList(event string) string { return Event(event) + "/waiting-list" }

// StaffWaitingListOf returns the address of the waiting list of an event with a filter, for staff.
func StaffWaitingListOf(event string, filter url.Values) string {
	return withQuery(StaffWaitingList(event), filter)
}

// WaitingParty returns where staff change a party of the waiting list (POST: do, version, and the q, state and page of the list).
func WaitingParty(event string, id int64) string {
	return StaffWaitingList(event) + "/" + strconv.FormatInt(id, 10)
}

// WaitingListFile returns the address of the waiting list as CSV.
func WaitingListFile(event string) string {
	return prefix + "/events/" + url.PathEscape(event) + "/waiting-list.csv"
}

// Totals returns the address of the totals of an event's answers.
func Totals(event string) string { return Registrations(event) + "/totals" }

// TotalsFile returns the address of these totals as XLSX.
func TotalsFile(event string) string {
	return To("/events/" + url.PathEscape(event) + "/rsvp-totals.csv?format=xlsx")
}

// Badges returns the address of the name badges on a size of paper, letter or a4, behind a registration; 0: of the first page.
func Badges(event, paper string, id int64) string {
	q := url.Values{"paper": {paper}}
	if id != 0 {
		q.Set("after", strconv.FormatInt(id, 10))
	}
	return Registrations(event) + "/badges?" + q.Encode()
}

// Picture returns the address of the cover picture of an event in a size. hash names its bytes, so what is there never changes.
func Picture(hash, size string) string {
	return prefix + "/pictures/" + url.PathEscape(hash) + "/" + size
}
