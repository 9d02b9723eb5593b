package events

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

// fieldColumns are the columns of what staff say of an event, in the order of scan and of Event.values.
const fieldColumns = `state, starts_at, ends_at, rsvp_deadline, capacity, palette, email_template,
	title_fr, intro_fr, details_fr, address_fr, thank_you_fr, title_en, intro_en, details_en, address_en, thank_you_en,
	offer_hold_hours, offer_cutoff_hours, people_limit, companions, questions, picture_hash, picture_width, picture_height, picture_fr,
	picture_en`

const columns = "id, " + fieldColumns + ", version, updated_at"

// fieldPlaceholders are the placeholders of fieldColumns, the first of which is $2, and how many columns there are.
var fieldPlaceholders, fieldCount = func() (string, int) {
	n := strings.Count(fieldColumns, ",") + 1
	list := make([]string, n)
	for i := range list {
		list[i] = "$" + strconv.Itoa(i+2)
	}
	return strings.Join(list, ", "), n
}()

// noQuestions is the column of an event without questions.
const noQuestions = "[]"

func scan(row db.Row) (e Event, err error) {
	fr, en := &e.Content.FR, &e.Content.EN
	e.Source = Saved
	var questions string
	var deadline sql.Null[db.Instant]
	x := &e.Picture
	err = row.Scan(&e.ID, &e.State, &e.StartsAt, &e.EndsAt, &deadline, &e.Capacity, &e.Palette, &e.EmailTemplate,
		&fr.Title, &fr.Intro, &fr.Details, &fr.Address, &fr.ThankYou, &en.Title, &en.Intro, &en.Details, &en.Address, &en.ThankYou,
		&e.OfferHold, &e.OfferCutoff, &e.PeopleLimit, &e.Companions, &questions, &x.Hash, &x.Width, &x.Height,
		&x.FR, &x.EN, &e.Version, &e.UpdatedAt)
	e.Deadline = deadline.V
	if err == nil && questions != noQuestions {
		err = json.Unmarshal([]byte(questions), &e.Questions)
	}
	return e, err
}

// byID returns the saved event, else the built-in one.
func byID(ctx context.Context, q db.Queryer, id string) (Event, error) {
	if !slug.MatchString(id) { // a path may contain bytes that the database rejects
		return Event{}, errs.NotFound("event")
	}
	e, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM events WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return builtInByID(ctx, q, id)
	}
	return e, err
}

// builtInByID returns a built-in event without a saved row: a draft, or open if OpenBuiltIns opened it (R1).
func builtInByID(ctx context.Context, q db.Queryer, id string) (Event, error) {
	e, found := builtIn(id)
	if !found {
		return e, errs.NotFound("event")
	}
	open, err := openBuiltIns(ctx, q)
	if slices.Contains(open, id) {
		e.State = Open
	}
	return e, err
}

// EndedBefore is the condition, with {before} for an instant, that the event of a row with the column event_id ended before it, and was not
// changed since: its date may be wrong. Built-in events that nobody saved are not in the database.
func EndedBefore() string {
	ended := "event_id IN (SELECT e.id FROM events e WHERE e.ends_at < {before} AND e.updated_at < {before})"
	for _, e := range builtIns {
		ended += fmt.Sprintf(" OR event_id = '%s' AND %d < {before} AND NOT EXISTS (SELECT 1 FROM events e WHERE e.id = '%[1]s')", e.ID,
			e.EndsAt)
	}
	return "(" + ended + ")"
}

// openBuiltIns returns the ids of the built-in events that are open and have no saved row.
func openBuiltIns(ctx context.Context, q db.Queryer) (ids []string, err error) {
	var id string
	err = read(ctx, q, func(rows *sql.Rows) error {
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	}, "SELECT event_id FROM events_open_as_shipped")
	return ids, err
}

// insertOpenBuiltIn records that a built-in event is open.
func insertOpenBuiltIn(ctx context.Context, tx *db.Tx, id string) error {
	_, err := tx.Exec(ctx, "INSERT INTO events_open_as_shipped (event_id) VALUES ($1) ON CONFLICT DO NOTHING", id)
	return err
}

// saved returns all events that staff saved, in no order.
func saved(ctx context.Context, q db.Queryer) (list []Record, err error) {
	err = read(ctx, q, func(rows *sql.Rows) error {
		e, err := scan(rows)
		list = append(list, Record{Event: e})
		return err
	}, "SELECT "+columns+" FROM events")
	return list, err
}

// read calls each for the rows of a query.
func read(ctx context.Context, q db.Queryer, each func(*sql.Rows) error, query string, args ...any) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error { return each(rows) })
}

// loadCountsOf adds the counts of one event.
func loadCountsOf(ctx context.Context, q db.Queryer, r *Record) error {
	return q.QueryRow(ctx, `SELECT COALESCE(MAX(headcount), 0), COALESCE(MAX(held), 0), COALESCE(MAX(waiting), 0),
		COALESCE(MAX(registrations), 0), (SELECT COALESCE(CAST(SUM(entries) AS BIGINT), 0) FROM audience_sources
			WHERE event_id = $1 AND state = 'live')
		FROM rsvp_tallies WHERE event_id = $1`, r.ID).Scan(&r.Headcount, &r.Held, &r.Waiting, &r.Registrations, &r.Audience)
}

