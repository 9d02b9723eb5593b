package campaigns

import (
	"encoding/hex"
	"strconv"
	"strings"
)

// MessageTag returns the part of a Message-ID that names the campaign. It contains part of the campaign's salt, because another
// installation, or this one after a restored backup, may use the same campaign id.
func MessageTag(campaign int64, salt []byte) string {
	return strconv.FormatInt(campaign, 36) + "." + hex.EncodeToString(salt[:4])
}

// MessageID returns the Message-ID of a recipient's message; it is the same for each attempt (R11).
func MessageID(campaignTag string, recipient int64, domain string) string {
	return campaignTag + "." + strconv.FormatInt(recipient, 36) + "@" + domain
}

// ParseMessageID splits a Message-ID into campaign tag and recipient id; ok is false when it does not have our form. The caller
// compares the tag with that of the recipient's campaign.
func ParseMessageID(id string) (campaignTag string, recipient int64, ok bool) {
	local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@")
	end := strings.LastIndexByte(local, '.')
	if end < 0 {
		return "", 0, false
	}
	recipient, err := strconv.ParseInt(local[end+1:], 36, 64)
	return local[:end], recipient, err == nil && recipient > 0
}

// DomainOf returns the part of an address after its last @.
func DomainOf(email string) string { return email[strings.LastIndexByte(email, '@')+1:] }
