-- +goose Up
-- old programs: yes
-- Photos and PDFs that show what an expense was.
CREATE TABLE expense_receipts (
  id          {{.ID}},
  expense_id  BIGINT NOT NULL REFERENCES expenses (id) ON DELETE CASCADE,
  hash        TEXT NOT NULL,             -- SHA-256 of the content, in hexadecimal
  name        TEXT NOT NULL,             -- of the file that was uploaded
  media_type  TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'application/pdf')),
  size        BIGINT NOT NULL,           -- bytes
  width       BIGINT NOT NULL,           -- pixels; 0: a PDF
  height      BIGINT NOT NULL,
  uploaded_by TEXT NOT NULL,             -- the name of the person, as it was then
  created_at  BIGINT NOT NULL,
  small       {{.Bytes}},                -- a JPEG; NULL: a PDF
  content     {{.Bytes}} NOT NULL,       -- a JPEG without metadata, or a PDF as it was uploaded
  UNIQUE (expense_id, hash)
);
CREATE INDEX expense_receipts_created_at ON expense_receipts (created_at);

-- +goose Down
DROP TABLE expense_receipts;
