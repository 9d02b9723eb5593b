package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"presence/app/apptest/sink"
)

// steady are the options of a relay slow enough for a send to be interrupted many times.
var steady = sink.Options{Dot: 2 * time.Millisecond}

// iteration is one campaign that is interrupted while it is sent.
type iteration struct {
	*site
	row         *row
	event       string
	guests      int
	id          int64
	before      int // messages at the relay when it began
	kills       int // since the unconfirmed were counted
	unconfirmed int
	late        bool // a process stood still: it may hear answers late
}

// begin invites guests to an event of their own and starts a send.
func (s *site) begin(r *row, guests int) (*iteration, error) {
	o := &iteration{site: s, row: r, event: s.name("event-"), guests: guests}
	if err := errors.Join(s.invite(o.event, guests), s.log.read()); err != nil {
		return nil, err
	}
	o.before = s.log.messages
	c, err := s.send(o.event)
	o.id, r.guests = c.ID, r.guests+guests
	return o, err
}

// left returns how many messages have certainly not been sent yet.
func (o *iteration) left() int { return o.guests - (o.log.messages - o.before) }

// arrive waits until the relay has taken n more messages.
func (o *iteration) arrive(n int) error {
	if err := o.log.read(); err != nil {
		return err
	}
	want := o.log.messages + n
	return o.until(fmt.Sprintf("%d messages more", n), func() (bool, error) { return o.log.messages >= want, o.log.read() })
}

// sendsAgain waits until a process that was started sends, and records how long that took. The relay may log the messages that were
// in flight at the kill, one for each connection, only now: these do not show that the process sends.
func (o *iteration) sendsAgain(n *node) error {
	if err := o.arrive(connections + 1); err != nil {
		return err
	}
	o.row.again = append(o.row.again, time.Since(n.up))
	return o.count()
}

// count checks that there are no more unconfirmed recipients than the kills since the last count may have caused.
func (o *iteration) count() error {
	c, err := o.campaign(o.id)
	if err != nil {
		return err
	}
	more := c.Counts.Unconfirmed - o.unconfirmed
	if more > connections*o.kills {
		o.row.failf("%d kills left %d unconfirmed", o.kills, more)
	}
	if o.kills == 1 {
		o.row.most = max(o.row.most, more)
	}
	o.unconfirmed, o.kills = c.Counts.Unconfirmed, 0
	return nil
}

// killNode kills a process and checks the database that it leaves. alone: no other process has the database open.
func (o *iteration) killNode(n *node, alone bool) error {
	n.kill()
	o.row.kills++
	o.kills++
	if alone {
		o.row.checked++
		if err := o.intact(); err != nil {
			o.row.failf("%v", err)
		}
	}
	return o.log.read()
}

// stopped ends a process by SIGTERM while it reads a request that began before, and starts it again.
func (o *iteration) stopped(n *node) error {
	asked, err := beginRequest(o.api, n, o.event)
	if err != nil {
		return err
	}
	answer := make(chan error, 1)
	go func() { answer <- asked() }()
	took, err := n.end(syscall.SIGTERM)
	if err != nil {
		o.row.failf("told to end, it did not: %v", err)
	}
	if err := <-answer; err != nil {
		o.row.failf("a request that began before was not answered: %v", err)
	}
	o.row.stops = append(o.row.stops, took)
	if took > 15*time.Second {
		o.row.failf("it took %s to end", took)
	}
	if err := o.log.read(); err != nil {
		return err
	}
	return n.start()
}

// rest waits until the campaign is not being sent any more and verifies it. Then staff send again to the unconfirmed: after
// that every guest has a message, with the same id as before.
func (o *iteration) rest() error {
	c, v, err := o.verdict()
	if err != nil {
		return err
	}
	r := o.row
	r.lost, r.twice, r.unconfirmed, r.arrived = r.lost+len(v.lost), r.twice+len(v.twice), r.unconfirmed+v.unconfirmed, r.arrived+v.arrived
	for _, w := range v.wrong {
		r.failf("%s", w)
	}
	if want := map[bool]string{true: "completed", false: "interrupted"}[v.unconfirmed == 0]; c.Status != want {
		r.failf("with %d unconfirmed it is %s (%s %s)", v.unconfirmed, c.Status, c.Reason, c.Note)
	}
	if err := o.count(); err != nil || r.kept {
		return err
	}
	if len(v.lost)+len(v.twice) > 0 {
		r.failf("lost %v, twice %v", some(v.lost), some(v.twice))
		return nil
	}
	if v.unconfirmed > 0 {
		return o.sendAgain(v)
	}
	return nil
}

// verdict verifies the campaign when it is not being sent any more. A process that was stopped may receive an answer of the relay
// late, while the campaign is verified: so this is repeated until the result stays the same for a while.
func (o *iteration) verdict() (c campaign, v verdict, err error) {
	err = o.untilAsked(fmt.Sprintf("campaign %d to stay as it is", o.id), func() (bool, error) {
		if c, err = o.awaitEnd(o.id); err != nil {
			return false, err
		}
		if v, err = o.verify(o.event, o.guests, o.id); err != nil {
			return false, err
		}
		if o.late {
			o.wait(time.Duration(o.few(5, 2)) * time.Second)
		}
		after, err := o.campaign(o.id)
		return c == after, err
	})
	return c, v, err
}

func (o *iteration) sendAgain(v verdict) error {
	if err := o.post("/events/campaign-resume", fmt.Sprintf(`{"campaign_id":%d,"include_unconfirmed":true}`, o.id), nil); err != nil {
		return err
	}
	c, err := o.awaitEnd(o.id)
	if err != nil {
		return err
	}
	after, err := o.verify(o.event, o.guests, o.id)
	if err != nil {
		return err
	}
	if c.Status != "completed" || len(after.lost) > 0 || len(after.twice) != v.arrived {
		o.row.failf("sent again to %d unconfirmed, of whom %d had it: %s, lost %v, twice %d", v.unconfirmed, v.arrived, c.Status,
			some(after.lost), len(after.twice))
	}
	for n := range o.guests {
		if ids := o.log.counts[guest(o.event, n)]; len(ids) != 1 {
			o.row.failf("%s got messages of %d different ids", guest(o.event, n), len(ids))
			break
		}
	}
	return nil
}

func some(list []string) []string { return list[:min(len(list), 3)] }

// leave keeps the product's logs when a scenario has failed.
func (s *site) leave(r *row) {
	if r.fault != "" && os.Getenv("TORTURE_VERBOSE") != "" {
		fmt.Fprintln(os.Stderr, s.said())
	}
	if err := s.close(); err != nil {
		r.failf("%v", err)
	}
}
