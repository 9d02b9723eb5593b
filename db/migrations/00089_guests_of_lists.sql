-- +goose Up
-- old programs: no
-- Customers by their address, whatever its case, and those whose address has other characters than those of ASCII.
CREATE INDEX customers_lower_email ON customers (LOWER(email));
{{- if .ByKey}}
CREATE INDEX customers_accented_email ON customers (email) WHERE LENGTH(CAST(email AS BLOB)) <> LENGTH(email);
{{- end}}
{{- if not .ByKey}}
CREATE INDEX customers_accented_email ON customers (email) WHERE OCTET_LENGTH(email) <> LENGTH(email);
{{- end}}

-- Whether another entry of the list has, or once had, the same customer. Of several entries of a customer at most the first is not marked.
DROP VIEW audience_live;
ALTER TABLE audience_entries ADD COLUMN repeated BOOLEAN NOT NULL DEFAULT FALSE;
CREATE VIEW audience_live AS
  SELECT e.*, s.kind FROM audience_entries e JOIN audience_sources s ON s.id = e.source_id WHERE s.state = 'live';
UPDATE audience_entries SET repeated = TRUE WHERE id IN (SELECT id FROM (
  SELECT id, ROW_NUMBER() OVER (PARTITION BY event_id, customer_id ORDER BY id) AS place FROM audience_entries WHERE customer_id <> ''
) e WHERE place > 1);
CREATE INDEX audience_entries_repeated ON audience_entries (event_id, customer_id) WHERE repeated;

-- +goose Down
DROP INDEX audience_entries_repeated;
DROP VIEW audience_live;
ALTER TABLE audience_entries DROP COLUMN repeated;
CREATE VIEW audience_live AS
  SELECT e.*, s.kind FROM audience_entries e JOIN audience_sources s ON s.id = e.source_id WHERE s.state = 'live';
DROP INDEX customers_accented_email;
DROP INDEX customers_lower_email;
