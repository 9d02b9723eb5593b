package auth

import "presence/app/platform/personal"

// Personal says what of a person belongs to their account. It is not erased on request: an administrator disables the account.
func Personal() []personal.Table {
	return []personal.Table{{
		Name: "people", Of: "email IN ({emails})", At: "created_at", What: "name", Link: "id",
		Show: []string{"id", "email", "name", "role", "created_at"}, Keep: personal.Employment,
	}}
}
