-- +goose Up

-- What was answered to a POST with an Idempotency-Key is sealed from here on (C8): what stands there in the clear goes.
-- record names what the answer shows, so that deleting that can forget the answer.
DELETE FROM idempotency_keys;
ALTER TABLE idempotency_keys ADD COLUMN record TEXT NOT NULL DEFAULT '';
CREATE INDEX idempotency_keys_record ON idempotency_keys (record) WHERE record <> '';

-- +goose Down
DELETE FROM idempotency_keys;
DROP INDEX idempotency_keys_record;
ALTER TABLE idempotency_keys DROP COLUMN record;
