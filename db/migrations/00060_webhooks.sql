-- +goose Up
-- The addresses of other systems that are told what happens (webhooks out).
CREATE TABLE webhook_endpoints (
  id               {{.ID}},
  reference        TEXT NOT NULL,                 -- random; the secrets are sealed for it
  url              TEXT NOT NULL,
  description      TEXT NOT NULL,
  kinds            TEXT NOT NULL,                 -- names of kinds of events, separated by spaces
  disabled         TEXT NOT NULL DEFAULT '' CHECK (disabled IN ('','staff','gone','failing')), -- why nothing is sent; empty: it is enabled
  secret           {{.Bytes}} NOT NULL,           -- sealed
  old_secret       {{.Bytes}},                    -- sealed; signs beside the other one until old_secret_until
  old_secret_until BIGINT NOT NULL DEFAULT 0,
  failing_since    BIGINT NOT NULL DEFAULT 0,     -- of the first failed attempt since the last success; 0: it does not fail
  version          BIGINT NOT NULL DEFAULT 1,
  created_at       BIGINT NOT NULL,
  updated_at       BIGINT NOT NULL
);

-- One row for each event and endpoint, written in the transaction of what it tells of. The endpoint is no foreign key: one that is deleted
-- meanwhile must not make that transaction fail. Rows without an endpoint are not sent, and deleted later.
CREATE TABLE webhook_deliveries (
  id           {{.ID}},
  endpoint_id  BIGINT NOT NULL,
  message_id   TEXT NOT NULL,                     -- webhook-id: one for each event, the same at each attempt
  kind         TEXT NOT NULL,
  payload      TEXT NOT NULL,                     -- JSON, as it is sent
  state        TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued','delivered','failed','cancelled')),
  attempts     BIGINT NOT NULL DEFAULT 0,
  lease        BIGINT NOT NULL DEFAULT 0,         -- of the attempt under way, until next_at; 0: none
  next_at      BIGINT NOT NULL,                   -- of the next attempt
  created_at   BIGINT NOT NULL,
  tried_at     BIGINT NOT NULL DEFAULT 0,         -- of the last attempt
  status       BIGINT NOT NULL DEFAULT 0,         -- of the last answer; 0: none
  reason       TEXT NOT NULL DEFAULT ''           -- why the last attempt failed
);
CREATE INDEX webhook_deliveries_queued ON webhook_deliveries (endpoint_id, next_at, id) WHERE state = 'queued';
CREATE INDEX webhook_deliveries_endpoint_id ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries (created_at);

-- +goose Down
DROP TABLE webhook_deliveries;
DROP TABLE webhook_endpoints;
