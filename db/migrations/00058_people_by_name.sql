-- +goose Up
-- The page of people and the page of connected applications list accounts by name and find them by words of it. sort_name is
-- contact.Fold of the name, which package auth writes with every name from here on. For the rows there are, the accents of western
-- European names are replaced letter by letter, as in 00031: neither engine removes them without an extension.
ALTER TABLE people ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
UPDATE people SET sort_name = LOWER(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
  REPLACE(name
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

-- +goose Down
ALTER TABLE people DROP COLUMN sort_name;
