package apptest

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app"
	"presence/app/accounts/auth"
	"presence/app/accounts/push"
	"presence/app/accounts/webhooks"
	"presence/app/apptest/fake"
	"presence/app/hub/audience"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/app/workforce/imports"
	"presence/db"
	"presence/db/dbtest"
	"presence/db/dbtest/testrun"
)

// World are the people and records in an app's database: people of every role, two crews, the first week of a period, a
// customer, and an event that guests can answer.
//
//	supervisor ── employee, colleague        foreman ── stranger        admin, payroll, events
//
// Everyone except admin and events has an employee record, a timesheet, shifts and expenses.
type World struct {
	People map[string]Person // by role in the World
	Names  map[string]string // ids that are texts: "employee.session"
	IDs    map[string]int64  // "employee", "employee.timesheet", "employee.shift", "employee.expense", "employee.leave", "regular", …
}

// Person is a person of the World.
type Person struct {
	UserID                     string
	FirstName, LastName, Email string
	Role                       auth.Role
	EmployeeID                 int64 // 0: no employee record
	Language                   i18n.Lang

	supervisor string
}

// Name returns the full name.
func (p Person) Name() string { return p.FirstName + " " + p.LastName }

// cast are the people, in the order in which they are created. Their names are used nowhere else, so that a name in a log or
// response is known to be theirs.
var cast = []struct {
	part string
	Person
}{
	{"admin", Person{FirstName: "Ondine", LastName: "Bellerive", Role: auth.Admin}},
	{"payroll", Person{FirstName: "Philomène", LastName: "Larivée", Role: auth.Payroll}},
	{"supervisor", Person{FirstName: "Barnabé", LastName: "Fontaine-Roy", Role: auth.Employee}},
	{"employee", Person{FirstName: "Maëlle", LastName: "Trudelle", Role: auth.Employee, supervisor: "supervisor"}},
	{"colleague", Person{FirstName: "Théophile", LastName: "Ganache", Role: auth.Employee, supervisor: "supervisor"}},
	{"foreman", Person{FirstName: "Ignace", LastName: "Desrosiers", Role: auth.Employee}},
	{"stranger", Person{FirstName: "Clémence", LastName: "Ouellette", Role: auth.Employee, supervisor: "foreman"}},
	{"events", Person{FirstName: "Rosalie", LastName: "Vadeboncœur", Role: auth.Events}},
}

// codes are the bank codes, with the name by which braces refer to them.
var codes = []struct{ name, kind, category, modifier, code string }{
	{"regular", "regular", "shift", "1", "G1"},
	{"evening", "evening", "shift", "1.25", "G43"},
	{"emergency", "emergency", "shift", "2", "G48"},
	{"per-diem", "per_diem", "expense", "1", "G502"},
	{"mileage", "mileage", "expense", "0.72", "G503"},
	{"vacation", "vacation", "leave", "1", "G305"},
}

var inBraces = regexp.MustCompile(`\{[a-z.-]+\}`)

// Fill replaces the names of the World in braces by their ids: "/shifts/{employee.shift}". ".user" is the person's UUID.
// Unknown names are not replaced.
func (w World) Fill(text string) string {
	return inBraces.ReplaceAllStringFunc(text, func(name string) string {
		key := name[1 : len(name)-1]
		if id, ok := w.IDs[key]; ok {
			return fmt.Sprint(id)
		}
		if id, ok := w.Names[key]; ok {
			return id
		}
		if part, ok := strings.CutSuffix(key, ".user"); ok && w.People[part].UserID != "" {
			return w.People[part].UserID
		}
		return name
	})
}

// content is the initial content of databases. It is made once per run on each engine (testrun.Once), and copied for every test.
type content struct {
	name string
	demo bool
	fill func(context.Context, *app.App) (World, error)

	file  func() (content []byte, err error) // of SQLite
	mu    sync.Mutex
	world map[db.Dialect]World
}

var (
	theWorld = newContent("world", false, build)
	theDemo  = newContent("demo", true, func(context.Context, *app.App) (World, error) { return World{}, nil })
)

