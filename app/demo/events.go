package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"presence/app/hub/audience"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/hub/sender"
	"presence/app/hub/tracking"
	"presence/app/platform/background"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
)

// The events of the demo: one whose invitations were sent two weeks ago, and one that is ready to be sent.
const (
	evening = "soiree-hivernale"
	brunch  = "brunch-de-printemps"
)

// answerCount is the number of answers to the first event; a few guests answer twice.
const answerCount = 310

// contentChanges returns the changes that set every text of an event in one language.
func contentChanges(c events.Content) events.ContentChanges {
	return events.ContentChanges{Title: &c.Title, Intro: &c.Intro, Details: &c.Details, Address: &c.Address, ThankYou: &c.ThankYou}
}

// createEvents creates the events, their audiences, and the opens, clicks and answers for the first one's invitations.
func (m *builder) createEvents(ctx context.Context) error {
	m.at(m.Now.AddDate(0, 0, -16))
	for _, e := range []event{
		{id: evening, days: 24, hour: 18, duration: 5 * time.Hour, capacity: 900, palette: "nuit", fr: winterFR, en: winterEN},
		{id: brunch, days: 80, hour: 10, duration: 4 * time.Hour, capacity: 160, palette: "prune", fr: springFR, en: springEN},
	} {
		if err := m.createEvent(ctx, e); err != nil {
			return err
		}
	}
	party := events.NewService(m.DB, m.now, events.Hooks{})
	if err := party.OpenBuiltIns(ctx, m.admin); err != nil {
		return err
	}
	if _, err := party.Update(ctx, m.admin, evening, nil, events.Changes{PeopleLimit: new(int64(6)), Companions: new(events.CompanionsAsked),
		Questions: new(eveningQuestions())}); err != nil {
		return err
	}
	picture, err := eveningPicture()
	if err != nil {
		return err
	}
	if _, err := party.SetPicture(ctx, m.admin, evening, nil, picture); err != nil {
		return err
	}
	lists := audience.NewService(m.DB, m.now, audience.Options{})
	for _, x := range []struct {
		event string
		f     audience.Filters
	}{
		{evening, audience.Filters{ActiveCustomers: true, ActiveSubscription: true, MinMonthly: 3000}},
		{brunch, audience.Filters{ActiveCustomers: true, City: "Québec"}},
		{brunch, audience.Filters{ActiveCustomers: true, CustomerType: audience.Commercial}},
	} {
		if _, err := lists.AddFilters(ctx, m.admin, x.event, x.f); err != nil {
			return err
		}
	}
	return errors.Join(m.sendInvitations(ctx), m.submitAnswers(ctx))
}

// event is one of the demo's events.
type event struct {
	id       string
	days     int // from now
	hour     int // of its start, in the company's time zone
	duration time.Duration
	capacity int64
	palette  string
	fr, en   events.Content
}

// createEvent creates an event whose guests may answer until five days before.
func (m *builder) createEvent(ctx context.Context, e event) error {
	local := m.Now.In(m.Zone).AddDate(0, 0, e.days)
	start := time.Date(local.Year(), local.Month(), local.Day(), e.hour, 0, 0, 0, m.Zone)
	c := events.Changes{
		StartsAt: new(db.InstantOf(start)), EndsAt: new(db.InstantOf(start.Add(e.duration))),
		Deadline: new(db.InstantOf(start.AddDate(0, 0, -5))),
		Capacity: &e.capacity, Palette: &e.palette,
	}
	c.FR, c.EN = contentChanges(e.fr), contentChanges(e.en)
	_, err := events.NewService(m.DB, m.now, events.Hooks{}).Create(ctx, m.admin, e.id, c)
	return err
}

// relay stands for the mail relay of the demo company. Reports show its messages as sent, although they only go to the outbox.
type relay struct{ *mail.Outbox }

// Name returns the name of a real channel, because reports mark messages of the outbox channel as not delivered.
func (relay) Name() string { return "smtp" }

