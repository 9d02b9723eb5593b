package blocks

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// base says what a form was filled from: digests of its parts. With it, changes of two people to different blocks are told from changes of
// both to the same one.
type base struct {
	subject string
	order   []int64
	blocks  map[int64]string // by ID
}

// baseOf returns the base of a form that is filled from a list.
func baseOf(l List) base {
	b := base{subject: digest(l.Subject), order: l.ids(), blocks: map[int64]string{}}
	for _, x := range l.Blocks {
		b.blocks[x.ID] = digest(x)
	}
	return b
}

// after returns the base of a form that stays as it is although merged was saved: where the two differ, it is still filled from what it
// was.
func (w base) after(form, merged List) base {
	next := base{subject: w.subject, order: w.order, blocks: map[int64]string{}}
	if form.Subject == merged.Subject {
		next.subject = digest(form.Subject)
	}
	if slices.Equal(form.ids(), merged.ids()) {
		next.order = form.ids()
	}
	for _, b := range form.Blocks {
		next.blocks[b.ID] = w.blocks[b.ID]
		if i := merged.index(b.ID); i >= 0 && merged.Blocks[i] == b {
			next.blocks[b.ID] = digest(b)
		}
	}
	return next
}

func (l List) equal(other List) bool {
	return l.Subject == other.Subject && slices.Equal(l.Blocks, other.Blocks)
}

func digest(v any) string {
	text, _ := json.Marshal(v) // of texts and numbers never fails
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

func (l List) ids() []int64 {
	ids := make([]int64, len(l.Blocks))
	for i, b := range l.Blocks {
		ids[i] = b.ID
	}
	return ids
}

// merged is a form together with what is stored.
type merged struct {
	List
	taken   bool    // something is in it that only the stored list had changed
	clashes []int64 // blocks that both changed; 0: the subject. List has them as the form has
}

// merge joins the changes of a form to those that were stored since it was filled.
func merge(form, stored List, was base) (m merged) {
	m.mergeSubject(form, stored, was)
	kept := map[int64]Block{}
	for _, b := range form.Blocks {
		if keep, ok := m.mergeBlock(b, stored, was); ok {
			kept[b.ID] = keep
		}
	}
	for _, b := range stored.Blocks {
		if form.index(b.ID) < 0 && !slices.Contains(was.order, b.ID) { // added since
			kept[b.ID] = b
			m.taken = true
		}
	}
	first, second := form.ids(), stored.ids()
	if moved(stored.ids(), was.order) && !moved(form.ids(), was.order) {
		first, second = second, first
		m.taken = true
	}
	m.Blocks = weave(kept, first, second)
	return m
}

func (m *merged) mergeSubject(form, stored List, was base) {
	m.Subject = form.Subject
	mine, theirs := digest(form.Subject) != was.subject, digest(stored.Subject) != was.subject
	switch {
	case form.Subject == stored.Subject || !theirs:
	case mine:
		m.clashes = append(m.clashes, 0)
	default:
		m.Subject, m.taken = stored.Subject, true
	}
}

// mergeBlock returns a block of the form as it is kept; ok is false if it is not, because the stored list has lost it.
func (m *merged) mergeBlock(b Block, stored List, was base) (kept Block, ok bool) {
	mine := digest(b) != was.blocks[b.ID]
	i := stored.index(b.ID)
	if i < 0 {
		m.taken = m.taken || !mine
		return b, mine
	}
	other := stored.Blocks[i]
	switch theirs := digest(other) != was.blocks[b.ID]; {
	case other == b || !theirs:
	case mine:
		m.clashes = append(m.clashes, b.ID)
	default:
		m.taken = true
		return other, true
	}
	return b, true
}

// moved reports whether the blocks that both lists have are in another order.
func moved(now, before []int64) bool {
	common := func(list, other []int64) []int64 {
		return slices.DeleteFunc(slices.Clone(list), func(id int64) bool { return !slices.Contains(other, id) })
	}
	return !slices.Equal(common(now, before), common(before, now))
}

// weave returns the kept blocks in the order of first. Those that only second has stand behind the block that precedes them there.
func weave(kept map[int64]Block, first, second []int64) (list []Block) {
	var order []int64
	for _, id := range first {
		if _, ok := kept[id]; ok {
			order = append(order, id)
		}
	}
	at := 0
	for _, id := range second {
		if _, ok := kept[id]; !ok {
			continue
		}
		if i := slices.Index(order, id); i >= 0 {
			at = i + 1
			continue
		}
		order = slices.Insert(order, at, id)
		at++
	}
	for _, id := range order {
		list = append(list, kept[id])
	}
	return list
}