func newContent(name string, demo bool, fill func(context.Context, *app.App) (World, error)) *content {
	k := &content{name: name, demo: demo, fill: fill, world: map[db.Dialect]World{}}
	const file = "presence.db"
	k.file = sync.OnceValues(func() (content []byte, err error) {
		err = testrun.Once(name+"-sqlite", func(folder string) error {
			return k.make("sqlite:"+filepath.Join(folder, file), folder) // closing copies the WAL into the file
		}, func(folder string) error {
			content, err = os.ReadFile(filepath.Join(folder, file))
			return errors.Join(err, k.read(db.SQLite, folder))
		})
		return content, err
	})
	return k
}

// make starts the product on an empty database, fills it, and writes the World into a folder.
func (k *content) make(database, folder string) error {
	c := config(&App{Clock: fake.NewClock(Start), Log: &fake.Log{}}, options{demo: k.demo}, mustURL("http://template.test"))
	c.DatabaseURL, c.Mail.Outbox = database, filepath.Join(folder, "outbox")
	p, err := app.New(context.Background(), c)
	if err != nil {
		return err
	}
	w, err := k.fill(context.Background(), p)
	if err := errors.Join(err, p.Close()); err != nil {
		return err
	}
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "world.json"), text, 0o600)
}

// read reads the World that make wrote.
func (k *content) read(d db.Dialect, folder string) error {
	text, err := os.ReadFile(filepath.Join(folder, "world.json"))
	if err != nil {
		return err
	}
	var w World
	err = json.Unmarshal(text, &w)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.world[d] = w
	return err
}

