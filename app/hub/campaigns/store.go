package campaigns

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

	"presence/app/hub/answers"
	"presence/app/platform/errs"
	"presence/db"
)

const campaignColumns = `c.id, c.event_id, c.type, COALESCE(c.reminder_of, 0), c.status, c.reason, c.note, c.channel,
	c.sender, c.subject, c.template, c.tracked, c.kept,
	c.total, c.pending, c.sent, c.failed, c.excluded, c.unconfirmed, c.opened, c.clicked, c.bounced, c.complained,
	c.created_at, c.created_by, c.started_at, c.finished_at, c.version, c.salt, c.first_id, c.last_id, c.told,
	c.starts_at, c.frozen, c.late, c.draft, c.message, COALESCE(c.follows, 0),
	c.subject_b, c.test_percent, c.test_hours, c.choose_at, c.chosen_subject, c.subject_en`

func scanCampaign(row db.Row) (c Campaign, err error) {
	n := &c.Counts
	err = row.Scan(&c.ID, &c.EventID, &c.Type, &c.ReminderOf, &c.State, &c.Reason, &c.ReasonDetail, &c.Channel, &c.From, &c.Subject,
		&c.Template, &c.Tracked, &c.OutboxOnly,
		&n.Total, &n.Pending, &n.Sent, &n.Failed, &n.Excluded, &n.Unconfirmed, &n.Opened, &n.Clicked, &n.Bounced, &n.Complained,
		&c.CreatedAt, &c.CreatedBy, &c.StartedAt, &c.FinishedAt, &c.Version, &c.Salt, &c.FirstID, &c.LastID, &c.notified,
		&c.StartsAt, &c.Frozen, &c.Late, &c.Draft, &c.Message, &c.Follows,
		&c.SubjectB, &c.TestPercent, &c.TestHours, &c.ChooseAt, &c.Chosen, &c.SubjectEN)
	return c, err
}

// ByID reads one campaign; q may be a transaction of another package. It fails with errs.NotFound.
func ByID(ctx context.Context, q db.Queryer, id int64) (Campaign, error) {
	c, err := scanCampaign(q.QueryRow(ctx, "SELECT "+campaignColumns+" FROM campaigns c WHERE c.id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return c, errs.NotFound("campaign")
	}
	return c, err
}

func list(ctx context.Context, q db.Queryer, f Filter) ([]Campaign, error) {
	var w db.Where
	w.And("c.id > ?", f.After)
	if f.EventID != "" {
		w.And("c.event_id = ?", f.EventID)
	}
	if f.Since != 0 {
		w.And("c.updated_at >= ?", int64(f.Since))
	}
	if f.State != "" {
		w.And("c.status = ?", string(f.State))
	}
	limit := w.Bind(f.Rows)
	return db.Collect(scanCampaign)(q.Query(ctx,
		"SELECT "+campaignColumns+" FROM campaigns c WHERE "+w.String()+" ORDER BY c.id"+db.Limit(limit), w.Args()...))
}

// activeOf returns the id of the event's active campaign; 0 for none.
func activeOf(ctx context.Context, q db.Queryer, eventID string) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT id FROM campaigns WHERE event_id = $1 AND "+active(""), eventID).Scan(&id)
	return id, db.IgnoreNoRows(err)
}

// begunOf returns the id of a campaign of the event, of any type, that has begun and is being sent or paused; 0 for none.
func begunOf(ctx context.Context, q db.Queryer, eventID string) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT id FROM campaigns WHERE event_id = $1 AND started_at > 0 AND "+inState("", Sending, Paused)+
		" LIMIT 1", eventID).Scan(&id)
	return id, db.IgnoreNoRows(err)
}

