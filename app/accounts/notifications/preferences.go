package notifications

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Preference is how a person is notified of a topic by e-mail.
type Preference struct {
	Topic   Topic
	Mode    Mode
	Initial Mode // when the person has not chosen
	Fixed   bool // the person cannot choose

	spec *topicSpec
}

// Preferences returns the actor's preferences for the topics that their role and team may bring, in the order of the topics.
func (s *Service) Preferences(ctx context.Context, by auth.Actor) ([]Preference, error) {
	chosen, err := chosenModes(ctx, s.db, by.PersonID)
	if err != nil {
		return nil, err
	}
	var list []Preference
	for i := range topics {
		if spec := &topics[i]; spec.offered(by) {
			list = append(list, Preference{spec.topic, spec.mode(chosen), spec.initial, spec.fixed, spec})
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

// SetPreferences changes the actor's preferences for some topics. Messages that wait follow the new ones. The validation errors are of
// the topics.
func (s *Service) SetPreferences(ctx context.Context, by auth.Actor, modes map[Topic]Mode) error {
	var faults errs.Fields
	for topic, mode := range modes {
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
		return s.changePreferences(ctx, tx, by.Who(), by.PersonID, modes)
	})
}

// changePreferences saves modes that are valid and differ from those of the person, with an audit entry if there are any.
func (s *Service) changePreferences(ctx context.Context, tx *db.Tx, who audit.Who, person string, modes map[Topic]Mode) error {
	if err := tx.SerializeBy(ctx, preferencesLock+person); err != nil {
		return err
	}
	chosen, err := chosenModes(ctx, tx, person)
	if err != nil {
		return err
	}
	changes, at := audit.Changes{}, s.at()
	for i := range topics {
		spec := &topics[i]
		mode, given := modes[spec.topic]
		before := spec.mode(chosen)
		if !given || spec.fixed || mode == before {
			continue
		}
		changes[string(spec.topic)] = [2]any{before, mode}
		if err := savePreference(ctx, tx, person, spec, mode, at); err != nil {
			return err
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return audit.Record(ctx, tx, audit.Entry{At: at, Who: who, Action: "updated", Kind: "notification_preferences", RecordID: person,
		Changes: changes})
}

// preferencesLock, with a person's id, lets changes of their preferences follow each other.
const preferencesLock = "notification preferences of "
