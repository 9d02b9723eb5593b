-- +goose Up
-- old programs: yes
-- Customers by their address, whatever its case, and those whose address has other characters than those of ASCII.
CREATE INDEX customers_lower_email ON customers (LOWER(email));
{{- if .ByKey}}
CREATE INDEX customers_accented_email ON customers (email) WHERE LENGTH(CAST(email AS BLOB)) <> LENGTH(email);
{{- end}}
{{- if not .ByKey}}
CREATE INDEX customers_accented_email ON customers (email) WHERE OCTET_LENGTH(email) <> LENGTH(email);
{{- end}}

-- +goose Down
DROP INDEX customers_accented_email;
DROP INDEX customers_lower_email;
