package events

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

func codes(faults errs.Fields) string {
	var list []string
	for _, f := range faults {
		list = append(list, f.Field+" "+f.Code)
	}
	return strings.Join(list, ", ")
}

func TestCheckID(t *testing.T) {
	for id, want := range map[string]string{"gala-2026": "", "a": "", strings.Repeat("a", 64): "", strings.Repeat("a", 65): "id format",
		"": "id required", "Gala": "id format", "new": "id reserved", "campaign-resume": "id reserved"} {
		t.Run(id, func(t *testing.T) {
			var faults errs.Fields
			if checkID(&faults, id); codes(faults) != want {
				t.Errorf("got %q, want %q", codes(faults), want)
			}
		})
	}
}

func TestChanges_Validate(t *testing.T) {
	text := func(n int) *string { return new(strings.Repeat("é", n)) }
	for _, x := range []struct {
		name string
		c    Changes
		want string
	}{
		{"nothing", Changes{}, ""},
		{"a state that there is not", Changes{State: new(State("over"))}, "status not_allowed"},
		{"every state that is shown", Changes{State: new(State(Full))}, ""},
		{"no limit", Changes{Capacity: new(int64(0))}, ""},
		{"the most people", Changes{Capacity: new(int64(100_000))}, ""},
		{"more than these", Changes{Capacity: new(int64(100_001))}, "capacity out_of_range"},
		{"fewer than none", Changes{Capacity: new(int64(-1))}, "capacity out_of_range"},
		{"a palette that there is not", Changes{Palette: new("pink")}, "palette not_allowed"},
		{"the festive invitation", Changes{EmailTemplate: new("")}, ""},
		{"a template", Changes{EmailTemplate: new("event-a")}, ""},
		{"what is no template of an event", Changes{EmailTemplate: new("welcome")}, "email_template format"},
		{"texts as long as they may be", Changes{FR: ContentChanges{text(120), text(2000), text(6000), text(200), text(1000)}}, ""},
		{"texts that are longer", Changes{EN: ContentChanges{text(121), text(2001), text(6001), text(201), text(1001)}},
			"content.en.title length, content.en.intro length, content.en.details length, content.en.address length, content.en.thank_you length"},
		{"a title of two lines", Changes{FR: ContentChanges{Title: new("a\nb")}}, "content.fr.title format"},
		{"an intro of two lines", Changes{FR: ContentChanges{Intro: new("a\nb")}}, ""},
		{"an intro that cannot be read", Changes{FR: ContentChanges{Intro: new("a\x00b")}}, "content.fr.intro format"},
		{"texts of many brackets", Changes{FR: ContentChanges{Intro: new(strings.Repeat("[", 201)), Details: new(strings.Repeat("[", 201)),
			ThankYou: new(strings.Repeat("[", 201))}},
			"content.fr.intro markdown_complex, content.fr.details markdown_complex, content.fr.thank_you markdown_complex"},
		{"no UTF-8", Changes{FR: ContentChanges{Intro: new("a\xffb")}}, "content.fr.intro format"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := codes(x.c.Validate()); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestChanges_Validate_cleans_texts(t *testing.T) {
	c := Changes{FR: ContentChanges{Title: new("  Gala "), Intro: new(" a\r\nb\r\n ")}}
	if faults := c.Validate(); len(faults) > 0 || *c.FR.Title != "Gala" || *c.FR.Intro != "a\nb" {
		t.Errorf("%q, %q, %v", *c.FR.Title, *c.FR.Intro, faults)
	}
}

func TestEvent_apply_check(t *testing.T) {
	whole := Event{StartsAt: 100, EndsAt: 200, Content: Contents{FR: Content{Title: "Gala"}}}
	at := func(i db.Instant) *db.Instant { return &i }
	for _, x := range []struct {
		name string
		c    Changes
		want string
	}{
		{"as it is", Changes{}, ""},
		{"without a French title", Changes{FR: ContentChanges{Title: new("")}}, "content.fr.title required"},
		{"without a start", Changes{StartsAt: at(0)}, "starts_at required"},
		{"without an end", Changes{EndsAt: at(0)}, "ends_at required"},
		{"ending as it starts", Changes{EndsAt: at(100)}, "ends_at end_before_start"},
		{"ending just after", Changes{EndsAt: at(101)}, ""},
		{"with a deadline at the start", Changes{Deadline: at(100)}, ""},
		{"with a later deadline", Changes{Deadline: at(101)}, "rsvp_deadline after_start"},
		{"with a deadline and without a start", Changes{Deadline: at(101), StartsAt: at(0)}, "starts_at required"},
		{"without a start, ending before 1970", Changes{StartsAt: at(0), EndsAt: at(-1)}, "starts_at required"},
		{"before 1970, without a deadline", Changes{StartsAt: at(-200), EndsAt: at(-100)}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := codes(whole.apply(x.c).check()); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
	if e := whole.apply(Changes{Capacity: new(int64(1))}); e.Capacity == nil || *e.Capacity != 1 {
		t.Errorf("a capacity of one is %v", e.Capacity)
	} else if e = e.apply(Changes{}); e.Capacity == nil {
		t.Error("a capacity that is not named is taken away")
	} else if e = e.apply(Changes{Capacity: new(int64(0))}); e.Capacity != nil {
		t.Errorf("no limit is %d", *e.Capacity)
	}
}

func TestChanges_dropUnchangedState(t *testing.T) {
	c := Changes{State: new(State(Full))}
	if err := c.dropUnchangedState(Full); err != nil || c.State != nil {
		t.Errorf("an event that is full stays so: %v, %v", c.State, err)
	}
	c.State = new(State(Full))
	if err := c.dropUnchangedState("open"); codes(errs.FieldsOf(err)) != "status not_allowed" {
		t.Errorf("an event is made full: %v", err)
	}
	c.State = new(Closed)
	if err := c.dropUnchangedState("open"); err != nil || c.State == nil || *c.State != Closed {
		t.Errorf("an event is not closed: %v, %v", c.State, err)
	}
}

func TestChanges_drop(t *testing.T) {
	names := append([]string{"other"}, formOrder()...)
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, pictureField) }) // no preview has it
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			instant := new(db.Instant)
			all := ContentChanges{new(""), new(""), new(""), new(""), new("")}
			c := Changes{State: new(Open), StartsAt: instant, EndsAt: instant, Deadline: instant, Capacity: new(int64), Palette: new(""),
				EmailTemplate: new(""), OfferHold: new(int64), OfferCutoff: new(int64), PeopleLimit: new(int64), Companions: new(Companions),
				Questions: new([]Question), FR: all, EN: all}
			c.drop(name)
			left := 0
			for _, kept := range []bool{c.State != nil, c.StartsAt != nil, c.EndsAt != nil, c.Deadline != nil, c.Capacity != nil,
				c.Palette != nil, c.EmailTemplate != nil, c.OfferHold != nil, c.OfferCutoff != nil, c.PeopleLimit != nil, c.Companions != nil,
				c.Questions != nil} {
				if kept {
					left++
				}
			}
			for _, f := range texts {
				for _, words := range []*ContentChanges{&c.FR, &c.EN} {
					if *f.change(words) != nil {
						left++
					}
				}
			}
			want := len(names) - 2
			if name == "other" {
				want++
			}
			if left != want {
				t.Errorf("%d changes are left, want %d", left, want)
			}
		})
	}
}

