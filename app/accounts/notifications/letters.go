package notifications

import (
	"strings"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

// itemsPerTopic is how many notifications of a topic a message lists; it says how many more there are.
const itemsPerTopic = 10

// letters returns the messages for one person: a digest of all notifications, or one message for each topic. The notifications are those
// of one person, the newest first.
func (s *Service) letters(p auth.Person, mode Mode, list []Notification) (letters []outgoingmail.Letter) {
	if mode == Digest {
		return []outgoingmail.Letter{s.digest(p, list)}
	}
	for i := range topics {
		if of := ofTopic(list, topics[i].topic); len(of) > 0 {
			letters = append(letters, s.topicLetter(p, &topics[i], of))
		}
	}
	return letters
}

func ofTopic(list []Notification, t Topic) (of []Notification) {
	for _, n := range list {
		if n.topic() == t {
			of = append(of, n)
		}
	}
	return of
}

// letter returns a message to a person with the parts that all messages have.
func (s *Service) letter(p auth.Person, kind outgoingmail.Kind) outgoingmail.Letter {
	l, greeting := p.Language, p.Language.T(i18n.MailGreeting)
	if p.Name != "" {
		greeting = l.F(i18n.MailGreetingTo, p.Name)
	}
	_, host, _ := strings.Cut(s.mail.Origin, "://")
	return outgoingmail.Letter{PersonID: p.ID, Kind: kind, To: mail.Address{Name: p.Name, Email: p.Email}, Lang: l, Text: []string{greeting},
		Why: l.F(i18n.LetterWhy, host), Expires: db.InstantOf(s.now().Add(mailValid))}
}

// topicLetter returns the message about notifications of one topic. Its button opens the only one, or the page of all.
func (s *Service) topicLetter(p auth.Person, t *topicSpec, list []Notification) outgoingmail.Letter {
	kind := outgoingmail.Notification
	if t.topic == AccountSecurity {
		kind = outgoingmail.Security
	}
	l, letter := p.Language, s.letter(p, kind)
	letter.Subject = l.T(t.subject)
	if !t.fixed {
		letter.Stop = outgoingmail.Button{Label: l.F(i18n.PrefStopTopic, l.T(t.label)), URL: s.stopURL(p.ID, t.topic)}
	}
	if len(list) > 1 {
		letter.Title = letter.Subject
		letter.Lists = []outgoingmail.List{s.itemsOf(l, "", list)}
		letter.Button = s.allButton(l, t.topic)
		return letter
	}
	w := s.mailMessage(l, list[0])
	letter.Title = w.text
	if w.detail != "" {
		letter.Text = append(letter.Text, w.detail)
	}
	letter.Button = outgoingmail.Button{Label: l.T(t.open), URL: s.mail.Origin + w.href}
	return letter
}

// digest returns the morning summary: the notifications by topic, in the order of the topics.
func (s *Service) digest(p auth.Person, list []Notification) outgoingmail.Letter {
	l, letter := p.Language, s.letter(p, outgoingmail.Digest)
	letter.Subject, letter.Title = l.N(len(list), i18n.PrefDigestSubject), l.T(i18n.PrefDigestTitle)
	letter.Text = append(letter.Text, l.T(i18n.PrefDigestText))
	letter.Stop = outgoingmail.Button{Label: l.T(i18n.PrefStopDigest), URL: s.stopURL(p.ID, wholeDigest)}
	for i := range topics {
		if of := ofTopic(list, topics[i].topic); len(of) > 0 {
			letter.Lists = append(letter.Lists, s.itemsOf(l, l.T(topics[i].label), of))
		}
	}
	first := list[0].topic()
	letter.Button = s.allButton(l, "")
	switch {
	case len(list) == 1:
		letter.Button = outgoingmail.Button{Label: l.T(specOf(first).open), URL: s.mail.Origin + s.mailMessage(l, list[0]).href}
	case len(letter.Lists) == 1:
		letter.Button = s.allButton(l, first)
	}
	return letter
}

// allButton opens the page of several notifications of a topic: the approvals for a team, otherwise the notifications.
func (s *Service) allButton(l i18n.Lang, t Topic) outgoingmail.Button {
	if t == SheetsSubmitted || t == LeaveRequests {
		return outgoingmail.Button{Label: l.T(i18n.PrefOpenApprovals), URL: s.mail.Origin + paths.Approvals()}
	}
	return outgoingmail.Button{Label: l.T(i18n.PrefOpenAll), URL: s.mail.Origin + paths.Notifications()}
}

func (s *Service) itemsOf(l i18n.Lang, title string, list []Notification) outgoingmail.List {
	out := outgoingmail.List{Title: title}
	for i, n := range list {
		if i == itemsPerTopic {
			out.Items = append(out.Items, outgoingmail.Item{Text: l.N(len(list)-i, i18n.PrefMore), URL: s.mail.Origin + paths.Notifications()})
			break
		}
		w := s.mailMessage(l, n)
		out.Items = append(out.Items, outgoingmail.Item{Text: w.text, Detail: w.detail, URL: s.mail.Origin + w.href})
	}
	return out
}

// mailMessage is messageOf for an e-mail, which others may read on the way or on a screen: of leave it says the days and not the type.
func (s *Service) mailMessage(l i18n.Lang, n Notification) message {
	w := s.messageOf(l, n)
	if n.Kind == LeaveRequested || n.Kind == LeaveDecided {
		w.detail = s.daysOf(l, n.Data)
	}
	if w.href == "" {
		w.href = paths.Notifications()
	}
	return w
}
