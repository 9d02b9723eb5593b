package notifications

import (
	"context"

	"presence/db"
)

// Send is the state of a send, for the people who run events.
type Send struct {
	At               db.Instant
	Campaign         int64
	EventID          string
	TitleFR, TitleEN string
	StartedBy        string // id of a person
	By, ByName       string // author of the change: id and name of a person; empty: the program
	Sending
}

// Sending holds the figures of a send that its text needs.
type Sending struct {
	Status      string `json:"status"` // of the campaign (R10)
	Reason      string `json:"reason,omitzero"`
	Reminder    bool   `json:"reminder,omitzero"`
	Message     string `json:"message,omitzero"`        // the kind of a message before or after the event; empty: an invitation or a reminder
	Kept        bool   `json:"kept,omitzero"`           // the messages are in the outbox and were not sent
	Chosen      string `json:"chosen_subject,omitzero"` // "a" or "b", when it was just chosen for the rest; see campaigns.SubjectTest
	Percent     int64  `json:"percent,omitzero"`        // of Guests; 0: it has just begun
	Guests      int64  `json:"guests"`                  // number of recipients
	Sent        int64  `json:"sent"`
	Failed      int64  `json:"failed,omitzero"`
	Excluded    int64  `json:"excluded,omitzero"`
	Unconfirmed int64  `json:"unconfirmed,omitzero"`
	Waiting     int64  `json:"waiting,omitzero"` // pending and not unconfirmed
}

// statusSending is the status of a running send; with any other one it has ended or is paused.
const statusSending = "sending"

// NotifySend notifies the people who run events, and the person who started the send, of its state, in the transaction that
// changes it. It replaces unread notifications about the same send. It should be called last in the transaction (see Notify).
func NotifySend(ctx context.Context, tx *db.Tx, s Send) error {
	kind := SendFinished
	if s.Status == statusSending {
		kind = SendProgress
	}
	d := Data{By: s.ByName, EventID: s.EventID, TitleFR: s.TitleFR, TitleEN: s.TitleEN, Send: &s.Sending}
	if err := publishWebhooks(ctx, tx, kind, s.At, webhookData{IDs: []int64{s.Campaign}, Data: d}); err != nil {
		return err
	}
	people, err := eventStaff(ctx, tx, s.StartedBy)
	if err != nil {
		return err
	}
	if err := tx.SerializeBy(ctx, signal); err != nil {
		return err
	}
	if err := deleteUnreadSends(ctx, tx, s.Campaign); err != nil {
		return err
	}
	var list []Notification
	for _, p := range people {
		if p != s.By {
			d.Own = p == s.StartedBy
			list = append(list, Notification{PersonID: p, Kind: kind, RecordID: s.Campaign, At: s.At, Data: d})
		}
	}
	return publish(ctx, tx, list)
}
