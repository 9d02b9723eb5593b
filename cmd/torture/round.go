package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"presence/app/apptest/sink"
)

// steady is a relay whose own work makes a send last long enough to be interrupted many times.
var steady = sink.Options{Dot: 2 * time.Millisecond}

// round is one campaign under torture.
type round struct {
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
func (s *site) begin(r *row, guests int) (*round, error) {
	o := &round{site: s, row: r, event: s.name("event-"), guests: guests}
	if err := errors.Join(s.invite(o.event, guests), s.log.read()); err != nil {
		return nil, err
	}
	o.before = s.log.messages
	c, err := s.send(o.event)
	o.id, r.guests = c.ID, r.guests+guests
	return o, err
}

// left is how many messages have certainly not been sent yet.
func (o *round) left() int { return o.guests - (o.log.messages - o.before) }

// arrive waits until so many messages more are at the relay.
func (o *round) arrive(n int) error {
	if err := o.log.read(); err != nil {
		return err
	}
	want := o.log.messages + n
	return o.until(fmt.Sprintf("%d messages more", n), func() (bool, error) { return o.log.messages >= want, o.log.read() })
}

// sendsAgain waits for the first message after n was started, and notes how long that took.
func (o *round) sendsAgain(n *node) error {
	if err := o.arrive(1); err != nil {
		return err
	}
	o.row.again = append(o.row.again, time.Since(n.up))
	return o.count()
}

// count holds the number of unconfirmed against what the kills since the last count may have left.
func (o *round) count() error {
	c, err := o.campaign(o.id)
	if err != nil {
		return err
	}
	more := c.Counts.Unconfirmed - o.unconfirmed
	if more > connections*o.kills {
		o.row.blame("%d kills left %d unconfirmed", o.kills, more)
	}
	if o.kills == 1 {
		o.row.most = max(o.row.most, more)
	}
	o.unconfirmed, o.kills = c.Counts.Unconfirmed, 0
	return nil
}

// killed kills a process and looks at what it left; alone says that nobody else has the database open.
func (o *round) killed(n *node, alone bool) error {
	n.kill()
	o.row.kills++
	o.kills++
	if alone {
		o.row.checked++
		if err := o.intact(); err != nil {
			o.row.blame("%v", err)
		}
	}
	return o.log.read()
}

// stopped tells a process to end, as an operator does, while it reads a request that began before; and starts it again.
func (o *round) stopped(n *node) error {
	asked, err := beginRequest(o.api, n, o.event)
	if err != nil {
		return err
	}
	answer := make(chan error, 1)
	go func() { answer <- asked() }()
	took, err := n.end(syscall.SIGTERM)
	if err != nil {
		o.row.blame("told to end, it did not: %v", err)
	}
	if err := <-answer; err != nil {
		o.row.blame("a request that began before was not answered: %v", err)
	}
	o.row.stops = append(o.row.stops, took)
	if took > 15*time.Second {
		o.row.blame("it took %s to end", took)
	}
	if err := o.log.read(); err != nil {
		return err
	}
	return n.start()
}

// rest waits until the campaign comes to rest and judges it. Then staff send again to the unconfirmed: everyone has a
// message after that, the same one as before.
func (o *round) rest() error {
	c, v, err := o.verdict()
	if err != nil {
		return err
	}
	r := o.row
	r.lost, r.twice, r.unconfirmed, r.arrived = r.lost+len(v.lost), r.twice+len(v.twice), r.unconfirmed+v.unconfirmed, r.arrived+v.arrived
	for _, w := range v.wrong {
		r.blame("%s", w)
	}
	if want := map[bool]string{true: "completed", false: "interrupted"}[v.unconfirmed == 0]; c.Status != want {
		r.blame("with %d unconfirmed it is %s (%s %s)", v.unconfirmed, c.Status, c.Reason, c.Note)
	}
	if err := o.count(); err != nil || r.kept {
		return err
	}
	if len(v.lost)+len(v.twice) > 0 {
		r.blame("lost %v, twice %v", some(v.lost), some(v.twice))
		return nil
	}
	if v.unconfirmed > 0 {
		return o.sendAgain(v)
	}
	return nil
}

// verdict judges the campaign when it has come to rest. A process that stood still may hear an answer late, between two of
// the trial's questions: then they are asked again, until nothing has changed for a while.
func (o *round) verdict() (c campaign, v verdict, err error) {
	err = o.untilAsked(fmt.Sprintf("campaign %d to stay as it is", o.id), func() (bool, error) {
		if c, err = o.settled(o.id); err != nil {
			return false, err
		}
		if v, err = o.judge(o.event, o.guests, o.id); err != nil {
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

func (o *round) sendAgain(v verdict) error {
	if err := o.post("/events/campaign-resume", fmt.Sprintf(`{"campaign_id":%d,"include_unconfirmed":true}`, o.id), nil); err != nil {
		return err
	}
	c, err := o.settled(o.id)
	if err != nil {
		return err
	}
	after, err := o.judge(o.event, o.guests, o.id)
	if err != nil {
		return err
	}
	if c.Status != "completed" || len(after.lost) > 0 || len(after.twice) != v.arrived {
		o.row.blame("sent again to %d unconfirmed, of whom %d had it: %s, lost %v, twice %d", v.unconfirmed, v.arrived, c.Status,
			some(after.lost), len(after.twice))
	}
	for n := range o.guests {
		if ids := o.log.counts[guest(o.event, n)]; len(ids) != 1 {
			o.row.blame("%s got messages of %d different ids", guest(o.event, n), len(ids))
			break
		}
	}
	return nil
}

func some(list []string) []string { return list[:min(len(list), 3)] }

// leave keeps the product's own words when a trial went wrong.
func (s *site) leave(r *row) {
	if r.fault != "" && os.Getenv("TORTURE_VERBOSE") != "" {
		fmt.Fprintln(os.Stderr, s.said())
	}
	if err := s.close(); err != nil {
		r.blame("%v", err)
	}
}
