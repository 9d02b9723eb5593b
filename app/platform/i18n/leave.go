package i18n

// Texts of leave: the calendar of a month, the own requests and the form.
var (
	LeaveTitle     = Text{"Congés", "Leave"}
	LeaveMonthPrev = Text{"Mois précédent", "Previous month"}
	LeaveMonthNext = Text{"Mois suivant", "Next month"}
	LeaveMonthNow  = Text{"Ce mois-ci", "This month"}
	LeaveMonth     = Text{"Mois", "Month"}
	LeaveCalendar  = Text{"Qui est en congé en %s", "Who is away in %s"}
	LeavePerson    = Text{"Personne", "Person"}
	LeaveAway      = Text{"En congé", "Away"}
	LeaveNobody    = Text{"Personne n’est en congé ce mois-ci.", "Nobody is away this month."}
	LeaveMine      = Text{"Aucun congé à votre nom ce mois-ci.", "No leave in your name this month."}
	LeaveApproved  = Text{"Approuvé", "Approved"}
	LeaveAsked     = Text{"Demandé", "Requested"}
	LeaveRefused   = Text{"Refusé", "Refused"}
	LeaveCancelled = Text{"Annulé", "Cancelled"}
	LeaveEscalated = Text{"Transmis", "Passed on"}
	LeaveLegend    = Text{"Légende", "Key"}
	LeavePeople    = Text{"%s à %s de %s personnes", "%s to %s of %s people"}
	LeaveOf        = Text{"%s : %s, %s, %s", "%s: %s, %s, %s"}

	LeaveOwn     = Text{"Mes demandes", "My requests"}
	LeaveOwnNone = Text{"Vous n’avez encore rien demandé.", "You have not asked for any leave yet."}
	LeaveOwnPart = Text{"Les 30 plus récentes.", "The latest 30."}
	LeaveCancel  = Text{"Annuler la demande", "Cancel the request"}
	LeaveGiveUp  = Text{"Annuler le congé", "Cancel the leave"}
	LeaveAgain   = Text{"Demander de nouveau", "Ask again"}

	LeaveAsk       = Text{"Demander un congé", "Ask for leave"}
	LeaveKind      = Text{"Genre de congé", "Kind of leave"}
	LeaveCode      = Text{"Code de paie", "Pay code"}
	LeaveFrom      = Text{"Premier jour", "First day"}
	LeaveTo        = Text{"Dernier jour", "Last day"}
	LeaveSpan      = Text{"Combien de temps", "How long"}
	LeaveDays      = Text{"Journées complètes", "Whole days"}
	LeaveMorning   = Text{"Un avant-midi (8 h à midi)", "One morning (8 AM to noon)"}
	LeaveAfternoon = Text{"Un après-midi (midi à 16 h)", "One afternoon (noon to 4 PM)"}
	LeaveTimes     = Text{"D’une heure à une autre", "From one time to another"}
	LeaveStart     = Text{"De", "From"}
	LeaveEnd       = Text{"À", "To"}
	LeaveComment   = Text{"Commentaire", "Comment"}
	LeaveCommentTo = Text{"Qui approuve peut le lire.", "Whoever approves can read it."}
	LeaveSend      = Text{"Envoyer la demande", "Send the request"}
	LeaveNoCodes   = Text{"La paie n’a pas encore créé de code de congé : demandez-lui d’en ajouter un.",
		"Payroll has not made a pay code for leave yet: ask them to add one."}

	LeaveOverlaps = Text{"Vous avez déjà un congé, approuvé ou demandé, dans ces jours.",
		"You already have leave, approved or requested, in these days."}

	LeaveSent      = Text{"Demande envoyée : %s.", "Request sent: %s."}
	LeaveDropped   = Text{"Annulé : %s.", "Cancelled: %s."}
	LeaveSentAgain = Text{"Demandé de nouveau : %s.", "Asked again: %s."}
)
