package customers

import "presence/app/platform/personal"

// Personal says what the records of payroll customers hold of a person. They are not erased on request.
func Personal() []personal.Table {
	return []personal.Table{{
		Name: "customers", Of: personal.WrittenTo("customers", "id"), Find: personal.FindWritten("customers"), At: "created_at",
		What: "first_name || ' ' || last_name", Link: "id",
		Show: []string{"id", "first_name", "last_name", "email", "phone_number", "residence", "invoice_id"}, Keep: personal.Billing,
	}}
}
