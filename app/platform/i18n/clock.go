package i18n

// Texts of the clock with which employees clock in and out.
var (
	ClockTitle      = Text{"Pointage", "Clock in and out"}
	ClockIn         = Text{"Pointer l’arrivée", "Clock in"}
	ClockOut        = Text{"Pointer le départ", "Clock out"}
	ClockBreak      = Text{"Prendre une pause", "Start a break"}
	ClockBack       = Text{"Terminer la pause", "End the break"}
	ClockSwitch     = Text{"Changer de code de paie", "Switch pay code"}
	ClockTask       = Text{"Code de paie", "Pay code"}
	ClockRunning    = Text{"En poste · arrivée\u00a0: %s", "Working since %s"}
	ClockOnBreak    = Text{"En pause · début\u00a0: %s", "On break since %s"}
	ClockInAt       = Text{"arrivée %s", "in %s"} // at …
	ClockRounded    = Text{"heures arrondies à %s\u00a0min près", "times rounded to %s\u00a0min"}
	ClockForgotten  = Text{"Départ non pointé", "You didn’t clock out"}
	ClockForgotText = Text{"Vous avez pointé votre arrivée le %s. Indiquez à quelle heure vous avez terminé.",
		"You clocked in on %s. Enter the time you finished."}
	ClockRefused     = Text{"Pointage à régler", "Clock times to resolve"}
	ClockRefusedText = Text{"Le pointage du %s n’a pas pu être ajouté à vos heures.", "The times you clocked on %s couldn’t be added to your hours."}
	ClockSettle      = Text{"Régler", "Resolve"}
	ClockSettleEnd   = Text{"Fin du travail", "End of work"}
	ClockEndHint     = Text{"Début\u00a0: %s. Si la fin précède le début, le travail s’est terminé le lendemain.",
		"Start: %s. If the end is before the start, the work ended the next day."}
	ClockReason     = Text{"Motif", "Reason"}
	ClockReasonHint = Text{"Il s’affiche dans le journal d’audit.", "It’s shown in the audit log."}
	ClockAdd        = Text{"Ajouter aux heures", "Add to hours"}
	ClockDrop       = Text{"Ne pas compter", "Don’t count them"}
	ClockSettled    = Text{"Ce pointage est réglé\u00a0: rien à faire.", "These times have been resolved. There’s nothing left to do."}

	TimeStamped     = Text{"pointé %s", "clocked %s"}
	TimeStampedHint = Text{"Pointé\u00a0: %s. Pour corriger ces heures, il faut indiquer un motif, qui s’affichera dans l’historique de la feuille et le journal d’audit.",
		"Clocked: %s. To correct these times, enter a reason. It will be shown in the timesheet’s history and the audit log."}
	ClockWorkers = Count{Text{"%s personne en poste", "%s person working"}, Text{"%s personnes en poste", "%s people working"}}

	ClockedIn      = Text{"Arrivée pointée à %s.", "Clocked in at %s."}
	ClockBreakAt   = Text{"Pause commencée à %s.", "Break started at %s."}
	ClockBackAt    = Text{"Pause terminée à %s.", "Break ended at %s."}
	ClockSwitched  = Text{"Code de paie changé\u00a0: %s.", "Pay code switched: %s."}
	ClockedOut     = Text{"Départ pointé. Ajouté à vos heures\u00a0: %s.", "Clocked out. Added to your hours: %s."}
	ClockedOutNone = Text{"Départ pointé. Rien n’est ajouté à vos heures\u00a0: la durée arrondie est nulle.",
		"Clocked out. Nothing is added to your hours: the time rounds to zero."}
	ClockedRefused = Text{"Départ pointé, mais rien n’a pu être ajouté à vos heures\u00a0: %s", "Clocked out, but nothing could be added to your hours: %s"}
	ClockAdded     = Text{"Ajouté aux heures\u00a0: %s.", "Added to hours: %s."}
	ClockDropped   = Text{"Ce pointage ne sera pas compté.", "These times won’t be counted."}

	ClockPresent    = Text{"Qui est en poste", "Who’s working"}
	ClockName       = Text{"Nom", "Name"}
	ClockInSince    = Text{"Arrivée à %s · depuis %s", "In at %s · %s"} // the time; how long ago
	ClockBreakSince = Text{"Pause depuis %s · %s", "On break since %s · %s"}
	ClockWorking    = Text{"En poste", "Working"}
	ClockPaused     = Text{"En pause", "On break"}
	ClockMissing    = Text{"Départ non pointé", "Didn’t clock out"}
	ClockNobody     = Text{"Personne n’est en poste", "No one is working"}
	ClockNobodyText = Text{"Les personnes qui pointent leur arrivée s’affichent ici.", "People who clock in are shown here."}
	ClockPausedOf   = Text{"dont %s en pause", "%s of them on break"}

	ClockNotIn     = Text{"Pas encore en poste", "Not in yet"}
	ClockNotInN    = Count{Text{"%s pas encore en poste", "%s not in yet"}, Text{"%s pas encore en poste", "%s not in yet"}}
	ClockNotInNote = Text{"Leur quart a commencé; il n’y a ni pointage, ni heures saisies, ni congé.",
		"Their shift has started, but they have no clock times, hours or leave."}
	ClockOnLeave    = Text{"En congé aujourd’hui", "On leave today"}
	ClockOnLeaveN   = Count{Text{"%s en congé", "%s on leave"}, Text{"%s en congé", "%s on leave"}}
	ClockLeaveEnds  = Text{"Durée du congé", "How long"}
	ClockUntil      = Text{"jusqu’au %s", "until %s"}
	ClockAllDay     = Text{"toute la journée", "all day"}
	ClockAlso       = Text{"Autres quarts prévus aujourd’hui", "Also scheduled today"}
	ClockPlannedAt  = Text{"Quart planifié", "Planned shift"}
	ClockLateFor    = Text{"%s de retard", "%s late"}
	ClockTime       = Text{"Pointage", "Clock times"}
	ClockLateBy     = Text{"Retard", "Late by"}
	ClockPlanned    = Text{"Prévu\u00a0: %s", "Scheduled: %s"}
	ClockNotCome    = Text{"Aucun pointage · quart\u00a0: %s", "Not clocked in · scheduled: %s"}
	ClockLate       = Text{"En retard · prévu à %s", "Late · scheduled for %s"}
	ClockDone       = Text{"%s aujourd’hui, jusqu’à %s", "%s today, until %s"}
	ClockNoPlan     = Text{"Rien de prévu", "Not scheduled"}
	ClockLeaveAsked = Text{"Congé demandé", "Leave requested"}

	ClockSent      = Text{"pointé hors ligne, envoyé %s", "clocked offline, sent %s"}
	ClockHandedOne = Text{"%s pointage fait sans réseau, envoyé %s", "%s clock time recorded offline, sent %s"}
	ClockHanded    = Text{"%s pointages faits sans réseau, envoyés %s", "%s clock times recorded offline, sent %s"}
	ClockAhead     = Text{"L’horloge de l’appareil avançait de %s\u00a0: les heures ont été corrigées.",
		"The device’s clock was %s ahead: the times were corrected."}
	ClockBehind = Text{"L’horloge de l’appareil retardait de %s\u00a0: les heures ont été corrigées.",
		"The device’s clock was %s behind: the times were corrected."}
	TimeAhead    = Text{"l’horloge de l’appareil avançait de %s", "the device’s clock was %s ahead"}
	TimeBehind   = Text{"l’horloge de l’appareil retardait de %s", "the device’s clock was %s behind"}
	ClockMinutes = Count{Text{"%s\u00a0minute", "%s\u00a0minute"}, Text{"%s\u00a0minutes", "%s\u00a0minutes"}}
	ClockHours   = Count{Text{"%s\u00a0heure", "%s\u00a0hour"}, Text{"%s\u00a0heures", "%s\u00a0hours"}}
	ClockDays    = Count{Text{"%s\u00a0jour", "%s\u00a0day"}, Text{"%s\u00a0jours", "%s\u00a0days"}}
	ClockNoNet   = Text{"pointé hors ligne", "clocked offline"}

	ClockMore    = Count{Text{"Et %s autre à vérifier ensuite.", "And %s more to review after these."}, Text{"Et %s autres à vérifier ensuite.", "And %s more to review after these."}}
	StampRefused = Text{"Pointage à vérifier", "Clock time needs review"}
	StampText    = Text{"%s, %s\u00a0: %s", "%s, %s: %s"} // the act, when, why
	StampDetails = Text{"%s, %s. Pointé sans réseau, envoyé le %s.", "%s, %s. Clocked offline, sent on %s."}
	StampAdvice  = Text{"Corrigez vos heures s’il le faut, puis indiquez ce que vous avez fait.", "Correct your hours if needed, then say what you did."}
	// StampReasons say why a stamp was refused, to its employee and to others. Other codes have the text of the error.
	StampReasons = map[string]Text{"clock_running": {"l’arrivée était déjà pointée.", "already clocked in."},
		"clock_not_running": {"aucune arrivée n’était pointée.", "not clocked in at the time."}, "clock_on_break": {"la pause avait déjà commencé.",
			"already on break."},
		"clock_breaks":       {"le quart avait déjà 20\u00a0pauses.", "the shift already had 20 breaks."},
		"clock_not_on_break": {"aucune pause n’avait commencé.", "not on break at the time."}, "clock_same_task": {"c’était déjà ce code de paie.",
			"already on this pay code."},
		"clock_forgotten": {"l’arrivée était pointée depuis plus de 16\u00a0heures.", "clocked in more than 16 hours earlier."},
		"stamps_of_day":   {"il y avait déjà 100\u00a0pointages ce jour-là.", "there were already 100 clock times that day."},
		"not_found":       {"ce code de paie n’existe pas.", "this pay code doesn’t exist."}}
	StampDone = Text{"Marquer comme réglé", "Mark as resolved"}
	StampActs = map[string]Text{"in": {"Arrivée", "In"}, "break": {"Début de la pause", "Break started"}, "back": {"Fin de la pause", "Break ended"},
		"task": {"Changement de code de paie", "Pay code switched"}, "out": {"Départ", "Out"}}

	AppAbout      = Text{"Heures, pointage et congés", "Hours, clocking in and leave"}
	OfflineTitle  = Text{"Pointage hors ligne", "Clock in and out offline"}
	OfflineHow    = Text{"Il n’y a pas de réseau. Ce que vous pointez reste sur cet appareil et sera envoyé, avec l’heure du pointage, dès que le réseau reviendra.", "There’s no network. Your clock times stay on this device and are sent as soon as you’re back online."}
	OfflineNobody = Text{"Personne n’est connecté sur cet appareil. Connectez-vous quand le réseau sera revenu.", "No one is signed in on this device. Sign in once the network is back."}
	OfflineName   = Text{"Pointage\u00a0: %s", "Clock times: %s"}
	OfflineOut    = Text{"Pas en poste", "Not clocked in"}
	OfflineKnown  = Text{"D’après la dernière mise à jour (%s) et vos pointages depuis.",
		"Based on your status on %s and your clock times since then."}
	OfflineKept = Count{Text{"%s pointage gardé sur cet appareil", "%s clock time kept on this device"},
		Text{"%s pointages gardés sur cet appareil", "%s clock times kept on this device"}}
	OfflineOthers = Count{Text{"%s pointage d’une autre personne, qui doit se connecter pour l’envoyer.", "%s clock time from another person, who must sign in to send it."},
		Text{"%s pointages d’une autre personne, qui doit se connecter pour les envoyer.", "%s clock times from another person, who must sign in to send them."}}
	OfflineSend   = Text{"Envoi des pointages…", "Sending the clock times…"}
	OfflineSignIn = Text{"Le réseau est revenu, mais votre session est terminée. Connectez-vous pour envoyer les pointages.", "The network is back, but your session has ended. Sign in to send the clock times."}
	OfflineFailed = Text{"L’envoi a échoué. Les pointages restent sur cet appareil et seront envoyés plus tard.", "Sending failed. The clock times stay on this device and will be sent later."}
	OfflineScript = Text{"Cette page a besoin de JavaScript.", "This page needs JavaScript."}
	OfflineFull   = Text{"L’appareil ne peut pas garder de pointages\u00a0: le stockage de ce navigateur est désactivé ou plein.", "The device can’t keep clock times: this browser’s storage is turned off or full."}
)
