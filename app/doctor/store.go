package doctor

import (
	"context"
	"strings"

	"presence/app/hub/answers"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/platform/dayblocks"
	"presence/app/platform/i18n"
	"presence/app/workforce/shifts"
	"presence/db"
)

// sum is a kind of sums that the program keeps. Both statements return a row for each thing that has sums: first what it is called, as
// text, then its sums in the same order, without rows of nothing but zeros.
type sum struct {
	name          i18n.Text
	kept, counted string // with weekday in place of db.Dialect.Weekday of the column day
}

const weekday = "{weekday}"

// differences returns how many things have kept sums that are not those that were counted, and one of them.
func (s sum) differences(ctx context.Context, q db.Queryer) (n int64, example string, err error) {
	kept := "SELECT * FROM (" + s.kept + ") k"
	counted := "SELECT * FROM (" + strings.ReplaceAll(s.counted, weekday, q.Dialect().Weekday("day")) + ") c"
	err = q.QueryRow(ctx, "SELECT COUNT(DISTINCT name), COALESCE(MIN(name), '') FROM ("+
		"SELECT * FROM ("+kept+" EXCEPT "+counted+") a UNION ALL SELECT * FROM ("+counted+" EXCEPT "+kept+") b) x").Scan(&n, &example)
	return n, example, err
}

// total returns an expression for the sum of another one; 0 without rows.
func total(expression string) string { return "COALESCE(CAST(SUM(" + expression + ") AS BIGINT), 0)" }

// number returns an expression for how many rows meet a condition.
func number(condition string) string { return "COUNT(CASE WHEN " + condition + " THEN 1 END)" }

