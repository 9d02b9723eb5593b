package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"presence/app/apptest/sink"
	"presence/cmd/bench/load"
)

// mailing is the product with an empty database, and a mail relay in its own process.
type mailing struct {
	*lab
	relay  *sink.Process
	log    string // of the relay: a line a message
	read   int64  // so far
	events int
	begin  func() error
	others []*child // more replicas

	highest float64       // MB of memory during a send
	each    time.Duration // of a processor that a message of the last send took
}

// mailing starts both; on PostgreSQL there may be several replicas.
func (b *bench) mailing(name string, conns, replicas int, o sink.Options) (*mailing, error) {
	dir := b.in(b.named("mailing-" + name))
	if err := errors.Join(os.MkdirAll(dir, 0o755), b.empty(dir)); err != nil {
		return nil, err
	}
	if _, err := b.command(dir, password+"\n", "user", "add", "--email", adminEmail, "--role", "admin", "--password-stdin"); err != nil {
		return nil, err
	}
	addr, err := free()
	if err != nil {
		return nil, err
	}
	token, err := b.commandAt(dir, addr, "", "token", "--user", adminEmail, "--ttl", "24h")
	if err != nil {
		return nil, err
	}
	o.Log = dir + "-relay.log"
	m := &mailing{lab: &lab{dir: dir, bearer: "Authorization: Bearer " + strings.TrimSpace(token) + "\r\n"}, log: o.Log}
	if m.relay, err = sink.Child(o); err != nil {
		return nil, err
	}
	serve := func(addr, log string) (*child, error) {
		cmd := exec.Command(b.binary, "serve")
		cmd.Env = append(b.environment(dir, addr), "SMTP_URL="+m.relay.URL+"?starttls=off", fmt.Sprint("SMTP_CONNECTIONS=", conns),
			"MAIL_FROM=bench@example.org")
		return start(b.ctx, cmd, addr, "/health", log)
	}
	m.begin = func() (err error) {
		m.others = nil
		if m.child, err = serve(addr, dir+".log"); err != nil {
			return err
		}
		for n := 1; n < replicas; n++ {
			other, err := free()
			if err != nil {
				return err
			}
			c, err := serve(other, fmt.Sprintf("%s-%d.log", dir, n))
			if err != nil {
				return err
			}
			m.others = append(m.others, c)
		}
		return nil
	}
	if err := m.begin(); err != nil {
		return nil, errors.Join(err, m.end())
	}
	m.cookie, err = m.signIn(b.ctx, adminEmail)
	return m, err
}

func (m *mailing) end() error {
	err := m.stopAll()
	faults, ended := m.relay.Stop()
	if len(faults) > 0 {
		err = errors.Join(err, fmt.Errorf("breaches of the protocol: %v", faults))
	}
	return errors.Join(err, ended, os.Remove(m.log))
}

// anew restarts the product, so that its memory does not include that of earlier requests: signing in takes much of it.
func (m *mailing) anew() error { return errors.Join(m.stopAll(), m.begin()) }

func (m *mailing) stopAll() error {
	var err error
	if m.child != nil {
		err = m.stop()
	}
	for _, c := range m.others {
		err = errors.Join(err, c.stop())
	}
	return err
}

