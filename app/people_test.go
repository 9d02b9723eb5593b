package app_test

import (
	"presence/app/accounts/auth"
	"presence/app/apptest"
)

// actorOf is a person of the World as the author of a service call.
func actorOf(a *apptest.App, who string) auth.Actor {
	p := a.World.People[who]
	return auth.Actor{PersonID: p.UserID, EmployeeID: p.EmployeeID, Name: p.Name(), Email: p.Email, Role: p.Role, Language: p.Language,
		Via: "command"}
}

// personOf is a person of the World as somebody to sign in.
func personOf(a *apptest.App, who string) auth.Person {
	return auth.Person{ID: a.World.People[who].UserID}
}
