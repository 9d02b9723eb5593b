-- +goose Up
-- The page of the payroll customers lists them by name and finds them by words of it. sort_name is what contact.Fold makes of the
-- last and the first name, which the service writes from here on. For the rows there are, the accents of western European names are
-- replaced letter by letter: neither engine removes them without an extension.
ALTER TABLE customers ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
UPDATE customers SET sort_name = LOWER(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(last_name || ' ' || first_name
    , 'à', 'a'), 'â', 'a'), 'ä', 'a'), 'á', 'a'), 'ã', 'a'), 'å', 'a'), 'À', 'a'), 'Â', 'a'), 'Ä', 'a'), 'Á', 'a'), 'Ã', 'a')
    , 'Å', 'a')
    , 'ç', 'c'), 'Ç', 'c')
    , 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e')
    , 'î', 'i'), 'ï', 'i'), 'í', 'i'), 'ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'Í', 'i'), 'Ì', 'i')
    , 'ñ', 'n'), 'Ñ', 'n')
    , 'ô', 'o'), 'ö', 'o'), 'ó', 'o'), 'ò', 'o'), 'õ', 'o'), 'ø', 'o'), 'Ô', 'o'), 'Ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Õ', 'o')
    , 'Ø', 'o')
    , 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ú', 'u')
    , 'ÿ', 'y'), 'ý', 'y'), 'Ÿ', 'y'), 'Ý', 'y')
    , 'œ', 'oe'), 'Œ', 'oe')
    , 'æ', 'ae'), 'Æ', 'ae')
    , '’', ''''));
-- The order of the list. The other columns are what a search compares, so that it reads this index alone.
CREATE INDEX customers_sort_name ON customers (sort_name, id, email, phone_number, invoice_id) WHERE archived_at IS NULL;

-- +goose Down
DROP INDEX customers_sort_name;
ALTER TABLE customers DROP COLUMN sort_name;
