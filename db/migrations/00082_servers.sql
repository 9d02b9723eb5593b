-- +goose Up
-- old programs: yes
ALTER TABLE replicas ADD COLUMN started_at BIGINT NOT NULL DEFAULT 0;      -- by the clock of the database; 0: unknown
ALTER TABLE campaign_workers ADD COLUMN replica TEXT NOT NULL DEFAULT '';  -- the server whose worker this is, in replicas; empty: unknown

-- +goose Down
ALTER TABLE campaign_workers DROP COLUMN replica;
ALTER TABLE replicas DROP COLUMN started_at;
