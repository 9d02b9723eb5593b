package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"presence/app/apptest/sink"
)

// hundred makes the same request a hundred times at once: one is obeyed, the others are refused, and each guest gets one
// message.
func hundred(h *harness, r *row) error {
	s, err := h.open(h.binary, "", 1, sink.Options{Dot: 5 * time.Millisecond})
	if err != nil {
		return err
	}
	defer s.leave(r)
	for range h.few(5, 1) {
		if err := s.hundred(r); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) hundred(r *row) error {
	const guests = 1500 // so many that the first send is still under way when the last request is answered
	event := s.name("event-")
	if err := s.invite(event, guests); err != nil {
		return err
	}
	r.guests += guests
	first, err := s.at100(r, "/events/"+event+"/send", `{"channel":"bulk"}`)
	if err != nil {
		return err
	}
	if err := s.post("/events/"+event+"/send/pause", "", nil); err != nil {
		return err
	}
	if _, err := s.at100(r, "/events/campaign-resume", fmt.Sprintf(`{"campaign_id":%d}`, first)); err != nil {
		return err
	}
	if _, err := s.awaitEnd(first); err != nil {
		return err
	}
	v, err := s.verify(event, guests, first)
	if err != nil {
		return err
	}
	second, err := s.at100(r, "/events/"+event+"/reminder-send", fmt.Sprintf(`{"source":%d}`, first))
	if err != nil {
		return err
	}
	if _, err := s.awaitEnd(second); err != nil {
		return err
	}
	after, err := s.verify(event, guests, second)
	if err != nil {
		return err
	}
	r.lost, r.twice = r.lost+len(v.lost)+len(after.lost), r.twice+len(v.twice)
	for n := range guests { // one invitation and one reminder
		ids := s.log.counts[guest(event, n)]
		for _, times := range ids {
			r.twice += times - 1
		}
		r.lost += 2 - min(len(ids), 2)
	}
	if len(v.wrong)+len(after.wrong)+r.lost+r.twice > 0 {
		r.failf("%v %v, lost %d, twice %d", v.wrong, after.wrong, r.lost, r.twice)
	}
	return nil
}

// at100 returns the campaign that one of a hundred equal requests made.
func (s *site) at100(r *row, path, body string) (id int64, err error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	obeyed, refused := 0, 0
	start := make(chan struct{})
	for range 100 {
		all.Go(func() {
			<-start
			var c campaign
			asked := s.call(s.nodes[0], post(path, body), &c)
			mu.Lock()
			defer mu.Unlock()
			f, isRefusal := errors.AsType[*refusal](asked)
			switch {
			case asked == nil:
				obeyed, id = obeyed+1, c.ID
			case isRefusal && f.status == http.StatusConflict && f.code == "send_active":
				refused++
			default:
				err = asked
			}
		})
	}
	close(start)
	all.Wait()
	r.requests += 100
	if obeyed != 1 || refused != 99 {
		r.failf("POST %s: obeyed %d times, refused %d times", path, obeyed, refused)
	}
	return id, err
}

// beginRequest sends the first half of a request. The function that it returns sends the rest and waits for the response.
func beginRequest(a *api, n *node, event string) (end func() error, err error) {
	const body = `{"mode":"csv","csv":"email\nsomeone@example.org\n"}`
	c, err := net.Dial("tcp", n.addr)
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("POST /events/%s/audience HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: "+
		"application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n",
		event, n.addr, a.site.token, len(body))
	if _, err := io.WriteString(c, head+body[:10]); err != nil {
		return nil, err
	}
	a.site.wait(20 * time.Millisecond) // it is in the program's hands
	return func() error {
		defer c.Close()
		a.site.wait(100 * time.Millisecond)
		if _, err := io.WriteString(c, body[10:]); err != nil {
			return err
		}
		answer, err := io.ReadAll(c)
		if status, _, _ := strings.Cut(string(answer), "\r\n"); err == nil && !strings.Contains(status, " 200 ") {
			err = fmt.Errorf("answered %q", status)
		}
		return err
	}, nil
}
