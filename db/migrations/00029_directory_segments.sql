-- +goose Up
-- The lists of the directory's page: the customers of a city, and those of the few kinds that are rare, the latest first. What most
-- customers are is read along the primary key.
CREATE INDEX directory_customers_city ON directory_customers (city_folded, id);
CREATE INDEX directory_customers_companies ON directory_customers (id) WHERE type = 'Company';
CREATE INDEX directory_customers_left ON directory_customers (id) WHERE account_status = 'resiliated';
CREATE INDEX directory_customers_unsubscribed ON directory_customers (id) WHERE NOT subscribed;

-- +goose Down
DROP INDEX directory_customers_unsubscribed;
DROP INDEX directory_customers_left;
DROP INDEX directory_customers_companies;
DROP INDEX directory_customers_city;
