package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"presence/app/apptest/sink"
)

// slowRelay takes its time before and after it logs a message, so that a kill may come at either.
var slowRelay = sink.Options{Trip: 8 * time.Millisecond, Dot: 8 * time.Millisecond}

// answersKilled kills a process while guests answer, who are each sent a confirmation and told of to an endpoint of webhooks, and later
// while the message before the event is sent to them. Every answer that was acknowledged is stored; every stored one has its
// confirmation, its message and its webhook, each with one id.
func answersKilled(h *harness, r *row, url string, processes int) error {
	binary, err := h.controlled()
	if err != nil {
		return err
	}
	hook := newHook()
	defer hook.Close()
	s, err := h.open(binary, url, processes, slowRelay, "WEBHOOKS_PRIVATE=true", "MAIL_POSTAL_ADDRESS=1 Main Street")
	if err != nil {
		return err
	}
	defer s.leave(r)
	a := &answers{site: s, row: r, hook: hook, event: s.name("event-"), stop: make(chan struct{})}
	if err := a.prepare(); err != nil {
		return err
	}
	a.start()
	killed := a.killWhile(h.few(20, 2))
	if err := errors.Join(killed, a.end()); err != nil {
		return err
	}
	if err := s.put(3 * time.Minute); err != nil { // what the killed processes had leased is free by then
		return err
	}
	if err := a.settle(); err != nil {
		return err
	}
	return a.messageBefore()
}

// answers are the guests of an event.
type answers struct {
	*site
	row   *row
	hook  *hook
	event string
	stop  chan struct{}
	all   sync.WaitGroup

	mu   sync.Mutex
	next int
	kept []string // whose answers were acknowledged
	err  error    // of an answer that is neither acknowledged nor refused for a while

	registered []registration
}

// registration is one of an event, as the API shows it.
type registration struct {
	ID    int64
	Email string
}

func (a *answers) prepare() error {
	day := time.Now().UTC().AddDate(0, 0, 3).Truncate(24 * time.Hour)
	at := func(hour int) string { return day.Add(time.Duration(hour) * time.Hour).Format(time.RFC3339) }
	return errors.Join(
		a.post("/webhooks", fmt.Sprintf(`{"url":%q,"kinds":["rsvp.created"]}`, a.hook.URL), nil),
		a.post("/events", fmt.Sprintf(`{"id":%q,"starts_at":%q,"ends_at":%q,"content":{"fr":{"title":"Gala"},"en":{"title":"Gala"}}}`,
			a.event, at(20), at(23)), nil))
}

// start has guests answer, four at a time, until end is called.
func (a *answers) start() {
	for range 4 {
		a.all.Go(func() {
			for a.answer() {
				a.wait(20 * time.Millisecond)
			}
		})
	}
}

func (a *answers) end() error {
	close(a.stop)
	a.all.Wait()
	a.row.guests, a.row.written = a.next, len(a.kept)
	return a.err
}

// answer sends the answer of one more guest, each from a network of their own, and reports whether to continue.
func (a *answers) answer() bool {
	select {
	case <-a.stop:
		return false
	default:
	}
	a.mu.Lock()
	n := a.next
	a.next++
	a.mu.Unlock()
	q := post("/rsvp/"+a.event+"/submit", fmt.Sprintf(`{"name":"Élise Côté","email":%q,"people":2}`, guest(a.event, n)))
	q.from = fmt.Sprintf("44.%d.%d.1", n/250, n%250)
	err := a.call(a.nodes[n%len(a.nodes)], q, nil)
	a.mu.Lock()
	defer a.mu.Unlock()
	f, refused := errors.AsType[*refusal](err)
	switch {
	case err == nil:
		a.kept = append(a.kept, guest(a.event, n))
	case refused && f.status != http.StatusServiceUnavailable:
		a.err = fmt.Errorf("a guest's answer: %w", err)
	}
	return a.err == nil
}

// killWhile kills the processes in turn, each after a few more messages have arrived.
func (a *answers) killWhile(times int) error {
	for range times {
		if err := a.arrived(5 + a.random.IntN(20)); err != nil {
			return err
		}
		a.wait(time.Duration(a.random.IntN(40)) * time.Millisecond)
		n := a.nodes[a.row.kills%len(a.nodes)]
		n.kill()
		a.row.kills++
		if err := n.start(); err != nil {
			return err
		}
		if err := n.ready(); err != nil {
			return err
		}
	}
	return nil
}

// arrived waits until the relay has taken n more messages.
func (a *answers) arrived(n int) error {
	if err := a.log.read(); err != nil {
		return err
	}
	want := a.log.messages + n
	return a.until(fmt.Sprintf("%d messages more", n), func() (bool, error) { return a.log.messages >= want, a.log.read() })
}

