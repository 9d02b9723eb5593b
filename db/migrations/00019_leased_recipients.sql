-- +goose Up

-- Finds the few recipients that workers have in hand, so that each of them can look every few seconds whether some belong
-- to a worker that is gone. On SQLite one process sends, and looks once, when it starts.
{{- if not .ByKey}}
CREATE INDEX campaign_recipients_leased ON campaign_recipients (campaign_id, lease) WHERE status = 0 AND phase IN (1, 2);
{{- end}}

-- +goose Down
{{- if not .ByKey}}
DROP INDEX campaign_recipients_leased;
{{- end}}
