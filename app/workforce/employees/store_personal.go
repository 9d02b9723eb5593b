package employees

import "presence/app/platform/personal"

// Personal says what of a person belongs to their employment. It is not erased on request.
func Personal() []personal.Table {
	return []personal.Table{{
		Name: "employees", Of: personal.WrittenTo("employees", "id"), Find: personal.FindWritten("employees"), At: "created_at",
		What: "first_name || ' ' || last_name", Link: "id",
		Show: []string{"id", "first_name", "last_name", "email", "first_work_day", "last_work_day"}, Keep: personal.Employment,
	}}
}
