-- +goose Up
-- The key of the address of a guest without the tag after a plus sign: mail to ann+1@example.org arrives in the mailbox of
-- ann@example.org, so that the limit of what strangers can cause counts both together. Only the last hour counts, and tags are rare: the
-- rows that exist get the key with its tag.
ALTER TABLE outgoing_mail ADD COLUMN mailbox_key TEXT NOT NULL DEFAULT '';
UPDATE outgoing_mail SET mailbox_key = recipient_key;
CREATE INDEX outgoing_mail_mailbox_key ON outgoing_mail (mailbox_key, created_at) WHERE mailbox_key <> '';

-- +goose Down
DROP INDEX outgoing_mail_mailbox_key;
ALTER TABLE outgoing_mail DROP COLUMN mailbox_key;
