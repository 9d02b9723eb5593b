package help

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"presence/app/platform/contact"
)

// Weights of a word of a search, by where a task has it. A word that begins with it, or the reverse, weighs half of that.
const (
	titleWeight = 4
	textWeight  = 1
)

// maxFound is the largest number of tasks that a search returns, and worth the smallest share of the best score that one may have.
const (
	maxFound = 20
	worth    = 0.15
)

// search returns the tasks that have words of a text, those that match best first, and of equal ones those of the earlier guide. Every
// word that a task has adds to its score, rare ones more than common ones; a word that it lacks adds nothing. Case, accents, plurals
// and the articles of a language do not matter.
func search(list []Guide, text string) (found []Found) {
	words := searchWords(text)
	var tasks []Found
	var weights [][]float64 // of each task, by word
	holders := make([]float64, len(words))
	for _, g := range list {
		for _, t := range g.Tasks {
			w := weigh(t, words)
			for i := range w {
				if w[i] > 0 {
					holders[i]++
				}
			}
			tasks, weights = append(tasks, Found{g, t, t.Marked[lineWith(t.Lines, words)]}), append(weights, w)
		}
	}
	scores := map[string]float64{}
	best := 0.0
	for i, x := range tasks {
		score := 0.0
		for j, w := range weights[i] {
			score += w * math.Log(1+float64(len(tasks))/max(holders[j], 1))
		}
		scores[x.key()], best = score, max(best, score)
	}
	for _, x := range tasks {
		if score := scores[x.key()]; score > 0 && score >= best*worth {
			found = append(found, x)
		}
	}
	slices.SortStableFunc(found, func(a, b Found) int { return cmp.Compare(scores[b.key()], scores[a.key()]) })
	return found[:min(len(found), maxFound)]
}

func (f Found) key() string { return f.Guide.Name + "#" + f.Task.ID }

// weigh returns the weight that each of the words has in a task.
func weigh(t Task, words []string) []float64 {
	list := make([]float64, len(words))
	title, text := searchWords(t.Title), searchWords(strings.Join(t.Lines, " "))
	for i, w := range words {
		list[i] = titleWeight*likeness(w, title) + textWeight*likeness(w, text)
	}
	return list
}

// likeness returns 1 if the word is in the list, 1/2 if one in the list begins with it, or it is one of at least five letters with an
// ending of at most three, and else 0.
func likeness(word string, list []string) float64 {
	if slices.Contains(list, word) {
		return 1
	}
	if len(word) >= 2 && slices.ContainsFunc(list, func(s string) bool {
		return strings.HasPrefix(s, word) || len(s) >= 5 && len(word) <= len(s)+3 && strings.HasPrefix(word, s)
	}) {
		return 0.5
	}
	return 0
}

// common are words that a search ignores.
var common = strings.Fields(`a au aux avec c ce ces comment d dans de des du elle en est et il j je l la le les leur ma mes mon n ne nous
	on ou par pas pour qu que qui quoi s sa se ses si son sur un une vos votre vous y
	an and are at can do for from how i in is it my of on or the this to what with you your`)

// searchWords returns the words of a text that a search compares: without case and accents, in the singular, each once, sorted, and none
// of the common ones.
func searchWords(text string) (list []string) {
	separates := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for w := range strings.FieldsFuncSeq(contact.Fold(text), separates) {
		if !slices.Contains(common, w) {
			list = append(list, singular(w))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// singular returns a folded word without the ending of a plural, French or English, by a rule that is the same for texts and searches.
func singular(word string) string {
	if len(word) > 3 && (strings.HasSuffix(word, "s") || strings.HasSuffix(word, "x")) {
		return word[:len(word)-1]
	}
	return word
}

// lineWith returns the index of the first of the lines with the most of the words.
func lineWith(lines, words []string) (line int) {
	most := -1.0
	for i, l := range lines {
		n, inLine := 0.0, searchWords(l)
		for _, w := range words {
			n += likeness(w, inLine)
		}
		if n > most {
			most, line = n, i
		}
	}
	return line
}
