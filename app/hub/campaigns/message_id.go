package campaigns

import (
	"crypto/hmac"
	"encoding/hex"
	"strconv"
	"strings"
)

// MessageTag returns the part of a Message-ID that names the campaign. It contains part of the campaign's salt, because another
// installation, or this one after a restored backup, may use the same campaign id.
func MessageTag(campaign int64, salt []byte) string {
	return strconv.FormatInt(campaign, 36) + "." + hex.EncodeToString(salt[:4])
}

// messageProofBytes is the length of the MAC in a Message-ID: 64 bits, because providers limit the length of an id.
const messageProofBytes = 8

// MessageID returns the Message-ID of a recipient's message; it is the same for each attempt (R11). It ends with a MAC, so that a guest
// who has one cannot compute that of another guest.
func (t LinkTokens) MessageID(campaignTag string, recipient int64, domain string) string {
	proof := bounceText.EncodeToString(t.derive(ForMessageID, recipient)[:messageProofBytes])
	return campaignTag + "." + strconv.FormatInt(recipient, 36) + "." + proof + "@" + domain
}

// ProvesMessage reports whether proof is the MAC in the Message-ID of the recipient's message.
func (t LinkTokens) ProvesMessage(recipient int64, proof []byte) bool {
	return hmac.Equal(t.derive(ForMessageID, recipient)[:messageProofBytes], proof)
}

// MessageRef has the parts of a Message-ID, which are not verified.
type MessageRef struct {
	Tag       string // of the campaign, see MessageTag
	Recipient int64
	Proof     []byte // the MAC, see ProvesMessage; nil in the Message-IDs of earlier versions
}

// ParseMessageID splits a Message-ID; ok is false when it does not have our form. The caller compares the tag with that of the
// recipient's campaign, and checks the proof.
func ParseMessageID(id string) (ref MessageRef, ok bool) {
	local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@")
	parts := strings.Split(local, ".")
	if len(parts) == 4 {
		proof, err := bounceText.DecodeString(strings.ToLower(parts[3]))
		if err != nil || len(proof) != messageProofBytes {
			return ref, false
		}
		ref.Proof, parts = proof, parts[:3]
	}
	if len(parts) != 3 {
		return ref, false
	}
	recipient, err := strconv.ParseInt(parts[2], 36, 64)
	ref.Tag, ref.Recipient = parts[0]+"."+parts[1], recipient
	return ref, err == nil && recipient > 0
}

// DomainOf returns the part of an address after its last @.
func DomainOf(email string) string { return email[strings.LastIndexByte(email, '@')+1:] }
