package i18n

// Texts of the leave page: the calendar, the user's own requests and the form.
var (
	LeaveTitle     = Text{"Congés", "Leave"}
	LeaveImport    = Text{"Importer des congés", "Import leave"}
	LeaveWeekPrev  = Text{"Cinq semaines plus tôt", "Five weeks earlier"}
	LeaveWeekNext  = Text{"Cinq semaines plus tard", "Five weeks later"}
	LeaveWeekNow   = Text{"Aujourd’hui", "Today"}
	LeaveWeeks     = Text{"Semaines", "Weeks"}
	LeaveCalendar  = Text{"Qui est en congé : %s", "Who’s on leave: %s"}
	LeavePerson    = Text{"Personne", "Person"}
	LeaveAway      = Text{"En congé", "On leave"}
	LeaveAwayAsked = Text{"En congé (demandé)", "On leave (requested)"}
	LeaveNobody    = Text{"Personne n’est en congé durant ces cinq semaines.", "No one is on leave in these five weeks."}
	LeaveMine      = Text{"Vous n’avez aucun congé durant ces cinq semaines.", "You have no leave in these five weeks."}
	LeaveApproved  = Text{"Approuvé", "Approved"}
	LeaveAsked     = Text{"Demandé", "Requested"}
	LeaveRefused   = Text{"Refusé", "Declined"}
	LeaveCancelled = Text{"Annulé", "Cancelled"}
	LeaveEscalated = Text{"Transmis à la direction", "Escalated"}
	LeaveLegend    = Text{"Légende", "Legend"}
	LeavePeople    = Text{"%s à %s sur %s personnes", "%s–%s of %s people"}
	LeaveOf        = Text{"%s : %s, %s, %s", "%s: %s, %s, %s"}

	LeaveToDecide = Count{Text{"%s demande attend votre décision", "%s request needs your decision"},
		Text{"%s demandes attendent votre décision", "%s requests need your decision"}}
	LeaveNone        = Text{"Aucun congé prévu", "No leave planned"}
	LeaveNoneText    = Text{"Vos demandes et les décisions s’afficheront ici.", "Your requests and the decisions on them will appear here."}
	LeaveNextHoliday = Text{"Prochain jour férié : %s, %s", "Next statutory holiday: %s, %s"}
	LeaveAskOf       = Text{"Demander un congé pour %s", "Request leave for %s"}
	LeaveAskOther    = Text{"Choisir une autre personne", "Choose someone else"}
	LeaveAskOfThen   = Text{"La demande ira ensuite dans Approbations, où vous pourrez l’approuver.",
		"The request then goes to Approvals, where you can approve it."}

	LeaveOwn     = Text{"Mes demandes", "My requests"}
	LeaveOwnNone = Text{"Vous n’avez encore demandé aucun congé.", "You haven’t requested any leave yet."}
	LeaveOwnPart = Text{"Vos 30\u00a0dernières demandes.", "Your last 30 requests."}
	LeaveCancel  = Text{"Annuler la demande", "Cancel request"}
	LeaveGiveUp  = Text{"Annuler le congé", "Cancel leave"}
	LeaveAgain   = Text{"Demander de nouveau", "Request again"}

	LeaveAsk       = Text{"Demander un congé", "Request leave"}
	LeaveFor       = Text{"Pour", "For"}
	LeaveForMe     = Text{"Moi-même", "Myself"}
	LeaveKind      = Text{"Type de congé", "Leave type"}
	LeaveCode      = Text{"Code de paie", "Pay code"}
	LeaveFrom      = Text{"Premier jour", "First day"}
	LeaveTo        = Text{"Dernier jour", "Last day"}
	LeaveSpan      = Text{"Durée", "Duration"}
	LeaveDays      = Text{"Journées complètes", "Full days"}
	LeaveMorning   = Text{"Avant-midi (8 h à midi)", "Morning (8 a.m. to noon)"}
	LeaveAfternoon = Text{"Après-midi (midi à 16 h)", "Afternoon (noon to 4 p.m.)"}
	LeaveSpanHint  = Text{"Une demi-journée compte 4\u00a0h. Pour d’autres heures, choisissez « Heures précises ».",
		"A half day counts as 4 hours. For other hours, choose “Specific hours”."}
	LeaveTimes     = Text{"Heures précises", "Specific hours"}
	LeaveStart     = Text{"De", "From"}
	LeaveEnd       = Text{"À", "To"}
	LeaveComment   = Text{"Note", "Note"}
	LeaveCommentTo = Text{"Visible par la personne qui approuve.", "Your approver will see this."}
	LeaveSend      = Text{"Envoyer la demande", "Send request"}
	LeaveNoCodes   = Text{"La paie n’a pas encore créé de code de congé. Demandez-lui d’en ajouter un.",
		"Payroll hasn’t created a pay code for leave yet. Ask them to add one."}

	LeaveOverlaps = Text{"Vous avez déjà un congé approuvé ou demandé à ces dates.",
		"You already have approved or requested leave on these dates."}

	LeaveOverlapsOf = Text{"%s a déjà un congé approuvé ou demandé à ces dates.",
		"%s already has approved or requested leave on these dates."}

	LeaveSentFor     = Text{"Demande envoyée pour %s : %s.", "Request sent for %s: %s."}
	LeaveRequestedBy = Text{"Demandé par %s", "Requested by %s"}

	LeaveSent      = Text{"Demande envoyée : %s.", "Request sent: %s."}
	LeaveDropped   = Text{"Annulé : %s.", "Cancelled: %s."}
	LeaveSentAgain = Text{"Demandé de nouveau : %s.", "Requested again: %s."}
)

// Texts of the calendar and of what a request takes.
var (
	LeaveWorkdays        = Count{Text{"%s\u00a0jour ouvrable", "%s business day"}, Text{"%s\u00a0jours ouvrables", "%s business days"}}
	LeaveNoWorkday       = Text{"Aucun jour ouvrable : il n’y a rien à demander.", "No business days: there’s nothing to request."}
	LeaveHolidaysLeftOut = Count{Text{"%s\u00a0jour férié non compté", "%s statutory holiday not counted"},
		Text{"%s\u00a0jours fériés non comptés", "%s statutory holidays not counted"}}
	LeaveAlsoAway    = Text{"Aussi en congé à ces dates", "Also on leave on these dates"}
	LeaveNoneAway    = Text{"Personne d’autre n’est en congé à ces dates.", "No one else is on leave on these dates."}
	LeavePreviewNone = Text{"Choisissez les jours pour voir combien de jours ouvrables la demande compte.",
		"Choose the days to see how many business days the request covers."}
	LeaveCheck = Text{"Vérifier d’abord", "Check first"}
)
