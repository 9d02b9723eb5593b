-- +goose Up

-- The customers who are on an event's main list more than once are counted from this index alone (R11).
CREATE INDEX audience_entries_customer_id ON audience_entries (event_id, customer_id, source_id, language);

-- Who has left is few of the directory, and is asked of every guest of a list.
CREATE INDEX directory_customers_resiliated ON directory_customers (customer_id, from_gen, to_gen) WHERE account_status = 'resiliated';

-- +goose Down
DROP INDEX directory_customers_resiliated;
DROP INDEX audience_entries_customer_id;
