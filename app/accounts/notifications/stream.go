package notifications

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
)

// replayBatch is the number of missed notifications read with one query.
const replayBatch = 200

// encodeEvent returns a notification as a server-sent event. unread is the person's number of unread notifications, which goes with each
// new one; nil for a missed notification that is replayed, because the number is sent once after all of them.
func (s *Service) encodeEvent(n Notification, unread *int64, lang i18n.Lang) []byte {
	b, err := json.Marshal(struct {
		itemJSON
		Unread *int64 `json:"unread,omitempty"`
	}{s.toItemJSON(lang, n), unread})
	if err != nil {
		panic(err) // texts and numbers always marshal
	}
	return fmt.Appendf(nil, "id: %d\nevent: notification\ndata: %s\n\n", n.ID, b)
}

// openStream opens a stream. It sends the notifications missed since the last event that the client names, if any, then the
// unread count, then each new notification.
func (s *Service) openStream(ctx context.Context, by auth.Actor, check func(context.Context) error,
	last string) (func(*httpx.EventStream), error) {
	st := &stream{person: by.PersonID, lang: by.Language, check: check}
	upTo, err := s.broker.subscribe(ctx, st)
	if err != nil {
		return nil, err
	}
	return func(out *httpx.EventStream) {
		defer s.broker.unsubscribe(st)
		if s.sendBacklog(ctx, out, st, last, upTo) == nil {
			st.serve(ctx, out)
		}
	}, nil
}

// sendBacklog sends the events from before the stream was opened. It asks clients to reconnect after a random 2 to 6 seconds, so
// that they do not all reconnect at the same time.
func (s *Service) sendBacklog(ctx context.Context, out *httpx.EventStream, st *stream, last string, upTo int64) error {
	if err := out.Send(fmt.Appendf(nil, "retry: %d\n\n", 2000+rand.IntN(4000))); err != nil {
		return err
	}
	if last != "" {
		if err := s.replay(ctx, out, st, last, upTo); err != nil {
			return err
		}
	}
	unread, err := countUnread(ctx, s.db, st.person)
	if err != nil {
		return err
	}
	return out.Send(fmt.Appendf(nil, "id: %d\nevent: unread\ndata: {\"unread\":%d}\n\n", upTo, unread))
}

func (s *Service) replay(ctx context.Context, out *httpx.EventStream, st *stream, last string, upTo int64) error {
	after, err := strconv.ParseInt(last, 10, 64)
	if err != nil {
		return err
	}
	for {
		page, err := listBetween(ctx, s.db, st.person, after, upTo, replayBatch)
		if err != nil || len(page) == 0 {
			return err
		}
		var b bytes.Buffer
		for _, n := range page {
			b.Write(s.encodeEvent(n, nil, st.lang))
			after = n.ID
		}
		if err := out.Send(b.Bytes()); err != nil {
			return err
		}
	}
}

// serve sends the queued events until the reader disconnects, is too slow, or may no longer read.
func (s *stream) serve(ctx context.Context, out *httpx.EventStream) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		events, over := s.drain()
		if over || out.Send(bytes.Join(events, nil)) != nil {
			return
		}
	}
}

// streamInput is the last event that a client has seen: by the header that browsers send when they reconnect, or by the query.
type streamInput struct {
	Header string `header:"Last-Event-ID" pattern:"^[0-9]{1,18}$" patternDescription:"the id of an event" doc:"The last event seen: what was missed since is sent first"`
	Query  string `query:"last_event_id" pattern:"^[0-9]{1,18}$" patternDescription:"the id of an event" doc:"The same, for who cannot send the header"`
}

func (a api) stream(ctx context.Context, r *http.Request, in *streamInput) (func(*httpx.EventStream), error) {
	last := in.Header
	if last == "" {
		last = in.Query
	}
	return a.s.openStream(ctx, auth.From(ctx), a.revalidate(r), last)
}
