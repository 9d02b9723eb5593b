package directory

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/personal"
)

// Limits of findings.
const (
	maxFindings   = 50 // further values are counted together
	findingPlaces = 3  // stored for one finding
)

// Finding is a reason for which records are rejected, or a value that is left out of records that are kept.
type Finding struct {
	Reject
	Kept    bool     // the records are kept, without the value
	Records int64    // how many
	Places  []string // of the first records
}

// Findings are the reasons and values that were found while records were read. Records with the same reason, field and value are
// one finding.
type Findings struct {
	Rejected int64
	List     []Finding // the most frequent first, once they are sorted
}

// add counts a record.
func (f *Findings) add(why Reject, kept bool, place string) {
	why.Value = sanitize(why.Value)
	find := func() int {
		return slices.IndexFunc(f.List, func(x Finding) bool { return x.Reject == why && x.Kept == kept })
	}
	at := find()
	if at < 0 && len(f.List) >= maxFindings && why.Value != "" {
		why.Value = ""
		at = find()
	}
	if at < 0 {
		at, f.List = len(f.List), append(f.List, Finding{Reject: why, Kept: kept})
	}
	x := &f.List[at]
	if x.Records++; len(x.Places) < findingPlaces {
		x.Places = append(x.Places, sanitize(place))
	}
	if !kept {
		f.Rejected++
	}
}

// sort brings the rejected records before those that are kept, and the most frequent findings to the top.
func (f *Findings) sort() {
	slices.SortStableFunc(f.List, func(a, b Finding) int {
		if a.Kept != b.Kept {
			if b.Kept {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.Records, a.Records)
	})
}

// rejectsUnknown reports whether records are rejected only because a type or a status is not known.
func (f *Findings) rejectsUnknown() (records int64) {
	for _, x := range f.List {
		if !x.Kept && x.Reason == "bad_value" && words[x.Field] != nil {
			records += x.Records
		}
	}
	return records
}

func (f *Findings) text() (string, error) {
	b, err := json.Marshal(f)
	return string(b), err
}

// parseFindings reads what text has written; nil for "".
func parseFindings(text string) (*Findings, error) {
	if text == "" {
		return nil, nil
	}
	f := &Findings{}
	return f, json.Unmarshal([]byte(text), f)
}

// screening cleans the records of one reading, and decides which are rejected.
type screening struct {
	unknownAsEmpty bool            // see Customer.clean
	seen           map[string]bool // by customer number; false: the record was rejected
	findings       Findings
	barred         personal.Barred // customers and addresses that were erased
}

// screen returns the cleaned record, and why it is rejected; nil: it is not.
func (x *screening) screen(i Item) (Customer, *Reject) {
	c, reject := x.valid(i)
	if reject == nil && x.barred.Number(c.ID) {
		reject = &Reject{Reason: errErased}
		x.findings.add(*reject, false, "")
		c.ID = "" // which is not stored
	}
	c.Emails = slices.DeleteFunc(c.Emails, func(e string) bool {
		key, err := contact.EmailKey(e)
		return err == nil && x.barred.Address(key)
	})
	return c, reject
}

// errErased is the reason of records whose customer was erased on request.
const errErased = "erased"

// valid returns the cleaned record, whether or not its customer was erased.
func (x *screening) valid(i Item) (Customer, *Reject) {
	c, reject := i.Customer, i.Reject
	if reject == nil {
		reject = c.clean(x.unknownAsEmpty, func(left Reject) { x.findings.add(left, true, i.Place) })
	}
	if taken := x.seen[c.ID]; reject == nil && taken {
		reject = &Reject{Reason: "duplicate", Field: "customer_id"}
	}
	if reject == nil {
		x.seen[strings.Clone(c.ID)] = true
		return c, nil
	}
	if id := strings.TrimSpace(c.ID); id != "" && len(id) <= maxText && !x.seen[id] {
		x.seen[strings.Clone(id)] = false // an unreadable record must not remove its customer
	}
	x.findings.add(*reject, false, i.Place)
	return c, reject
}
