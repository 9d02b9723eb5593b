package directory

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

func TestService_Search(t *testing.T) {
	people := []Customer{
		{ID: "C-100", Name: "Élise Côté", Emails: []string{"Élise.Côté@Example.com"}, Phones: []string{"(418) 656-2131"}},
		{ID: "C-101", Name: "Jean-François Tremblay", Emails: []string{"jf@exemple.ca"}, Phones: []string{"514 555-0142"}},
		{ID: "C-102", Name: "Marie Tremblay", AccountStatus: "resiliated"},
		{ID: "C-103", Name: "Marie-Ève Tremblay", AccountName: "Famille Gagnon"},
		{ID: "C-104", Name: "9123-4567 Québec inc.", Type: "Company", Mandatary: "Théophile Desjardins", LegacyContact: "Zoé Œuvray"},
		{ID: "C-105", Name: "Luc Desjardin", City: "Amos"},
		{ID: "X 100 %", Name: "Rabais_100% ltée", Type: "Company"},
		{ID: "C-107", Name: "Anne O’Brien"},
		{ID: "C-108", Name: "Ли Вэй"},
		{ID: "P-1", Name: "Paul Poirier", Phones: []string{"819 555-0190"}},
		{ID: "Q-1", Name: "Anna Bell", Emails: []string{"quill@example.com"}}, {ID: "Q-2", Name: "Ann Quill"},
		{ID: "R-1", Name: "Ann Roberge", Emails: []string{"belleroso@quebec.ca"}}, {ID: "R-2", Name: "Bellerose Quebec Ca"},
	}
	for range 3 {
		people = append(people, Customer{ID: "D-" + strings.Repeat("x", len(people)), Name: "Gaston Lagaffe"})
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, _ := serviceOf(d, &fixed{customers: people})
		mustSync(t, s, SyncOptions{})
		for _, x := range []struct{ query, want string }{
			{"cote", "C-100"}, {"COTÉ élise", "C-100"}, {"  cô  ", "C-100"},
			{"tremblay", "C-101 C-103 C-102"}, {"tremblay marie", "C-103 C-102"}, {"trembaly marie", "C-103 C-102"}, {"trembley jean", "C-101"},
			{"tremb", "C-101 C-103 C-102"},
			{"jean francois", "C-101"}, {"francois-jean", "C-101"}, {"tremblya", "C-101 C-103 C-102"},
			{"gagnon", "C-103"}, {"desjardins", "C-104 C-105"}, {"dejardins", "C-104 C-105"}, {"theophile", "C-104"}, {"oeuvray", "C-104"},
			{"9123", "C-104"},
			{"c-100", "C-100 X 100 %"}, {"C100", "C-100 X 100 %"}, {"c-10", "C-100 C-101 C-102 C-103 C-104 C-105 C-107 C-108 X 100 %"},
			{"4186562131", "C-100"}, {"+1 418", "C-100"}, {"656-2131", "C-100"}, {"6562", "C-100"}, {"1 514 555", "C-101"},
			{"5550142", "C-101"}, {"555-0190", "P-1"}, {"(819) 555-0190", "P-1"}, {"656", ""}, {"6562 x", ""}, {"x6562", ""}, {"65621319", ""},
			{"élise.côté@example.com", "C-100"}, {"jf@exe", "C-101"}, {"belleroso@quebec.ca", "R-1"}, {"bellerose quebec ca", "R-2"}, {"quill", "Q-2 Q-1"}, {"trembley@x", "C-101 C-103 C-102"},
			{"c-1", "C-100 C-101 C-102 C-103 C-104 C-105 C-107 C-108"}, {strings.Repeat("a", 200), ""}, {"quill@", "Q-1 Q-2"},
			{"o'brien", "C-107"}, {"obrien", "C-107"}, {"ли вэй", "C-108"},
			{"%%", ""}, {"__", ""}, {"tr%", "C-101 C-103 C-102"}, {"100%", "X 100 %"}, {"' OR 1=1 --", ""}, {"\x00\x00\x00", ""}, {"nobody", ""},
		} {
			t.Run(fmt.Sprintf("finds by %q", x.query), func(t *testing.T) {
				list, err := s.Search(t.Context(), x.query)
				var got []string
				for _, m := range list {
					got = append(got, m.ID)
				}
				if err != nil {
					t.Errorf("%q: %v", x.query, err)
				}
				if strings.Join(got, " ") != x.want {
					t.Errorf("%q finds %q, want %q", x.query, strings.Join(got, " "), x.want)
				}
			})
		}
		for _, query := range []string{"", "a", " é ", strings.Repeat("a", 201)} {
			t.Run(fmt.Sprintf("refuses the %d characters of %.5q", len(query), query), func(t *testing.T) {
				if _, err := s.Search(t.Context(), query); errs.KindOf(err) != errs.KindInvalid {
					t.Errorf("%q: %v", query, err)
				}
			})
		}
		t.Run("does not find who has gone", func(t *testing.T) {
			s.Source = &fixed{customers: people[1:]}
			mustSync(t, s, SyncOptions{})
			for _, query := range []string{"elise", "c-100", "4186562131", "élise.côté@example.com", "elsie"} {
				if list, err := s.Search(t.Context(), query); err != nil || len(list) > 0 && list[0].ID == "C-100" {
					t.Errorf("%q still finds %v, %v", query, list, err)
				}
			}
		})
	})
}

// Words that some customer has are taken as typed as long as there are enough results.
func TestService_Search_guesses_as_little_as_possible(t *testing.T) {
	var people []Customer
	for i := range enough {
		people = append(people, Customer{ID: fmt.Sprint("A-", i), Name: "Marie Tremblay " + string(rune('a'+i)) + "x"})
	}
	people = append(people, Customer{ID: "B-1", Name: "Mario Tremblay"}, Customer{ID: "B-2", Name: "Marielle Trombley"})
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, _ := serviceOf(d, &fixed{customers: people})
		find := func(query string) string {
			t.Helper()
			list, err := s.Search(t.Context(), query)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, m := range list {
				ids = append(ids, m.ID)
			}
			slices.Sort(ids)
			return strings.Join(ids, " ")
		}
		if got := find("marie"); got != "" {
			t.Errorf("before the first sync it finds %s", got)
		}
		mustSync(t, s, SyncOptions{})
		for _, x := range []struct{ name, query, want string }{
			{"enough as typed", "marie tremblay", "A-0 A-1 A-2 A-3 A-4"},
			{"enough with similar words for the unknown one", "marie trembloy", "A-0 A-1 A-2 A-3 A-4 B-2"},
			{"too few as typed", "mario tremblay", "A-0 A-1 A-2 A-3 A-4 B-1"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := find(x.query); got != x.want {
					t.Errorf("%q finds %s, want %s", x.query, got, x.want)
				}
			})
		}
	})
}
