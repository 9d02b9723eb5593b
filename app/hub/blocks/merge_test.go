package blocks

import (
	"strconv"
	"strings"
	"testing"
)

// listOf reads a list from words such as "1a 2b": blocks 1 and 2 with these texts.
func listOf(words string) (l List) {
	for _, w := range strings.Fields(words) {
		id, _ := strconv.ParseInt(w[:1], 10, 64)
		l.Blocks = append(l.Blocks, Block{ID: id, Kind: Text, Words: Words{FR: w[1:]}})
	}
	return l
}

// wordsOf is the inverse of listOf.
func wordsOf(l List) string {
	var words []string
	for _, b := range l.Blocks {
		words = append(words, strconv.FormatInt(b.ID, 10)+b.FR)
	}
	return strings.Join(words, " ")
}

func TestMerge(t *testing.T) {
	for name, x := range map[string]struct {
		was, form, stored, want string
		taken                   bool
		clashes                 int
	}{
		"nothing changed":                                {"1a 2b", "1a 2b", "1a 2b", "1a 2b", false, 0},
		"only the form changed":                          {"1a 2b", "1x 2b", "1a 2b", "1x 2b", false, 0},
		"only the stored list changed":                   {"1a 2b", "1a 2b", "1a 2y", "1a 2y", true, 0},
		"two changed different blocks":                   {"1a 2b", "1x 2b", "1a 2y", "1x 2y", true, 0},
		"both changed one block":                         {"1a 2b", "1x 2b", "1y 2b", "1x 2b", false, 1},
		"both changed it alike":                          {"1a 2b", "1x 2b", "1x 2b", "1x 2b", false, 0},
		"the form was saved before":                      {"1a", "1xy", "1a", "1xy", false, 0},
		"a block was removed":                            {"1a 2b 3c", "1a 2b 3c", "1a 3c", "1a 3c", true, 0},
		"a removed block was changed in the form":        {"1a 2b", "1a 2x", "1a", "1a 2x", false, 0},
		"the form removed a block":                       {"1a 2b", "1a", "1a 2b", "1a", false, 0},
		"a block was added after another one":            {"1a 2b", "1x 2b", "1a 3c 2b", "1x 3c 2b", true, 0},
		"a block was added at the beginning":             {"1a 2b", "1x 2b", "3c 1a 2b", "3c 1x 2b", true, 0},
		"both added one":                                 {"1a 2b", "1a 2b 4d", "1a 3c 2b", "1a 3c 2b 4d", true, 0},
		"blocks were moved":                              {"1a 2b 3c", "1x 2b 3c", "3c 1a 2b", "3c 1x 2b", true, 0},
		"the form moved blocks":                          {"1a 2b 3c", "3c 1a 2b", "1a 2b 3c", "3c 1a 2b", false, 0},
		"both moved blocks":                              {"1a 2b 3c", "2b 1a 3c", "3c 1a 2b", "2b 1a 3c", false, 0},
		"blocks were moved and the form has another one": {"1a 2b", "1a 4d 2b", "2b 1a", "2b 1a 4d", true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			m := merge(listOf(x.form), listOf(x.stored), baseOf(listOf(x.was)))
			if got := wordsOf(m.List); got != x.want || m.taken != x.taken || len(m.clashes) != x.clashes {
				t.Errorf("%s, taken %v, clashes %v, want %s, %v, %d", got, m.taken, m.clashes, x.want, x.taken, x.clashes)
			}
		})
	}
}

func TestMerge_subject(t *testing.T) {
	subject := func(fr string) List { return List{Subject: Words{FR: fr}} }
	for name, x := range map[string]struct {
		was, form, stored, want string
		clashes                 int
	}{
		"only the form changed":        {"a", "x", "a", "x", 0},
		"only the stored list changed": {"a", "a", "y", "y", 0},
		"both changed":                 {"a", "x", "y", "x", 1},
	} {
		t.Run(name, func(t *testing.T) {
			m := merge(subject(x.form), subject(x.stored), baseOf(subject(x.was)))
			if m.Subject.FR != x.want || len(m.clashes) != x.clashes {
				t.Errorf("%q, clashes %v", m.Subject.FR, m.clashes)
			}
		})
	}
}

// TestBase_after shows that a form that stays as it is goes on with what it was filled from, where it lacks what others have saved.
func TestBase_after(t *testing.T) {
	was, form, stored := baseOf(listOf("1a 2b")), listOf("1x 2b"), listOf("1a 2y")
	first := merge(form, stored, was)
	next := was.after(form, first.List)
	form.Blocks[0].FR = "xx"
	if again := merge(form, first.List, next); wordsOf(again.List) != "1xx 2y" || len(again.clashes) > 0 {
		t.Errorf("the form undoes what another person saved: %s %v", wordsOf(again.List), again.clashes)
	}
	form.Blocks[1].FR = "z"
	if clash := merge(form, first.List, next); len(clash.clashes) != 1 {
		t.Errorf("a block that another person saved is overwritten: %s", wordsOf(clash.List))
	}
}

func TestStore_decode(t *testing.T) {
	for name, text := range map[string]string{"another format": `{"format":2,"blocks":[]}`, "no format": `{"blocks":[]}`,
		"an unknown member": `{"format":1,"blocks":[{"id":1,"type":"text","html":"x"}]}`} {
		t.Run(name, func(t *testing.T) {
			if _, err := decode(text); err == nil {
				t.Error("is read")
			}
		})
	}
}
