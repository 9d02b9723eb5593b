package i18n

// Texts of the clock with which employees clock in and out.
var (
	ClockTitle      = Text{"Pointage", "Clock"}
	ClockIn         = Text{"Pointer l’arrivée", "Clock in"}
	ClockOut        = Text{"Pointer le départ", "Clock out"}
	ClockBreak      = Text{"Prendre une pause", "Start a break"}
	ClockBack       = Text{"Terminer la pause", "End the break"}
	ClockSwitch     = Text{"Changer de tâche", "Switch task"}
	ClockTask       = Text{"Tâche", "Task"}
	ClockRunning    = Text{"En poste depuis %s", "Clocked in since %s"}
	ClockOnBreak    = Text{"En pause depuis %s", "On break since %s"}
	ClockInAt       = Text{"arrivée à %s", "in at %s"}
	ClockRounded    = Text{"heures arrondies à %s\u00a0min", "times rounded to %s\u00a0min"}
	ClockForgotten  = Text{"Départ non pointé", "You didn’t clock out"}
	ClockForgotText = Text{"Vous avez pointé votre arrivée le %s. Indiquez quand ce travail a pris fin.",
		"You clocked in on %s. Say when that work ended."}
	ClockRefused     = Text{"Pointage à régler", "Clock times to sort out"}
	ClockRefusedText = Text{"Le pointage du %s n’a pas pu être ajouté à vos heures.", "The times you clocked on %s couldn’t be added to your hours."}
	ClockSettle      = Text{"Régler", "Sort out"}
	ClockSettleEnd   = Text{"Fin du travail", "End of work"}
	ClockEndHint     = Text{"Début\u00a0: %s. Si la fin précède le début, le travail s’est terminé le lendemain.",
		"Start: %s. If the end is before the start, the work ended the next day."}
	ClockReason     = Text{"Raison", "Reason"}
	ClockReasonHint = Text{"Elle s’affiche dans le journal.", "It’s shown in the audit log."}
	ClockAdd        = Text{"Ajouter aux heures", "Add to hours"}
	ClockDrop       = Text{"Ne pas compter", "Don’t count it"}
	ClockSettled    = Text{"Ce pointage est réglé\u00a0: rien à faire.", "These times are sorted out: there’s nothing to do."}
	ClockToToday    = Text{"Revenir à Aujourd’hui", "Back to Today"}

	TimeStamped     = Text{"pointé %s", "clocked %s"}
	TimeStampedHint = Text{"Pointé\u00a0: %s. Une correction des heures demande une raison, qui s’affiche dans le journal.",
		"Clocked: %s. A correction of the times needs a reason, which is shown in the audit log."}
	ClockWorkers = Count{Text{"%s personne en poste", "%s person working"}, Text{"%s personnes en poste", "%s people working"}}

	ClockedIn      = Text{"Arrivée pointée à %s.", "Clocked in at %s."}
	ClockBreakAt   = Text{"Pause commencée à %s.", "Break started at %s."}
	ClockBackAt    = Text{"Pause terminée à %s.", "Break ended at %s."}
	ClockSwitched  = Text{"Tâche changée\u00a0: %s.", "Task switched: %s."}
	ClockedOut     = Text{"Départ pointé. Ajouté à vos heures\u00a0: %s.", "Clocked out. Added to your hours: %s."}
	ClockedOutNone = Text{"Départ pointé. Rien n’est ajouté à vos heures\u00a0: la durée arrondie est nulle.",
		"Clocked out. Nothing is added to your hours: the time rounds to zero."}
	ClockedRefused = Text{"Départ pointé, mais rien n’a pu être ajouté à vos heures\u00a0: %s", "Clocked out, but nothing could be added to your hours: %s"}
	ClockAdded     = Text{"Ajouté aux heures\u00a0: %s.", "Added to hours: %s."}
	ClockDropped   = Text{"Le pointage ne compte pas.", "These times don’t count."}

	ClockPresent    = Text{"Qui est en poste", "Who’s working"}
	ClockName       = Text{"Nom", "Name"}
	ClockStatus     = Text{"État", "Status"}
	ClockSince      = Text{"Depuis", "Since"}
	ClockWorking    = Text{"En poste", "Working"}
	ClockPaused     = Text{"En pause", "On break"}
	ClockMissing    = Text{"Départ non pointé", "Didn’t clock out"}
	ClockNobody     = Text{"Personne n’est en poste", "No one is working"}
	ClockNobodyText = Text{"Les personnes qui pointent leur arrivée s’affichent ici.", "People who clock in are shown here."}
	ClockPeople     = Count{Text{"%s personne", "%s person"}, Text{"%s personnes", "%s people"}}
)
