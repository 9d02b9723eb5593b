-- +goose Up
-- old programs: yes
-- Kiosks may have the same name, so a lock keeps on which one it began. One that began before has none: it ends by its time, or by payroll.
ALTER TABLE badges ADD COLUMN lock_kiosk BIGINT REFERENCES kiosks (id); -- the kiosk at which wrong PINs have begun the last lock

-- +goose Down
ALTER TABLE badges DROP COLUMN lock_kiosk;
