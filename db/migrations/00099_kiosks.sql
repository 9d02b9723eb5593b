-- +goose Up
-- old programs: yes
-- Tablets on which employees clock in and out. A kiosk is enrolled by opening its link once; the device then has its secret in a cookie.
CREATE TABLE kiosks (
  id          {{.ID}},
  name        TEXT NOT NULL,
  made_by     TEXT NOT NULL,                  -- the name of the administrator, as it was then
  link_hash   {{.Bytes}} UNIQUE,              -- SHA-256 of the 128-bit token of the link; NULL: it was opened
  link_until  BIGINT NOT NULL,
  secret_hash {{.Bytes}} UNIQUE,              -- SHA-256 of the 128-bit secret of the device; NULL: no device has it
  enrolled_at BIGINT,
  used_at     BIGINT NOT NULL DEFAULT 0,      -- the last use, to the minute
  revoked_at  BIGINT,
  full_at     BIGINT NOT NULL DEFAULT 0,      -- the limit of PINs that are tried: the time of ratelimit.Limit.Take
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  version     BIGINT NOT NULL DEFAULT 1
);
-- With which an employee stamps at a kiosk.
CREATE TABLE badges (
  employee_id  BIGINT PRIMARY KEY REFERENCES employees (id),
  number       TEXT UNIQUE,                   -- of the badge, in upper case
  pin_hash     TEXT NOT NULL DEFAULT '',      -- argon2id; empty: no PIN
  wrong        BIGINT NOT NULL DEFAULT 0,     -- PINs in a row since the last right one or the last lock
  locked_until BIGINT NOT NULL DEFAULT 0,
  proof_hash   {{.Bytes}} UNIQUE,             -- SHA-256 of the token of the screen that is open after a right PIN
  proof_kiosk  BIGINT REFERENCES kiosks (id), -- the kiosk that shows it
  proof_until  BIGINT NOT NULL DEFAULT 0,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  version      BIGINT NOT NULL DEFAULT 1
);
-- The names of the kiosks at which the two ends were stamped; empty: elsewhere.
ALTER TABLE clockings ADD COLUMN start_kiosk TEXT NOT NULL DEFAULT '';
ALTER TABLE clockings ADD COLUMN end_kiosk TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN kiosk TEXT NOT NULL DEFAULT ''; -- the name of the kiosk at which the person did it

-- +goose Down
ALTER TABLE audit_log DROP COLUMN kiosk;
ALTER TABLE clockings DROP COLUMN end_kiosk;
ALTER TABLE clockings DROP COLUMN start_kiosk;
DROP TABLE badges;
DROP TABLE kiosks;
