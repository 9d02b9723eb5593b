package campaigns

import (
	"encoding/hex"
	"strconv"
	"strings"
)

// MessageTag stands for a campaign in the Message-IDs of its messages. Part of its salt tells two installations, or a
// database that was set back, apart.
func MessageTag(campaign int64, salt []byte) string {
	return strconv.FormatInt(campaign, 36) + "." + hex.EncodeToString(salt[:4])
}

// MessageID is that of a recipient's message: the same for each attempt (R11).
func MessageID(mark string, recipient int64, domain string) string {
	return mark + "." + strconv.FormatInt(recipient, 36) + "@" + domain
}

// ParseMessageID takes one apart; false: it is none of ours. The tag is still to be compared with the campaign's.
func ParseMessageID(id string) (mark string, recipient int64, ok bool) {
	local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@")
	end := strings.LastIndexByte(local, '.')
	if end < 0 {
		return "", 0, false
	}
	recipient, err := strconv.ParseInt(local[end+1:], 36, 64)
	return local[:end], recipient, err == nil && recipient > 0
}

// DomainOf is the part of an address behind its @.
func DomainOf(email string) string { return email[strings.LastIndexByte(email, '@')+1:] }