// copy creates a database with this content for a test, and returns its address.
func (k *content) copy(t testing.TB, d db.Dialect) (w World, database string) {
	t.Helper()
	if d == db.Postgres {
		database = dbtest.Prepared(t, k.name, k.make, func(folder string) error { return k.read(d, folder) })
	} else {
		content, err := k.file()
		if err != nil {
			t.Fatalf("making the %s: %v", k.name, err)
		}
		file := filepath.Join(t.TempDir(), "presence.db")
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		database = "sqlite:" + file
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.world[d], database
}

// build creates the World through the product's API, so that it contains nothing that the product would reject.
func build(ctx context.Context, p *app.App) (World, error) {
	w := World{People: map[string]Person{}, IDs: map[string]int64{}, Names: map[string]string{}}
	for _, c := range cast {
		person := c.Person
		person.Email = plain(person.FirstName + "." + person.LastName + "@example.com")
		made, err := p.Auth.AddPerson(ctx, auth.Actor{Via: "command"},
			auth.NewPerson{Email: person.Email, Name: person.Name(), Role: person.Role, Language: i18n.EN})
		if err != nil {
			return w, err
		}
		person.UserID, person.Language = made.ID, i18n.EN
		w.People[c.part] = person
	}
	if err := p.Auth.GiveAccess(ctx); err != nil {
		return w, err
	}
	d := &door{ctx: ctx, app: p, world: w}
	for _, c := range codes {
		w.IDs[c.name] = d.post("admin", "/bank-codes", `{"type":"%s","categorie":"%s","modifier":%s,"bank_code":"%s"}`, c.kind, c.category,
			c.modifier, c.code)
	}
	for i, c := range cast {
		if c.Role != auth.Admin && c.Role != auth.Events {
			d.hire(c.part, i)
		}
	}
	for i, c := range cast {
		if w.People[c.part].EmployeeID != 0 {
			d.work(c.part, i)
		}
	}
	w.IDs["customer"] = d.post("payroll", "/customers",
		`{"user_id":"0c1b9f5e-52f5-4c6d-8a0e-5d1c2f3b4a59","first_name":"Eulalie","last_name":"Marchessault",
		"email":"eulalie.marchessault@example.com","phone_number":5145550177}`)
	if _, err := p.Directory.Sync(ctx, directory.SyncOptions{}); err != nil {
		return w, err
	}
	w.Names["employee.session"] = d.named("employee", "/oauth-sessions",
		`{"user_id":"%s","application":"https://api.example.com","access_token":"sealed-access",
		"refresh_token":"sealed-refresh","access_token_expiry":"2026-11-20T14:00:00Z"}`, w.People["employee"].UserID)
	if err := p.Events.OpenBuiltIns(ctx, auth.Actor{Via: "command"}); err != nil {
		return w, err
	}
	w.Names["event"] = d.named("events", "/events",
		`{"id":"gala-2026","starts_at":"2026-12-18T18:00:00-05:00","ends_at":"2026-12-18T23:00:00-05:00","capacity":120,
		"content":{"fr":{"title":"Le gala","intro":"Une **belle** soirée.","address":"12, rue du Quai, Sorel"},"en":{"title":"The gala"}}}`)
	w.IDs["attachment"] = d.post("events", "/events/gala-2026/attachments",
		`{"filename":"Plan.pdf","language":"both","data":"JVBERi0xLjQKJSVFT0YK"}`)
	if d.err == nil {
		_, d.err = p.Events.SetPicture(ctx, auth.Actor{Via: "command"}, "gala-2026", nil, Cover())
	}
	w.Names["template"] = "event-hiver"
	d.named("events", "/templates",
		`{"name":"event-hiver","content":{"fr":{"subject":"{{event_title}}","html":"<h1>{{event_title}}</h1><p>{{greeting}}</p>{{rsvp_button}}"}}}`)
	if d.err == nil {
		w.IDs["rsvp"], d.err = answer(ctx, p)
		w.Names["link"] = personalLink
		if d.err == nil {
			w.IDs["webhook"], d.err = addWebhook(ctx, p, w)
		}
		w.IDs["door.link"] = d.post("events", "/events/gala-2026/check-in-links", `{"name":"Entrance A"}`)
	}
	if d.err == nil {
		w.IDs["listed"], d.err = list(ctx, p)
	}
	if d.err == nil {
		w.IDs["holiday"], d.err = payHoliday(ctx, p, w)
	}
	if d.err == nil {
		w.IDs["deputy"], d.err = nameDeputy(ctx, p, w)
	}
	if d.err == nil {
		d.err = plan(ctx, p, w)
	}
	w.IDs["activity"] = d.post("payroll", "/activities", `{"code":"INST","name_fr":"Installation","name_en":"Setup"}`)
	d.post("payroll", "/activities", `{"code":"REP","name_fr":"Réparation","name_en":"Repair"}`)
	d.post("payroll", "/activities", `{"code":"VIS","name_fr":"Visite","name_en":"Visit"}`)
	if d.err == nil {
		d.err = giveLeave(ctx, p, w)
	}
	w.IDs["calendar"] = d.post("colleague", "/calendars", `{"name":"Phone","contents":["shifts"]}`)
	if d.err == nil {
		w.IDs["device"], d.err = addDevice(ctx, p, w)
	}
	if d.err == nil {
		w.IDs["kiosk"], d.err = addKiosk(ctx, p, w)
	}
	if d.err == nil {
		w.IDs["campaign"], d.err = send(ctx, p)
	}
	if d.err == nil {
		w.IDs["import"], d.err = upload(ctx, p, w.People["payroll"])
	}
	if d.err == nil {
		w.IDs["upload"], d.err = uploadCustomers(ctx, p)
	}
	return w, d.err
}

// receipt adds a receipt to the expense of a person, which stays at its version.
func (d *door) receipt(part string) (id int64) {
	if d.err != nil {
		return 0
	}
	d.err = d.app.DB.Write(d.ctx, func(ctx context.Context, tx *db.Tx) error {
		picture := Cover().Data
		return tx.QueryRow(ctx, `INSERT INTO expense_receipts (expense_id, hash, name, media_type, size, width, height, uploaded_by,
			created_at, small, content) VALUES ($1, $2, 'IMG_2041.jpg', 'image/jpeg', $3, 1200, 600, $4, $5, $6, $6) RETURNING id`, d.world.IDs[part+".expense"],
			fmt.Sprintf("%x", sha256.Sum256(picture)), len(picture), d.world.People[part].FirstName, int64(db.InstantOf(Start)), picture).Scan(&id)
	})
	return id
}

// payHoliday pays the employee a holiday in the spring.
func payHoliday(ctx context.Context, p *app.App, w World) (id int64, err error) {
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.QueryRow(ctx, `INSERT INTO holiday_pay (employee_id, day, bank_code_id, minutes, counted, created_at, updated_at)
			VALUES ($1, '2027-05-24', $2, 456, 9120, $3, $3) RETURNING id`, w.IDs["employee"], w.IDs["vacation"], int64(db.InstantOf(Start))).Scan(&id)
	})
	return id, err
}

