package notifications

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Preference is how a person is notified of a topic by e-mail, and whether on their devices.
type Preference struct {
	Topic   Topic
	Mode    Mode
	Initial Mode // when the person has not chosen
	Phone   bool // notices on their devices
	Fixed   bool // the person cannot choose

	spec *topicSpec
}

// Preferences returns the actor's preferences for the topics that their role and team may bring, in the order of the topics.
func (s *Service) Preferences(ctx context.Context, by auth.Actor) ([]Preference, error) {
	chosen, err := chosenModes(ctx, s.db, by.PersonID)
	if err != nil {
		return nil, err
	}
	phones, err := chosenPhones(ctx, s.db, by.PersonID)
	if err != nil {
		return nil, err
	}
	var list []Preference
	for i := range topics {
		if spec := &topics[i]; spec.offered(by) {
			list = append(list, Preference{spec.topic, spec.mode(chosen), spec.initial, spec.onPhone(phones), spec.fixed, spec})
		}
	}
	return list, nil
}

// mode returns the mode of the topic for a person; chosen are the modes that the person has chosen.
func (t *topicSpec) mode(chosen map[Topic]Mode) Mode {
	if m, ok := chosen[t.topic]; ok && !t.fixed {
		return m
	}
	return t.initial
}

// onPhone reports whether a person gets notices of the topic on their devices; chosen are the topics for which the person has chosen.
func (t *topicSpec) onPhone(chosen map[Topic]bool) bool {
	if on, ok := chosen[t.topic]; ok && !t.fixed {
		return on
	}
	return t.phone
}

// Choices are what a person chooses for some topics.
type Choices struct {
	Modes  map[Topic]Mode
	Phones map[Topic]bool // notices on their devices
}

// SetPreferences changes the actor's preferences for some topics. Messages and notices that wait follow the new ones. The validation
// errors are of the topics.
func (s *Service) SetPreferences(ctx context.Context, by auth.Actor, x Choices) error {
	var faults errs.Fields
	for topic, on := range x.Phones {
		switch spec := specOf(topic); {
		case spec == nil || !spec.offered(by):
			faults.Add(string(topic), "unknown_topic", "There is no such topic among those of the caller.")
		case spec.fixed && on != spec.phone:
			faults.Add(string(topic), "fixed", "These messages are always sent.")
		}
	}
	for topic, mode := range x.Modes {
		switch spec := specOf(topic); {
		case spec == nil || !spec.offered(by):
			faults.Add(string(topic), "unknown_topic", "There is no such topic among those of the caller.")
		case !mode.valid():
			faults.Add(string(topic), "invalid", "Expected now, digest or never.")
		case spec.fixed && mode != spec.initial:
			faults.Add(string(topic), "fixed", "These messages are always sent.")
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.changePreferences(ctx, tx, by.Who(), by.PersonID, x)
	})
}

// changePreferences saves choices that are valid and differ from those of the person, with an audit entry if there are any.
func (s *Service) changePreferences(ctx context.Context, tx *db.Tx, who audit.Who, person string, x Choices) error {
	if err := tx.SerializeBy(ctx, preferencesLock+person); err != nil {
		return err
	}
	chosen, err := chosenModes(ctx, tx, person)
	if err != nil {
		return err
	}
	phones, err := chosenPhones(ctx, tx, person)
	if err != nil {
		return err
	}
	changes, at := audit.Changes{}, s.at()
	for i := range topics {
		spec := &topics[i]
		before, was := spec.mode(chosen), spec.onPhone(phones)
		mode, on := before, was
		if given, ok := x.Modes[spec.topic]; ok {
			mode = given
		}
		if given, ok := x.Phones[spec.topic]; ok {
			on = given
		}
		if spec.fixed || mode == before && on == was {
			continue
		}
		if mode != before {
			changes[string(spec.topic)] = [2]any{before, mode}
		}
		if on != was {
			changes[string(spec.topic)+phoneSuffix] = [2]any{was, on}
		}
		if err := savePreference(ctx, tx, person, spec, mode, on, at); err != nil {
			return err
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return audit.Record(ctx, tx, audit.Entry{At: at, Who: who, Action: "updated", Kind: "notification_preferences", RecordID: person,
		Changes: changes})
}

// phoneSuffix, after a topic, names the choice of notices in the audit log and in the form.
const phoneSuffix = ".phone"

// preferencesLock, with a person's id, lets changes of their preferences follow each other.
const preferencesLock = "notification preferences of "