func insert(ctx context.Context, tx *db.Tx, c Campaign, at db.Instant) (id int64, err error) {
	var source, follows any
	if c.Follows != 0 {
		follows = c.Follows
	}
	if c.ReminderOf != 0 {
		source = c.ReminderOf
	}
	err = tx.QueryRow(ctx, `INSERT INTO campaigns (event_id, reminder_of, status, channel, sender, subject, template, tracked, salt,
			created_at, created_by, updated_at, kept, starts_at, frozen, late, type, message, follows, subject_b, test_percent, test_hours,
			subject_en, draft)
		VALUES ($1, $2, $12, $3, $4, $5, $6, $10, $7, $8, $9, $8, $11, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23) RETURNING id`,
		c.EventID, source, c.Channel, c.From, c.Subject, c.Template, c.Salt, int64(at), c.CreatedBy, c.Tracked, c.OutboxOnly,
		string(Scheduled), int64(c.StartsAt), c.Frozen, c.Late, cmp.Or(c.Type, TypeEvent), string(c.Message), follows,
		c.SubjectB, c.TestPercent, c.TestHours, c.SubjectEN, c.Draft).Scan(&id)
	return id, err
}

// respondedCondition returns the SQL condition that the guest of recipient r has answered the event: through a personal link of
// this send or of the one it reminds of, with the same address, or as the same customer with certainty. Each of these is a subquery of its
// own, so that each can use an index. event is the placeholder of the event's id.
func respondedCondition(r, event string) string {
	return strings.NewReplacer("{r}", r, "{answer}", "EXISTS (SELECT 1 FROM rsvps v WHERE v.event_id = "+event+" AND ").
		Replace("({answer} v.recipient_id = {r}.id) OR {answer} v.recipient_id = {r}.source_id) OR {answer} v.email_key = " +
			"{r}.email_key) OR {answer} v.customer_id = {r}.customer_id AND " + answers.IsCustomers + "))")
}

// countIn sets the initial counts of a campaign whose recipients were just inserted, and the last entry of the main list before that.
func countIn(ctx context.Context, tx *db.Tx, id, total, last int64) error {
	_, err := tx.Exec(ctx, `UPDATE campaigns SET total = $2, excluded = x.n, pending = $2 - x.n,
		first_id = x.low, last_id = x.high, last_entry = $3
		FROM (SELECT (SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = $1 AND status >= `+Failed.SQL()+`) AS n,
			COALESCE(MIN(id), 0) AS low, COALESCE(MAX(id), 0) AS high FROM campaign_recipients WHERE campaign_id = $1) x
		WHERE campaigns.id = $1`, id, total, last)
	return err
}

// ofCampaign returns the condition for the recipients r of a campaign, who are read in the order of their ids: by the index of their
// addresses, reading all of a large campaign takes twice as long.
func ofCampaign(id string) string {
	return "r.id BETWEEN (SELECT k.first_id FROM campaigns k WHERE k.id = " + id + ") AND (SELECT k.last_id FROM campaigns k WHERE k.id = " +
		id + ") AND +r.campaign_id = " + id
}

// notAnswered is the condition that the recipient r of a campaign, an expression, has not answered. With NOT EXISTS, PostgreSQL would read
// all answers for each recipient of a campaign that its statistics do not know yet.
func notAnswered(campaign string) string {
	return "r.id NOT IN (SELECT w.id FROM (" + answers.Of(campaign) + ") w)"
}

// Reminder describes the recipients that a reminder of a send would have.
type Reminder struct {
	Source                                            int64
	NotOpened, OpenedNotClicked, ClickedNotRegistered int64
	Sample                                            []Recipient
}

func reminderCandidates(ctx context.Context, q db.Queryer, source int64) (p Reminder, err error) {
	p.Source = source
	waiting := ofCampaign("$1") + " AND " + RecipientInState("r.", Sent) + " AND " + notAnswered("$1")
	var n, opened int64 // a click implies that the message was opened
	err = q.QueryRow(ctx, awayBy(q.Dialect().GenericParam("$1", "BIGINT"), "WITH "+away+` SELECT k.total - x.n, k.opened - x.opened,
			k.clicked - x.clicked FROM campaigns k CROSS JOIN (SELECT COUNT(*) AS n, COUNT(CASE WHEN x.opened_at > 0 THEN 1 END) AS opened,
			COUNT(CASE WHEN x.clicked_at > 0 THEN 1 END) AS clicked FROM away x) x WHERE k.id = {source}`), source).
		Scan(&n, &opened, &p.ClickedNotRegistered)
	p.NotOpened, p.OpenedNotClicked = n-opened, opened-p.ClickedNotRegistered
	if err != nil {
		return p, err
	}
	err = eachRecipient(ctx, q, waiting, []any{source}, sampleSize,
		func(r Recipient) error { p.Sample = append(p.Sample, r); return nil })
	return p, err
}

