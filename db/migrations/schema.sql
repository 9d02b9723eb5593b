-- What the migrations add up to on SQLite. Written by: go test ./db -run TestSchema -update

CREATE TABLE people (
  id            TEXT PRIMARY KEY,                       -- UUID, lower case
  email         TEXT NOT NULL,                          -- lower case, NFC
  name          TEXT NOT NULL DEFAULT '',               -- shown when there is no employee record
  role          TEXT NOT NULL CHECK (role IN ('admin','payroll','events','employee')),
  language      TEXT NOT NULL DEFAULT 'fr' CHECK (language IN ('fr','en')),
  password_hash TEXT,                                   -- argon2id, PHC string; NULL: no local password
  disabled_at   BIGINT,
  tokens_after  BIGINT NOT NULL DEFAULT 0,              -- tokens and sessions made before this are void
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL,
  version       BIGINT NOT NULL DEFAULT 1
, password_set_at BIGINT, signed_in_at BIGINT, sort_name TEXT NOT NULL DEFAULT '');
CREATE UNIQUE INDEX people_email ON people (email);
CREATE TABLE refresh_tokens (
  id_hash    BLOB PRIMARY KEY,
  family     TEXT NOT NULL,                             -- one sign-in; reuse of a spent token ends all of it (A3)
  person_id  TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  spent_at   BIGINT
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_person_id ON refresh_tokens (person_id);
CREATE TABLE auth_secrets (
  name       TEXT PRIMARY KEY,
  value      BLOB NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT
);
CREATE TABLE employees (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id             TEXT NOT NULL REFERENCES people (id),
  first_name          TEXT NOT NULL,
  last_name           TEXT NOT NULL,
  sort_name           TEXT NOT NULL,                    -- accents and case folded, family name first: the order of every list by name
  email               TEXT NOT NULL,
  phone_number        BIGINT NOT NULL,
  residence           TEXT,
  external_payroll_id BIGINT NOT NULL,
  company_code        BIGINT NOT NULL,
  first_work_day      TEXT NOT NULL,
  last_work_day       TEXT,
  supervisor_id       BIGINT REFERENCES employees (id),
  created_at          BIGINT NOT NULL,
  updated_at          BIGINT NOT NULL,
  version             BIGINT NOT NULL DEFAULT 1,
  archived_at         BIGINT,
  archived_reason     TEXT
, default_breaks TEXT NOT NULL DEFAULT '');
CREATE UNIQUE INDEX employees_user_id ON employees (user_id);
CREATE INDEX employees_supervisor_id ON employees (supervisor_id);
CREATE TABLE bank_codes (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  type       TEXT NOT NULL,
  categorie  TEXT NOT NULL CHECK (categorie IN ('shift','expense','leave')),
  modifier   BIGINT NOT NULL,                           -- in 1/10 000 (C6)
  bank_code  TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version    BIGINT NOT NULL DEFAULT 1,
  archived_at BIGINT,
  archived_reason TEXT
);
CREATE TABLE timesheets (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  employee_id     BIGINT NOT NULL REFERENCES employees (id),
  period_start    TEXT,                                 -- the period of a sheet kept by the staff pages (W6a); NULL for the API's own
  is_approved     BOOLEAN NOT NULL DEFAULT FALSE,
  approved_at     BIGINT,
  approved_by     TEXT REFERENCES people (id),
  submitted_at    BIGINT,
  supervisor_comment TEXT NOT NULL DEFAULT '',
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT
, aged_at BIGINT, returned_at BIGINT, changed BOOLEAN NOT NULL DEFAULT FALSE);
CREATE UNIQUE INDEX timesheets_employee_id_period_start ON timesheets (employee_id, period_start) WHERE period_start IS NOT NULL AND archived_at IS NULL;
CREATE INDEX timesheets_employee_id ON timesheets (employee_id, id);
CREATE TABLE timesheet_approvals (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  timesheet_id BIGINT NOT NULL REFERENCES timesheets (id),
  approved_at  BIGINT NOT NULL,
  approved_by  TEXT NOT NULL REFERENCES people (id),
  withdrawn_at BIGINT,
  withdrawn_by TEXT REFERENCES people (id),
  content      TEXT NOT NULL                            -- JSON: the shifts and expenses as they stood
);
CREATE INDEX timesheet_approvals_timesheet_id ON timesheet_approvals (timesheet_id, id);
CREATE TABLE shifts (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  timesheet_id    BIGINT NOT NULL REFERENCES timesheets (id),
  employee_id     BIGINT NOT NULL REFERENCES employees (id),  -- the timesheet's; here so that a period is read from one index
  bank_code_id    BIGINT NOT NULL REFERENCES bank_codes (id),
  day             TEXT NOT NULL,                        -- "date": where the hours belong (W3)
  week            TEXT NOT NULL,                        -- the Sunday of day's week
  start_at        BIGINT NOT NULL,
  end_at          BIGINT NOT NULL,
  minutes         BIGINT NOT NULL,                      -- elapsed, worked out once from start_at and end_at
  is_approved     BOOLEAN NOT NULL DEFAULT FALSE,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT, aged_at BIGINT, breaks TEXT NOT NULL DEFAULT '', customer_id BIGINT REFERENCES customers (id), activity_id BIGINT REFERENCES activities (id),
  CHECK (start_at < end_at)
);
CREATE INDEX shifts_timesheet_id ON shifts (timesheet_id, day);
CREATE INDEX shifts_employee_id_start_at ON shifts (employee_id, start_at) WHERE archived_at IS NULL;
CREATE INDEX shifts_employee_id_day ON shifts (employee_id, day, minutes, archived_at) WHERE archived_at IS NULL;
CREATE TABLE expenses (
  id                 INTEGER PRIMARY KEY AUTOINCREMENT,
  timesheet_id       BIGINT NOT NULL REFERENCES timesheets (id),
  employee_id        BIGINT NOT NULL REFERENCES employees (id),
  bank_code_id       BIGINT NOT NULL REFERENCES bank_codes (id),
  day                TEXT NOT NULL,
  week               TEXT NOT NULL,
  amount             BIGINT NOT NULL,                   -- cents
  description        TEXT NOT NULL,
  is_approved        BOOLEAN NOT NULL DEFAULT FALSE,
  supervisor_comment TEXT NOT NULL DEFAULT '',
  created_at         BIGINT NOT NULL,
  updated_at         BIGINT NOT NULL,
  version            BIGINT NOT NULL DEFAULT 1,
  archived_at        BIGINT,
  archived_reason    TEXT
, aged_at BIGINT, customer_id BIGINT REFERENCES customers (id), activity_id BIGINT REFERENCES activities (id), gst BIGINT NOT NULL DEFAULT 0, qst BIGINT NOT NULL DEFAULT 0);
CREATE INDEX expenses_timesheet_id ON expenses (timesheet_id, day);
CREATE INDEX expenses_employee_id_day ON expenses (employee_id, day) WHERE archived_at IS NULL;
CREATE INDEX expenses_week ON expenses (week, employee_id, timesheet_id, bank_code_id, amount, archived_at) WHERE archived_at IS NULL;
CREATE TABLE leave_requests (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  employee_id     BIGINT NOT NULL REFERENCES employees (id),
  bank_code_id    BIGINT NOT NULL REFERENCES bank_codes (id),
  leave_type      TEXT NOT NULL CHECK (leave_type IN ('Sick','Vacation','Unpaid','Bereavement','Parental','Legal')),
  start_at        BIGINT NOT NULL,
  end_at          BIGINT NOT NULL,
  comment         TEXT NOT NULL DEFAULT '',
  approval_status TEXT NOT NULL CHECK (approval_status IN ('True','False','Pending','Denied','Cancelled','Escalated')),
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT, aged_at BIGINT,
  CHECK (start_at < end_at)
);
CREATE INDEX leave_requests_employee_id ON leave_requests (employee_id, start_at);
CREATE INDEX leave_requests_start_at ON leave_requests (start_at, end_at);
CREATE TABLE audit_log (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  at          BIGINT NOT NULL,
  person_id   TEXT NOT NULL DEFAULT '',                 -- empty: the program itself, or an anonymous caller
  person_name TEXT NOT NULL DEFAULT '',
  via         TEXT NOT NULL DEFAULT '',                 -- cookie, bearer, command
  ip          TEXT NOT NULL DEFAULT '',
  request_id  TEXT NOT NULL DEFAULT '',
  action      TEXT NOT NULL,                            -- created, updated, archived, approved, submitted ...
  kind        TEXT NOT NULL,                            -- the table's word for the record: shift, timesheet ...
  record_id   TEXT NOT NULL,
  timesheet_id BIGINT,                                  -- the sheet whose trail the entry belongs to
  changes     TEXT NOT NULL DEFAULT '{}'                -- JSON: {"field": [before, after]}
, acted_for TEXT NOT NULL DEFAULT '', kiosk TEXT NOT NULL DEFAULT '');
CREATE INDEX audit_log_kind_record_id ON audit_log (kind, record_id, id);
CREATE INDEX audit_log_timesheet_id ON audit_log (timesheet_id, id);
CREATE TABLE customers (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         TEXT NOT NULL REFERENCES people (id),
  first_name      TEXT NOT NULL,
  last_name       TEXT NOT NULL,
  email           TEXT NOT NULL,
  phone_number    BIGINT NOT NULL,
  residence       TEXT,
  invoice_id      BIGINT,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT
, sort_name TEXT NOT NULL DEFAULT '');
CREATE UNIQUE INDEX customers_user_id ON customers (user_id) WHERE archived_at IS NULL;
CREATE TABLE oauth_sessions (
  id                   TEXT PRIMARY KEY,                -- UUID
  user_id              TEXT NOT NULL REFERENCES people (id),
  application          TEXT NOT NULL,                   -- URL that the access token is for
  access_token         BLOB NOT NULL,
  refresh_token        BLOB NOT NULL,
  access_token_expiry  BIGINT NOT NULL,
  refresh_token_expiry BIGINT,
  scopes               TEXT NOT NULL,                   -- JSON: an array of strings
  created_at           BIGINT NOT NULL,
  updated_at           BIGINT NOT NULL,
  version              BIGINT NOT NULL DEFAULT 1,
  archived_at          BIGINT,
  archived_reason      TEXT
);
CREATE INDEX oauth_sessions_user_id ON oauth_sessions (user_id, id);
CREATE TABLE idempotency_keys (
  person_id   TEXT NOT NULL,                            -- empty: an anonymous caller
  path        TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint BLOB NOT NULL,                      -- SHA-256 of what was sent
  answer      TEXT NOT NULL,                            -- JSON: headers and body
  created_at  BIGINT NOT NULL, record TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (person_id, path, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
CREATE TABLE identities (
  issuer     TEXT NOT NULL,                             -- as OIDC_ISSUER had it
  subject    TEXT NOT NULL,                             -- what the provider calls the person; never reused there
  person_id  TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX identities_person_id ON identities (person_id, issuer);
CREATE TABLE sign_in_budgets (
  key     BLOB PRIMARY KEY,                       -- of an e-mail, browser or address: a MAC, which names none of them
  full_at BIGINT NOT NULL                               -- when all that was taken has come back
) WITHOUT ROWID;
CREATE INDEX sign_in_budgets_full_at ON sign_in_budgets (full_at);
CREATE TABLE notifications (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id   TEXT NOT NULL REFERENCES people (id),
  kind        TEXT NOT NULL,                            -- timesheet.submitted, …
  record_kind TEXT NOT NULL,                            -- timesheet, expense, leave_request, pay_period, event, campaign
  record_id   BIGINT NOT NULL,                          -- 0 for a pay period: it is in the data
  data        TEXT NOT NULL,                            -- JSON: what the text needs, in no language
  created_at  BIGINT NOT NULL,
  read_at     BIGINT
, topic TEXT NOT NULL DEFAULT '', mail TEXT CHECK (mail IN ('now','digest')), phone TEXT CHECK (phone IN ('waiting', 'done')));
CREATE INDEX notifications_person_id ON notifications (person_id, id);
CREATE INDEX notifications_unread ON notifications (person_id) WHERE read_at IS NULL;
CREATE INDEX notifications_unread_record ON notifications (record_id, kind) WHERE read_at IS NULL;
CREATE INDEX notifications_created_at ON notifications (created_at);
CREATE INDEX leave_requests_waiting ON leave_requests (employee_id) WHERE approval_status IN ('Pending', 'Escalated') AND archived_at IS NULL;
CREATE INDEX timesheets_open ON timesheets (employee_id) WHERE NOT is_approved AND archived_at IS NULL;
CREATE INDEX timesheets_decided ON timesheets (approved_at) WHERE is_approved AND archived_at IS NULL;
CREATE INDEX leave_requests_decided ON leave_requests (updated_at) WHERE approval_status IN ('True', 'False', 'Denied') AND archived_at IS NULL;
CREATE TABLE payroll_exports (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  number       BIGINT NOT NULL,                         -- 1, 2, 3 …: each is worked out from all those before it
  period_start TEXT NOT NULL,
  made_at      BIGINT NOT NULL,
  made_by      TEXT NOT NULL REFERENCES people (id),
  made_by_name TEXT NOT NULL,
  options      TEXT NOT NULL,                           -- JSON: how the file is written
  line_count   BIGINT NOT NULL,
  corrections  BIGINT NOT NULL,                         -- how many of the lines correct an earlier export
  regular      BIGINT NOT NULL,                         -- minutes, of all lines together
  evening      BIGINT NOT NULL,
  emergency    BIGINT NOT NULL,
  overtime     BIGINT NOT NULL,
  on_leave     BIGINT NOT NULL,
  cents        BIGINT NOT NULL,
  distance     BIGINT NOT NULL,                         -- 1/100 km
  sha256       BLOB NOT NULL,
  file         BLOB NOT NULL,
  withdrawn_at BIGINT,
  withdrawn_by TEXT REFERENCES people (id)
);
CREATE UNIQUE INDEX payroll_exports_number ON payroll_exports (number);
CREATE UNIQUE INDEX payroll_exports_period_start ON payroll_exports (period_start) WHERE withdrawn_at IS NULL;
CREATE TABLE payroll_export_lines (
  export_id           BIGINT NOT NULL REFERENCES payroll_exports (id),
  position            BIGINT NOT NULL,
  corrects            BIGINT REFERENCES payroll_exports (id), -- NULL: a line of the export's own period
  period_start        TEXT NOT NULL,
  employee_id         BIGINT NOT NULL REFERENCES employees (id),
  employee_name       TEXT NOT NULL,
  company_code        BIGINT NOT NULL,
  external_payroll_id BIGINT NOT NULL,
  week                TEXT NOT NULL,
  part                BIGINT NOT NULL,                  -- 0 worked, 1 overtime found, 2 spent, 3 on leave
  bank_code_id        BIGINT NOT NULL,                  -- 0: overtime found without a code for it
  bank_code           TEXT NOT NULL,
  type                TEXT NOT NULL,
  minutes             BIGINT NOT NULL,
  cents               BIGINT NOT NULL,
  distance            BIGINT NOT NULL,
  PRIMARY KEY (export_id, position)
);
CREATE INDEX payroll_export_lines_period_start ON payroll_export_lines (period_start, export_id);
CREATE TABLE api_tokens (
  id         TEXT PRIMARY KEY,                          -- UUID
  person_id  TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,                             -- what it is for, in the person's words
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at    BIGINT NOT NULL DEFAULT 0                  -- when last, to the hour; 0: never
);
CREATE INDEX api_tokens_person_id ON api_tokens (person_id);
CREATE INDEX api_tokens_expires_at ON api_tokens (expires_at);
CREATE INDEX audit_log_person_id ON audit_log (person_id, id);
CREATE INDEX audit_log_kind ON audit_log (kind, id);
CREATE INDEX audit_log_at ON audit_log (at);
CREATE TABLE payroll_presets (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  name            TEXT NOT NULL,
  layout          TEXT NOT NULL,                        -- JSON
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT
);
CREATE UNIQUE INDEX payroll_presets_name ON payroll_presets (name) WHERE archived_at IS NULL;
CREATE INDEX timesheets_submitted_at ON timesheets (submitted_at) WHERE submitted_at IS NOT NULL AND NOT is_approved AND archived_at IS NULL;
CREATE INDEX timesheets_returned_at ON timesheets (returned_at) WHERE returned_at IS NOT NULL AND NOT is_approved AND archived_at IS NULL;
CREATE INDEX timesheet_approvals_withdrawn ON timesheet_approvals (timesheet_id) WHERE withdrawn_at IS NOT NULL;
CREATE TABLE events (
  id             TEXT PRIMARY KEY,                      -- the slug in every link
  state          TEXT NOT NULL CHECK (state IN ('draft','open','closed')), -- full is worked out from the headcount
  starts_at      BIGINT NOT NULL,
  ends_at        BIGINT NOT NULL,
  rsvp_deadline  BIGINT,                                -- NULL: until the event starts
  capacity       BIGINT,                                -- people; NULL: no limit
  palette        TEXT NOT NULL,
  email_template TEXT NOT NULL DEFAULT '',              -- empty: the festive invitation
  title_fr       TEXT NOT NULL,
  intro_fr       TEXT NOT NULL DEFAULT '',
  details_fr     TEXT NOT NULL DEFAULT '',
  address_fr     TEXT NOT NULL DEFAULT '',
  thank_you_fr   TEXT NOT NULL DEFAULT '',
  title_en       TEXT NOT NULL DEFAULT '',              -- empty: the French, field by field
  intro_en       TEXT NOT NULL DEFAULT '',
  details_en     TEXT NOT NULL DEFAULT '',
  address_en     TEXT NOT NULL DEFAULT '',
  thank_you_en   TEXT NOT NULL DEFAULT '',
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL,
  version        BIGINT NOT NULL DEFAULT 1
, offer_hold_hours BIGINT NOT NULL DEFAULT 24, offer_cutoff_hours BIGINT NOT NULL DEFAULT 3, people_limit BIGINT NOT NULL DEFAULT 20 CHECK (people_limit BETWEEN 1 AND 20), companions TEXT NOT NULL DEFAULT 'no' CHECK (companions IN ('no','asked','required')), questions TEXT NOT NULL DEFAULT '[]', picture_hash TEXT NOT NULL DEFAULT '', picture_width BIGINT NOT NULL DEFAULT 0, picture_height BIGINT NOT NULL DEFAULT 0, picture_fr TEXT NOT NULL DEFAULT '', picture_en TEXT NOT NULL DEFAULT '');
CREATE TABLE event_attachments (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id   TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  filename   TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size       BIGINT NOT NULL,
  language   TEXT NOT NULL CHECK (language IN ('fr','en','both')),
  sha256     BLOB NOT NULL,
  data       BLOB NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX event_attachments_event_id ON event_attachments (event_id);
CREATE TABLE directory_state (
  id         BIGINT PRIMARY KEY CHECK (id = 1),
  generation BIGINT NOT NULL,                           -- the one that is read
  last_id    BIGINT NOT NULL                            -- the highest id that a copy of a customer ever had
, customers BIGINT NOT NULL DEFAULT 0);
CREATE TABLE directory_customers (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,                               -- of this copy, from last_id; a changed customer is a new row
  from_gen       BIGINT NOT NULL,                       -- the first generation it belongs to
  to_gen         BIGINT NOT NULL DEFAULT 9223372036854775807, -- the first it no longer belongs to
  digest         BLOB NOT NULL,                   -- of the whole record: an unchanged one is left alone
  customer_id    TEXT NOT NULL,                         -- the number that customers know
  number_key     TEXT NOT NULL,                         -- that number as it is compared: letters and digits, folded
  name           TEXT NOT NULL,
  account_id     TEXT NOT NULL,
  account_name   TEXT NOT NULL,
  account_status TEXT NOT NULL CHECK (account_status IN ('active','resiliated')),
  type           TEXT NOT NULL CHECK (type IN ('Individual','Company')),
  mandatary      TEXT NOT NULL DEFAULT '',
  legacy_contact TEXT NOT NULL DEFAULT '',
  email          TEXT NOT NULL DEFAULT '',              -- the first of its addresses, '' for none
  email_key      TEXT NOT NULL DEFAULT '',              -- that address as it is compared (R5)
  phone          TEXT NOT NULL DEFAULT '',              -- the first, E.164 where it can be
  city           TEXT NOT NULL DEFAULT '',
  language       TEXT NOT NULL DEFAULT '',              -- 'fr', 'en', '' unknown
  subscribed     BOOLEAN NOT NULL,                      -- has an active subscription
  monthly_cents  BIGINT NOT NULL,                       -- what its active subscriptions cost a month, together
  names_folded   TEXT NOT NULL,                         -- its different names without accents and case, a line each, its own first
  city_folded    TEXT NOT NULL
);
CREATE UNIQUE INDEX directory_customers_customer_id ON directory_customers (customer_id, from_gen);
CREATE INDEX directory_customers_number_key ON directory_customers (number_key);
CREATE INDEX directory_customers_to_gen ON directory_customers (to_gen);
CREATE INDEX directory_customers_from_gen ON directory_customers (from_gen);
CREATE INDEX directory_customers_choice ON directory_customers (id, subscribed, type, monthly_cents, account_status, from_gen, to_gen, names_folded, city_folded, email_key);
CREATE TABLE directory_emails (
  customer  BIGINT NOT NULL REFERENCES directory_customers (id) ON DELETE CASCADE,
  position  BIGINT NOT NULL,
  email     TEXT NOT NULL,                              -- as written
  email_key TEXT NOT NULL,                              -- as it is compared (R5)
  PRIMARY KEY (customer, position)
) WITHOUT ROWID;
CREATE INDEX directory_emails_email_key ON directory_emails (email_key);
CREATE TABLE directory_phones (
  customer  BIGINT NOT NULL REFERENCES directory_customers (id) ON DELETE CASCADE,
  position  BIGINT NOT NULL,
  phone     TEXT NOT NULL,                              -- as written
  phone_key TEXT NOT NULL,                              -- E.164, or the digits of what is no valid number
  local_key TEXT NOT NULL,                              -- its last seven digits: what people say of a number
  PRIMARY KEY (customer, position)
) WITHOUT ROWID;
CREATE INDEX directory_phones_phone_key ON directory_phones (phone_key);
CREATE INDEX directory_phones_local_key ON directory_phones (local_key);
CREATE TABLE directory_subscriptions (
  customer      BIGINT NOT NULL REFERENCES directory_customers (id) ON DELETE CASCADE,
  position      BIGINT NOT NULL,
  status        TEXT NOT NULL,
  monthly_cents BIGINT NOT NULL,
  PRIMARY KEY (customer, position)
) WITHOUT ROWID;
CREATE TABLE directory_words (
  customer BIGINT NOT NULL REFERENCES directory_customers (id) ON DELETE CASCADE,
  word     TEXT NOT NULL,
  PRIMARY KEY (customer, word)
) WITHOUT ROWID;
CREATE INDEX directory_words_word ON directory_words (word, customer);
CREATE VIEW directory_live AS
  SELECT c.* FROM directory_state s, directory_customers c WHERE c.from_gen <= s.generation AND c.to_gen > s.generation;
CREATE TABLE directory_syncs (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  generation  BIGINT NOT NULL,
  source      TEXT NOT NULL,                            -- the kind of source, without secrets
  started_at  BIGINT NOT NULL,
  seen_at     BIGINT NOT NULL,                          -- the last sign of life
  finished_at BIGINT,
  status      TEXT NOT NULL CHECK (status IN ('running','done','unchanged','failed')),
  read_count  BIGINT NOT NULL DEFAULT 0,
  total       BIGINT,                                   -- NULL: the source does not say
  added       BIGINT NOT NULL DEFAULT 0,
  changed     BIGINT NOT NULL DEFAULT 0,
  removed     BIGINT NOT NULL DEFAULT 0,
  rejected    BIGINT NOT NULL DEFAULT 0,
  problem     TEXT NOT NULL DEFAULT '',                 -- why it failed: a code, and behind a colon what the code leaves open
  mark        TEXT NOT NULL DEFAULT ''                  -- what the source asks to hear next time: an ETag, a time
, previous BIGINT NOT NULL DEFAULT 0, upload BIGINT NOT NULL DEFAULT 0, undo_until BIGINT NOT NULL DEFAULT 0, undone_at BIGINT NOT NULL DEFAULT 0, findings TEXT NOT NULL DEFAULT '');
CREATE UNIQUE INDEX directory_syncs_running ON directory_syncs (status) WHERE status = 'running';
CREATE TABLE directory_rejects (
  sync        BIGINT NOT NULL REFERENCES directory_syncs (id) ON DELETE CASCADE,
  position    BIGINT NOT NULL,
  place       TEXT NOT NULL,                            -- where it stands in the source: a file and a line, a page and a number
  customer_id TEXT NOT NULL,                            -- '' when it could not be read
  reason      TEXT NOT NULL,                            -- a code
  field       TEXT NOT NULL,                            -- that the reason is about; '' for the whole record
  PRIMARY KEY (sync, position)
) WITHOUT ROWID;
CREATE TABLE audience_sources (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id   TEXT NOT NULL,                             -- also of an event that only ships in the program
  kind       TEXT NOT NULL CHECK (kind IN ('filters','manual','csv')),
  label      TEXT NOT NULL,                             -- JSON: the filters, or the name of the file
  state      TEXT NOT NULL CHECK (state IN ('staged','live','dead')), -- being written, in the list, or waiting to be removed
  entries    BIGINT NOT NULL DEFAULT 0,                 -- how many are left of it, once it is live
  writer     TEXT NOT NULL DEFAULT '',                  -- while it is staged: the name that its writer holds as long as it lives
  seen_at    BIGINT NOT NULL,                           -- while it is staged: the writer's last sign of life
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL
, english BIGINT NOT NULL DEFAULT 0, generation BIGINT NOT NULL DEFAULT -1);
CREATE INDEX audience_sources_event_id ON audience_sources (event_id);
CREATE UNIQUE INDEX audience_sources_staged ON audience_sources (event_id) WHERE state = 'staged';
CREATE TABLE audience_entries (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id      TEXT NOT NULL,
  source_id     BIGINT NOT NULL REFERENCES audience_sources (id),
  email         TEXT NOT NULL,                          -- as written
  email_key     TEXT NOT NULL,                          -- as it is compared (R5)
  firstname     TEXT NOT NULL DEFAULT '',
  lastname      TEXT NOT NULL DEFAULT '',
  language      TEXT NOT NULL DEFAULT '',               -- 'fr', 'en', '' unknown: French
  customer_id   TEXT NOT NULL DEFAULT '',
  phone         TEXT NOT NULL DEFAULT '',
  folded        TEXT NOT NULL DEFAULT '',               -- names, address and number as they are searched
  monthly_cents BIGINT,                                 -- NULL: not computed
  subscriptions BIGINT,
  created_at    BIGINT NOT NULL
, repeated BOOLEAN NOT NULL DEFAULT FALSE);
CREATE UNIQUE INDEX audience_entries_email_key ON audience_entries (event_id, email_key);
CREATE INDEX audience_entries_event_id ON audience_entries (event_id, id);
CREATE TABLE rsvp_links (
  token_hash   BLOB PRIMARY KEY,
  event_id     TEXT NOT NULL,
  name         TEXT NOT NULL,                           -- what the invitation showed, and no more
  email        TEXT NOT NULL,
  language     TEXT NOT NULL CHECK (language IN ('fr','en')),
  customer_id  TEXT NOT NULL DEFAULT '',
  recipient_id BIGINT,                                  -- of the campaign that sent it; NULL: made otherwise
  created_at   BIGINT NOT NULL
);
CREATE INDEX rsvp_links_event_id ON rsvp_links (event_id);
CREATE TABLE rsvp_tallies (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,                                -- by which notifications know the event
  event_id      TEXT NOT NULL,
  headcount     BIGINT NOT NULL DEFAULT 0,
  registrations BIGINT NOT NULL DEFAULT 0,
  untold        BIGINT NOT NULL DEFAULT 0,              -- answers that staff have not been told of yet
  told_at       BIGINT NOT NULL DEFAULT 0               -- when they last were
, declined BIGINT NOT NULL DEFAULT 0, held BIGINT NOT NULL DEFAULT 0, waiting BIGINT NOT NULL DEFAULT 0, update_version BIGINT NOT NULL DEFAULT 0, update_after BIGINT NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX rsvp_tallies_event_id ON rsvp_tallies (event_id);
CREATE INDEX rsvp_tallies_untold ON rsvp_tallies (told_at) WHERE untold > 0;
CREATE TABLE rsvp_attempts (
  ip       TEXT NOT NULL,                               -- one address, or the network that one IPv6 customer owns
  minute   BIGINT NOT NULL,                             -- unix minutes
  total    BIGINT NOT NULL,
  linkless BIGINT NOT NULL,
  PRIMARY KEY (ip, minute)
);
CREATE TABLE campaigns (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id    TEXT NOT NULL,
  reminder_of BIGINT REFERENCES campaigns (id),
  status      TEXT NOT NULL CHECK (status IN ('scheduled','sending','paused','interrupted','completed','cancelled')),
  reason      TEXT NOT NULL DEFAULT '',                 -- why it is paused or interrupted, a code
  note        TEXT NOT NULL DEFAULT '',                 -- what the relay said, for staff
  channel     TEXT NOT NULL CHECK (channel IN ('bulk','mailbox')),
  sender      TEXT NOT NULL,                            -- one of the allowed, as it stands in From
  subject     TEXT NOT NULL DEFAULT '',                 -- '' the look's own
  template    TEXT NOT NULL DEFAULT '',                 -- '' the festive invitation
  tracked     BOOLEAN NOT NULL,                         -- its messages tell whether they are opened: decided once, so that each attempt is the same
  salt        BLOB NOT NULL,                      -- what its recipients' links are derived from, with the secret
  first_id    BIGINT NOT NULL DEFAULT 0,                -- its recipients' ids lie between these, maybe among others'
  last_id     BIGINT NOT NULL DEFAULT 0,
  total       BIGINT NOT NULL DEFAULT 0,                -- pending + sent + failed + excluded
  pending     BIGINT NOT NULL DEFAULT 0,
  sent        BIGINT NOT NULL DEFAULT 0,
  failed      BIGINT NOT NULL DEFAULT 0,
  excluded    BIGINT NOT NULL DEFAULT 0,
  unconfirmed BIGINT NOT NULL DEFAULT 0,                -- of those pending
  opened      BIGINT NOT NULL DEFAULT 0,
  clicked     BIGINT NOT NULL DEFAULT 0,
  created_at  BIGINT NOT NULL,
  created_by  TEXT NOT NULL DEFAULT '',                 -- a person's id
  started_at  BIGINT NOT NULL DEFAULT 0,
  finished_at BIGINT NOT NULL DEFAULT 0,
  told        BIGINT NOT NULL DEFAULT 0,                -- how much of it staff have been told: 1 that it began, a percentage, 100 that it came to rest
  updated_at  BIGINT NOT NULL,
  version     BIGINT NOT NULL DEFAULT 1, kept BOOLEAN NOT NULL DEFAULT FALSE, bounced BIGINT NOT NULL DEFAULT 0, complained BIGINT NOT NULL DEFAULT 0, starts_at BIGINT NOT NULL DEFAULT 0, frozen BOOLEAN NOT NULL DEFAULT FALSE, late BOOLEAN NOT NULL DEFAULT FALSE, type TEXT NOT NULL DEFAULT 'event' CHECK (type IN ('event','message')), message TEXT NOT NULL DEFAULT '', follows BIGINT REFERENCES campaigns (id), subject_b TEXT NOT NULL DEFAULT '', test_percent BIGINT NOT NULL DEFAULT 0, test_hours BIGINT NOT NULL DEFAULT 0, choose_at BIGINT NOT NULL DEFAULT 0, chosen_subject TEXT NOT NULL DEFAULT '' CHECK (chosen_subject IN ('','a','b')), subject_en TEXT NOT NULL DEFAULT '', last_entry BIGINT NOT NULL DEFAULT 0, draft BOOLEAN NOT NULL DEFAULT FALSE,
  CHECK (total = pending + sent + failed + excluded AND unconfirmed <= pending AND pending >= 0 AND unconfirmed >= 0)
);
CREATE INDEX campaigns_event_id ON campaigns (event_id);
CREATE TABLE campaign_recipients (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign_id BIGINT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  status      BIGINT NOT NULL CHECK (status BETWEEN 0 AND 3),  -- 0 pending, 1 sent, 2 failed, 3 excluded
  phase       BIGINT NOT NULL DEFAULT 0 CHECK (phase BETWEEN 0 AND 3), -- of a pending one: 0 waits, 1 claimed, 2 about to be handed over, 3 handed over and never answered
  lease       BIGINT NOT NULL DEFAULT 0,                -- the worker that claimed it; in phase 3, how many looks at the provider were planned
  attempts    BIGINT NOT NULL DEFAULT 0,
  next_at     BIGINT NOT NULL DEFAULT 0,                -- not before; in phase 3, when the provider is asked
  sent_at     BIGINT NOT NULL DEFAULT 0,
  opened_at   BIGINT NOT NULL DEFAULT 0,                -- the first time, by a person
  clicked_at  BIGINT NOT NULL DEFAULT 0,
  scanned_at  BIGINT NOT NULL DEFAULT 0,                -- the first time that a program looked at its links
  reason      TEXT NOT NULL DEFAULT '',                 -- of a failed or excluded one, and of the last failed attempt
  email       TEXT NOT NULL,
  email_key   TEXT NOT NULL,
  firstname   TEXT NOT NULL,
  lastname    TEXT NOT NULL,
  language    TEXT NOT NULL CHECK (language IN ('fr','en')),
  customer_id TEXT NOT NULL,
  source_id   BIGINT NOT NULL DEFAULT 0                 -- of a reminder: the recipient of the send that it reminds of
, bounced_at BIGINT NOT NULL DEFAULT 0, bounce TEXT NOT NULL DEFAULT '', complained_at BIGINT NOT NULL DEFAULT 0, variant BIGINT NOT NULL DEFAULT 0, lookups BIGINT NOT NULL DEFAULT 0, lookup_at BIGINT NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX campaign_recipients_email_key ON campaign_recipients (campaign_id, email_key);
CREATE INDEX campaign_recipients_customer_id ON campaign_recipients (campaign_id, customer_id) WHERE customer_id <> '';
CREATE INDEX campaign_recipients_waiting ON campaign_recipients (campaign_id, next_at, id) WHERE status = 0 AND phase = 0;
CREATE INDEX campaign_recipients_unsent ON campaign_recipients (campaign_id, status, id) WHERE status >= 2;
CREATE INDEX campaign_recipients_unconfirmed ON campaign_recipients (campaign_id, id) WHERE phase = 3;
CREATE TABLE campaign_workers (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL,                             -- what it holds for as long as it lives
  beat       BIGINT NOT NULL DEFAULT 0,                 -- grows while it moves
  started_at BIGINT NOT NULL
, bulk BOOLEAN NOT NULL DEFAULT TRUE, mailbox BOOLEAN NOT NULL DEFAULT TRUE, replica TEXT NOT NULL DEFAULT '');
CREATE TABLE send_limits (
  sender    TEXT PRIMARY KEY,
  tokens    BIGINT NOT NULL,                            -- in thousandths of a message
  filled_at BIGINT NOT NULL
);
CREATE TABLE suppressions (
  email_key    TEXT PRIMARY KEY,
  reason       TEXT NOT NULL CHECK (reason IN ('unsubscribed','bounced','complained')),
  since        BIGINT NOT NULL,
  recipient_id BIGINT                                   -- of the message that led to it; NULL: entered by staff
, cause TEXT NOT NULL DEFAULT '', diagnostic TEXT NOT NULL DEFAULT '');
CREATE TABLE send_settings (
  id           BIGINT PRIMARY KEY CHECK (id = 1),
  track_people BOOLEAN NOT NULL                         -- opens and clicks are kept of each person
);
CREATE TABLE templates (
  name       TEXT PRIMARY KEY,                          -- begins with 'event-'
  subject_fr TEXT NOT NULL DEFAULT '',                  -- empty: the subject of the festive invitation
  html_fr    TEXT NOT NULL,
  subject_en TEXT NOT NULL DEFAULT '',                  -- empty: the French, field by field
  html_en    TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version    BIGINT NOT NULL DEFAULT 1
);
CREATE TABLE shift_weeks (
  week         TEXT NOT NULL,
  employee_id  BIGINT NOT NULL,
  timesheet_id BIGINT NOT NULL,
  bank_code_id BIGINT NOT NULL,
  shifts       BIGINT NOT NULL,                         -- how many are not deleted
  minutes      BIGINT NOT NULL, sunday BIGINT NOT NULL DEFAULT 0, monday BIGINT NOT NULL DEFAULT 0, tuesday BIGINT NOT NULL DEFAULT 0, wednesday BIGINT NOT NULL DEFAULT 0, thursday BIGINT NOT NULL DEFAULT 0, friday BIGINT NOT NULL DEFAULT 0, saturday BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (week, employee_id, timesheet_id, bank_code_id)
) WITHOUT ROWID;
CREATE TABLE storage_probe (
  id         BIGINT PRIMARY KEY CHECK (id = 1),
  written_at BIGINT NOT NULL
);
CREATE INDEX audience_entries_customer_id ON audience_entries (event_id, customer_id, source_id, language);
CREATE INDEX directory_customers_resiliated ON directory_customers (customer_id, from_gen, to_gen) WHERE account_status = 'resiliated';
CREATE TABLE schema_migrations (
  version BIGINT PRIMARY KEY,
  name    TEXT NOT NULL,
  sha256  TEXT NOT NULL
, old_programs BOOLEAN NOT NULL DEFAULT FALSE);
CREATE TABLE rsvp_asked (
  ip      TEXT NOT NULL,                                -- one address, or the network that one IPv6 customer owns
  account TEXT NOT NULL,
  at      BIGINT NOT NULL,                              -- unix ms, when last
  PRIMARY KEY (ip, account)
) WITHOUT ROWID;
CREATE TABLE sessions (
  id_hash      BLOB PRIMARY KEY,                  -- SHA-256 of the 128-bit id in the cookie, or of a sign-in's state
  person_id    TEXT REFERENCES people (id) ON DELETE CASCADE, -- NULL: nobody is signed in
  data         BLOB NOT NULL,                     -- JSON: text, and lists of text, by key; of a sign-in under way sealed
  created_at   BIGINT NOT NULL,
  seen_at      BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  ip           TEXT NOT NULL DEFAULT '',
  user_agent   TEXT NOT NULL DEFAULT '',
  browser_hash BLOB                               -- of a sign-in under way: SHA-256 of the id that the browser which began it holds
);
CREATE INDEX sessions_person_id ON sessions (person_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX sessions_browser_hash ON sessions (browser_hash) WHERE browser_hash IS NOT NULL;
CREATE INDEX idempotency_keys_record ON idempotency_keys (record) WHERE record <> '';
CREATE TABLE events_open_as_shipped (
  event_id TEXT NOT NULL PRIMARY KEY
);
CREATE INDEX audience_entries_source_id ON audience_entries (source_id, language);
CREATE TABLE send_tests (
  event_id TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('fr','en')),
  message  TEXT NOT NULL,                               -- a digest of it; empty: a test from before digests were kept
  person   TEXT NOT NULL,                               -- a person's id
  sent_at  BIGINT NOT NULL,
  PRIMARY KEY (event_id, language, message, person)
);
CREATE INDEX directory_customers_city ON directory_customers (city_folded, id);
CREATE INDEX directory_customers_companies ON directory_customers (id) WHERE type = 'Company';
CREATE INDEX directory_customers_left ON directory_customers (id) WHERE account_status = 'resiliated';
CREATE INDEX directory_customers_unsubscribed ON directory_customers (id) WHERE NOT subscribed;
CREATE INDEX customers_sort_name ON customers (sort_name, id, email, phone_number, invoice_id) WHERE archived_at IS NULL;
CREATE TABLE settings (
  name       TEXT PRIMARY KEY,
  value      TEXT,             -- NULL: none is stored, or it is secret
  sealed     BLOB,       -- a secret value, encrypted; NULL: none is stored, or it is not secret
  version    BIGINT NOT NULL,  -- counts the changes of all rows
  updated_at BIGINT NOT NULL
);
CREATE INDEX settings_version ON settings (version);
CREATE TABLE password_requests (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  reference  TEXT NOT NULL,                               -- random; the content is sealed for it
  content    BLOB NOT NULL,                         -- JSON, sealed: the address as typed, and where the request came from
  created_at BIGINT NOT NULL
);
CREATE TABLE passkeys (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  credential_id BLOB NOT NULL,                    -- the authenticator's name for it
  person_id     TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name          TEXT NOT NULL,                          -- in the person's words
  credential    BLOB NOT NULL,                    -- JSON of webauthn.Credential: the public key, the counter, the attestation
  created_at    BIGINT NOT NULL,
  used_at       BIGINT NOT NULL DEFAULT 0               -- 0: never
);
CREATE UNIQUE INDEX passkeys_credential_id ON passkeys (credential_id);
CREATE INDEX passkeys_person_id ON passkeys (person_id);
CREATE TABLE code_apps (
  person_id  TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  secret     BLOB NOT NULL,                       -- sealed
  last_step  BIGINT NOT NULL,                           -- of the code that was used last: none up to it is taken again
  created_at BIGINT NOT NULL,
  used_at    BIGINT NOT NULL DEFAULT 0                  -- 0: never
);
CREATE TABLE recovery_codes (
  person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  code_hash BLOB NOT NULL,                        -- a MAC with a key from SECRET_KEY
  PRIMARY KEY (person_id, code_hash)
) WITHOUT ROWID;
CREATE TABLE second_factor_roles (
  role TEXT PRIMARY KEY
) WITHOUT ROWID;
CREATE TABLE imports (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  kind            TEXT NOT NULL,                        -- employees, customers …
  file_name       TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('reading','mapping','checking','checked','applying','applied','undone','dead')),
  headings        TEXT NOT NULL DEFAULT '[]',           -- JSON: the first line of the file
  fields          TEXT NOT NULL DEFAULT '[]',           -- JSON: the field of each column; "" for one that is left out
  line_count      BIGINT NOT NULL DEFAULT 0,
  done_count      BIGINT NOT NULL DEFAULT 0,            -- lines that the check under way has done
  new_count       BIGINT NOT NULL DEFAULT 0,
  changed_count   BIGINT NOT NULL DEFAULT 0,
  unchanged_count BIGINT NOT NULL DEFAULT 0,
  wrong_count     BIGINT NOT NULL DEFAULT 0,
  problem         TEXT NOT NULL DEFAULT '',             -- the code of what ended the last step; empty: nothing
  worker          TEXT NOT NULL DEFAULT '',             -- the lock that the process holds which works on it
  created_at      BIGINT NOT NULL,
  created_by      TEXT NOT NULL,
  created_by_name TEXT NOT NULL,
  applied_at      BIGINT,
  applied_by_name TEXT NOT NULL DEFAULT '',
  undone_at       BIGINT
, day_order TEXT NOT NULL DEFAULT '', company_code BIGINT NOT NULL DEFAULT 0);
CREATE INDEX imports_worker ON imports (worker) WHERE status IN ('reading','checking','applying');
CREATE TABLE import_rows (
  import_id      BIGINT NOT NULL REFERENCES imports (id),
  line           BIGINT NOT NULL,                       -- in the file, counted from 1
  cells          TEXT NOT NULL,                         -- JSON: as written
  fault          TEXT NOT NULL DEFAULT '',              -- why the line has no cells
  verdict        TEXT NOT NULL DEFAULT '',              -- new, changed, unchanged, wrong; empty: not checked yet
  notes          TEXT NOT NULL DEFAULT '',              -- JSON: what is wrong, or what changes
  record_id      BIGINT NOT NULL DEFAULT 0,             -- that exists, or that was created
  record_version BIGINT NOT NULL DEFAULT 0,             -- when it was checked, or after it was saved
  former         TEXT NOT NULL DEFAULT '',              -- JSON: what undoing needs
  PRIMARY KEY (import_id, line)
);
CREATE INDEX import_rows_verdict ON import_rows (import_id, verdict, line);
CREATE TABLE import_headings (
  kind    TEXT NOT NULL,
  heading TEXT NOT NULL,                                -- as it is compared: letters and digits, folded
  field   TEXT NOT NULL,
  PRIMARY KEY (kind, heading)
);
CREATE INDEX employees_external_payroll_id ON employees (external_payroll_id);
CREATE INDEX employees_email ON employees (email);
CREATE INDEX customers_email ON customers (email);
CREATE INDEX timesheets_archived ON timesheets (COALESCE(archived_at, aged_at), id, employee_id)
  WHERE archived_at IS NOT NULL OR aged_at IS NOT NULL;
CREATE INDEX shifts_archived ON shifts (COALESCE(archived_at, aged_at), id, employee_id)
  WHERE archived_at IS NOT NULL OR aged_at IS NOT NULL;
CREATE INDEX expenses_archived ON expenses (COALESCE(archived_at, aged_at), id, employee_id)
  WHERE archived_at IS NOT NULL OR aged_at IS NOT NULL;
CREATE INDEX leave_requests_archived ON leave_requests (COALESCE(archived_at, aged_at), id, employee_id)
  WHERE archived_at IS NOT NULL OR aged_at IS NOT NULL;
CREATE TABLE directory_uploads (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  file_name       TEXT NOT NULL,
  headings        TEXT NOT NULL,                        -- JSON: the first line of the file
  fields          TEXT NOT NULL,                        -- JSON: the field of each column; "" for one that is left out
  line_count      BIGINT NOT NULL,
  whole           BOOLEAN NOT NULL DEFAULT FALSE,       -- all parts are stored
  created_at      BIGINT NOT NULL,
  created_by_name TEXT NOT NULL
, findings TEXT NOT NULL DEFAULT '', unknown_as_empty BOOLEAN NOT NULL DEFAULT FALSE);
CREATE TABLE directory_upload_parts (
  upload   BIGINT NOT NULL REFERENCES directory_uploads (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,                             -- counted from 0
  bytes    BLOB NOT NULL,
  PRIMARY KEY (upload, position)
);
CREATE INDEX notifications_mail ON notifications (mail, person_id, created_at) WHERE mail IS NOT NULL;
CREATE TABLE notification_preferences (
  person_id  TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  topic      TEXT NOT NULL,
  mode       TEXT NOT NULL CHECK (mode IN ('now','digest','never')),
  updated_at BIGINT NOT NULL, phone BOOLEAN,
  PRIMARY KEY (person_id, topic)
) WITHOUT ROWID;
CREATE TABLE rsvps (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id        TEXT NOT NULL,
  identity        TEXT NOT NULL,                        -- 'customer:…', 'account:…', 'email:…', 'phone:…' or 'name:…'
  name            TEXT NOT NULL,
  customer_number TEXT NOT NULL DEFAULT '',
  phone           TEXT NOT NULL DEFAULT '',
  phone_key       TEXT NOT NULL DEFAULT '',             -- E.164; '' for what is no valid number
  email           TEXT NOT NULL DEFAULT '',
  email_key       TEXT NOT NULL DEFAULT '',
  people          BIGINT NOT NULL CHECK (people BETWEEN 0 AND 20), -- 0: the guest is not coming
  allergies       TEXT NOT NULL DEFAULT '',
  language        TEXT NOT NULL CHECK (language IN ('fr','en')),
  confidence      TEXT NOT NULL CHECK (confidence IN ('confirmed','probable','none')),
  signals         TEXT NOT NULL DEFAULT '',             -- comma-separated, in the order of R17
  ip              TEXT NOT NULL DEFAULT '',
  customer_id     TEXT NOT NULL DEFAULT '',             -- of the link, or of the match
  account_id      TEXT NOT NULL DEFAULT '',
  name_on_file    TEXT NOT NULL DEFAULT '',
  folded          TEXT NOT NULL DEFAULT '',             -- text that a list is searched in: names, address and number, a line each
  recipient_id    BIGINT,                               -- the recipient whose personal link was used
  entered_by      TEXT REFERENCES people (id),          -- person of staff who answered for the guest; NULL: the guest did
  created_at      BIGINT NOT NULL,
  responded_at    BIGINT NOT NULL,                      -- of the latest answer
  version         BIGINT NOT NULL DEFAULT 1
, walk_in BOOLEAN NOT NULL DEFAULT FALSE, details TEXT NOT NULL DEFAULT '{}', changed_at BIGINT NOT NULL DEFAULT 0);
CREATE TABLE rsvp_revisions (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  rsvp_id     BIGINT NOT NULL REFERENCES rsvps (id) ON DELETE CASCADE,
  version     BIGINT NOT NULL,
  content     TEXT NOT NULL,                            -- JSON: the answer as it was
  replaced_at BIGINT NOT NULL,
  replaced_by TEXT NOT NULL DEFAULT ''                  -- id of the person of staff; empty: the guest
);
CREATE UNIQUE INDEX rsvps_identity ON rsvps (event_id, identity);
CREATE INDEX rsvps_email_key ON rsvps (event_id, email_key);
CREATE INDEX rsvps_customer_id ON rsvps (event_id, customer_id);
CREATE INDEX rsvps_phone_key ON rsvps (event_id, phone_key) WHERE phone_key <> '';
CREATE INDEX rsvps_recipient_id ON rsvps (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX rsvps_account_id ON rsvps (event_id, account_id);
CREATE UNIQUE INDEX rsvp_revisions_rsvp_id ON rsvp_revisions (rsvp_id, version);
CREATE TABLE outgoing_mail (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  reference     TEXT NOT NULL,                               -- random, of the Message-ID; the content is sealed for it
  person_id     TEXT REFERENCES people (id) ON DELETE CASCADE, -- NULL: the recipient is a guest
  kind          TEXT NOT NULL,                               -- invitation, forgotten_password, …
  recipient     TEXT NOT NULL,                               -- e-mail address
  language      TEXT NOT NULL CHECK (language IN ('fr','en')),
  subject       TEXT NOT NULL,                               -- holds no secret
  content       BLOB,                                  -- sealed; NULL as soon as nothing more is sent
  state         TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued','sent','refused','expired','unconfirmed','cancelled')),
  reason        TEXT NOT NULL DEFAULT '',                    -- what the mail server answered last
  attempts      BIGINT NOT NULL DEFAULT 0,
  unanswered    BIGINT NOT NULL DEFAULT 0,                   -- how often it was handed over without an answer being heard
  lease         BIGINT NOT NULL DEFAULT 0,                   -- of the attempt under way, until next_at; 0: none
  next_at       BIGINT NOT NULL,                             -- of the next attempt
  expires_at    BIGINT NOT NULL,                             -- not sent from then on
  created_at    BIGINT NOT NULL,
  sent_at       BIGINT,
  recipient_key TEXT NOT NULL DEFAULT '',                    -- the address of a guest in the form by which addresses are compared
  about         TEXT NOT NULL DEFAULT '',                    -- the id of the event that a message to a guest is about
  once          TEXT                                         -- no two messages have the same
, mailbox_key TEXT NOT NULL DEFAULT '', priority BIGINT NOT NULL DEFAULT 2);
CREATE INDEX outgoing_mail_next_at ON outgoing_mail (next_at, id) WHERE state = 'queued';
CREATE INDEX outgoing_mail_person_id ON outgoing_mail (person_id, id);
CREATE INDEX outgoing_mail_recipient_key ON outgoing_mail (recipient_key, created_at) WHERE recipient_key <> '';
CREATE UNIQUE INDEX outgoing_mail_once ON outgoing_mail (once) WHERE once IS NOT NULL;
CREATE TABLE arrivals (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id    TEXT NOT NULL,
  rsvp_id     BIGINT NOT NULL REFERENCES rsvps (id) ON DELETE CASCADE,
  people      BIGINT NOT NULL CHECK (people <> 0 AND people BETWEEN -1000 AND 1000), -- below 0: taken back
  tap_key     TEXT NOT NULL,                            -- chosen by the device: a tap that is sent again counts once
  person_id   TEXT NOT NULL DEFAULT '',
  person_name TEXT NOT NULL,                            -- as it was then
  at          BIGINT NOT NULL
);
CREATE UNIQUE INDEX arrivals_tap_key ON arrivals (event_id, tap_key);
CREATE INDEX arrivals_rsvp_id ON arrivals (rsvp_id, people);
CREATE INDEX arrivals_event_id ON arrivals (event_id, people);
CREATE TABLE rsvp_codes (
  code_hash BLOB PRIMARY KEY,                                  -- SHA-256 of the 128-bit code
  rsvp_id   BIGINT NOT NULL REFERENCES rsvps (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX rsvp_codes_rsvp_id ON rsvp_codes (rsvp_id);
CREATE TABLE door_links (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id   TEXT NOT NULL,
  name       TEXT NOT NULL,                                          -- stands beside what is counted with the link
  token_hash BLOB NOT NULL UNIQUE,                             -- SHA-256 of the 128-bit token
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX door_links_event_id ON door_links (event_id, id);
CREATE TABLE held_arrivals (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id    TEXT NOT NULL,
  rsvp_id     BIGINT NOT NULL REFERENCES rsvps (id) ON DELETE CASCADE,
  people      BIGINT NOT NULL CHECK (people BETWEEN 1 AND 1000),
  tap_key     TEXT NOT NULL,                                         -- as in arrivals
  person_name TEXT NOT NULL,                                         -- who counted, as it was then
  at          BIGINT NOT NULL,
  settled_at  BIGINT                                                 -- NULL: not decided yet
);
CREATE UNIQUE INDEX held_arrivals_tap_key ON held_arrivals (event_id, tap_key);
CREATE INDEX held_arrivals_open ON held_arrivals (event_id, id) WHERE settled_at IS NULL;
CREATE INDEX held_arrivals_rsvp_id ON held_arrivals (rsvp_id);
CREATE TABLE waiting_parties (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id      TEXT NOT NULL,
  position      BIGINT NOT NULL,                        -- smaller ones first; those of an event need not be consecutive
  state         TEXT NOT NULL CHECK (state IN ('waiting','offered','taken','expired','left')),
  name          TEXT NOT NULL,
  email         TEXT NOT NULL,
  email_key     TEXT NOT NULL,
  people        BIGINT NOT NULL CHECK (people BETWEEN 1 AND 20),
  language      TEXT NOT NULL CHECK (language IN ('fr','en')),
  customer_id   TEXT NOT NULL DEFAULT '',               -- of the personal link with which the party was put on the list
  recipient_id  BIGINT,
  offered_until BIGINT NOT NULL DEFAULT 0,              -- of the latest offer; 0: there was none
  created_at    BIGINT NOT NULL,
  changed_at    BIGINT NOT NULL,                        -- of the latest change of state
  version       BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX waiting_parties_email_key ON waiting_parties (event_id, email_key);
CREATE INDEX waiting_parties_position ON waiting_parties (event_id, position, id);
CREATE INDEX waiting_parties_waiting ON waiting_parties (event_id, position, id, people) WHERE state = 'waiting';
CREATE INDEX waiting_parties_offered ON waiting_parties (event_id, offered_until) WHERE state = 'offered';
CREATE TABLE soft_bounces (
  email_key    TEXT PRIMARY KEY,
  in_a_row     BIGINT NOT NULL,
  campaign_id  BIGINT NOT NULL,                         -- of the last message that came back
  recipient_id BIGINT NOT NULL,
  cause        TEXT NOT NULL,
  diagnostic   TEXT NOT NULL,
  last_at      BIGINT NOT NULL,
  asked_at     BIGINT NOT NULL DEFAULT 0                -- when staff were asked
);
CREATE INDEX soft_bounces_in_a_row ON soft_bounces (email_key) WHERE in_a_row >= 3;
CREATE TABLE bounce_mailboxes (
  mailbox      TEXT PRIMARY KEY,                        -- user, host and folder
  uid_validity BIGINT NOT NULL,                         -- the UIDs count under this number only (RFC 3501, 2.3.1.1)
  last_uid     BIGINT NOT NULL,
  read_at      BIGINT NOT NULL,
  messages     BIGINT NOT NULL,                         -- how many were read so far, and how many of them were of a campaign
  recorded     BIGINT NOT NULL,
  failure      TEXT NOT NULL DEFAULT ''                 -- of the last attempt, in the words of the server; '' if it worked
);
CREATE INDEX outgoing_mail_mailbox_key ON outgoing_mail (mailbox_key, created_at) WHERE mailbox_key <> '';
CREATE INDEX campaigns_starts_at ON campaigns (starts_at) WHERE status = 'scheduled';
CREATE TABLE campaign_looks (
  campaign_id BIGINT PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  content     TEXT NOT NULL                             -- JSON: the event, the template and the attachments
);
CREATE INDEX campaigns_follows ON campaigns (follows) WHERE follows IS NOT NULL;
CREATE UNIQUE INDEX campaigns_active ON campaigns (event_id) WHERE type = 'event' AND started_at > 0 AND status IN ('sending','paused');
CREATE TABLE event_messages (
  event_id    TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('week_before','day_before','thank_you','declined')),
  days        BIGINT NOT NULL CHECK (days BETWEEN 0 AND 60), -- before the day on which the event starts, or after that on which it ends
  minutes     BIGINT NOT NULL CHECK (minutes BETWEEN 0 AND 1439), -- the time of that day, in minutes after midnight
  subject_fr  TEXT NOT NULL DEFAULT '',                 -- '': the text of the program; likewise the next three
  text_fr     TEXT NOT NULL DEFAULT '',                 -- Markdown
  subject_en  TEXT NOT NULL DEFAULT '',
  text_en     TEXT NOT NULL DEFAULT '',
  campaign_id BIGINT REFERENCES campaigns (id),         -- its latest campaign; NULL: it was never on
  version     BIGINT NOT NULL DEFAULT 1,
  updated_at  BIGINT NOT NULL,
  PRIMARY KEY (event_id, kind)
);
CREATE TABLE guest_preferences (
  email_key  TEXT PRIMARY KEY,
  reminders  BOOLEAN NOT NULL,                          -- FALSE: invitations, but no reminders of them
  language   TEXT NOT NULL CHECK (language IN ('fr','en')),
  changed_at BIGINT NOT NULL
);
CREATE TABLE webhook_endpoints (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  reference        TEXT NOT NULL,                 -- random; the secrets are sealed for it
  url              TEXT NOT NULL,
  description      TEXT NOT NULL,
  kinds            TEXT NOT NULL,                 -- names of kinds of events, separated by spaces
  disabled         TEXT NOT NULL DEFAULT '' CHECK (disabled IN ('','staff','gone','failing')), -- why nothing is sent; empty: it is enabled
  secret           BLOB NOT NULL,           -- sealed
  old_secret       BLOB,                    -- sealed; signs beside the other one until old_secret_until
  old_secret_until BIGINT NOT NULL DEFAULT 0,
  failing_since    BIGINT NOT NULL DEFAULT 0,     -- of the first failed attempt since the last success; 0: it does not fail
  version          BIGINT NOT NULL DEFAULT 1,
  created_at       BIGINT NOT NULL,
  updated_at       BIGINT NOT NULL
);
CREATE TABLE webhook_deliveries (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_id  BIGINT NOT NULL,
  message_id   TEXT NOT NULL,                     -- webhook-id: one for each event, the same at each attempt
  kind         TEXT NOT NULL,
  payload      TEXT NOT NULL,                     -- JSON, as it is sent
  state        TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued','delivered','failed','cancelled')),
  attempts     BIGINT NOT NULL DEFAULT 0,
  lease        BIGINT NOT NULL DEFAULT 0,         -- of the attempt under way, until next_at; 0: none
  next_at      BIGINT NOT NULL,                   -- of the next attempt
  created_at   BIGINT NOT NULL,
  tried_at     BIGINT NOT NULL DEFAULT 0,         -- of the last attempt
  status       BIGINT NOT NULL DEFAULT 0,         -- of the last answer; 0: none
  reason       TEXT NOT NULL DEFAULT ''           -- why the last attempt failed
, request_id TEXT NOT NULL DEFAULT '', traceparent TEXT NOT NULL DEFAULT '');
CREATE INDEX webhook_deliveries_queued ON webhook_deliveries (endpoint_id, next_at, id) WHERE state = 'queued';
CREATE INDEX webhook_deliveries_endpoint_id ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries (created_at);
CREATE TABLE event_pictures (
  event_id   TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  hash       TEXT NOT NULL,             -- of the large size: the first half of its SHA-256, in hexadecimal
  small      BLOB NOT NULL,       -- JPEG without metadata
  large      BLOB NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (event_id, hash)
);
CREATE INDEX event_pictures_hash ON event_pictures (hash);
CREATE INDEX outgoing_mail_priority ON outgoing_mail (priority, next_at, id) WHERE state = 'queued';
CREATE INDEX rsvp_tallies_update_version ON rsvp_tallies (id) WHERE update_version <> 0;
CREATE INDEX timesheets_changed ON timesheets (id) WHERE changed;
CREATE INDEX campaigns_choose_at ON campaigns (choose_at) WHERE choose_at > 0 AND chosen_subject = '';
CREATE INDEX campaign_recipients_variant ON campaign_recipients (campaign_id, variant) WHERE variant > 0;
CREATE TABLE company_archives (
  id         TEXT PRIMARY KEY,                          -- random
  state      TEXT NOT NULL CHECK (state IN ('arriving','checked','importing','discarded')), -- discarded: to be deleted
  size       BIGINT NOT NULL DEFAULT 0,                 -- bytes that have arrived
  contents   TEXT NOT NULL DEFAULT '',                  -- JSON: what it contains; empty: it is not checked yet
  claim      TEXT NOT NULL DEFAULT '',                  -- random, of the import under way; empty: none
  saved      BIGINT NOT NULL DEFAULT 0,                 -- rows that the import under way has written so far
  failure    TEXT NOT NULL DEFAULT '',                  -- JSON: why the last import failed; empty: it did not
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL,                             -- id of the person, whom the import deletes
  changed_at BIGINT NOT NULL                            -- when the last chunk arrived
);
CREATE TABLE company_archive_chunks (
  archive  TEXT NOT NULL REFERENCES company_archives (id),
  position BIGINT NOT NULL,                             -- counted from 0
  bytes    BLOB NOT NULL,                         -- 1 MiB; the last chunk has fewer
  PRIMARY KEY (archive, position)
);
CREATE TABLE event_blocks (
  event_id   TEXT PRIMARY KEY,
  document   TEXT NOT NULL,   -- JSON: format, subject, blocks
  version    BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
, before_change TEXT);
CREATE TABLE event_block_pictures (
  event_id   TEXT NOT NULL,
  hash       TEXT NOT NULL,       -- of the large size: the first half of its SHA-256, in hexadecimal
  width      BIGINT NOT NULL,     -- of the large size, in pixels
  height     BIGINT NOT NULL,
  small      BLOB NOT NULL, -- JPEG without metadata
  large      BLOB NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (event_id, hash)
);
CREATE INDEX event_block_pictures_hash ON event_block_pictures (hash);
CREATE INDEX shifts_updated_at ON shifts (updated_at, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX shifts_day ON shifts (day, id, timesheet_id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX shifts_bank_code_id ON shifts (bank_code_id, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX expenses_updated_at ON expenses (updated_at, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX expenses_day ON expenses (day, id, timesheet_id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX expenses_bank_code_id ON expenses (bank_code_id, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX timesheets_updated_at ON timesheets (updated_at, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_updated_at ON leave_requests (updated_at, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_bank_code_id ON leave_requests (bank_code_id, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_status ON leave_requests (approval_status, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_type ON leave_requests (leave_type, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE TABLE replicas (
  id      TEXT PRIMARY KEY,      -- random, one for each start
  version TEXT NOT NULL,         -- of the program
  schema  BIGINT NOT NULL,       -- the last migration that the program knows
  seen_at BIGINT NOT NULL        -- the last heartbeat, by the clock of the database
, started_at BIGINT NOT NULL DEFAULT 0, public_url TEXT NOT NULL DEFAULT '', zone TEXT NOT NULL DEFAULT '');
CREATE TABLE backups (
  id          BIGINT PRIMARY KEY CHECK (id = 1),
  finished_at BIGINT NOT NULL
);
CREATE TABLE erasures (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  reason      TEXT NOT NULL,
  person_id   TEXT NOT NULL,                            -- who erased
  person_name TEXT NOT NULL,                            -- as it was then
  created_at  BIGINT NOT NULL,
  subject     BLOB,                              -- JSON, sealed: the addresses and customer numbers; NULL as soon as it is done
  counts      TEXT NOT NULL DEFAULT '{}',               -- JSON: how many rows of each table
  done_at     BIGINT                                    -- NULL: it is not finished
);
CREATE INDEX erasures_unfinished ON erasures (id) WHERE done_at IS NULL;
CREATE TABLE erased_identities (
  hash       TEXT PRIMARY KEY,                          -- of an address or a customer number: a MAC with a key from SECRET_KEY
  erasure_id BIGINT NOT NULL REFERENCES erasures (id)
);
CREATE INDEX erased_identities_erasure_id ON erased_identities (erasure_id);
CREATE INDEX leave_requests_live ON leave_requests (end_at, start_at) WHERE archived_at IS NULL AND approval_status IN ('True','Pending','Escalated');
CREATE INDEX rsvps_event_id ON rsvps (event_id, id);
CREATE INDEX people_sort_name ON people (sort_name, email);
CREATE INDEX people_with_password ON people (id) WHERE password_hash <> '';
CREATE INDEX people_disabled ON people (id) WHERE disabled_at IS NOT NULL;
CREATE INDEX people_role ON people (role, id);
CREATE INDEX customers_invoice_id ON customers (invoice_id, id) WHERE archived_at IS NULL;
CREATE TABLE campaign_answers (
  campaign_id  BIGINT NOT NULL,
  recipient_id BIGINT NOT NULL,
  people       BIGINT NOT NULL,                         -- that are coming, the most of several registrations; 0: declined
  answered_at  BIGINT NOT NULL,                         -- of the first registration
  PRIMARY KEY (campaign_id, recipient_id)
) WITHOUT ROWID;
CREATE TABLE directory_cities (
  city_folded TEXT PRIMARY KEY,
  city        TEXT NOT NULL,                            -- as one of its customers has it
  customers   BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX campaign_recipients_pending ON campaign_recipients (campaign_id, id) WHERE status = 0;
CREATE INDEX campaign_recipients_bounced ON campaign_recipients (campaign_id, id) WHERE bounced_at > 0;
CREATE INDEX campaign_recipients_complained ON campaign_recipients (campaign_id, id) WHERE complained_at > 0;
CREATE INDEX campaign_recipients_english ON campaign_recipients (campaign_id) WHERE language = 'en';
CREATE INDEX campaign_recipients_erased ON campaign_recipients (campaign_id, id) WHERE SUBSTR(email_key, 1, 1) = '#';
CREATE INDEX customers_updated_at ON customers (updated_at, id) WHERE archived_at IS NULL;
CREATE TABLE day_blocks (
  name      TEXT NOT NULL,                              -- of the table; of timesheets, the days are those of their lines
  block     BIGINT NOT NULL,                            -- its ids from block * 1000 on
  first_day TEXT NOT NULL,
  last_day  TEXT NOT NULL, last_change BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (name, block)
) WITHOUT ROWID;
CREATE TABLE open_lines (
  name TEXT NOT NULL,                                   -- of the table
  id   BIGINT NOT NULL,
  PRIMARY KEY (name, id)
) WITHOUT ROWID;
CREATE INDEX timesheets_open_id ON timesheets (id) WHERE NOT is_approved AND archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX customers_lower_email ON customers (LOWER(email));
CREATE INDEX customers_accented_email ON customers (email) WHERE LENGTH(CAST(email AS BLOB)) <> LENGTH(email);
CREATE VIEW audience_live AS
  SELECT e.*, s.kind FROM audience_entries e JOIN audience_sources s ON s.id = e.source_id WHERE s.state = 'live';
CREATE INDEX audience_entries_repeated ON audience_entries (event_id, customer_id) WHERE repeated;
CREATE INDEX leave_requests_code_status ON leave_requests (bank_code_id, approval_status, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_code_type ON leave_requests (bank_code_id, leave_type, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX leave_requests_status_type ON leave_requests (approval_status, leave_type, id) WHERE archived_at IS NULL AND aged_at IS NULL;
CREATE INDEX shifts_employee_id ON shifts (employee_id, id) WHERE archived_at IS NULL;
CREATE INDEX expenses_employee_id ON expenses (employee_id, id) WHERE archived_at IS NULL;
CREATE TABLE clockings (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  employee_id  BIGINT NOT NULL REFERENCES employees (id),
  bank_code_id BIGINT NOT NULL REFERENCES bank_codes (id),
  start_at     BIGINT NOT NULL,            -- by the server's clock, to the second, as all times here
  end_at       BIGINT,                     -- NULL: it goes on
  break_at     BIGINT,                     -- the start of the break that goes on
  breaks       TEXT NOT NULL DEFAULT '',   -- those that ended, as in shifts.breaks
  shift_id     BIGINT REFERENCES shifts (id), -- NULL while it goes on, or if it became none
  refusal      TEXT NOT NULL DEFAULT '',   -- the code of the error that kept it from becoming a shift, until somebody has settled it
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  version      BIGINT NOT NULL DEFAULT 1, handed_over_at BIGINT, ahead BIGINT NOT NULL DEFAULT 0, start_kiosk TEXT NOT NULL DEFAULT '', end_kiosk TEXT NOT NULL DEFAULT '', rule_breaks TEXT NOT NULL DEFAULT '', customer_id BIGINT REFERENCES customers (id), activity_id BIGINT REFERENCES activities (id),
  CHECK (start_at <= end_at)
);
CREATE UNIQUE INDEX clockings_running ON clockings (employee_id) WHERE end_at IS NULL;
CREATE INDEX clockings_refused ON clockings (employee_id, id) WHERE refusal <> '';
CREATE INDEX clockings_employee_id ON clockings (employee_id, id);
CREATE INDEX clockings_start_at ON clockings (employee_id, start_at);
CREATE INDEX clockings_shift_id ON clockings (shift_id);
CREATE TABLE deputies (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  supervisor_id   BIGINT NOT NULL REFERENCES employees (id),
  deputy_id       BIGINT NOT NULL REFERENCES employees (id),
  from_day        TEXT,
  until_day       TEXT,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT,
  CHECK (supervisor_id <> deputy_id),
  CHECK (from_day IS NULL AND until_day IS NULL OR from_day <= until_day)
);
CREATE INDEX deputies_supervisor_id ON deputies (supervisor_id, id);
CREATE INDEX deputies_deputy_id ON deputies (deputy_id, id);
CREATE INDEX clockings_running_id ON clockings (id) WHERE end_at IS NULL;
CREATE INDEX clockings_refused_id ON clockings (id) WHERE refusal <> '';
CREATE TABLE clock_stamps (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  employee_id  BIGINT NOT NULL REFERENCES employees (id),
  stamp_id     TEXT NOT NULL,                     -- chosen by the device
  act          TEXT NOT NULL,                     -- in, break, back, task or out
  bank_code_id BIGINT REFERENCES bank_codes (id), -- the task that was chosen
  device_at    BIGINT NOT NULL,                   -- by the device's clock, to the second, as all times here but received_at
  stamped_at   BIGINT NOT NULL,                   -- corrected by ahead
  ahead        BIGINT NOT NULL,                   -- seconds by which the device's clock was ahead of the server's; 0: less than a minute
  received_at  BIGINT NOT NULL,
  clocking_id  BIGINT REFERENCES clockings (id),  -- that it began or changed; NULL if it was refused
  refusal      TEXT NOT NULL DEFAULT '',          -- the code of the error that refused it
  settled_at   BIGINT,                            -- when somebody settled the refusal
  UNIQUE (employee_id, stamp_id)
);
CREATE INDEX clock_stamps_employee_id ON clock_stamps (employee_id, id);
CREATE INDEX clock_stamps_received_at ON clock_stamps (employee_id, received_at);
CREATE INDEX clock_stamps_refused ON clock_stamps (employee_id, id) WHERE refusal <> '' AND settled_at IS NULL;
CREATE INDEX clock_stamps_refused_id ON clock_stamps (id) WHERE refusal <> '' AND settled_at IS NULL;
CREATE TABLE kiosks (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL,
  made_by     TEXT NOT NULL,                  -- the name of the administrator, as it was then
  link_hash   BLOB UNIQUE,              -- SHA-256 of the 128-bit token of the link; NULL: it was opened
  link_until  BIGINT NOT NULL,
  secret_hash BLOB UNIQUE,              -- SHA-256 of the 128-bit secret of the device; NULL: no device has it
  enrolled_at BIGINT,
  used_at     BIGINT NOT NULL DEFAULT 0,      -- the last use, to the minute
  revoked_at  BIGINT,
  full_at     BIGINT NOT NULL DEFAULT 0,      -- the limit of PINs that are tried: the time of ratelimit.Limit.Take
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  version     BIGINT NOT NULL DEFAULT 1
);
CREATE TABLE badges (
  employee_id  BIGINT PRIMARY KEY REFERENCES employees (id),
  number       TEXT UNIQUE,                   -- of the badge, in upper case
  pin_hash     TEXT NOT NULL DEFAULT '',      -- argon2id; empty: no PIN
  wrong        BIGINT NOT NULL DEFAULT 0,     -- PINs in a row since the last right one or the last lock
  locked_until BIGINT NOT NULL DEFAULT 0,
  proof_hash   BLOB UNIQUE,             -- SHA-256 of the token of the screen that is open after a right PIN
  proof_kiosk  BIGINT REFERENCES kiosks (id), -- the kiosk that shows it
  proof_until  BIGINT NOT NULL DEFAULT 0,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  version      BIGINT NOT NULL DEFAULT 1
, lock_kiosk BIGINT REFERENCES kiosks (id));
CREATE TABLE expense_receipts (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  expense_id  BIGINT NOT NULL REFERENCES expenses (id) ON DELETE CASCADE,
  hash        TEXT NOT NULL,             -- SHA-256 of the content, in hexadecimal
  name        TEXT NOT NULL,             -- of the file that was uploaded
  media_type  TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'application/pdf')),
  size        BIGINT NOT NULL,           -- bytes
  width       BIGINT NOT NULL,           -- pixels; 0: a PDF
  height      BIGINT NOT NULL,
  uploaded_by TEXT NOT NULL,             -- the name of the person, as it was then
  created_at  BIGINT NOT NULL,
  small       BLOB,                -- a JPEG; NULL: a PDF
  content     BLOB NOT NULL,       -- a JPEG without metadata, or a PDF as it was uploaded
  UNIQUE (expense_id, hash)
);
CREATE INDEX expense_receipts_created_at ON expense_receipts (created_at);
CREATE TABLE leave_rules (
  leave_type        TEXT PRIMARY KEY CHECK (leave_type IN ('Sick','Vacation','Unpaid','Bereavement','Parental','Legal')),
  from_day          TEXT NOT NULL,              -- the balance counts nothing before it
  earns             TEXT NOT NULL CHECK (earns IN ('none','worked','period','year')),
  rate              BIGINT NOT NULL DEFAULT 0,  -- of the minutes worked, in 1/100 %
  later_rate        BIGINT NOT NULL DEFAULT 0,  -- the rate after later_years of service
  later_years       BIGINT NOT NULL DEFAULT 0,  -- 0: the rate never changes
  minutes           BIGINT NOT NULL DEFAULT 0,  -- earned in each period or year
  paid_minutes      BIGINT NOT NULL DEFAULT 0,  -- the first ones of a year, which are paid; 0: no difference is made
  paid_after_months BIGINT NOT NULL DEFAULT 0,  -- of service
  year_start        TEXT NOT NULL,              -- month and day: 05-01
  carry_limit       BIGINT,                     -- what is kept at the end of a year; NULL: everything
  carry_months      BIGINT NOT NULL DEFAULT 0,  -- after so many months what was carried over expires; 0: never
  refuse_below_zero BOOLEAN NOT NULL DEFAULT FALSE,
  created_at        BIGINT NOT NULL,
  updated_at        BIGINT NOT NULL,
  version           BIGINT NOT NULL DEFAULT 1
);
CREATE TABLE leave_ledger (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  employee_id  BIGINT NOT NULL REFERENCES employees (id),
  leave_type   TEXT NOT NULL,
  day          TEXT NOT NULL,                   -- the day from which it counts
  entry        TEXT NOT NULL CHECK (entry IN ('opening','earned','expired','adjusted')),
  minutes      BIGINT NOT NULL,                 -- below zero: taken away
  timesheet_id BIGINT REFERENCES timesheets (id), -- whose hours earned it
  cause        TEXT,                            -- what the program posted it for, once: sheet:12, year:2027-05-01; NULL: a person entered it
  note         TEXT NOT NULL DEFAULT '',
  made_by      TEXT NOT NULL DEFAULT '',        -- the person's name, as it was then; empty: the program
  created_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX leave_ledger_cause ON leave_ledger (employee_id, leave_type, cause) WHERE cause IS NOT NULL;
CREATE INDEX leave_ledger_balance ON leave_ledger (employee_id, leave_type, day, entry, minutes);
CREATE INDEX leave_ledger_timesheet_id ON leave_ledger (timesheet_id) WHERE timesheet_id IS NOT NULL;
CREATE TABLE leave_counts (
  request_id BIGINT PRIMARY KEY REFERENCES leave_requests (id),
  version    BIGINT NOT NULL,
  minutes    BIGINT NOT NULL
);
CREATE TABLE activities (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  code            TEXT NOT NULL,
  name_fr         TEXT NOT NULL,
  name_en         TEXT NOT NULL,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL DEFAULT 1,
  archived_at     BIGINT,
  archived_reason TEXT
);
CREATE INDEX shifts_customer_id ON shifts (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX shifts_activity_id ON shifts (activity_id, id) WHERE activity_id IS NOT NULL;
CREATE INDEX expenses_customer_id ON expenses (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX expenses_activity_id ON expenses (activity_id, id) WHERE activity_id IS NOT NULL;
CREATE INDEX shifts_job ON shifts (day, customer_id, activity_id, employee_id, bank_code_id, minutes, archived_at)
  WHERE archived_at IS NULL AND (customer_id IS NOT NULL OR activity_id IS NOT NULL);
CREATE INDEX expenses_job ON expenses (day, customer_id, activity_id, employee_id, amount, archived_at)
  WHERE archived_at IS NULL AND (customer_id IS NOT NULL OR activity_id IS NOT NULL);
CREATE TABLE hourly_costs (
  employee_id BIGINT NOT NULL REFERENCES employees (id),
  from_day    TEXT NOT NULL,
  cents       BIGINT NOT NULL,
  created_at  BIGINT NOT NULL,
  PRIMARY KEY (employee_id, from_day)
);
CREATE TABLE push_subscriptions (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id    TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  endpoint     TEXT NOT NULL UNIQUE,      -- the device's address at the push service of its browser
  keys         BLOB NOT NULL,       -- sealed: the device's public key and its authentication secret
  device       TEXT NOT NULL,             -- browser and system: Chrome · Android
  session_hash BLOB,                -- sessions.id_hash of the browser when it last signed in; signing it out removes the device
  created_at   BIGINT NOT NULL,
  used_at      BIGINT NOT NULL DEFAULT 0, -- when the push service last accepted a notice; 0: never
  failures     BIGINT NOT NULL DEFAULT 0  -- notices since then that it has not accepted
);
CREATE INDEX push_subscriptions_person_id ON push_subscriptions (person_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_hash) WHERE session_hash IS NOT NULL;
CREATE TABLE push_messages (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  subscription_id BIGINT NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  notification_id BIGINT NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  payload         TEXT NOT NULL,             -- JSON: what the device shows, in the language of the person
  attempts        BIGINT NOT NULL DEFAULT 0,
  next_at         BIGINT NOT NULL,           -- of the next attempt; while it is leased: until when
  lease           BIGINT NOT NULL DEFAULT 0, -- of the worker that sends it
  created_at      BIGINT NOT NULL,
  UNIQUE (notification_id, subscription_id)
);
CREATE INDEX push_messages_next_at ON push_messages (next_at, id);
CREATE INDEX push_messages_subscription ON push_messages (subscription_id);
CREATE INDEX notifications_phone ON notifications (id) WHERE phone = 'waiting';
CREATE TABLE calendars (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id   TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name        TEXT NOT NULL,             -- says which program reads it
  contents    TEXT NOT NULL,             -- what it holds, separated by spaces: shifts, leave, team, periods, events
  secret_hash BLOB NOT NULL UNIQUE, -- SHA-256 of the 128-bit secret in the address
  created_at  BIGINT NOT NULL,
  read_at     BIGINT NOT NULL DEFAULT 0  -- the last reading, to the hour; 0: never
);
CREATE INDEX calendars_person_id ON calendars (person_id);
CREATE TABLE usual_weeks (
  employee_id BIGINT PRIMARY KEY REFERENCES employees (id),
  weeks       BIGINT NOT NULL CHECK (weeks IN (1, 2)),
  first_day   TEXT NOT NULL,            -- a Sunday of the first week, from which the weeks are counted
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  version     BIGINT NOT NULL DEFAULT 1
);
CREATE TABLE usual_shifts (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  employee_id  BIGINT NOT NULL REFERENCES usual_weeks (employee_id) ON DELETE CASCADE,
  week         BIGINT NOT NULL,         -- 1 or 2
  weekday      BIGINT NOT NULL,         -- 0: Sunday
  start_minute BIGINT NOT NULL,         -- after midnight
  end_minute   BIGINT NOT NULL,         -- after the same midnight: more than 1440 on the next day
  bank_code_id BIGINT NOT NULL REFERENCES bank_codes (id),
  breaks       TEXT,                    -- as they are typed, "30; 15 paid"; empty: none; NULL: by the employee's break rule
  position     BIGINT NOT NULL
);
CREATE INDEX usual_shifts_employee_id ON usual_shifts (employee_id, week, weekday, position);
CREATE INDEX usual_shifts_bank_code_id ON usual_shifts (bank_code_id);
CREATE TABLE holiday_pay (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  employee_id  BIGINT NOT NULL REFERENCES employees (id),
  day          TEXT NOT NULL,
  bank_code_id BIGINT NOT NULL REFERENCES bank_codes (id),
  minutes      BIGINT NOT NULL,                -- what is paid
  counted      BIGINT NOT NULL,                -- the minutes of the weeks before, of which it is a part
  unpaid       BOOLEAN NOT NULL DEFAULT FALSE, -- payroll does not pay it
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  version      BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX holiday_pay_employee_id ON holiday_pay (employee_id, day);
CREATE INDEX holiday_pay_day ON holiday_pay (day);
CREATE INDEX holiday_pay_bank_code_id ON holiday_pay (bank_code_id);
CREATE INDEX clockings_customer_id ON clockings (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX clockings_activity_id ON clockings (activity_id) WHERE activity_id IS NOT NULL;
CREATE TABLE planned_shifts (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  employee_id   BIGINT REFERENCES employees (id),
  supervisor_id BIGINT REFERENCES employees (id), -- of an open shift: whose crew it is open to
  bank_code_id  BIGINT NOT NULL REFERENCES bank_codes (id),
  day           TEXT NOT NULL,                    -- on which it begins, in the company's time zone
  start_at      BIGINT NOT NULL,
  end_at        BIGINT NOT NULL,
  breaks        TEXT,                             -- as they are typed, "30; 15 paid"; empty: none; NULL: by the employee's break rule
  note          TEXT NOT NULL DEFAULT '',
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL,
  version       BIGINT NOT NULL DEFAULT 1,
  cancelled_at  BIGINT,                           -- the shift is not to take place
  CHECK ((employee_id IS NULL) <> (supervisor_id IS NULL)),
  CHECK (start_at < end_at)
);
CREATE INDEX planned_shifts_employee_id ON planned_shifts (employee_id, day);
CREATE INDEX planned_shifts_supervisor_id ON planned_shifts (supervisor_id, day);
CREATE INDEX planned_shifts_bank_code_id ON planned_shifts (bank_code_id);
CREATE TABLE published_shifts (
  id            BIGINT PRIMARY KEY REFERENCES planned_shifts (id),
  employee_id   BIGINT REFERENCES employees (id),
  supervisor_id BIGINT REFERENCES employees (id),
  bank_code_id  BIGINT NOT NULL REFERENCES bank_codes (id),
  day           TEXT NOT NULL,
  start_at      BIGINT NOT NULL,
  end_at        BIGINT NOT NULL,
  breaks        TEXT,
  note          TEXT NOT NULL DEFAULT '',
  updated_at    BIGINT NOT NULL,
  version       BIGINT NOT NULL DEFAULT 1,
  CHECK ((employee_id IS NULL) <> (supervisor_id IS NULL)),
  CHECK (start_at < end_at)
);
CREATE INDEX published_shifts_employee_id ON published_shifts (employee_id, day);
CREATE INDEX published_shifts_supervisor_id ON published_shifts (supervisor_id, day);
CREATE INDEX published_shifts_bank_code_id ON published_shifts (bank_code_id);
CREATE INDEX shifts_week ON shifts (week, employee_id, timesheet_id, bank_code_id, minutes, day, start_at, end_at, breaks, archived_at)
  WHERE archived_at IS NULL;
