-- +goose Up

-- E-mails that staff wrote (R21). What stands in them is checked when it is saved and made safe when it is used.
CREATE TABLE templates (
  name       TEXT PRIMARY KEY,                          -- begins with 'event-'
  subject_fr TEXT NOT NULL DEFAULT '',                  -- empty: the subject of the festive invitation
  html_fr    TEXT NOT NULL,
  subject_en TEXT NOT NULL DEFAULT '',                  -- empty: the French, field by field
  html_en    TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  version    BIGINT NOT NULL DEFAULT 1
);

-- +goose Down
DROP TABLE templates;