// sendInvitations sends the first event's invitations, as the worker of a running program does, and records opens and clicks on
// the following days.
func (m *builder) sendInvitations(ctx context.Context) error {
	m.at(m.moment(db.DayOf(m.Now.In(m.Zone)).Add(-14), 10, 0)) // in the daytime, whatever the current time is
	sends := campaigns.NewService(m.DB, m.now, m.Campaigns)
	c, err := sends.Send(ctx, m.admin, campaigns.New{EventID: evening, Params: campaigns.Params{Channel: campaigns.Bulk}})
	if err != nil {
		return err
	}
	if err := finish(ctx, m.DB, sends, c.ID); err != nil {
		return err
	}
	return m.recordOpens(ctx, sends)
}

// finish runs a worker until a campaign is completed.
func finish(ctx context.Context, d *db.DB, s *campaigns.Service, id int64) error {
	working, enough := context.WithCancel(ctx)
	defer enough()
	var failed error
	var listener sync.WaitGroup
	listener.Go(func() {
		d.Listen(working, campaigns.Changed, func() error {
			c, err := s.Get(ctx, id)
			if working.Err() == nil && (err != nil || c.State != campaigns.Sending && c.State != campaigns.Scheduled) {
				failed = err
				enough()
			}
			return nil
		})
	})
	sender.NewWorker(d, s, slog.New(slog.DiscardHandler), sender.Intervals{}, "").Work(working)
	listener.Wait()
	return failed
}

// clickLink matches the counted link in a message that leads to the guests' page.
var clickLink = regexp.MustCompile(`/t/c/([A-Za-z0-9_-]+)/`)

const reader = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15"

// looks is the number of different times after a send at which the demo's guests open it.
const looks = 12

