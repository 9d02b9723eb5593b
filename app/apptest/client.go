package apptest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"presence/app/accounts/auth"
)

// Anonymous is a client without credentials.
const Anonymous = "anonymous"

// Client sends requests to the product as one person.
type Client struct {
	app    *App
	t      testing.TB
	Who    string
	Bearer string       // an access token, or
	Cookie *http.Cookie // a session, as a browser sends it
	http   *http.Client
}

// As returns a client of a person of the World, or Anonymous, with a bearer token.
func (a *App) As(who string) *Client {
	a.t.Helper()
	return a.client(who, "bearer", func(c *Client) error {
		token, err := a.Auth.IssueToken(a.t.Context(), a.World.People[who].Email, 24*3600*1e9)
		c.Bearer = token
		return err
	})
}

// Browser returns a client of a person of the World, or Anonymous, with a session cookie and the headers that a browser sends.
func (a *App) Browser(who string) *Client {
	a.t.Helper()
	return a.client(who, "cookie", func(c *Client) error {
		person, err := a.Person(who)
		if err != nil {
			return err
		}
		cookie, err := a.Auth.StartSession(a.t.Context(), auth.NewSession{Person: person, How: "password", IP: "127.0.0.1", Agent: "apptest"})
		c.Cookie = cookie
		return err
	})
}

// Person returns a person of the World as they are now, who can start a session.
func (a *App) Person(who string) (auth.Person, error) {
	p, _, err := a.Auth.Person(a.t.Context(), auth.Actor{Role: auth.Admin}, a.World.People[who].UserID)
	return p, err
}

// SignInAgain forgets the sessions and tokens of all clients, for a test whose clock goes on by days: the next clients sign in anew.
func (a *App) SignInAgain() {
	a.mu.Lock()
	defer a.mu.Unlock()
	clear(a.clients)
}

// Actor returns a person of the World as the author of a call of a service.
func (a *App) Actor(who string) auth.Actor {
	p := a.World.People[who]
	return auth.Actor{PersonID: p.UserID, EmployeeID: p.EmployeeID, Name: p.Name(), Email: p.Email, Role: p.Role, Language: p.Language,
		Via: "command"}
}

func (a *App) client(who, transport string, signIn func(*Client) error) *Client {
	a.t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	key := transport + " " + who
	if c, ok := a.clients[key]; ok {
		return c
	}
	c := &Client{app: a, t: a.t, Who: who, http: &http.Client{CheckRedirect: func(*http.Request,
		[]*http.Request) error {
		return http.ErrUseLastResponse
	}}}
	if who != Anonymous {
		if _, known := a.World.People[who]; !known {
			a.t.Fatalf("the World has nobody called %q", who)
		}
		if err := signIn(c); err != nil {
			a.t.Fatal(err)
		}
	}
	a.clients[key] = c
	return c
}

// On returns the client with failures reported to a subtest.
func (c *Client) On(t testing.TB) *Client {
	d := *c
	d.t = t
	return &d
}

// Do sends one request. Names of the World in braces are replaced in path and body: "/shifts/{employee.shift}". A body that is
// a string or []byte is sent as it is, any other as JSON; headers are pairs of name and value.
func (c *Client) Do(method, path string, body any, headers ...string) *Response {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.app.URL+c.app.World.Fill(path), bytes.NewReader(c.encode(body)))
	if err != nil {
		c.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	c.sign(r)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := c.http.Do(r)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	answer, err := read(res)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	out := &Response{t: c.t, asked: c.Who + " " + method + " " + path, Status: res.StatusCode, Header: res.Header, Body: answer}
	if res.StatusCode >= 500 && !c.app.options.faulty {
		c.t.Errorf("%s answers %d: no input may lead to a 5xx\n%s\n%s", out.asked, out.Status, answer,
			lineWith(c.app.Log.String(), out.Header.Get("X-Request-Id")))
	}
	return out
}

// read returns the body; of a stream of events, which does not end, only the lines up to the first event's data.
func read(res *http.Response) (body []byte, err error) {
	if res.Header.Get("Content-Type") != "text/event-stream" || res.Request.Method == http.MethodHead {
		return io.ReadAll(res.Body)
	}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		body = append(append(body, lines.Bytes()...), '\n')
		if bytes.HasPrefix(lines.Bytes(), []byte("data:")) {
			break
		}
	}
	return body, lines.Err()
}

func (c *Client) encode(body any) []byte {
	switch b := body.(type) {
	case nil:
		return nil
	case string:
		return []byte(c.app.World.Fill(b))
	case []byte:
		return b
	}
	b, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	return b
}

func (c *Client) sign(r *http.Request) {
	if c.Bearer != "" {
		r.Header.Set("Authorization", "Bearer "+c.Bearer)
	}
	if c.Cookie != nil {
		r.AddCookie(c.Cookie)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.Header.Set("Origin", c.app.URL)
	}
}

// Get is Do without a body or headers. Post, Patch, Put and Delete are similar.
func (c *Client) Get(path string) *Response {
	c.t.Helper()
	return c.Do(http.MethodGet, path, nil)
}

// Post sends a JSON body.
func (c *Client) Post(path string, body any) *Response {
	c.t.Helper()
	return c.Do(http.MethodPost, path, body)
}

// Patch sends a JSON body.
func (c *Client) Patch(path string, body any) *Response {
	c.t.Helper()
	return c.Do(http.MethodPatch, path, body)
}

// Delete sends no body.
func (c *Client) Delete(path string) *Response {
	c.t.Helper()
	return c.Do(http.MethodDelete, path, nil)
}

// Form posts a form, as a page does.
func (c *Client) Form(path, encoded string) *Response {
	c.t.Helper()
	return c.Do(http.MethodPost, path, encoded, "Content-Type", "application/x-www-form-urlencoded")
}

// secrets returns what the log must never contain: names, addresses, tokens and cookies of everyone in the test.
func (a *App) secrets() []string {
	var list []string
	for _, p := range a.World.People {
		list = append(list, p.Email, p.FirstName, p.LastName)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range a.clients {
		list = append(list, c.Bearer)
		if c.Cookie != nil {
			list = append(list, c.Cookie.Value)
		}
	}
	return list
}

// ids reads the ids of a list's records.
func ids(t testing.TB, body []byte) []int64 {
	t.Helper()
	var rows []struct {
		ID int64 `json:"id"`
	}
	if err := json.Unmarshal(body, &rows); err != nil {
		t.Fatalf("no JSON array of records: %v in %s", err, clip(string(body)))
	}
	out := make([]int64, len(rows))
	for i, r := range rows {
		out[i] = r.ID
	}
	return out
}

func clip(s string) string {
	if len(s) > 600 {
		s = s[:600] + "…"
	}
	return strings.TrimSpace(s)
}
