package campaigns

import (
	"context"
	"errors"
	"strings"

	"presence/app/platform/contact"
)

// errEnough ends the reading of recipients once the page is full.
var errEnough = errors.New("campaigns: enough")

// SearchRecipients returns up to p.Rows recipients with ids above p.After, in the state p.State, whose names, address or
// customer number contain every word of text; case and accents are ignored. It stops reading as soon as it has enough.
func (s *Service) SearchRecipients(ctx context.Context, c Campaign, p RecipientFilter, text string) (list []Recipient, err error) {
	words, rows := strings.Fields(contact.Fold(text)), p.Rows
	if len(words) > 0 {
		p.Rows = c.Counts.Total + 1
	}
	err = selectRecipients(ctx, s.db, c, p, func(r Recipient) error {
		if !matches(r, words) {
			return nil
		}
		if list = append(list, r); int64(len(list)) == rows {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) || len(list) == 0 {
		return nil, err
	}
	replies, err := answersOf(ctx, s.db, c, list[0].ID, list[len(list)-1].ID)
	for i := range list {
		list[i] = list[i].answeredBy(replies[list[i].ID])
	}
	return list, err
}

// matches reports whether the recipient's name, address or customer number contains each of the words, which are folded.
func matches(r Recipient, words []string) bool {
	if len(words) == 0 {
		return true
	}
	all := contact.Fold(r.FirstName + " " + r.LastName + " " + r.Email + " " + r.CustomerID)
	for _, w := range words {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}