// recordOpens opens seven messages in ten, and follows the link of five, on the days after they were sent: first of all those of guests who
// will answer without their link. Those of the same time are recorded concurrently, so that they share commits.
func (m *builder) recordOpens(ctx context.Context, sends *campaigns.Service) error {
	recording := background.NewGroup()
	s := tracking.NewService(m.DB, m.now, sends,
		tracking.Options{Secret: m.Campaigns.Secret, Log: slog.New(slog.DiscardHandler), Work: recording})
	links, err := m.links()
	if err != nil {
		return err
	}
	answers := map[string]bool{} // the addresses of guests who will answer without their link
	for n := range answerCount {
		if !answersByLink(n) {
			for _, email := range customer(customerOf(n)).Emails {
				answers[email] = true
			}
		}
	}
	sent := m.clock
	for look := range looks {
		m.at(sent.Add(time.Duration(1+look*look) * time.Hour))
		var together errgroup.Group
		for n := 0; look == 0 && n < len(links); n++ {
			if answers[links[n].email] {
				together.Go(func() error { return links[n].follow(ctx, s, true, n%10 < 5) })
			}
		}
		for n := look; n < len(links); n += looks {
			if !answers[links[n].email] {
				together.Go(func() error { return links[n].follow(ctx, s, n%10 < 7, n%10 < 5) })
			}
		}
		err := together.Wait()
		if recording.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// sentLink is the counted link in a message, by its token, with the address of its guest.
type sentLink struct{ email, token string }

// follow opens the message of the link, and follows the link.
func (x sentLink) follow(ctx context.Context, s *tracking.Service, opens, clicks bool) (err error) {
	if opens {
		s.Open(ctx, x.token, tracking.Visit{Agent: reader})
	}
	if clicks {
		_, err = s.Click(ctx, x.token, "rsvp", tracking.Visit{Agent: reader})
	}
	return err
}

// links returns the links in the messages that the relay received, by address: the outbox has them in another order each time.
func (m *builder) links() (list []sentLink, err error) {
	for more, before := true, ""; more; {
		var page []mail.Summary
		if page, more, err = m.Outbox.List(before, 500); err != nil || len(page) == 0 {
			return list, err
		}
		for _, k := range page {
			token, err := m.tokenIn(k.Name)
			if err != nil {
				return nil, err
			}
			list, before = append(list, sentLink{k.To.Email, token}), k.Name
		}
	}
	slices.SortFunc(list, func(a, b sentLink) int { return cmp.Compare(a.email, b.email) })
	return list, nil
}

func (m *builder) tokenIn(name string) (string, error) {
	message, err := m.Outbox.Read(name)
	if err != nil {
		return "", err
	}
	found := clickLink.FindStringSubmatch(message.HTML)
	if found == nil {
		return "", fmt.Errorf("the message %s has no link to answer by", name)
	}
	return found[1], nil
}

// submitAnswers submits answers for three hundred people: most by their personal link, others through the public page with
// different amounts of data about themselves; some of those are in the directory, and some are unknown.
func (m *builder) submitAnswers(ctx context.Context) error {
	sends := campaigns.NewService(m.DB, m.now, m.Campaigns)
	sent, err := sends.Newest(ctx, evening, 0, 1)
	if err != nil {
		return err
	}
	var clicked []campaigns.Recipient // in the order of their clicks: they answer in the same order, and each of them after the click
	err = sends.Recipients(ctx, sent[0], campaigns.RecipientPage{State: "sent", Rows: 1000}, func(r campaigns.Recipient) error {
		if r.ClickedAt != 0 {
			clicked = append(clicked, r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(clicked, func(a, b campaigns.Recipient) int { return cmp.Compare(a.ClickedAt, b.ClickedAt) })
	guests := rsvp.NewService(m.DB, m.now, m.Campaigns.Secret, rsvp.MailOptions{})
	e, err := guests.Event(ctx, evening)
	if err != nil {
		return err
	}
	for n, next := 0, 0; n < answerCount; n++ {
		m.at(m.Now.Add(-time.Duration(13*24*60-n*60) * time.Minute))
		s := answerWithoutLink(n)
		if answersByLink(n) && next < len(clicked) {
			s = answerWithLink(n, clicked[next])
			next += 2 // every other one
		}
		s.Details = details(n, s.People, e)
		from := rsvp.Visitor{IP: fmt.Sprintf("203.0.113.%d", 1+n%250)}
		if _, err := guests.Submit(ctx, evening, s, from); err != nil {
			return fmt.Errorf("answer %d: %w", n, err)
		}
		if n%60 == 59 {
			if err := guests.NotifyStaff(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// eveningQuestions returns the questions of the first event: the meal of each person, and how many take the shuttle.
func eveningQuestions() []events.Question {
	return []events.Question{
		{Kind: events.Choice, Per: events.PerPerson, Required: true, Text: events.Words{FR: "Plat principal", EN: "Main course"},
			Options: []events.Option{{Text: events.Words{FR: "Volaille rôtie", EN: "Roast chicken"}},
				{Text: events.Words{FR: "Saumon", EN: "Salmon"}},
				{Text: events.Words{FR: "Risotto aux champignons", EN: "Mushroom risotto"}}}},
		{Kind: events.Number, Per: events.PerParty,
			Text: events.Words{FR: "Combien de personnes prendront la navette?", EN: "How many people will take the shuttle?"}},
	}
}

// details returns the names of the companions, which some guests leave out, and the answers to the questions of the first event.
func details(n int, people int64, e events.Event) (d rsvp.Details) {
	meal, shuttle := e.Questions[0], e.Questions[1]
	for person := range people {
		if person > 0 && n%6 != 0 {
			k := n + 5*int(person)
			d.Companions = append(d.Companions, givenNames[k%len(givenNames)]+" "+familyNames[n%len(familyNames)])
		}
		choice := meal.Options[(n*7+int(person)*2)%5%len(meal.Options)].ID
		d.Answers = append(d.Answers, rsvp.Reply{Question: meal.ID, Person: person, Options: []int64{choice}})
	}
	if n%3 == 0 {
		d.Answers = append(d.Answers, rsvp.Reply{Question: shuttle.ID, Number: new(people)})
	}
	return d
}

var diets = []string{"", "", "", "Repas végétarien", "", "Arachides", "", "", "Sans gluten", "", "Fruits de mer", ""}

// answersByLink says which of the answers are given by the personal link of an invitation.
func answersByLink(n int) bool { return n%5 < 3 }

// customerOf returns the index of the customer who gives an answer without a link, or whose data is in it.
func customerOf(n int) int { return (n*13 + 4) % customerCount }

// answerWithLink returns an answer by the personal link of an invitation.
func answerWithLink(n int, r campaigns.Recipient) (s rsvp.Submission) {
	if u, err := url.Parse(r.RSVPURL); err == nil {
		s.Token = u.Query().Get("t")
	}
	s.Name, s.Email, s.People, s.Allergies = r.FirstName+" "+r.LastName, r.Email, int64(1+n%3), diets[n%len(diets)]
	return s
}

// answerWithoutLink returns an answer without a personal link. Two in three come from customers: half of those give two
// identifying values, the others one; the rest are unknown.
func answerWithoutLink(n int) (s rsvp.Submission) {
	c := customer(customerOf(n))
	s.Name, s.People, s.Allergies, s.Language = c.Name, int64(1+n%4), diets[(n+5)%len(diets)], i18n.Lang(c.Language)
	if c.Type == directory.Company {
		s.Name = c.Mandatary
	}
	switch n % 3 {
	case 0:
		s.CustomerNumber, s.Phone = c.ID, first(c.Phones)
	case 1:
		s.CustomerNumber = c.ID
		s.Name = givenNames[n%len(givenNames)] + " " + familyNames[(n+3)%len(familyNames)]
	default:
		s.Name = givenNames[(n+7)%len(givenNames)] + " " + familyNames[n%len(familyNames)]
		s.Email = fmt.Sprintf("invite%d@example.com", n)
	}
	return s
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// The texts of the two events.
var (
	winterFR = events.Content{
		Title: "Soirée hivernale des clients", Address: "Marché couvert, 190, rue du Port, Québec",
		Intro: "Une soirée pour vous dire **merci**, avec de la musique, des bouchées d’ici et quelques surprises.",
		Details: "- Accueil à 18 h, un verre à la main\n- Bouchées des producteurs de la région\n- Musique du trio Marée basse à 20 h\n\n" +
			"Le stationnement est offert. Le lieu est accessible en fauteuil roulant.",
		ThankYou: "Nous avons hâte de vous voir! Présentez-vous simplement à l’accueil.",
	}
	winterEN = events.Content{
		Title: "Customer winter evening", Address: "Covered Market, 190 rue du Port, Québec",
		Intro: "An evening to say **thank you**, with music, local food and a few surprises.",
		Details: "- Doors open at 6 p.m., with a drink in hand\n- Bites from local producers\n- Live music by the trio Marée basse at 8 p.m.\n\n" +
			"Parking is free. The venue is wheelchair accessible.",
		ThankYou: "We look forward to seeing you! Just stop by the welcome table.",
	}
	springFR = events.Content{
		Title: "Brunch de printemps", Address: "Jardins de la Falaise, 55, chemin du Fleuve, Lévis",
		Intro:    "Le printemps se fête à table. Venez bruncher avec nous, en famille si le cœur vous en dit.",
		Details:  "Service de 10 h à 13 h. Des jeux attendent les enfants.",
		ThankYou: "À bientôt autour de la table!",
	}
	springEN = events.Content{
		Title: "Spring brunch", Intro: "Spring is best celebrated around a table. Join us for brunch, and bring the family.",
		Details: "Served from 10 a.m. to 1 p.m. There will be games for the kids.",
	}
)
