package blocks

import (
	"net/url"
	"strconv"
	"strings"

	"presence/views/ui"
)

// readForm reads the list of blocks from the form, and from its hidden fields the list that it was filled from (see base).
func readForm(form url.Values) (l List, was base) {
	l.Subject = Words{form.Get("subject.fr"), form.Get("subject.en")}
	was = base{subject: form.Get("was.subject"), blocks: map[int64]string{}}
	for _, id := range strings.Split(form.Get("was.order"), ",") {
		if n, err := strconv.ParseInt(id, 10, 64); err == nil {
			was.order = append(was.order, n)
			was.blocks[n] = form.Get("was." + id)
		}
	}
	for i := range MaxBlocks + 1 {
		at := blockAt(i)
		if !form.Has(at + "type") {
			break
		}
		id, _ := strconv.ParseInt(form.Get(at+"id"), 10, 64) // 0: a new block
		b := Block{ID: id, Kind: Kind(form.Get(at + "type")), URL: form.Get(at + "url"), Own: Image{Hash: form.Get(at + "picture")}}
		for _, x := range b.texts() {
			*x.text = form.Get(at + x.name)
		}
		l.Blocks = append(l.Blocks, b)
	}
	return l, was
}

// blockAt returns the prefix of the names of the fields of the i-th block, such as "blocks[2].".
func blockAt(i int) string { return "blocks[" + strconv.Itoa(i) + "]." }

// hidden returns the fields of a form that is filled from w.
func (w base) hidden() []ui.Hidden {
	ids := make([]string, len(w.order))
	list := []ui.Hidden{{Name: "was.subject", Value: w.subject}}
	for i, id := range w.order {
		ids[i] = strconv.FormatInt(id, 10)
		list = append(list, ui.Hidden{Name: "was." + ids[i], Value: w.blocks[id]})
	}
	return append(list, ui.Hidden{Name: "was.order", Value: strings.Join(ids, ",")})
}
