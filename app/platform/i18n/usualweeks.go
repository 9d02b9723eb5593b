package i18n

// Texts of usual weeks.
var (
	UsualTitle = Text{"Semaine habituelle\u00a0: %s", "Usual week: %s"}
	UsualOwn   = Text{"Ma semaine habituelle", "My usual week"}
	UsualLink  = Text{"Semaine habituelle", "Usual week"}
	UsualLead  = Text{"Les quarts habituels de la semaine : on en remplit ses heures d’un seul geste",
		"The usual shifts of the week: one tap fills the hours from them"}
	UsualWeeks     = Text{"Cycle", "Cycle"}
	UsualOne       = Text{"Toujours la même", "Every week alike"}
	UsualTwo       = Text{"Deux semaines en alternance", "Two alternating weeks"}
	UsualFirst     = Text{"Un jour d’une semaine 1", "A day in a week 1"}
	UsualFirstHint = Text{"Les semaines commencent le dimanche et alternent à partir de celle-ci.",
		"Weeks begin on Sunday, and alternate from that one on."}
	UsualNow      = Text{"D’après ce qui est enregistré, nous sommes en semaine %d.", "As saved, this is week %d."}
	UsualSecond   = Text{"%s, 2e quart", "%s, second shift"}
	UsualMore     = Text{"Ajouter un quart", "Add a shift"}
	UsualSaved    = Text{"La semaine habituelle est enregistrée.", "Usual week saved."}
	UsualDay      = Text{"Jour", "Day"}
	UsualTimes    = Text{"Heures", "Times"}
	UsualNone     = Text{"Aucune semaine habituelle", "No usual week"}
	UsualNoneText = Text{"Votre superviseur ou la paie peut l’entrer. Vous remplirez alors vos heures d’un seul geste.",
		"Your supervisor or payroll can enter it. You can then fill your time in one tap."}

	TimeFillUsual = Text{"Remplir avec ma semaine habituelle", "Fill with my usual week"}
	TimeFilled    = Count{Text{"Un quart ajouté.", "One shift added."}, Text{"%s quarts ajoutés.", "%s shifts added."}}
	TimeFillNone  = Text{"Rien à remplir\u00a0: chaque jour de travail habituel a déjà des heures, un congé ou un jour férié.",
		"Nothing to fill: each usual work day already has hours, leave or a statutory holiday."}
	TimeFillUndone = Count{Text{"Un quart retiré.", "One shift removed."}, Text{"%s quarts retirés.", "%s shifts removed."}}
)