const recipientColumns = `r.id, r.status, r.phase, r.reason, r.email, r.firstname, r.lastname, r.language, r.customer_id, r.attempts,
	r.sent_at, r.opened_at, r.clicked_at, r.scanned_at, r.bounced_at, r.bounce, r.complained_at`

// eachRecipient reads recipients in the order of their ids. cond is SQL and must not contain user input.
func eachRecipient(ctx context.Context, q db.Queryer, cond string, args []any, limit int64, each func(Recipient) error) error {
	w := slices.Concat(args, []any{limit})
	return db.Stream(scanRecipient, each)(q.Query(ctx,
		"SELECT "+recipientColumns+" FROM campaign_recipients r WHERE "+cond+" ORDER BY r.id"+db.Limit("$"+strconv.Itoa(len(w))), w...))
}

func scanRecipient(row db.Row) (r Recipient, err error) {
	var phase Phase
	err = row.Scan(&r.ID, &r.State, &phase, &r.Reason, &r.Email, &r.FirstName, &r.LastName, &r.Language, &r.CustomerID, &r.Attempts,
		&r.SentAt, &r.OpenedAt, &r.ClickedAt, &r.ScannedAt, &r.BouncedAt, &r.BounceCause, &r.ComplainedAt)
	r.Unconfirmed = r.State == Pending && phase == PhaseUnconfirmed
	return r, err
}

// countRegistered sets Counts.Registered and Counts.Declined of a campaign.
func countRegistered(ctx context.Context, q db.Queryer, c *Campaign) error {
	return q.QueryRow(ctx, "SELECT COUNT(*), COUNT(CASE WHEN people = 0 THEN 1 END) FROM ("+answers.Of("$1")+") x", c.ID).
		Scan(&c.Counts.Registered, &c.Counts.Declined)
}

// addRegistered does the same for the campaigns in a list, with one query.
func addRegistered(ctx context.Context, q db.Queryer, list []Campaign) error {
	if len(list) == 0 {
		return nil
	}
	ids := make([]int64, len(list))
	for i, c := range list {
		ids[i] = c.ID
	}
	type replies struct{ campaign, all, declined int64 }
	scan := func(row db.Row) (r replies, err error) {
		err = row.Scan(&r.campaign, &r.all, &r.declined)
		return r, err
	}
	counted, err := db.Collect(scan)(q.Query(ctx, `SELECT campaign_id, COUNT(*), COUNT(CASE WHEN people = 0 THEN 1 END) FROM campaign_answers
		WHERE campaign_id IN (`+q.Dialect().IDs("$1")+`) GROUP BY campaign_id`, db.IDs(ids)))
	of := map[int64]replies{}
	for _, r := range counted {
		of[r.campaign] = r
	}
	for i := range list {
		r := of[list[i].ID]
		list[i].Counts.Registered, list[i].Counts.Declined = r.all, r.declined
	}
	return err
}

// answer is the time of the answer of a recipient's guest, and whether it declines.
type answer struct {
	at       db.Instant
	declined bool
}

// answersOf returns the answers of the recipients with ids in [from, to], by id.
func answersOf(ctx context.Context, q db.Queryer, c Campaign, from, to int64) (map[int64]answer, error) {
	rows, err := q.Query(ctx, answers.Of("$1")+" AND recipient_id BETWEEN $2 AND $3", c.ID, from, to)
	found := map[int64]answer{}
	if err != nil {
		return found, err
	}
	return found, db.ForEachRow(rows, func() error {
		var id, people int64
		var a answer
		err := rows.Scan(&id, &a.at, &people)
		a.declined = people == 0
		found[id] = a
		return err
	})
}

// answeredBy returns the recipient with its answer.
func (r Recipient) answeredBy(a answer) Recipient {
	r.RegisteredAt, r.Declined = a.at, a.declined
	return r
}
