package paths

import (
	"net/url"
	"strconv"
)

// Kiosks returns the address of the administrators' page of kiosks, and of its form for a new one (POST: name).
func Kiosks() string { return Settings() + "/kiosks" }

// RevokeKiosk returns where a kiosk is revoked (POST).
func RevokeKiosk(id int64) string { return Kiosks() + "/" + strconv.FormatInt(id, 10) + "/revoke" }

// OwnPIN returns the address of the form for the user's own PIN (POST: current_password, pin).
func OwnPIN() string { return Settings() + "/pin" }

// RemoveOwnPIN returns where the user's own PIN is removed (POST: current_password).
func RemoveOwnPIN() string { return OwnPIN() + "/remove" }

// Badge returns the address of the form for the badge number and the PIN of an employee (POST: badge_number, pin, version).
func Badge(employee int64) string { return Employee(employee) + "/badge" }

// RemovePIN returns where the PIN of an employee is removed (POST).
func RemovePIN(employee int64) string { return Badge(employee) + "/remove" }

// Kiosk returns the address of the first screen of a kiosk; the cookie of the device is sent to this path and those below it.
func Kiosk() string { return prefix + "/kiosk" }

// KioskLanguage returns where the language of a kiosk is changed (POST: lang).
func KioskLanguage() string { return Kiosk() + "/language" }

// KioskEnrol returns the address of the page that makes a device a kiosk.
func KioskEnrol(token string) string { return Kiosk() + "/enrol/" + token }

// KioskEnrolled returns where a device becomes a kiosk (POST: token).
func KioskEnrolled() string { return Kiosk() + "/enrol" }

// KioskNames returns a page, from 1, of the names that begin with a text.
func KioskNames(text string, page int64) string {
	q := url.Values{}
	if text != "" {
		q.Set("q", text)
	}
	if page > 1 {
		q.Set("page", strconv.FormatInt(page, 10))
	}
	return withQuery(Kiosk()+"/names", q)
}

// KioskPIN returns the screen on which a PIN is entered (GET, POST: badge or who, pin).
func KioskPIN() string { return Kiosk() + "/pin" }

// KioskPINOf returns that screen for an employee who picked their name.
func KioskPINOf(employee int64) string { return KioskPIN() + "?who=" + strconv.FormatInt(employee, 10) }

// KioskScreen returns the screen that a right PIN has opened, once.
func KioskScreen() string { return Kiosk() + "/screen" }

// KioskStamp returns where an employee stamps (POST: proof, act, bank_code_id).
func KioskStamp() string { return Kiosk() + "/stamp" }

// KioskPresent returns a page, from 1, of who has clocked in.
func KioskPresent(page int64) string {
	if page == 1 {
		return Kiosk() + "/present"
	}
	return Kiosk() + "/present?page=" + strconv.FormatInt(page, 10)
}
