-- +goose Up

-- The accounts that answers without a personal link pointed to, by the address they came from: about how many one
-- address may ask is limited. One row of each address has no account: it is the lock under which the others are counted.
CREATE TABLE rsvp_asked (
  ip      TEXT NOT NULL,                                -- one address, or the network that one IPv6 customer owns
  account TEXT NOT NULL,
  at      BIGINT NOT NULL,                              -- unix ms, when last
  PRIMARY KEY (ip, account)
){{.ByKey}};

-- +goose Down
DROP TABLE rsvp_asked;
