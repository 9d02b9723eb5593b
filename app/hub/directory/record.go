package directory

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"presence/app/platform/typed"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// record is a customer in JSON, in files of lines and in feeds. It accepts what is nearly right: a number for a text, one text
// for a list, null for an empty value. Unknown fields are ignored.
type record struct {
	ID            looseText `json:"customer_id"`
	Name          looseText `json:"name"`
	AccountID     looseText `json:"account_id"`
	AccountName   looseText `json:"account_name"`
	AccountStatus looseText `json:"account_status"`
	Type          looseText `json:"type"`
	Mandatary     looseText `json:"mandatary"`
	LegacyContact looseText `json:"legacy_contact"`
	Emails        looseList `json:"emails"`
	Phones        looseList `json:"phones"`
	City          looseText `json:"city"`
	Language      looseText `json:"language"`
	Subscriptions []struct {
		Status       looseText `json:"status"`
		MonthlyPrice looseText `json:"monthly_price"`
	} `json:"subscriptions"`
}

// lenient lets the decoder accept invalid UTF-8 and duplicate names, so that only the one record is rejected and not the whole
// listing.
var lenient = []json.Options{jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)}

// readRecord reads one JSON object.
func readRecord(text []byte) (Customer, *Reject) {
	var r record
	if err := json.Unmarshal(text, &r, lenient...); err != nil {
		return Customer{ID: string(r.ID)}, &Reject{Reason: "unreadable"}
	}
	c := Customer{ID: string(r.ID), Name: string(r.Name), AccountID: string(r.AccountID), AccountName: string(r.AccountName),
		AccountStatus: string(r.AccountStatus),
		Type:          string(r.Type), Mandatary: string(r.Mandatary), LegacyContact: string(r.LegacyContact), Emails: r.Emails, Phones: r.Phones,
		City: string(r.City), Language: string(r.Language)}
	for _, s := range r.Subscriptions {
		cents, ok := centsOf(string(s.MonthlyPrice))
		if !ok {
			return c, &Reject{Reason: "bad_value", Field: "subscriptions"}
		}
		c.Subscriptions = append(c.Subscriptions, Subscription{string(s.Status), cents})
	}
	return c, nil
}

// centsOf parses dollars, as a number of JSON or as people write them (1,049.50 $), and rounds to the nearest cent; an empty text is 0.
func centsOf(s string) (int64, bool) {
	s = strings.Trim(strings.Join(strings.Fields(s), ""), "$")
	if s == "" {
		return 0, true
	}
	f, err := strconv.ParseFloat(s, 64)
	ok := err == nil
	if !ok {
		size, negative := strings.CutPrefix(s, "-")
		if f, ok = typed.Decimal(size); negative {
			f = -f
		}
	}
	if !ok || math.IsNaN(f) || math.Abs(f) > 1e9 {
		return 0, false
	}
	return int64(math.Round(f * 100)), true
}

var errNested = errors.New("a list or an object where a text belongs")

// looseText is a text; in JSON also a number or a boolean, kept as it is written, or null for "".
type looseText string

func (t *looseText) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	switch k := d.PeekKind(); k {
	case 'n':
		*t = ""
		return d.SkipValue()
	case '[', '{':
		return errNested
	default:
		token, err := d.ReadToken()
		*t = looseText(token.String())
		return err
	}
}

// looseList is a list of texts; in JSON also a single text, or null for an empty list.
type looseList []string

func (l *looseList) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*l = nil
	if d.PeekKind() != '[' {
		var one looseText
		if err := one.UnmarshalJSONFrom(d); err != nil {
			return err
		}
		if one != "" {
			*l = looseList{string(one)}
		}
		return nil
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		var one looseText
		if err := one.UnmarshalJSONFrom(d); err != nil {
			return err
		}
		*l = append(*l, string(one))
	}
	_, err := d.ReadToken()
	return err
}
