package main

import (
	"bytes"
	"fmt"
	"net/http"
	"time"

	"presence/cmd/bench/load"
)

// blocksOf is the event whose blocks are previewed: a built-in one.
const blocksOf = "/events/fete-clients-2026"

// blocksPreview measures one client that requests the preview of an invitation of 40 blocks.
func (b *bench) blocksPreview() (row, error) {
	dir := b.in("blocks")
	if _, err := b.command(dir, "", "migrate"); err != nil {
		return row{}, err
	}
	l, err := b.attach(dir)
	if err != nil {
		return row{}, err
	}
	defer l.close()
	c, err := load.Dial(b.ctx, l.addr)
	if err != nil {
		return row{}, err
	}
	defer c.Close()
	for _, write := range []struct {
		method, path string
		body         []byte
	}{{http.MethodPut, blocksOf + "/blocks", manyBlocks()}, {http.MethodPatch, blocksOf, []byte(`{"email_template":"blocks"}`)}} {
		a, err := c.Do(load.Send(nil, write.method, write.path, l.addr, l.bearer, write.body))
		if err == nil && a.Status != http.StatusOK {
			err = fmt.Errorf("%s answered %d", write.path, a.Status)
		}
		if err != nil {
			return row{}, err
		}
	}
	path := blocksOf + "/invite-preview?lang=fr"
	if err := l.sees(b.ctx, path, http.StatusOK, "Section 13"); err != nil {
		return row{}, err
	}
	if err := l.forget(); err != nil {
		return row{}, err
	}
	of, beside, ratio, err := b.duel(b.ask(l, 1, http.StatusOK, l.always(path, l.bearer)), b.greeting(1))
	if err != nil {
		return row{}, err
	}
	const target = 20 * time.Millisecond
	memory, err := b.remember(l)
	return row{p50: ms(of.P50), p99: ms(of.P99), rate: perSecond(of.Rate), memory: memory, floor: "hello " + ms(beside.P50),
		ratio: times(1 / ratio), target: "p50 ≤ " + ms(target), checks: checks{atMost(of.P50, target)}}, err
}

// manyBlocks returns the body of PUT with 40 blocks of the kinds that take the most work.
func manyBlocks() []byte {
	var t bytes.Buffer
	t.WriteString(`{"blocks":[{"type":"title","fr":"{{event_title}}"}`)
	for i := range 13 {
		fmt.Fprintf(&t, `,{"type":"title","fr":"Section %d"}`, i+1)
		t.WriteString(`,{"type":"columns","fr":"**18 h**\n- accueil\n- vestiaire","right":{"fr":"[Répondre]({{rsvp_url}}), {{firstname}}"}},{"type":"button"}`)
	}
	t.WriteString("]}")
	return t.Bytes()
}
