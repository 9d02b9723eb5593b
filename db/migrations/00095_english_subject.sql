-- +goose Up
-- old programs: no
-- The subject of a campaign's messages in English.
ALTER TABLE campaigns ADD COLUMN subject_en TEXT NOT NULL DEFAULT ''; -- '': subject, in both languages

-- +goose Down
ALTER TABLE campaigns DROP COLUMN subject_en;
