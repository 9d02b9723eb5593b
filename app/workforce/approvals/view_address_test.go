package approvals

import (
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"presence/app/platform/errs"
)

func TestParseRef(t *testing.T) {
	for _, text := range []string{"sheet-12", "leave-1", "expense-9223372036854775807"} {
		if r, ok := parseRef(text); !ok || r.String() != text {
			t.Errorf("%s is read as %+v, %v", text, r, ok)
		}
	}
	for _, text := range []string{"", "sheet", "sheet-", "sheet-0", "sheet--1", "sheet-x", "shift-1", "-1", "12", "sheet-1-2"} {
		if r, ok := parseRef(text); ok || r != (Ref{}) {
			t.Errorf("%q is read as %+v", text, r)
		}
	}
	if text := (Ref{}).String(); text != "" {
		t.Errorf("no item is called %q", text)
	}
}

func TestKind_holds(t *testing.T) {
	for _, x := range []struct {
		kind  Kind
		holds []Kind
	}{{Main, []Kind{Sheet, Leave}}, {Sheet, []Kind{Sheet}}, {Leave, []Kind{Leave}}, {Expense, []Kind{Expense}}} {
		for _, one := range []Kind{Sheet, Leave, Expense} {
			if got := x.kind.holds(one); got != slices.Contains(x.holds, one) {
				t.Errorf("%q holds %s: %v", x.kind, one, got)
			}
		}
	}
}

// What readView does not know is as if it were not there; what query writes is read again.
func TestView(t *testing.T) {
	for _, x := range []struct {
		query string
		want  View
		again string // empty: as it was
	}{
		{"tab=refused&kind=leave&item=leave-7", View{Tab: Refused, Kind: Leave, Open: Ref{Leave, 7}}, "item=leave-7&kind=leave&tab=refused"},
		{"from=50", View{Tab: Waiting, From: 50}, "from=50"},
		{"tab=waiting", View{Tab: Waiting}, ""},
		{"tab=any&kind=shift&from=x&item=shift-1", View{Tab: Waiting}, ""},
		{"from=-50", View{Tab: Waiting}, ""},
		{"from=1700000000000.sheet-3", View{Tab: Waiting}, ""},
		{"", View{Tab: Waiting}, ""},
	} {
		t.Run(x.query, func(t *testing.T) {
			q, err := url.ParseQuery(x.query)
			if err != nil {
				t.Fatal(err)
			}
			v := readView(q)
			if !reflect.DeepEqual(v, x.want) {
				t.Errorf("read as %+v, want %+v", v, x.want)
			}
			if got := v.query().Encode(); got != x.again {
				t.Errorf("written as %q, want %q", got, x.again)
			}
		})
	}
	if got := (View{Tab: Waiting}).href(func(*View) {}); got != "/staff/approvals" {
		t.Errorf("the queue as it opens is at %s", got)
	}
}

func TestNextItem(t *testing.T) {
	list := []Item{{Ref: Ref{Sheet, 1}}, {Ref: Ref{Sheet, 2}}, {Ref: Ref{Leave, 2}}}
	for _, x := range []struct {
		name string
		list []Item
		open Ref
		want string
	}{
		{"the one behind follows", list, Ref{Sheet, 1}, "sheet-2"},
		{"kind and number tell items apart", list, Ref{Sheet, 2}, "leave-2"},
		{"after the last comes the one before it", list, Ref{Leave, 2}, "sheet-2"},
		{"after the only one comes none", list[:1], Ref{Sheet, 1}, ""},
		{"after one that is not there comes none", list, Ref{Sheet, 9}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := nextItem(x.list, x.open).String(); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestParagraphs(t *testing.T) {
	if got, want := paragraphs("Family\n\n  Barnabé – Too many \n"), []string{"Family", "Barnabé – Too many"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestParseDecisions(t *testing.T) {
	items := func(n int) []string { return slices.Repeat([]string{"sheet-12-3"}, n) }
	list, err := parseDecisions(items(pageItems))
	if err != nil || len(list) != pageItems || list[0].Ref != (Ref{Sheet, 12}) || *list[0].Expect != 3 {
		t.Errorf("a page of items is read as %v, %v", list, err)
	}
	for _, x := range []struct {
		name  string
		items []string
		field string
	}{
		{"more than a page", items(pageItems + 1), "items"},
		{"an item without a version", []string{"sheet-12"}, "item"},
		{"an item that is none", []string{"12"}, "item"},
		{"a version that is none", []string{"sheet-12-x"}, "version"},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := parseDecisions(x.items)
			if got := fieldsOf(err); got != x.field {
				t.Errorf("got %v, want a fault of %s", err, x.field)
			}
		})
	}
}

func fieldsOf(err error) string {
	var names []string
	for _, f := range errs.FieldsOf(err) {
		names = append(names, f.Field)
	}
	return strings.Join(names, " ")
}
