package events

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/errs"
	"presence/db"
)

const columns = `id, state, starts_at, ends_at, COALESCE(rsvp_deadline, 0), capacity, palette, email_template,
	title_fr, intro_fr, details_fr, address_fr, thank_you_fr, title_en, intro_en, details_en, address_en, thank_you_en,
	version, updated_at`

func scan(row interface{ Scan(...any) error }) (e Event, err error) {
	fr, en := &e.Content.FR, &e.Content.EN
	e.Source = Saved
	err = row.Scan(&e.ID, &e.State, &e.StartsAt, &e.EndsAt, &e.Deadline, &e.Capacity, &e.Palette, &e.EmailTemplate,
		&fr.Title, &fr.Intro, &fr.Details, &fr.Address, &fr.ThankYou, &en.Title, &en.Intro, &en.Details, &en.Address, &en.ThankYou,
		&e.Version, &e.UpdatedAt)
	return e, err
}

// byID is the saved event, else the built-in one.
func byID(ctx context.Context, q db.Queryer, id string) (Event, error) {
	e, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM events WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		if e, found := builtIn(id); found {
			return e, nil
		}
		return e, errs.Missing("event")
	}
	return e, err
}
