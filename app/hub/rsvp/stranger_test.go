package rsvp

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/platform/i18n"
)

// TestSubmit_of_a_stranger: a person who knows a guest's address can answer for the guest, but learns nothing, and does not
// change which guests come.
func TestSubmit_of_a_stranger(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		w.exec("UPDATE events SET companions = 'asked', version = version + 1 WHERE id = 'gala'")
		w.link("tok", "Zoé Roy", "zoe@example.org", "")
		own := Answer{Name: "Zoé Roy", Email: "zoe@example.org", Phone: "514 555 0142", People: 3, Language: i18n.EN,
			Details: Details{Companions: []string{"Ann", "Ben"}}}
		if o, err := w.answer(own, "tok"); err != nil || o.Code == "" {
			t.Fatalf("%+v, %v", o, err)
		}
		w.one()
		stranger := Answer{Name: "Eve", Email: "zoe@example.org", Phone: "514 555 0199", People: 2, Language: i18n.EN,
			Details: Details{Companions: []string{"Mallory"}}}
		o, err := w.answer(stranger, "")
		if err != nil {
			t.Fatal(err)
		}
		t.Run("is told what was sent, without a code", func(t *testing.T) {
			if o.Code != "" || o.Name != "Eve" || thankYou(o) != i18n.RsvpStored {
				t.Errorf("%+v, %q", o, thankYou(o).EN)
			}
		})
		t.Run("changes the number of people only", func(t *testing.T) {
			r := w.registrations("gala")[0]
			if r.Name != own.Name || r.Phone != own.Phone || r.People != 2 || !slices.Equal(r.Companions, []string{"Ann"}) {
				t.Errorf("stored is %+v", r.Answer)
			}
		})
		message := w.one()
		t.Run("is reported to the address, with the code and the way back", func(t *testing.T) {
			w.codeIn(message)
			if !strings.Contains(message.Text, i18n.EN.T(i18n.ConfirmReplaces)) || strings.Contains(message.Text, "Eve") ||
				strings.Contains(message.Text, "Mallory") || w.tokenIn(message) == "" {
				t.Errorf("the message says\n%s", message.Text)
			}
		})
		t.Run("can decline, and change nothing by coming again", func(t *testing.T) {
			for _, people := range []int64{0, 4} {
				again := stranger
				if again.People = people; people == 0 {
					again.Companions = nil
				}
				if _, err := w.answer(again, ""); err != nil {
					t.Fatal(err)
				}
				if r := w.registrations("gala")[0]; r.People != people || r.Name != own.Name || r.Phone != own.Phone {
					t.Errorf("stored is %+v", r.Answer)
				}
			}
		})
		t.Run("is undone by the link", func(t *testing.T) {
			if o, err := w.answer(own, "tok"); err != nil || o.Code == "" || thankYou(o) != i18n.RsvpUpdated {
				t.Errorf("%+v, %v", o, err)
			}
			if r := w.registrations("gala")[0]; r.People != 3 || !slices.Equal(r.Companions, own.Companions) {
				t.Errorf("stored is %+v", r.Answer)
			}
		})
	})
}

func TestSubmit_shows_the_same_page_to_strangers(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		var pages [2]any
		for i := range pages {
			sub := Submission{Answer: Answer{Name: "Eve", Email: "zoe@example.org", People: 2}}
			o, err := w.answer(sub.Answer, "")
			if err != nil || o.Updated != (i == 1) || o.Code != "" || o.MailedTo == "" {
				t.Fatalf("%+v, %v", o, err)
			}
			pages[i] = presenting(start.Add(-time.Hour), deadlineAt(start)).thanks(sub, o)
		}
		if !reflect.DeepEqual(pages[0], pages[1]) {
			t.Errorf("the first page is\n%+v\nthe second one\n%+v", pages[0], pages[1])
		}
	})
}

func TestSubmit_by_phone_gives_no_code_to_another_address(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		if _, err := w.answer(Answer{Name: "Zoé", Phone: "514 555 0142", People: 2}, ""); err != nil {
			t.Fatal(err)
		}
		o, err := w.answer(Answer{Name: "Zoé", Phone: "514 555 0142", Email: "eve@example.org", People: 2}, "")
		if err != nil || !o.Updated || o.Code != "" {
			t.Fatalf("%+v, %v", o, err)
		}
		if m := w.one(); strings.Contains(m.Text, codeAddress) || strings.Contains(m.HTML, "cid:") {
			t.Errorf("the message has a code:\n%s", m.Text)
		}
	})
}
