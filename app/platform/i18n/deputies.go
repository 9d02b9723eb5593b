package i18n

// Texts about the deputies of absent supervisors.
var (
	ActedFor = Text{"%s, pour %s", "%s, for %s"}

	Deputies     = Text{"Remplacements", "Delegates"}
	DeputiesLead = Text{"Qui approuve les heures, les dépenses et les congés d’une équipe quand son superviseur s’absente",
		"Who approves a team’s hours, expenses and leave while its supervisor is away"}
	DeputiesLink     = Text{"En congé? Désignez un remplaçant", "Going on leave? Choose a delegate"}
	DeputiesTable    = Text{"Remplacements, par superviseur", "Delegates, by supervisor"}
	DeputiesNone     = Text{"Aucun remplacement prévu", "No delegates"}
	DeputiesNoneText = Text{"Un remplaçant voit et approuve les heures, les dépenses et les congés de l’équipe pendant l’absence de son superviseur, mais ne peut jamais approuver ses propres heures, dépenses ou congés.",
		"While a supervisor is away, a delegate sees and approves the team’s hours, expenses and leave, but never their own."}
	DeputyAdd      = Text{"Prévoir un remplacement", "Choose a delegate"}
	DeputyEdit     = Text{"Modifier le remplacement assuré par %s", "Edit delegate: %s"}
	DeputyName     = Text{"Remplaçant", "Delegate"}
	DeputyOf       = Text{"Superviseur", "Supervisor"}
	DeputyWhen     = Text{"Quand", "When"}
	DeputyDates    = Text{"À des dates précises", "On specific dates"}
	DeputyOnLeave  = Text{"À chaque congé approuvé", "Whenever they’re on approved leave"}
	DeputyFrom     = Text{"Premier jour", "First day"}
	DeputyUntil    = Text{"Dernier jour", "Last day"}
	DeputyWhenHint = Text{"Indiquez les dates seulement pour «\u00a0À des dates précises\u00a0».", "Enter dates only for “On specific dates”."}
	DeputySearch   = Text{"Nom de famille ou prénom", "First or last name"}
	DeputyState    = Text{"État", "Status"}
	DeputyActive   = Text{"En cours", "Active"}
	DeputyNow      = Text{"Pas aujourd’hui", "Not active today"}
	DeputyRemove   = Text{"Retirer", "Remove"}
	DeputySaved    = Text{"%s remplacera %s.", "%s will stand in for %s."}
	DeputyGone     = Text{"%s ne remplace plus %s.", "%s no longer stands in for %s."}
	StandingIn     = Text{"Vous remplacez %s jusqu’au %s.", "You’re standing in for %s until %s."}
)

// ActedFor returns the name of the user who acted, and, if they could only act as a deputy, the name of the supervisor they stood in for.
func (l Lang) ActedFor(name, supervisor string) string {
	if supervisor == "" {
		return name
	}
	return l.F(ActedFor, name, supervisor)
}