var sums = []sum{
	{
		name: i18n.DoctorSumWeeks,
		kept: `SELECT ` + weekName + ` AS name, shifts, minutes` + shifts.EachWeekday(", {day}") + ` FROM shift_weeks
			WHERE shifts <> 0 OR minutes <> 0` + shifts.EachWeekday(" OR {day} <> 0"),
		counted: `SELECT ` + weekName + `, shifts, minutes` + shifts.EachWeekday(", {day}") + ` FROM (` +
			shifts.WeekTotals(weekday, 1, "TRUE") + `) w`,
	},
	{
		name:    i18n.DoctorSumDays,
		kept:    `SELECT CAST('' AS TEXT) AS name, CAST(0 AS BIGINT) AS records WHERE FALSE`,
		counted: dayblocks.Outside(),
	},
	{
		name: i18n.DoctorSumOpen,
		kept: `SELECT name || ' / ' || CAST(id AS TEXT) AS name, 1 AS line FROM open_lines`,
		counted: `SELECT 'shifts / ' || CAST(l.id AS TEXT) AS name, 1 AS line FROM shifts l JOIN timesheets t ON t.id = l.timesheet_id
				WHERE NOT l.is_approved AND NOT t.is_approved
			UNION ALL SELECT 'expenses / ' || CAST(l.id AS TEXT), 1 FROM expenses l JOIN timesheets t ON t.id = l.timesheet_id
				WHERE NOT l.is_approved AND NOT t.is_approved`,
	},
	{
		name: i18n.DoctorSumTallies,
		kept: `SELECT event_id AS name, headcount, registrations, declined, held, waiting FROM rsvp_tallies
			WHERE headcount <> 0 OR registrations <> 0 OR declined <> 0 OR held <> 0 OR waiting <> 0`,
		counted: `SELECT name, ` + total("headcount") + `, ` + total("registrations") + `, ` + total("declined") + `, ` + total("held") + `, ` +
			total("waiting") + ` FROM (
				SELECT event_id AS name, ` + total("people") + ` AS headcount, COUNT(*) AS registrations, ` + number("people = 0") + ` AS declined,
					0 AS held, 0 AS waiting FROM rsvps GROUP BY event_id
				UNION ALL SELECT event_id, 0, 0, 0, ` + total("CASE WHEN state = 'offered' THEN people ELSE 0 END") + `, ` +
			number("state = 'waiting'") + ` FROM waiting_parties WHERE state IN ('offered', 'waiting') GROUP BY event_id
			) e GROUP BY name`,
	},
	{
		name: i18n.DoctorSumCampaigns,
		kept: `SELECT CAST(id AS TEXT) AS name, total, pending, sent, failed, excluded, unconfirmed, opened, clicked, bounced, complained
			FROM campaigns`,
		counted: `SELECT CAST(c.id AS TEXT), COUNT(r.id), ` + number("r.status = "+campaigns.Pending.SQL()) + `, ` +
			number(campaigns.RecipientInState("r.", campaigns.Sent)) + `, ` + number(campaigns.RecipientInState("r.", campaigns.Failed)) + `, ` +
			number(campaigns.RecipientInState("r.", campaigns.Excluded)) + `, ` +
			number(campaigns.PendingIn("r.", campaigns.PhaseUnconfirmed)) + `, ` + number("r.opened_at > 0") + `, ` +
			number("r.clicked_at > 0") + `, ` +
			number(campaigns.RecipientInState("r.", campaigns.Failed)+" AND r.bounced_at > 0") + `, ` +
			number(campaigns.RecipientInState("r.", campaigns.Sent)+" AND r.complained_at > 0") + `
			FROM campaigns c LEFT JOIN campaign_recipients r ON r.campaign_id = c.id GROUP BY c.id`,
	},
	{ // Those of recipients whose data was erased cannot be counted any more. In an event with erased data, what is kept may be more.
		name: i18n.DoctorSumAnswers,
		kept: `SELECT CAST(campaign_id AS TEXT) || ' / ' || CAST(recipient_id AS TEXT) AS name, people, answered_at FROM campaign_answers
			WHERE campaign_id NOT IN (` + campaignsWithErased + `)`,
		counted: `SELECT CAST(a.campaign_id AS TEXT) || ' / ' || CAST(a.recipient_id AS TEXT), a.people, a.answered_at FROM (` +
			answers.Counted("r.email_key <> '#' || r.id") + `) a
			LEFT JOIN campaign_answers k ON k.campaign_id = a.campaign_id AND k.recipient_id = a.recipient_id
			WHERE a.campaign_id NOT IN (` + campaignsWithErased + `)
				OR k.people IS NULL OR k.people < a.people OR k.answered_at > a.answered_at`,
	},
	{
		name: i18n.DoctorSumAudiences,
		kept: `SELECT event_id || ' / ' || CAST(id AS TEXT) AS name, entries, english FROM audience_sources WHERE state = 'live'`,
		counted: `SELECT s.event_id || ' / ' || CAST(s.id AS TEXT), COUNT(e.id), ` + number("e.language = 'en'") + `
			FROM audience_sources s LEFT JOIN audience_entries e ON e.source_id = s.id WHERE s.state = 'live' GROUP BY s.id, s.event_id`,
	},
	{ // at most one entry of a customer is not marked
		name: i18n.DoctorSumRepeated,
		kept: `SELECT CAST('' AS TEXT) AS name, CAST(0 AS BIGINT) AS entries WHERE FALSE`,
		counted: `SELECT event_id || ' / ' || customer_id AS name, COUNT(*) AS entries FROM audience_entries
			WHERE customer_id <> '' AND NOT repeated GROUP BY event_id, customer_id HAVING COUNT(*) > 1`,
	},
	{
		name: i18n.DoctorSumImports,
		kept: `SELECT CAST(id AS TEXT) AS name, new_count, changed_count, unchanged_count, wrong_count FROM imports
			WHERE ` + countedImports,
		counted: `SELECT CAST(imports.id AS TEXT), ` + number("r.verdict = 'new'") + `, ` + number("r.verdict = 'changed'") + `, ` +
			number("r.verdict = 'unchanged'") + `, ` + number("r.verdict = 'wrong'") + `
			FROM imports JOIN import_rows r ON r.import_id = imports.id WHERE ` + countedImports + ` GROUP BY imports.id`,
	},
	{
		name: i18n.DoctorSumPayroll,
		kept: `SELECT CAST(number AS TEXT) AS name, line_count, corrections, cents, distance FROM payroll_exports`,
		counted: `SELECT CAST(e.number AS TEXT), COUNT(l.export_id), COUNT(l.corrects), ` + total("l.cents") + `, ` + total("l.distance") + `
			FROM payroll_exports e LEFT JOIN payroll_export_lines l ON l.export_id = e.id GROUP BY e.id, e.number`,
	},
	{
		name: i18n.DoctorSumCities,
		kept: `SELECT city_folded AS name, customers FROM directory_cities
			UNION ALL SELECT '*', customers FROM directory_state WHERE customers <> 0`,
		counted: `SELECT city_folded AS name, COUNT(*) AS customers FROM directory_live WHERE city_folded <> '' GROUP BY city_folded
			UNION ALL SELECT '*', n FROM (SELECT COUNT(*) AS n FROM directory_live) a WHERE n <> 0`,
	},
	{
		name: i18n.DoctorSumCustomers,
		kept: `SELECT customer_id AS name, monthly_cents FROM directory_live`,
		counted: `SELECT c.customer_id, ` + total("s.monthly_cents") + `
			FROM directory_live c LEFT JOIN directory_subscriptions s ON s.customer = c.id AND s.status = '` + directory.Active + `'
			GROUP BY c.id, c.customer_id`,
	},
}

// campaignsWithErased selects the campaigns of the events of which registrations or recipients were erased, or made anonymous when they had
// been kept long enough: nothing says any more whose those answers were.
const campaignsWithErased = `SELECT c.id FROM campaigns c WHERE c.event_id IN (SELECT v.event_id FROM rsvps v WHERE v.identity LIKE 'erased:%'
	UNION ALL SELECT e.event_id FROM campaign_recipients r JOIN campaigns e ON e.id = r.campaign_id WHERE r.email_key = '#' || r.id)`

// weekName is what the sums of a week are called: the columns of their key.
var weekName = strings.Join([]string{"week", "CAST(employee_id AS TEXT)", "CAST(timesheet_id AS TEXT)", "CAST(bank_code_id AS TEXT)"},
	" || ' / ' || ")

// countedImports is the condition of the imports whose lines are counted and kept.
const countedImports = "status IN ('checked', 'applied', 'undone') AND EXISTS (SELECT 1 FROM import_rows x WHERE x.import_id = imports.id)"

// growing are the tables whose rows have an index on their time, by the column with it.
var growing = map[string]string{"audit_log": "at", "notifications": "created_at", "webhook_deliveries": "created_at"}

// Growth returns how many rows tables got since an instant, by their names.
func Growth(ctx context.Context, q db.Queryer, since db.Instant) (map[string]int64, error) {
	found := map[string]int64{}
	for table, column := range growing {
		var n int64
		if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM "+table+" WHERE "+column+" >= $1", since).Scan(&n); err != nil {
			return nil, err
		}
		found[table] = n
	}
	return found, nil
}