// post sends a POST request and decodes the response into the value at into, unless that is nil. It fails for a status other
// than 2xx.
func (m *mailing) post(ctx context.Context, path, contentType, body string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+m.addr+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", strings.TrimSpace(strings.TrimPrefix(m.bearer, "Authorization: ")))
	r.Header.Set("Content-Type", contentType)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode/100 != 2 {
		err = fmt.Errorf("POST %s: %s: %s", path, answer.Status, text)
	}
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// invite creates an event with an audience of guests people, and an attachment of about attached bytes unless that is 0.
func (m *mailing) invite(ctx context.Context, guests, attached int) (event string, err error) {
	m.events++
	event = fmt.Sprint("gala-", m.events)
	starts, ends := time.Now().AddDate(0, 1, 0).UTC(), time.Now().AddDate(0, 1, 1).UTC()
	err = m.post(ctx, "/events", "application/json",
		fmt.Sprintf(`{"id":%q,"starts_at":%q,"ends_at":%q,"content":{"fr":{"title":"Gala d’hiver","intro":"Une **belle** soirée."},"en":{"title":"Winter gala","intro":"A **fine** evening."}}}`,
			event, starts.Format(time.RFC3339), ends.Format(time.RFC3339)), nil)
	if err == nil && attached > 0 {
		file := "%PDF-1.4\n%" + strings.Repeat("a plan of the hall ", attached/19) + "\n%%EOF\n"
		err = m.post(ctx, "/events/"+event+"/attachments", "application/json",
			fmt.Sprintf(`{"filename":"plan.pdf","language":"both","data":%q}`, base64.StdEncoding.EncodeToString([]byte(file))), nil)
	}
	if err != nil {
		return "", err
	}
	var list strings.Builder
	list.WriteString("email,firstname,lastname,language\n")
	for n := range guests {
		fmt.Fprintf(&list, "guest%d@%s.example,Élise,Tremblay,%s\n", n, event, []string{"fr", "en"}[n%2])
	}
	return event, m.post(ctx, "/events/"+event+"/audience/import?filename=guests.csv", "text/csv", list.String(), nil)
}

// sent is a campaign as the JSON face shows it.
type sent struct {
	ID     int64
	Status string
	Counts struct{ Sent, Pending, Failed int }
}

// arrive waits until the relay has logged n more messages to guests; notices to the administrator may come between them. It returns when
// the first and the last of them arrived, to within the few milliseconds between two reads of the log, and the size of the last. It fails
// when no message has arrived for a minute, however many came before: how long all of them may take is for the figure to say.
func (m *mailing) arrive(ctx context.Context, n int) (first, last time.Time, size int, err error) {
	f, err := os.Open(m.log)
	if err != nil {
		return first, last, 0, err
	}
	defer f.Close()
	if _, err := f.Seek(m.read, io.SeekStart); err != nil {
		return first, last, 0, err
	}
	piece, part, line := make([]byte, 1<<20), 0, []byte(nil) // part: the length of an incomplete line at the start of piece
	for heard := time.Now(); n > 0; {
		got, err := f.Read(piece[part:])
		if err != nil && err != io.EOF {
			return first, last, 0, err
		}
		if got == 0 {
			if ctx.Err() != nil || time.Since(heard) > time.Minute {
				return first, last, 0, fmt.Errorf("%d messages never came", n)
			}
			time.Sleep(3 * time.Millisecond)
			continue
		}
		m.read += int64(got)
		heard = time.Now()
		rest := piece[:part+got]
		for whole, after, found := bytes.Cut(rest, []byte("\n")); found; whole, after, found = bytes.Cut(rest, []byte("\n")) {
			rest = after
			if bytes.HasPrefix(whole, []byte(adminEmail+" ")) {
				continue
			}
			if last = heard; first.IsZero() {
				first = last
			}
			n--
			line = append(line[:0], whole...)
		}
		part = copy(piece, rest)
	}
	m.read -= int64(part) // the next call reads the incomplete line again
	if n < 0 {
		return first, last, 0, fmt.Errorf("%d messages too many", -n)
	}
	words := strings.Fields(string(line))
	_, err = fmt.Sscan(words[len(words)-1], &size)
	return first, last, size, err
}

// send sends to an event's list and waits until the campaign is completed. The rate counts from the answer to the request
// to the last message at the relay.
func (m *mailing) send(ctx context.Context, event string, guests int) (r load.Result, size int, err error) {
	if err := m.anew(); err != nil {
		return r, 0, err
	}
	before, err := m.worked()
	if err != nil {
		return r, 0, err
	}
	var c sent
	if err := m.post(ctx, "/events/"+event+"/send", "application/json", `{"channel":"bulk"}`, &c); err != nil {
		return r, 0, err
	}
	begin := time.Now()
	_, last, size, err := m.arrive(ctx, guests)
	if err != nil {
		return r, 0, err
	}
	r = load.Result{Count: guests, Rate: float64(guests) / last.Sub(begin).Seconds()}
	if err := m.completed(ctx, c.ID, guests); err != nil {
		return r, size, err
	}
	after, err := m.worked()
	if err != nil {
		return r, size, err
	}
	m.each = (after - before) / time.Duration(guests)
	_, peak, err := m.memory()
	m.highest = max(m.highest, peak)
	return r, size, err
}

// completed waits until the campaign is completed, and compares the product's counts with those of the relay.
func (m *mailing) completed(ctx context.Context, id int64, guests int) error {
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		_, text, err := m.body(ctx, fmt.Sprint("/campaigns/", id, "?limit=1"), m.bearer)
		if err != nil {
			return err
		}
		var c sent
		if err := json.Unmarshal(text, &c); err != nil {
			return err
		}
		if c.Status == "completed" && c.Counts.Sent == guests {
			return nil
		}
		if time.Since(begin) > time.Minute {
			return fmt.Errorf("the relay has %d messages, the campaign is %+v: see %s", guests, c, filepath.Base(m.dir))
		}
	}
}
