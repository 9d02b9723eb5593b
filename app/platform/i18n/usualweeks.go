package i18n

// Texts of usual weeks.
var (
	UsualTitle = Text{"Semaine habituelle\u00a0: %s", "Usual week: %s"}
	UsualOwn   = Text{"Ma semaine habituelle", "My usual week"}
	UsualLink  = Text{"Semaine habituelle", "Usual week"}
	UsualLead  = Text{"Les quarts habituels de la personne, à ajouter à ses heures d’un seul clic",
		"Shifts this person usually works and can add to their hours in one click"}
	UsualWeeks     = Text{"Cycle", "Cycle"}
	UsualOne       = Text{"La même chaque semaine", "Same every week"}
	UsualTwo       = Text{"Deux semaines en alternance", "Two alternating weeks"}
	UsualFirst     = Text{"Une date de la semaine 1", "A date in week 1"}
	UsualFirstHint = Text{"Les semaines commencent le dimanche et alternent à partir de celle-ci.",
		"Weeks start on Sunday and alternate from this one on."}
	UsualNow      = Text{"Selon les réglages enregistrés, c’est actuellement la semaine %d.", "Based on the saved settings, the current week is week %d."}
	UsualSecond   = Text{"%s, deuxième quart", "%s, second shift"}
	UsualMore     = Text{"Ajouter un quart", "Add a shift"}
	UsualCopy     = Text{"Copier le lundi sur les jours de mardi à vendredi", "Copy Monday to Tuesday–Friday"}
	UsualSaved    = Text{"La semaine habituelle est enregistrée.", "Usual week saved."}
	UsualDay      = Text{"Jour", "Day"}
	UsualTimes    = Text{"Heures", "Times"}
	UsualNone     = Text{"Aucune semaine habituelle", "No usual week"}
	UsualNoneText = Text{"Votre superviseur ou la paie peut la saisir. Vous pourrez alors ajouter ces quarts à vos heures d’un seul clic.",
		"Your supervisor or payroll can enter it. You can then add its shifts to your hours in one click."}

	TimeFillUsual = Text{"Saisir ma semaine habituelle", "Enter my usual week"}
	TimeFilled    = Count{Text{"%s quart ajouté.", "%s shift added."}, Text{"%s quarts ajoutés.", "%s shifts added."}}
	TimeFillNone  = Text{"Rien à ajouter\u00a0: chaque jour de travail habituel a déjà des heures, un congé ou un jour férié.",
		"Nothing to add: each usual work day already has hours, leave or a statutory holiday."}
	TimeFillPlanned  = Text{"Reprendre l’horaire prévu", "Use scheduled hours"}
	TimeFillDayUsual = Text{"Comme d’habitude", "As usual"}
	TimeFillDayNone  = Text{"Rien à ajouter\u00a0: la journée a déjà des heures ou un congé, ou la feuille est soumise.",
		"Nothing to add: the day already has hours or leave, or the timesheet is submitted."}
	TimeFillUndone = Count{Text{"%s quart retiré.", "%s shift removed."}, Text{"%s quarts retirés.", "%s shifts removed."}}
)
