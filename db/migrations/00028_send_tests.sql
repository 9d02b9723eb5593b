-- +goose Up
-- A test is remembered for the very message that was sent, so that one of the invitation says nothing of its reminder, and one of an
-- earlier version nothing of what would be sent now.
CREATE TABLE send_tests (
  event_id TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('fr','en')),
  message  TEXT NOT NULL,                               -- a digest of it; empty: a test from before digests were kept
  person   TEXT NOT NULL,                               -- a person's id
  sent_at  BIGINT NOT NULL,
  PRIMARY KEY (event_id, language, message, person)
);
INSERT INTO send_tests (event_id, language, message, person, sent_at) SELECT event_id, language, '', person, sent_at FROM send_trials;
DROP TABLE send_trials;

-- +goose Down
CREATE TABLE send_trials (
  event_id TEXT NOT NULL,
  person   TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('fr','en')),
  sent_at  BIGINT NOT NULL,
  PRIMARY KEY (event_id, person, language)
);
INSERT INTO send_trials (event_id, person, language, sent_at)
  SELECT event_id, person, language, MAX(sent_at) FROM send_tests GROUP BY event_id, person, language;
DROP TABLE send_tests;
