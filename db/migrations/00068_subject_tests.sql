-- +goose Up
-- Campaigns that try two subjects on a part of their recipients (ADR 44).
ALTER TABLE campaigns ADD COLUMN subject_b TEXT NOT NULL DEFAULT '';         -- the second subject; '': it has one
ALTER TABLE campaigns ADD COLUMN test_percent BIGINT NOT NULL DEFAULT 0;     -- of the recipients: both groups together
ALTER TABLE campaigns ADD COLUMN test_hours BIGINT NOT NULL DEFAULT 0;       -- from its beginning to the choice
ALTER TABLE campaigns ADD COLUMN choose_at BIGINT NOT NULL DEFAULT 0;        -- when the subject of the rest is chosen; 0: no test, or it has not begun
ALTER TABLE campaigns ADD COLUMN chosen_subject TEXT NOT NULL DEFAULT '' CHECK (chosen_subject IN ('','a','b')); -- '': none yet
CREATE INDEX campaigns_choose_at ON campaigns (choose_at) WHERE choose_at > 0 AND chosen_subject = '';
ALTER TABLE campaign_recipients ADD COLUMN variant BIGINT NOT NULL DEFAULT 0; -- 0: the rest, or no test; 1: the subject; 2: the second one
CREATE INDEX campaign_recipients_variant ON campaign_recipients (campaign_id, variant) WHERE variant > 0;

-- +goose Down
DROP INDEX campaign_recipients_variant;
ALTER TABLE campaign_recipients DROP COLUMN variant;
DROP INDEX campaigns_choose_at;
ALTER TABLE campaigns DROP COLUMN chosen_subject;
ALTER TABLE campaigns DROP COLUMN choose_at;
ALTER TABLE campaigns DROP COLUMN test_hours;
ALTER TABLE campaigns DROP COLUMN test_percent;
ALTER TABLE campaigns DROP COLUMN subject_b;
