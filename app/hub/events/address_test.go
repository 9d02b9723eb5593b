package events

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestAddressLines parts addresses as they are written in Quebec and in the rest of Canada.
func TestAddressLines(t *testing.T) {
	for _, c := range []struct {
		name, address string
		want          []string
	}{
		{"nothing", "", nil},
		{"a place alone", "Salle du Vieux-Moulin", []string{"Salle du Vieux-Moulin"}},
		{"a place and its street", "Salle du Vieux-Moulin, 12, rue de l’Église, Trois-Rivières",
			[]string{"Salle du Vieux-Moulin", "12, rue de l’Église, Trois-Rivières"}},
		{"a civic number with its comma", "12, rue de l'Église", []string{"12, rue de l'Église"}},
		{"a civic number and a town", "12, rue de l'Église, Québec (Québec) G1R 2B5", []string{"12, rue de l'Église", "Québec (Québec) G1R 2B5"}},
		{"a number with a letter", "1055A, av. Cartier, Québec", []string{"1055A, av. Cartier", "Québec"}},
		{"a number with bis", "12 bis, rue Saint-Jean, Québec", []string{"12 bis, rue Saint-Jean", "Québec"}},
		{"a half", "4237 ½, rue Saint-Denis, Montréal", []string{"4237 ½, rue Saint-Denis", "Montréal"}},
		{"a range", "12-14, rue Notre-Dame, Gatineau", []string{"12-14, rue Notre-Dame", "Gatineau"}},
		{"a suite before the number", "300-1250, boul. René-Lévesque Ouest, Montréal (Québec)",
			[]string{"300-1250, boul. René-Lévesque Ouest", "Montréal (Québec)"}},
		{"a number that is called one", "no 12, chemin du Lac, Sutton", []string{"no 12, chemin du Lac", "Sutton"}},
		{"a street without the comma", "1909 av. des Canadiens-de-Montréal, Montréal",
			[]string{"1909 av. des Canadiens-de-Montréal", "Montréal"}},
		{"an English street", "123 Main St, Ottawa ON K1A 0B1", []string{"123 Main St", "Ottawa ON K1A 0B1"}},
		{"an English unit", "Unit 4, 55 Mill St, Toronto ON", []string{"Unit 4", "55 Mill St, Toronto ON"}},
		{"a named place with a number", "Quai 42, Québec", []string{"Quai 42", "Québec"}},
		{"a hall named by a year", "Centre 1967, 20, rue de l’Expo, Laval", []string{"Centre 1967", "20, rue de l’Expo, Laval"}},
		{"a box of the post", "C.P. 120, succ. Centre-ville, Montréal", []string{"C.P. 120", "succ. Centre-ville, Montréal"}},
		{"a route", "2400, route 138, Donnacona", []string{"2400, route 138", "Donnacona"}},
		{"a number alone", "12", []string{"12"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := AddressLines(c.address)
			got := slices.Clone(lines)
			for i, line := range got {
				got[i] = strings.ReplaceAll(line, "\u2011", "-")
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q becomes %q, want %q", c.address, got, c.want)
			}
			if found := regexp.MustCompile(`\p{L}-\p{L}|\d\x{2011}\d`).FindString(strings.Join(lines, " ")); found != "" {
				t.Errorf("%q has the wrong hyphen", found)
			}
		})
	}
}