// settle waits until every stored answer has its confirmation and its webhook.
func (a *answers) settle() error {
	var list struct{ Registrations []registration }
	if err := a.get("/events/"+a.event+"/rsvps", &list); err != nil {
		return err
	}
	a.registered = list.Registrations
	stored := map[string]bool{}
	for _, g := range a.registered {
		stored[g.Email] = true
	}
	for _, email := range a.kept {
		if !stored[email] {
			a.row.lost++
			a.row.failf("the answer of %s was acknowledged and is not stored", email)
		}
	}
	return a.until("all confirmations and webhooks", func() (bool, error) {
		for _, g := range a.registered {
			if len(a.log.counts[g.Email]) == 0 || len(a.hook.idsOf(g.ID)) == 0 {
				return false, a.log.read()
			}
		}
		return true, nil
	})
}

// messageBefore has the message before the event become due, kills the processes while it is sent, and verifies its campaign like any
// other. Its unconfirmed are not sent again.
func (a *answers) messageBefore() error {
	var m struct {
		DueAt      time.Time `json:"due_at"`
		CampaignID int64     `json:"campaign_id"`
	}
	if err := a.post("/events/"+a.event+"/messages/day_before", `{"on":true}`, &m); err != nil {
		return err
	}
	confirmation := map[string]string{} // its Message-ID, by guest
	for _, g := range a.registered {
		for id := range a.log.counts[g.Email] {
			confirmation[g.Email] = id
		}
	}
	if err := a.put(time.Until(m.DueAt) + time.Second); err != nil {
		return err
	}
	for range min(len(a.registered)/50, a.few(5, 1)) {
		if err := a.killWhile(1); err != nil {
			return err
		}
	}
	if _, err := a.awaitEnd(m.CampaignID); err != nil {
		return err
	}
	list, err := a.recipients(m.CampaignID)
	if err != nil {
		return err
	}
	recipients := map[string]recipient{}
	for _, one := range list {
		recipients[one.Email] = one
	}
	if err := a.log.read(); err != nil {
		return err
	}
	a.verify(confirmation, recipients)
	return nil
}

// verify checks that every registered guest has one confirmation, one message before the event and one webhook. A confirmation or webhook
// that a kill broke off may have come again, with the same id.
func (a *answers) verify(confirmation map[string]string, recipients map[string]recipient) {
	mails, hooks := 0, 0
	for _, g := range a.registered {
		messages := 0
		for id, n := range a.log.counts[g.Email] {
			if id == confirmation[g.Email] {
				mails += n - 1
			} else {
				messages += n
			}
		}
		ids := a.hook.idsOf(g.ID)
		for _, n := range ids {
			hooks += n - 1
		}
		switch to, listed := recipients[g.Email]; {
		case messages > 1 || len(ids) > 1:
			a.row.twice++
			a.row.failf("%s has %d messages beside the confirmation, and webhooks with %d ids", g.Email, messages, len(ids))
		case listed && to.Unconfirmed:
			a.row.unconfirmed, a.row.arrived = a.row.unconfirmed+1, a.row.arrived+messages
		case !listed || to.Status != "sent" || messages == 0:
			a.row.lost++
			a.row.failf("the message before the event is %q for %s, who has it %d times", to.Status, g.Email, messages)
		}
	}
	switch kills := a.row.kills; {
	case mails > kills || hooks > kills: // a process has one of each under way
		a.row.failf("%d confirmations and %d webhooks came again, after %d kills", mails, hooks, kills)
	case a.row.unconfirmed > connections*kills:
		a.row.failf("%d unconfirmed after %d kills", a.row.unconfirmed, kills)
	}
	a.row.note = fmt.Sprintf("%d confirmations and %d webhooks came again under the same id", mails, hooks)
}

// hook is an endpoint of webhooks, which records what it is sent before it answers.
type hook struct {
	*httptest.Server
	mu  sync.Mutex
	ids map[int64]map[string]int // by registration: how often each webhook-id came
}

func newHook() *hook {
	k := &hook{ids: map[int64]map[string]int{}}
	k.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var event struct{ Data registration }
		if err := json.NewDecoder(r.Body).Decode(&event); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.ids[event.Data.ID] == nil {
			k.ids[event.Data.ID] = map[string]int{}
		}
		k.ids[event.Data.ID][r.Header.Get("Webhook-Id")]++
	}))
	return k
}

// idsOf returns how often each webhook-id came about a registration.
func (k *hook) idsOf(id int64) map[string]int {
	k.mu.Lock()
	defer k.mu.Unlock()
	ids := make(map[string]int, len(k.ids[id]))
	for webhook, n := range k.ids[id] {
		ids[webhook] = n
	}
	return ids
}
