-- +goose Up
-- What the owners of email addresses chose on the page behind the unsubscribe link. An address without a row gets everything, in the
-- language that the list says. One that gets nothing is in suppressions.
CREATE TABLE guest_preferences (
  email_key  TEXT PRIMARY KEY,
  reminders  BOOLEAN NOT NULL,                          -- FALSE: invitations, but no reminders of them
  language   TEXT NOT NULL CHECK (language IN ('fr','en')),
  changed_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE guest_preferences;
