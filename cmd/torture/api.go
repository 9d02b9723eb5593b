package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// api is a client of the processes of a site.
type api struct {
	site   *site
	client http.Client
}

// refusal is a response with a status other than 2xx.
type refusal struct {
	status int
	code   string
	text   string
	after  string // Retry-After
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s", r.status, r.text) }

// request is a request of the API.
type request struct {
	method, path      string
	contentType, body string // both empty: none
	idempotencyKey    string // empty: none
	from              string // the client's address, as a proxy tells it; empty: that of this machine
}

// post returns a POST request with a JSON body.
func post(path, body string) request {
	return request{method: http.MethodPost, path: path, contentType: "application/json", body: body}
}

// call sends a request to one process and decodes the JSON of its response into a value, unless that is nil. It fails with a
// refusal where the status is not one of success.
func (a *api) call(n *node, q request, into any) error {
	r, err := http.NewRequestWithContext(a.site.ctx, q.method, "http://"+n.addr+q.path, strings.NewReader(q.body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+a.site.token)
	if q.body != "" {
		r.Header.Set("Content-Type", q.contentType)
	}
	if q.idempotencyKey != "" {
		r.Header.Set("Idempotency-Key", q.idempotencyKey)
	}
	if q.from != "" {
		r.Header.Set("X-Forwarded-For", q.from)
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

// ask sends a request to the processes in turn until one answers, and decodes the response into the value at into. It repeats a
// 503, because a stopped process may hold the database. All attempts of a POST have the same idempotency key, so that it is
// processed only once; audiences and reads of the directory take none.
func (a *api) ask(q request, into any) (err error) {
	if q.method == http.MethodPost && !strings.Contains(q.path, "/audience") && q.path != "/directory/syncs" {
		q.idempotencyKey = a.site.name("request-")
	}
	late := a.site.untilAsked("an answer to "+q.method+" "+q.path, func() (bool, error) {
		for _, n := range a.site.nodes {
			if n.cmd == nil {
				continue
			}
			if err = a.call(n, q, into); err == nil {
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

func (a *api) get(path string, into any) error {
	return a.ask(request{method: http.MethodGet, path: path}, into)
}

func (a *api) post(path, body string, into any) error {
	return a.ask(post(path, body), into)
}

// campaign is a campaign as the API shows it.
type campaign struct {
	ID     int64
	Status string
	Reason string
	Note   string
	Counts struct{ Total, Pending, Sent, Failed, Excluded, Unconfirmed int }
}

// invite creates an event with an audience of that many guests, whose addresses contain the event's name.
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
	return a.ask(request{method: http.MethodPost, path: "/events/" + event + "/audience/import?filename=guests.csv",
		contentType: "text/csv", body: list.String()}, nil)
}

func guest(event string, n int) string { return fmt.Sprintf("g%d@%s.example", n, event) }

func (a *api) send(event string) (c campaign, err error) {
	err = a.post("/events/"+event+"/send", `{"channel":"bulk"}`, &c)
	return c, err
}

func (a *api) campaign(id int64) (c campaign, err error) {
	err = a.get(fmt.Sprint("/campaigns/", id), &c)
	return c, err
}

// awaitEnd waits until a campaign is not being sent any more.
func (a *api) awaitEnd(id int64) (c campaign, err error) {
	err = a.site.untilAsked(fmt.Sprintf("campaign %d to end", id), func() (bool, error) {
		c, err = a.campaign(id)
		return err == nil && c.Status != "scheduled" && c.Status != "sending", err
	})
	return c, err
}

// recipient is a recipient as the API shows it.
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