// TestFields_have_labels finds a field that the audit log or the form would show without a label.
func TestFields_have_labels(t *testing.T) {
	d := inEnglish()
	for _, f := range fields {
		if _, known := i18n.LogFields[f.name]; !known {
			t.Errorf("the audit log has no label for %s", f.name)
		}
		if d.label(f.name) == "" {
			t.Errorf("the form has no label for %s", f.name)
		}
	}
}

func TestSlugOf(t *testing.T) {
	for title, want := range map[string]string{
		"Fête d’hiver 2026 !": "fete-d-hiver-2026", "AZ az 09": "az-az-09", "…": "", "Бал: a:b 日本 2026": "a-b-2026",
		strings.Repeat("a", 29) + " " + strings.Repeat("b", 29): strings.Repeat("a", 29) + "-" + strings.Repeat("b", 29),
		strings.Repeat("a", 30) + " " + strings.Repeat("b", 30): strings.Repeat("a", 30),
	} {
		t.Run(title, func(t *testing.T) {
			if got := slugOf(title); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestReadCapacity(t *testing.T) {
	for _, x := range []struct {
		in   string
		want int64
		code string
	}{{"", 0, ""}, {" 1 200 ", 1200, ""}, {"1", 1, ""}, {"0", 0, "capacity out_of_range"}, {"100000", 100_000, ""},
		{"100001", 100_001, "capacity out_of_range"}, {"many", 0, "capacity format"}} {
		t.Run(x.in, func(t *testing.T) {
			var faults errs.Fields
			if got := readCapacity(&faults, x.in); *got != x.want || codes(faults) != x.code {
				t.Errorf("got %d, %q", *got, codes(faults))
			}
		})
	}
}

func TestFaultsOf(t *testing.T) {
	for _, x := range []struct {
		name  string
		err   error
		taken string
		want  string
	}{
		{"an error of another package", errors.New("disk full"), "id", ""},
		{"a name that is taken", errs.Conflict("exists", ""), "id", "id exists"},
		{"a name that is not typed", errs.Conflict("exists", ""), "", ""},
		{"another conflict", errs.Conflict("other", ""), "id", ""},
		{"faults", errs.InvalidField("a", "required", ""), "id", "a required"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := codes(faultsOf(x.err, x.taken)); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}