// nameDeputy has the foreman stand in for the supervisor on a few days in the spring.
func nameDeputy(ctx context.Context, p *app.App, w World) (id int64, err error) {
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.QueryRow(ctx, `INSERT INTO deputies (supervisor_id, deputy_id, from_day, until_day, created_at, updated_at)
			VALUES ($1, $2, '2027-03-01', '2027-03-05', $3, $3) RETURNING id`, w.IDs["supervisor"], w.IDs["foreman"], int64(db.InstantOf(Start))).Scan(&id)
	})
	return id, err
}

// plan plans and publishes two shifts of the first week of December: one of the employee, and one that is open to the crew; and plans a
// third, of the colleague, which is not published.
func plan(ctx context.Context, p *app.App, w World) error {
	at := int64(db.InstantOf(Start))
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i, x := range []struct {
			name, employee, supervisor string
		}{{"planned", "employee", ""}, {"opening", "", "supervisor"}, {"draft", "colleague", ""}} {
			start := int64(db.InstantOf(time.Date(2026, time.December, 7+i, 13, 0, 0, 0, time.UTC)))
			values := []any{sql.NullInt64{Int64: w.IDs[x.employee], Valid: x.employee != ""},
				sql.NullInt64{Int64: w.IDs[x.supervisor], Valid: x.supervisor != ""},
				w.IDs["regular"], fmt.Sprintf("2026-12-%02d", 7+i), start, start + 8*60*60_000, at}
			var id int64
			if err := tx.QueryRow(ctx, `INSERT INTO planned_shifts (employee_id, supervisor_id, bank_code_id, day, start_at, end_at, created_at, updated_at)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id`, values...).Scan(&id); err != nil {
				return err
			}
			if w.IDs[x.name] = id; x.name == "draft" {
				continue
			}
			if _, err := tx.Exec(ctx, `INSERT INTO published_shifts (id, employee_id, supervisor_id, bank_code_id, day, start_at, end_at, breaks, note,
				updated_at) SELECT id, employee_id, supervisor_id, bank_code_id, day, start_at, end_at, breaks, note, updated_at FROM planned_shifts
				WHERE id = $1`, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// giveLeave makes the rule of vacation, which payroll enters, and gives the employee ten days.
func giveLeave(ctx context.Context, p *app.App, w World) error {
	at := int64(db.InstantOf(Start))
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO leave_rules (leave_type, from_day, earns, year_start, created_at, updated_at)
			VALUES ('Vacation', '2026-05-01', 'none', '05-01', $1, $1)`, at)
		if err == nil {
			_, err = tx.Exec(ctx, `INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, note, made_by, created_at)
				VALUES ($1, 'Vacation', '2026-05-01', 'opening', 4800, 'Ancien système', 'Luc Gagnon', $2)`, w.IDs["employee"], at)
		}
		return err
	})
}

// KioskSecret is the secret of the kiosk of the world: the value of its cookie presence-kiosk.
const KioskSecret = "SECRETOFTHEKIOSKINTHEWORLD"

// addKiosk enrols a kiosk, whose secret is KioskSecret, and gives the employee a badge number and the PIN 2580.
func addKiosk(ctx context.Context, p *app.App, w World) (id int64, err error) {
	hash, err := p.Auth.Hasher().Hash(ctx, "2580")
	if err != nil {
		return 0, err
	}
	secret, at := sha256.Sum256([]byte(KioskSecret)), int64(db.InstantOf(Start))
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		err := tx.QueryRow(ctx, `INSERT INTO kiosks (name, made_by, link_until, secret_hash, enrolled_at, used_at, created_at, updated_at)
			VALUES ('Entrepôt', 'Zoé Lavoie', $1, $2, $1, $1, $1, $1) RETURNING id`, at, secret[:]).Scan(&id)
		if err == nil {
			_, err = tx.Exec(ctx, `INSERT INTO badges (employee_id, number, pin_hash, created_at, updated_at) VALUES ($1, 'A-107', $2, $3, $3)`,
				w.IDs["employee"], hash, at)
		}
		return err
	})
	return id, err
}

// upload uploads a file of employees: one line is new, one is wrong.
func upload(ctx context.Context, p *app.App, clerk Person) (id int64, err error) {
	by := auth.Actor{PersonID: clerk.UserID, Name: clerk.Name(), Role: auth.Payroll, Via: "command"}
	im, err := p.Imports.Upload(ctx, by, imports.Employees, "equipe.csv", strings.NewReader(
		"Matricule;Compagnie;Prénom;Nom;Courriel;Téléphone;Adresse;Embauche;Superviseur\n"+
			"9001;271583;Solène;Archambault;solene.archambault@example.com;514 555-0161;Sorel;2026-11-02;\n"+
			"9002;271583;Béatrix;;beatrix@;514 555-0162;;2 novembre;9001\n"))
	p.Imports.Wait()
	return im.ID, err
}

// uploadCustomers uploads a file of customers, by a service that reads no source: one line is good, one has no number.
func uploadCustomers(ctx context.Context, p *app.App) (id int64, err error) {
	s := directory.NewService(p.DB, func() time.Time { return Start }, directory.Config{})
	u, err := s.Receive(ctx, auth.Actor{Name: "Evelyne Roy", Role: auth.Events, Via: "command"}, "clients.csv",
		strings.NewReader("No de client;Nom;Courriel\nC-9001;Solène Archambault;solene@example.com\n;Béatrix Lussier;\n"))
	return u.ID, err
}

// addWebhook adds an endpoint of a webhook, to which a test event was sent. The event was cancelled, so that no worker connects to the
// address.
func addWebhook(ctx context.Context, p *app.App, w World) (id int64, err error) {
	by := auth.Actor{PersonID: w.People["admin"].UserID, Role: auth.Admin, Via: "command"}
	address := "https://hooks.example.com/presence"
	e, _, err := p.Webhooks.Create(ctx, by, webhooks.Changes{URL: &address, Kinds: &[]webhooks.Kind{"rsvp.declined"}})
	if err == nil {
		_, err = p.Webhooks.SendTest(ctx, by, e.ID)
	}
	for _, on := range []bool{false, true} {
		if err == nil {
			_, err = p.Webhooks.Update(ctx, by, e.ID, nil, webhooks.Changes{Enabled: &on})
		}
	}
	return e.ID, err
}

// DeviceP256DH and DeviceAuth are keys of a device as its browser sends them.
const (
	DeviceP256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
	DeviceAuth   = "BTBZMqHH6r4Tts7J_aSIgg"
)

// addDevice adds a device on which a colleague receives notices. Its address does not exist, so that no worker connects to it.
func addDevice(ctx context.Context, p *app.App, w World) (id int64, err error) {
	by := auth.Actor{PersonID: w.People["colleague"].UserID, Via: "command"}
	d, err := p.Push.Add(ctx, by, push.Subscription{Endpoint: "https://push.invalid/colleague", P256DH: DeviceP256DH, Auth: DeviceAuth,
		Agent: "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"})
	return d.ID, err
}

// list adds a person to the main list of the World's event.
func list(ctx context.Context, p *app.App) (id int64, err error) {
	by := auth.Actor{Role: auth.Events, Via: "command"}
	_, err = p.Audience.AddPicks(ctx, by, "gala-2026",
		audience.Picks{Entries: []audience.Entry{{Email: "odile@example.com", FirstName: "Odile", LastName: "Larrivée", Language: "fr"}}})
	if err != nil {
		return 0, err
	}
	err = p.Audience.Entries(ctx, "gala-2026", audience.Page{Rows: 1}, func(e audience.Entry) error { id = e.ID; return nil })
	return id, err
}

// send creates a campaign of the World's event and cancels it before a message is sent.
func send(ctx context.Context, p *app.App) (id int64, err error) {
	by := auth.Actor{Role: auth.Events, Via: "command"}
	c, err := p.Campaigns.Send(ctx, by, campaigns.New{EventID: "gala-2026"})
	if err == nil {
		_, err = p.Campaigns.Cancel(ctx, by, "gala-2026")
	}
	return c.ID, err
}

// personalLink is the token of a guest's personal link for the World's event.
const personalLink = "link-of-the-world"

// answer creates the guests' answers: one guest has answered, and changed the answer; another one has a personal link.
func answer(ctx context.Context, p *app.App) (id int64, err error) {
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return rsvp.IssueLinks(ctx, tx, db.InstantOf(Start),
			[]rsvp.Link{{Token: personalLink, EventID: "gala-2026", Name: "Odile Larrivée", Email: "odile@example.com", Language: i18n.FR}})
	})
	for _, people := range []int64{2, 3} {
		if err != nil {
			return 0, err
		}
		var o rsvp.Outcome
		o, err = p.RSVP.Submit(ctx, "gala-2026", rsvp.Submission{Answer: rsvp.Answer{Name: "Fabien Deslauriers", Email: "fabien@example.com",
			People: people, Allergies: "Arachides", Language: i18n.FR}}, rsvp.Visitor{IP: "192.0.2.7"})
		id = o.ID
	}
	return id, err
}

// hire creates the employee record of a person, and sets its supervisor.
func (d *door) hire(part string, n int) {
	p := d.world.People[part]
	p.EmployeeID = d.post("admin", "/employees", `{"user_id":"%s","first_name":"%s","last_name":"%s","email":"%s","phone_number":514555%04d,
		"external_payroll_id":%d,"company_code":271583,"first_work_day":"2024-03-04"}`, p.UserID, p.FirstName, p.LastName, p.Email,
		1200+n, 7700+n)
	d.world.People[part], d.world.IDs[part] = p, p.EmployeeID
	if p.supervisor != "" {
		d.patch("admin", fmt.Sprintf("/employees/%d", p.EmployeeID), `{"supervisor_id":%d}`, d.world.IDs[p.supervisor])
	}
}

// stamp hands over what the person stamped on a device without a network: a break, which is refused, because they had not clocked in.
func (d *door) stamp(part string) int64 {
	var handedOver struct {
		Stamps []struct {
			ID int64 `json:"id"`
		} `json:"stamps"`
	}
	d.answer(part, http.MethodPost, "/clock/stamps", fmt.Sprintf(`{"employee_id":%d,"sent_at":"2026-11-20T08:00:00-05:00","stamps":[
		{"stamp_id":"b7e6a6b2-5a59-4a40-8f0c-3f6f1f0a1c55","act":"break","at":"2026-11-20T08:00:00-05:00"}]}`, d.world.IDs[part]), &handedOver)
	if len(handedOver.Stamps) == 0 {
		return 0
	}
	return handedOver.Stamps[0].ID
}

// work creates a person's records: a regular day, an evening and two expenses in the period, a week of requested leave, and what they
// clocked; another expense, "gone", is archived.
func (d *door) work(part string, n int) {
	day := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	sheet := d.post(part, "/timesheets", `{"employee_id":%d,"is_approved":false}`, d.world.IDs[part])
	d.world.IDs[part+".timesheet"] = sheet
	shift := func(code string, day time.Time, start, end string) int64 {
		on := day.Format(time.DateOnly)
		return d.post(part, "/shifts", `{"timesheet_id":%d,"bank_code_id":%d,"date":"%s","start_time":"%sT%s","end_time":"%sT%s"}`, sheet,
			d.world.IDs[code], on, on, start, on, end)
	}
	d.world.IDs[part+".shift"] = shift("regular", day, "08:00:00", "16:00:00")
	d.world.IDs[part+".evening"] = shift("evening", day.AddDate(0, 0, 1), "17:00:00", fmt.Sprintf("21:%02d:00", n))
	expense := func(code, amount, description string) int64 {
		return d.post(part, "/Expenses",
			`{"timesheet_id":%d,"bank_code_id":%d,"date":"2026-11-17","amount":%s,"description":"%s","is_approved":false,"supervisor_comment":""}`,
			sheet, d.world.IDs[code], amount, description)
	}
	d.world.IDs[part+".expense"] = expense("per-diem", "42.50", "Dîner")
	d.world.IDs[part+".receipt"] = d.receipt(part)
	d.world.IDs[part+".mileage"] = expense("mileage", "36", "50 km")
	d.world.IDs[part+".gone"] = expense("per-diem", "1", "Erreur")
	d.send(part, http.MethodDelete, fmt.Sprintf("/Expenses/%d", d.world.IDs[part+".gone"]), "")
	d.world.IDs[part+".clocking"] = d.post(part, "/clock/in", `{}`)
	d.send(part, http.MethodPost, "/clock/out", "") // at once, so that it becomes no shift
	d.world.IDs[part+".stamp"] = d.stamp(part)
	d.world.IDs[part+".leave"] = d.post(part, "/leave-requests",
		`{"employee_id":%d,"bank_code_id":%d,"leave_type":"Vacation","start_date_time":"2027-02-01T08:00",
		"end_date_time":"2027-02-05T16:00","comment":"","approval_status":"Pending"}`, d.world.IDs[part], d.world.IDs["vacation"])
}
