package contact

import "testing"

func TestDistance(t *testing.T) {
	var table [3][]int
	for _, x := range []struct {
		a, b string
		want int
	}{
		{"tremblay", "tremblay", 0}, {"tremblay", "trembley", 1}, {"tremblay", "tremlbay", 1}, {"tremblay", "remblay", 1},
		{"tremblay", "ttremblay", 1}, {"tremblay", "trmbley", 2},
		{"abcdefgh", "hgfedcba", 3}, {"xb", "ba", 2}, {"ab", "xa", 2}, {"ab", "abcde", 3}, {"ab", "abcd", 2}, {"ab", "ba", 1}, {"vadeboncœur", "vadboncœur", 1},
	} {
		t.Run("from "+x.a+" to "+x.b, func(t *testing.T) {
			got := Distance([]rune(x.a), []rune(x.b), 2, &table)
			if min(got, 3) != x.want {
				t.Errorf("from %s to %s: %d, want %d", x.a, x.b, got, x.want)
			}
			if back := Distance([]rune(x.b), []rune(x.a), 2, &table); min(back, 3) != min(got, 3) {
				t.Errorf("from %s to %s: %d, and back %d", x.a, x.b, got, back)
			}
		})
	}
}

func TestCorrected(t *testing.T) {
	names := []string{"Clara Tremblay", "Élise Côté-Bouchard"}
	for _, x := range []struct{ name, query, want string }{
		{"a wrong letter", "trembly", "tremblay"},
		{"one typo in four letters", "cara", "clara"},
		{"accents and case", "ELSIE", "elise"},
		{"a word as it is beside a typo", "clara trembaly", "clara tremblay"},
		{"two typos in a short word", "clxx", ""},
		{"three letters", "cla", ""},
		{"the beginning of a word", "tremb", ""},
		{"a word that nothing is like", "zzzzzz", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := Corrected(names, x.query); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
