-- +goose Up
-- old programs: no
-- The minutes of each day of the week: a period with its days is read from the weeks.
ALTER TABLE shift_weeks ADD COLUMN sunday BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift_weeks ADD COLUMN monday BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift_weeks ADD COLUMN tuesday BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift_weeks ADD COLUMN wednesday BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift_weeks ADD COLUMN thursday BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift_weeks ADD COLUMN friday BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shift_weeks ADD COLUMN saturday BIGINT NOT NULL DEFAULT 0;
DELETE FROM shift_weeks;
{{- if .ByKey}}
INSERT INTO shift_weeks (week, employee_id, timesheet_id, bank_code_id, shifts, minutes,
  sunday, monday, tuesday, wednesday, thursday, friday, saturday)
  SELECT week, employee_id, timesheet_id, bank_code_id, COUNT(*), CAST(SUM(minutes) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 0 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 1 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 2 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 3 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 4 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 5 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 6 THEN minutes ELSE 0 END) AS BIGINT)
  FROM (SELECT week, employee_id, timesheet_id, bank_code_id, minutes,
    CAST(strftime('%w', day) AS INTEGER) AS weekday FROM shifts WHERE archived_at IS NULL) s
  GROUP BY week, employee_id, timesheet_id, bank_code_id;
{{- end}}
{{- if not .ByKey}}
INSERT INTO shift_weeks (week, employee_id, timesheet_id, bank_code_id, shifts, minutes,
  sunday, monday, tuesday, wednesday, thursday, friday, saturday)
  SELECT week, employee_id, timesheet_id, bank_code_id, COUNT(*), CAST(SUM(minutes) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 0 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 1 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 2 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 3 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 4 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 5 THEN minutes ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN weekday = 6 THEN minutes ELSE 0 END) AS BIGINT)
  FROM (SELECT week, employee_id, timesheet_id, bank_code_id, minutes,
    CAST(EXTRACT(DOW FROM CAST(day AS DATE)) AS BIGINT) AS weekday FROM shifts WHERE archived_at IS NULL) s
  GROUP BY week, employee_id, timesheet_id, bank_code_id;
{{- end}}

-- Leave of a period: that which ends after its beginning, and begins before its end.
CREATE INDEX leave_requests_live ON leave_requests (end_at, start_at) WHERE archived_at IS NULL AND approval_status IN ('True','Pending','Escalated');
-- The registrations of an event in the order in which they were made.
CREATE INDEX rsvps_event_id ON rsvps (event_id, id);
-- People by name, as far as they have no employee record.
CREATE INDEX people_sort_name ON people (sort_name, email);
-- People with a password: few where most come from an import.
CREATE INDEX people_with_password ON people (id) WHERE password_hash <> '';
CREATE INDEX people_disabled ON people (id) WHERE disabled_at IS NOT NULL;
CREATE INDEX people_role ON people (role, id);
-- Customers by the number of their invoices.
CREATE INDEX customers_invoice_id ON customers (invoice_id, id) WHERE archived_at IS NULL;

-- Which recipients of campaigns have answered the event, kept by whoever writes registrations or adds recipients, in the same transaction.
-- Derived, and so without references of its own.
CREATE TABLE campaign_answers (
  campaign_id  BIGINT NOT NULL,
  recipient_id BIGINT NOT NULL,
  people       BIGINT NOT NULL,                         -- that are coming, the most of several registrations; 0: declined
  answered_at  BIGINT NOT NULL,                         -- of the first registration
  PRIMARY KEY (campaign_id, recipient_id)
){{.ByKey}};
INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at)
  SELECT campaign_id, recipient_id, MAX(people), MIN(at) FROM (
    SELECT r.campaign_id AS campaign_id, r.id AS recipient_id, v.people AS people, v.responded_at AS at
      FROM campaigns c JOIN rsvps v ON v.event_id = c.event_id JOIN campaign_recipients s ON s.id = v.recipient_id
      JOIN campaign_recipients r ON r.campaign_id = c.id AND r.email_key = s.email_key
    UNION ALL SELECT r.campaign_id, r.id, v.people, v.responded_at
      FROM campaigns c JOIN rsvps v ON v.event_id = c.event_id AND v.email_key <> ''
      JOIN campaign_recipients r ON r.campaign_id = c.id AND r.email_key = v.email_key
    UNION ALL SELECT r.campaign_id, r.id, v.people, v.responded_at
      FROM campaigns c JOIN rsvps v ON v.event_id = c.event_id AND v.customer_id <> ''
      JOIN campaign_recipients r ON r.campaign_id = c.id AND r.customer_id = v.customer_id AND r.customer_id <> ''
  ) m GROUP BY campaign_id, recipient_id;

-- How many customers the generation has that is read, and its cities: written when it is published.
ALTER TABLE directory_state ADD COLUMN customers BIGINT NOT NULL DEFAULT 0;
UPDATE directory_state SET customers = (SELECT COUNT(*) FROM directory_live);
CREATE TABLE directory_cities (
  city_folded TEXT PRIMARY KEY,
  city        TEXT NOT NULL,                            -- as one of its customers has it
  customers   BIGINT NOT NULL
){{.ByKey}};
INSERT INTO directory_cities (city_folded, city, customers)
  SELECT city_folded, MIN(city), COUNT(*) FROM directory_live WHERE city_folded <> '' GROUP BY city_folded;

-- +goose Down
DROP INDEX customers_invoice_id;
DROP TABLE directory_cities;
ALTER TABLE directory_state DROP COLUMN customers;
DROP TABLE campaign_answers;
DROP INDEX people_role;
DROP INDEX people_disabled;
DROP INDEX people_with_password;
DROP INDEX people_sort_name;
DROP INDEX rsvps_event_id;
DROP INDEX leave_requests_live;
ALTER TABLE shift_weeks DROP COLUMN sunday;
ALTER TABLE shift_weeks DROP COLUMN monday;
ALTER TABLE shift_weeks DROP COLUMN tuesday;
ALTER TABLE shift_weeks DROP COLUMN wednesday;
ALTER TABLE shift_weeks DROP COLUMN thursday;
ALTER TABLE shift_weeks DROP COLUMN friday;
ALTER TABLE shift_weeks DROP COLUMN saturday;
