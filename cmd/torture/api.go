package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// api speaks with whichever process of a site answers.
type api struct {
	site   *site
	client http.Client
}

// refusal is an answer that is none of success.
type refusal struct {
	status int
	code   string
	text   string
	after  string // Retry-After
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s", r.status, r.text) }

// call asks one process. header is more of them, names and values in turn.
func (a *api) call(n *node, method, path, contentType string, body []byte, into any, header ...string) error {
	r, err := http.NewRequestWithContext(a.site.ctx, method, "http://"+n.addr+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+a.site.token)
	if body != nil {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := a.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode/100 != 2 {
		f := &refusal{status: answer.StatusCode, text: string(text), after: answer.Header.Get("Retry-After")}
		var problem struct{ Code string }
		_ = json.Unmarshal(text, &problem)
		f.code = problem.Code
		return f
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}

// ask asks the processes in turn until one answers. What is refused for lack of storage is asked again: a process that
// stands still may hold it. It is one request all the same: what was done and could not be answered is not done again.
func (a *api) ask(method, path, contentType, body string, into any) (err error) {
	var once []string
	if method == http.MethodPost {
		once = []string{"Idempotency-Key", a.site.name("request-")}
	}
	late := a.site.untilAsked("an answer to "+method+" "+path, func() (bool, error) {
		for _, n := range a.site.nodes {
			if n.cmd == nil {
				continue
			}
			if err = a.call(n, method, path, contentType, []byte(body), into, once...); err == nil {
				return true, nil
			}
			if f, refused := errors.AsType[*refusal](err); refused && f.status != http.StatusServiceUnavailable {
				return true, nil
			}
		}
		return false, nil
	})
	return errors.Join(late, err)
}

func (a *api) get(path string, into any) error { return a.ask(http.MethodGet, path, "", "", into) }

func (a *api) post(path, body string, into any) error {
	return a.ask(http.MethodPost, path, "application/json", body, into)
}

// campaign is what the JSON face says of one.
type campaign struct {
	ID     int64
	Status string
	Reason string
	Note   string
	Counts struct{ Total, Pending, Sent, Failed, Excluded, Unconfirmed int }
}

// invite makes an event with so many guests, named after it.
func (a *api) invite(event string, guests int) error {
	starts := time.Now().AddDate(0, 1, 0).UTC().Format(time.RFC3339)
	ends := time.Now().AddDate(0, 1, 1).UTC().Format(time.RFC3339)
	err := a.post("/events", fmt.Sprintf(`{"id":%q,"starts_at":%q,"ends_at":%q,"content":{"fr":{"title":"Gala"},"en":{"title":"Gala"}}}`,
		event, starts, ends), nil)
	if err != nil {
		return err
	}
	var list strings.Builder
	list.WriteString("email,firstname,language\n")
	for n := range guests {
		fmt.Fprintf(&list, "%s,Élise,%s\n", guest(event, n), []string{"fr", "en"}[n%2])
	}
	return a.ask(http.MethodPost, "/events/"+event+"/audience/import?filename=guests.csv", "text/csv", list.String(), nil)
}

func guest(event string, n int) string { return fmt.Sprintf("g%d@%s.example", n, event) }

func (a *api) send(event string) (c campaign, err error) {
	return c, a.post("/events/"+event+"/send", `{"channel":"bulk"}`, &c)
}

func (a *api) campaign(id int64) (c campaign, err error) {
	return c, a.get(fmt.Sprint("/campaigns/", id), &c)
}

// settled waits until nothing more is sent by itself.
func (a *api) settled(id int64) (c campaign, err error) {
	err = a.site.untilAsked(fmt.Sprintf("campaign %d to end", id), func() (bool, error) {
		c, err = a.campaign(id)
		return err == nil && c.Status != "scheduled" && c.Status != "sending", err
	})
	return c, err
}

// recipient is what the JSON face says of one.
type recipient struct {
	ID          int64
	Email       string
	Status      string
	Unconfirmed bool
	Reason      string
}

func (a *api) recipients(id int64) (all []recipient, err error) {
	for after := int64(0); ; after = all[len(all)-1].ID {
		var page struct{ Recipients []recipient }
		if err := a.get(fmt.Sprintf("/campaigns/%d?limit=1000&after=%d", id, after), &page); err != nil {
			return nil, err
		}
		all = append(all, page.Recipients...)
		if len(page.Recipients) < 1000 {
			return all, nil
		}
	}
}
