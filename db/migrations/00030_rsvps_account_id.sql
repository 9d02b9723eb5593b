-- +goose Up
-- Every registration has an entry in this index, also one that belongs to no account, so that storing an answer takes no longer when
-- the directory knows the guest (R17).
DROP INDEX rsvps_account_id;
CREATE INDEX rsvps_account_id ON rsvps (event_id, account_id);

-- +goose Down
DROP INDEX rsvps_account_id;
CREATE INDEX rsvps_account_id ON rsvps (event_id, account_id) WHERE account_id <> '';
