-- +goose Up
-- How many entries of a batch are written to in English, kept beside entries: a send to a large list counts its messages in
-- either language without reading the list. The index answers the count when a batch is published.
ALTER TABLE audience_sources ADD COLUMN english BIGINT NOT NULL DEFAULT 0;
UPDATE audience_sources SET english = (SELECT COUNT(*) FROM audience_entries e WHERE e.source_id = audience_sources.id AND e.language = 'en');
DROP INDEX audience_entries_source_id;
CREATE INDEX audience_entries_source_id ON audience_entries (source_id, language);

-- +goose Down
DROP INDEX audience_entries_source_id;
CREATE INDEX audience_entries_source_id ON audience_entries (source_id);
ALTER TABLE audience_sources DROP COLUMN english;
