package paths

import "strconv"

// ClockIn returns where the user clocks in (POST: bank_code_id).
func ClockIn() string { return prefix + "/staff/clock/in" }

// StartBreak returns where the user starts a break (POST).
func StartBreak() string { return prefix + "/staff/clock/break" }

// EndBreak returns where the user ends a break (POST).
func EndBreak() string { return prefix + "/staff/clock/back" }

// ChangeTask returns where the user goes on with another task (POST: bank_code_id).
func ChangeTask() string { return prefix + "/staff/clock/task" }

// ClockOut returns where the user clocks out (POST).
func ClockOut() string { return prefix + "/staff/clock/out" }

// Clocking returns the page that settles a clocking, and the address of its form (POST: end_time, reason, discard, version).
func Clocking(id int64) string { return prefix + "/staff/clockings/" + strconv.FormatInt(id, 10) }

// PresentPeople returns a page, from 1, of the list of who has clocked in.
func PresentPeople(page int64) string {
	if page == 1 {
		return prefix + "/staff/present"
	}
	return prefix + "/staff/present?page=" + strconv.FormatInt(page, 10)
}

// HandOverStamps returns the address to which a device sends the stamps that it kept while it was offline (POST, JSON).
func HandOverStamps() string { return prefix + "/clock/stamps" }

// Stamp returns the page that settles a refused stamp of a device, and the address of its form (POST: reason).
func Stamp(id int64) string { return prefix + "/staff/clock/stamps/" + strconv.FormatInt(id, 10) }

// OfflineClock returns the page that devices keep for when there is no network, in a language.
func OfflineClock(lang string) string { return prefix + "/clock/offline?lang=" + lang }

// StaffScope returns the path below which that page is shown without a network.
func StaffScope() string { return prefix + "/staff/" }

// WebManifest returns the description of the product as an application that can be installed on a device, in a language.
func WebManifest(lang string) string { return prefix + "/manifest.webmanifest?lang=" + lang }