// loadCounts adds the counts and the attachments of every event in list, which must be sorted by id.
func loadCounts(ctx context.Context, q db.Queryer, list []Record) error {
	of := func(id string) *Record {
		if i := slices.IndexFunc(list, func(r Record) bool { return r.ID == id }); i >= 0 {
			return &list[i]
		}
		return new(Record) // for rows of an id without an event
	}
	var id string
	var n int64
	err := read(ctx, q, func(rows *sql.Rows) error {
		var c Record
		err := rows.Scan(&id, &c.Headcount, &c.Held, &c.Waiting, &c.Registrations)
		r := of(id)
		r.Headcount, r.Held, r.Waiting, r.Registrations = c.Headcount, c.Held, c.Waiting, c.Registrations
		return err
	}, "SELECT event_id, headcount, held, waiting, registrations FROM rsvp_tallies")
	if err != nil {
		return err
	}
	err = read(ctx, q, func(rows *sql.Rows) error {
		err := rows.Scan(&id, &n)
		of(id).Audience = n
		return err
	}, "SELECT event_id, CAST(SUM(entries) AS BIGINT) FROM audience_sources WHERE state = 'live' GROUP BY event_id")
	if err != nil {
		return err
	}
	return read(ctx, q, func(rows *sql.Rows) error {
		f, err := scanFile(rows)
		r := of(f.EventID)
		r.Files = append(r.Files, f)
		return err
	}, "SELECT "+fileColumns+" FROM event_attachments ORDER BY id")
}

// values returns the values of fieldColumns.
func (e Event) values() ([]any, error) {
	fr, en := e.Content.FR, e.Content.EN
	questions := []byte(noQuestions)
	if len(e.Questions) > 0 {
		var err error
		if questions, err = json.Marshal(e.Questions); err != nil {
			return nil, err
		}
	}
	var deadline, capacity any
	if e.Deadline != 0 {
		deadline = int64(e.Deadline)
	}
	if e.Capacity != nil {
		capacity = *e.Capacity
	}
	return []any{string(e.State), int64(e.StartsAt), int64(e.EndsAt), deadline, capacity, e.Palette, e.EmailTemplate,
		fr.Title, fr.Intro, fr.Details, fr.Address, fr.ThankYou, en.Title, en.Intro, en.Details, en.Address, en.ThankYou,
		e.OfferHold, e.OfferCutoff, e.PeopleLimit, string(e.Companions), string(questions), e.Picture.Hash, e.Picture.Width,
		e.Picture.Height, e.Picture.FR, e.Picture.EN}, nil
}

// insert saves an event. If an event with that id was deleted before, the version continues after its last one, so that no old
// ETag is valid again. Each version wrote at least one audit entry, so their number is large enough.
func insert(ctx context.Context, tx *db.Tx, e Event, at db.Instant) error {
	values, err := e.values()
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, fmt.Sprintf(`INSERT INTO events (id, `+fieldColumns+`, created_at, updated_at, version)
		VALUES ($1, %s, $%d, $%d, 1 + (SELECT COUNT(*) FROM audit_log WHERE kind = 'event' AND record_id = $%d))`, fieldPlaceholders,
		fieldCount+2, fieldCount+3, fieldCount+4), slices.Concat([]any{e.ID}, values, []any{int64(at), int64(at), e.ID})...)
	return err
}

func update(ctx context.Context, tx *db.Tx, e Event, at db.Instant) error {
	values, err := e.values()
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, fmt.Sprintf("UPDATE events SET ("+fieldColumns+") = (%s), updated_at = $%d, version = version + 1 WHERE id = $1",
		fieldPlaceholders, fieldCount+2), slices.Concat([]any{e.ID}, values, []any{int64(at)})...)
	return err
}

// touch increments the version of an event when its attachments have changed.
func touch(ctx context.Context, tx *db.Tx, id string, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE events SET updated_at = $2, version = version + 1 WHERE id = $1", id, int64(at))
	return err
}

func remove(ctx context.Context, tx *db.Tx, id string) error {
	if _, err := tx.Exec(ctx, "DELETE FROM event_attachments WHERE event_id = $1", id); err != nil {
		return err
	}
	if err := removePictures(ctx, tx, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM events WHERE id = $1", id)
	return err
}

const fileColumns = "id, event_id, filename, media_type, size, language"

func scanFile(row db.Row) (f File, err error) {
	err = row.Scan(&f.ID, &f.EventID, &f.Name, &f.MediaType, &f.Size, &f.Language)
	return f, err
}

func filesOf(ctx context.Context, q db.Queryer, event string) (list []File, err error) {
	err = read(ctx, q, func(rows *sql.Rows) error {
		f, err := scanFile(rows)
		list = append(list, f)
		return err
	}, "SELECT "+fileColumns+" FROM event_attachments WHERE event_id = $1 ORDER BY id", event)
	return list, err
}

func fileByID(ctx context.Context, q db.Queryer, event string, id int64) (File, error) {
	f, err := scanFile(q.QueryRow(ctx, "SELECT "+fileColumns+" FROM event_attachments WHERE event_id = $1 AND id = $2", event, id))
	if errors.Is(err, sql.ErrNoRows) {
		return f, errs.NotFound("attachment")
	}
	return f, err
}

func dataOf(ctx context.Context, q db.Queryer, id int64) (data []byte, err error) {
	err = q.QueryRow(ctx, "SELECT data FROM event_attachments WHERE id = $1", id).Scan(&data)
	return data, err
}

func countFiles(ctx context.Context, q db.Queryer, event string) (n int64, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM event_attachments WHERE event_id = $1", event).Scan(&n)
	return n, err
}

func insertFile(ctx context.Context, tx *db.Tx, event string, n NewFile, sum []byte, at db.Instant) (File, error) {
	return scanFile(tx.QueryRow(ctx, `INSERT INTO event_attachments (event_id, filename, media_type, size, language, sha256, data, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING `+fileColumns,
		event, n.Name, n.mediaType, int64(len(n.Data)), n.Language, sum, n.Data, int64(at)))
}

func removeFile(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM event_attachments WHERE id = $1", id)
	return err
}
