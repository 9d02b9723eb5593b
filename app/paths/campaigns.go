package paths

import "strconv"

// Pixel is the picture that tells that a message was opened.
func Pixel(token string) string { return prefix + "/t/o/" + token }

// Click leads on to one of the addresses that a message may hold, "rsvp" or "calendar".
func Click(token, to string) string { return prefix + "/t/c/" + token + "/" + to }

// Unsubscribe asks whether to write no more (GET), and takes it (POST).
func Unsubscribe(token string) string { return prefix + "/u/" + token }

// CampaignReport is a campaign's recipients as CSV.
func CampaignReport(id int64) string {
	return prefix + "/campaigns/" + strconv.FormatInt(id, 10) + "/report.csv"
}

// CampaignRecipients is a page of a campaign's recipients as JSON: those behind an id, in a state or in any.
func CampaignRecipients(id, limit, after int64, state string) string {
	address := prefix + "/campaigns/" + strconv.FormatInt(id, 10) + "?limit=" + strconv.FormatInt(limit, 10) + "&after=" + strconv.FormatInt(after, 10)
	if state != "" {
		address += "&status=" + state
	}
	return address
}
