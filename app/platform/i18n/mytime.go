package i18n

// Texts of My time and of a timesheet.
var (
	TimeTitle        = Text{"Mes heures", "My time"}
	TimeHeadBy       = Text{"par %s le %s", "by %s on %s"}
	TimeHeadOn       = Text{"le %s", "on %s"}
	TimeSheetOf      = Text{"Feuille de temps : %s", "Timesheet for %s"}
	TimeOwnSheet     = Text{"Ma feuille de temps", "My timesheet"}
	TimeSheetNo      = Text{"feuille nᵒ %d", "timesheet no. %d"}
	TimeHistory      = Text{"Historique de la feuille", "Timesheet history"}
	TimeWeek         = Text{"Semaine %d", "Week %d"}
	TimeToday        = Text{"Aujourd’hui", "Today"}
	TimeNextDay      = Text{"se termine %s", "ends %s"}
	TimeClocks       = Text{"changement d’heure : durée réelle de %s", "clocks change: actual duration %s"}
	TimeNoHours      = Text{"Aucune heure", "No hours"}
	TimeLocked       = Text{"verrouillé", "locked"}
	TimeOther        = Text{"autre feuille", "other timesheet"}
	TimeLeaveHoliday = Text{"jour férié", "statutory holiday"}
	TimePending      = Text{"demande en attente", "request pending"}
	TimeDayTotal     = Text{"Total du jour", "Daily total"}

	TimeNobody     = Text{"Vous n’avez pas de feuille de temps", "You don’t have a timesheet"}
	TimeNobodyText = Text{"Les heures sont liées à un dossier d’employé, et votre compte n’en a pas. Si vous devez saisir des " +
		"heures, demandez à la paie d’en créer un.",
		"Hours are linked to an employee record, and your account doesn’t have one. If you need to enter hours, ask payroll to " +
			"create one."}

	TimeAddShift      = Text{"Quart", "Shift"}
	TimeAddExpense    = Text{"Dépense", "Expense"}
	TimeAddShiftOn    = Text{"Ajouter un quart le %s", "Add a shift on %s"}
	TimeAddSpentOn    = Text{"Ajouter une dépense le %s", "Add an expense on %s"}
	TimeEditLine      = Text{"Modifier %s, %s", "Edit %s, %s"}
	TimeDeleteLine    = Text{"Supprimer %s, %s", "Delete %s, %s"}
	TimeWeekQuiet     = Text{"Voir les jours (rien cette semaine)", "Show days (no hours this week)"}
	TimeWeekOver      = Text{"Voir les jours (semaine terminée)", "Show days (week ended)"}
	TimeCopyWeek      = Text{"Copier la semaine précédente", "Copy previous week"}
	TimeCopyRest      = Text{"Copier %s dans le reste de la semaine", "Copy %s to the rest of the week"}
	TimeStart         = Text{"Début", "Start"}
	TimeEnd           = Text{"Fin", "End"}
	TimeBreaks        = Text{"Pauses", "Breaks"}
	TimeBreaksExample = Text{"30\u00a0min", "30\u00a0min"}
	TimeBreaksOf      = Text{"pause %s", "break %s"}
	TimeBreaksDefault = Text{"par défaut", "default"}
	TimeBreaksByRule  = Text{"(par défaut)", "(default)"}
	TimeBreaksRule    = Text{"Par défaut – %s. Effacez le champ s’il n’y a pas eu de pause.",
		"Default – %s. Clear the field if there was no break."}
	BreaksFrom      = Text{"quart de %s ou plus\u00a0: %s", "shift of %s or more: %s"}
	TimePaidBreak   = Text{"(payée)", "(paid)"}
	TimeCode        = Text{"Code de paie", "Pay code"}
	TimeAmount      = Text{"Montant", "Amount"}
	TimeDescription = Text{"Description", "Description"}
	TimeShiftHint   = Text{"Par exemple : 8, 800 ou 16h30. Si la fin précède le début, le quart se termine le lendemain. " +
		"Une pause n’est pas payée, sauf si vous ajoutez «\u00a0payée\u00a0».", "For example: 8, 800 or 4:30 p.m. If the end is before the start, the shift ends the next day. A break is unpaid unless you add “paid”."}
	TimeSaveNext    = Text{"Enregistrer et passer à %s", "Save and go to %s"}
	TimeSaveMore    = Text{"Enregistrer et ajouter un quart", "Save and add another shift"}
	TimeShiftHelp   = Text{"Comment saisir les heures", "How to enter times"}
	TimeShiftOf     = Text{"Quart\u00a0: %s", "Shift: %s"}
	TimeExpenseOf   = Text{"Dépense\u00a0: %s", "Expense: %s"}
	TimeMoreDetails = Text{"Plus de détails", "More details"}
	TimeNewShift    = Text{"Ajouter un quart", "Add a shift"}
	TimeNewExpense  = Text{"Ajouter une dépense", "Add an expense"}
	TimeEditShift   = Text{"Modifier le quart", "Edit shift"}
	TimeEditExpense = Text{"Modifier la dépense", "Edit expense"}

	TimeBadClock  = Text{"Entrez une heure comme 8, 8:30 ou 16h30.", "Enter a time such as 8, 8:30 or 4:30 p.m."}
	TimeTooLong   = Text{"Un quart ne peut pas dépasser 24\u00a0heures.", "A shift can’t be longer than 24 hours."}
	TimeBadAmount = Text{"Entrez un montant comme 12,50.", "Enter an amount such as 12.50."}
	TimeNotKm     = Text{"Pour saisir une distance, choisissez un code de kilométrage.", "To enter a distance, choose a mileage code."}

	TimeShiftAdded   = Text{"Quart ajouté, %s : %s.", "Shift added, %s: %s."}
	TimeSpentAdded   = Text{"Dépense ajoutée, %s : %s.", "Expense added, %s: %s."}
	TimeSaved        = Text{"Modification enregistrée : %s.", "Change saved: %s."}
	TimeShiftDeleted = Text{"Quart supprimé : %s.", "Shift deleted: %s."}
	TimeSpentDeleted = Text{"Dépense supprimée : %s.", "Expense deleted: %s."}
	TimeRestored     = Text{"Rétabli : %s.", "Restored: %s."}
	TimeReopened     = Text{"La soumission est annulée, car la feuille a changé. Soumettez-la de nouveau quand elle sera prête.",
		"This timesheet has changed, so it’s no longer submitted. Submit it again when it’s ready."}
	TimeCopiedNone = Text{"Rien à copier\u00a0: ces jours ont déjà des heures, ou les jours à copier n’en ont pas.",
		"Nothing to copy: those days already have hours, or the days you’re copying from have none."}
	TimeCopied      = Count{Text{"%s quart copié.", "%s shift copied."}, Text{"%s quarts copiés.", "%s shifts copied."}}
	TimeCopySkipped = Count{
		Text{"%s non copié : le jour a déjà des heures, ou l’heure n’existe pas (changement d’heure).",
			"%s skipped: that day already has hours, or the time doesn’t exist (clock change)."},
		Text{"%s non copiés : le jour a déjà des heures, ou l’heure n’existe pas (changement d’heure).",
			"%s skipped: those days already have hours, or the time doesn’t exist (clock change)."}}

	// TimeSpentRepeated answers the form of an expense that was saved before; the expense may have been deleted since.
	TimeSpentRepeated = Text{
		"Cette dépense avait déjà été ajoutée : rien n’a été enregistré de nouveau. Pour en ajouter une autre, ouvrez un nouveau formulaire.",
		"This expense was already added, so nothing was saved again. To add another one, open a new form."}

	TimeRegular    = Text{"Normal", "Regular"}
	TimeEvening    = Text{"Soir", "Evening"}
	TimeEmergency  = Text{"Urgence", "Emergency"}
	TimeOvertime   = Text{"Suppl.", "Overtime"}
	TimeLeave      = Text{"Congé", "Leave"}
	TimeSpent      = Text{"Dépenses", "Expenses"}
	TimeDistance   = Text{"Kilométrage", "Mileage"}
	TimeHours      = Text{"Heures", "Hours"}
	TimeTotals     = Text{"Totaux de la période", "Period totals"}
	TimeOverWeek   = Text{"heures supplémentaires\u00a0: %s (au-delà de %s)", "%s overtime (over %s)"}
	TimeLimits     = Text{"%s par jour ou de %s par semaine", "%s a day or %s a week"}
	TimeWeekTotals = Text{"Totaux de la semaine %d", "Week %d totals"}
	TimeDaysOfWeek = Text{"Jours de la semaine %d", "Days in week %d"}
	TimeStateNone  = Text{"Non commencée", "Not started"}

	TimeSubmittedOn  = Text{"Soumise le %s", "Submitted on %s"}
	TimeSubmittedWhy = Text{"En attente d’approbation. Si vous la modifiez, vous devrez la soumettre de nouveau.",
		"Awaiting approval. If you change it, you’ll need to submit it again."}
	TimeApprovedBy  = Text{"Approuvée par %s le %s", "Approved by %s on %s"}
	TimeApprovedWhy = Text{"Les quarts et les dépenses sont verrouillés. Pour une correction, demandez à votre superviseur de retirer l’approbation.",
		"Shifts and expenses are locked. To make a correction, ask your supervisor to remove the approval."}
	TimeApprovedLock = Text{"Les quarts et les dépenses restent verrouillés tant que l’approbation n’est pas retirée.",
		"Shifts and expenses stay locked until the approval is removed."}
	TimeChangedTitle = Text{"Modifiée depuis l’approbation", "Changed since approval"}
	TimeReturnedOn   = Text{"Renvoyée le %s : corrigez-la et soumettez-la de nouveau",
		"Sent back on %s: correct it and submit it again"}
	TimeCommentBy  = Text{"Note de la personne qui approuve", "Approver’s note"}
	TimeNotYet     = Text{"Vous commencez le %s", "You start on %s"}
	TimeFirstDay   = Text{"Premier jour de travail\u00a0: %s", "First day of work: %s"}
	TimeNotYetText = Text{"Les heures se saisissent à partir de ce jour.", "Hours are entered from that day on."}
	TimeNotYetGo   = Text{"Aller à la période %s", "Go to period %s"}
	TimeArchived   = Text{"Cette personne ne travaille plus ici. Sa feuille est en lecture seule.",
		"This person no longer works here. The timesheet is read-only."}

	TimeChecks       = Text{"Avant de soumettre", "Before you submit"}
	TimeChecksLook   = Text{"À vérifier avant d’approuver", "Check before approving"}
	TimeChecksNone   = Text{"Tout est en ordre.", "Everything looks good."}
	TimeCheckLong    = Text{"plus de 16\u00a0heures (%s)", "more than 16 hours (%s)"}
	TimeCheckNone    = Text{"ni quart ni congé", "no shift or leave"}
	TimeCheckLeftOut = Text{"Non compté comme heures supplémentaires\u00a0: %s au-delà de %s (code de paie de soir ou d’urgence)",
		"%s over %s aren’t counted as overtime: they have evening or emergency pay codes"}
	TimeCheckAhead = Text{"à venir", "in the future"}
	TimeCheckShort = Text{"%s, d’habitude %s", "%s, usually %s"}
	TimeAskTitle   = Text{"Soumettre quand même?", "Submit anyway?"}
	TimeAskText    = Count{Text{"%s point à vérifier :", "%s item needs review:"},
		Text{"%s points à vérifier :", "%s items need review:"}}
	TimeEnterDay     = Text{"Heures du %s %d", "Enter hours for %s %d"}
	TimeEnter        = Text{"Saisir des heures", "Enter hours"}
	TimeSubmit       = Text{"Soumettre", "Submit"}
	TimeSubmitAsk    = Text{"Soumettre…", "Submit…"}
	TimeTakeBack     = Text{"Annuler la soumission", "Recall"}
	TimeSubmitted    = Text{"Feuille soumise. Elle est maintenant en attente d’approbation.", "Timesheet submitted. It’s now awaiting approval."}
	TimeTakenBack    = Text{"Soumission annulée. Vous pouvez modifier la feuille.", "Timesheet recalled. You can edit it again."}
	TimeNotSubmitted = Text{"Cette période n’a aucune feuille soumise dont on puisse annuler la soumission.",
		"There’s no submitted timesheet to recall for this period."}
	TimeNothing = Text{"Il n’y a rien à soumettre pour cette période.", "There’s nothing to submit for this period."}

	TimeUnapprove   = Text{"Retirer l’approbation", "Remove approval"}
	TimeKeepComment = Text{"Enregistrer la note", "Save note"}
	TimeApproved    = Text{"Feuille approuvée.", "Timesheet approved."}
	TimeUnapproved  = Text{"Approbation retirée.", "Approval removed."}
	TimeCommented   = Text{"Note enregistrée.", "Note saved."}

	TimeHistoryPart = Text{"Les 100\u00a0derniers changements.", "Last 100 changes."}
	TimeDetails     = Text{"Détails", "Details"}
	TimeBefore      = Text{"Avant", "Before"}
	TimeAfter       = Text{"Maintenant", "Now"}
	TimeDiffAdded   = Text{"Ajouté", "Added"}
	TimeDiffRemoved = Text{"Supprimé", "Deleted"}
	TimeDiffChanged = Text{"Modifié", "Changed"}
	TimeProgram     = Text{"Le système", "The system"}

	DidCreateSheet    = Text{"a créé la feuille", "created the timesheet"}
	DidSubmit         = Text{"a soumis la feuille", "submitted the timesheet"}
	DidTakeBack       = Text{"a annulé la soumission", "recalled the timesheet"}
	DidApprove        = Text{"a approuvé la feuille", "approved the timesheet"}
	DidUnapprove      = Text{"a retiré l’approbation", "removed the approval"}
	DidReturn         = Text{"a renvoyé la feuille", "sent the timesheet back"}
	DidUndo           = Text{"a annulé sa décision", "undid their decision"}
	DidComment        = Text{"a ajouté une note", "added a note"}
	DidArchiveSheet   = Text{"a supprimé la feuille", "deleted the timesheet"}
	DidUpdateSheet    = Text{"a modifié la feuille", "changed the timesheet"}
	DidAddShift       = Text{"a ajouté un quart", "added a shift"}
	DidChangeShift    = Text{"a modifié un quart", "changed a shift"}
	DidRestoreSheet   = Text{"a restauré la feuille", "restored the timesheet"}
	DidRestoreShift   = Text{"a restauré un quart", "restored a shift"}
	DidRestoreExpense = Text{"a restauré une dépense", "restored an expense"}
	DidDeleteLeave    = Text{"a supprimé la demande", "deleted the request"}
	DidRestoreLeave   = Text{"a restauré la demande", "restored the request"}
	DidDeleteShift    = Text{"a supprimé un quart", "deleted a shift"}
	DidApproveShift   = Text{"a approuvé un quart", "approved a shift"}
	DidReopenShift    = Text{"a retiré l’approbation d’un quart", "removed approval from a shift"}
	DidAddExpense     = Text{"a ajouté une dépense", "added an expense"}
	DidChangeExpense  = Text{"a modifié une dépense", "changed an expense"}
	DidDeleteExpense  = Text{"a supprimé une dépense", "deleted an expense"}
	DidApproveSpent   = Text{"a approuvé une dépense", "approved an expense"}
	DidReopenSpent    = Text{"a retiré l’approbation d’une dépense", "removed approval from an expense"}
)

// KindNames are the names of common types of bank codes.
var KindNames = map[string]Text{
	"regular": {"Normal", "Regular"}, "evening": {"Soir", "Evening"}, "emergency": {"Urgence", "Emergency"},
	"overtime": {"Heures supplémentaires", "Overtime"}, "training": {"Formation", "Training"}, "travel": {"Déplacement", "Travel"},
	"mileage": {"Kilométrage", "Mileage"}, "per_diem": {"Indemnité journalière",
		"Per diem"}, "expense": {"Dépense", "Expense"}, "meal": {"Repas", "Meal"},
	"vacation": {"Vacances", "Vacation"}, "sick": {"Maladie", "Sick"}, "holiday": {"Congé mobile", "Floating holiday"},
	"statutory_holiday": {"Jour férié", "Statutory holiday"},
	"parental":          {"Parental", "Parental"}, "bereavement": {"Deuil", "Bereavement"}, "unpaid": {"Sans solde", "Unpaid"},
	"other": {"Autre", "Other"},
}

// KindName returns the name of a type of bank code; one that the company made up is its own name.
func (l Lang) KindName(kind string) string {
	if t, known := KindNames[kind]; known {
		return l.T(t)
	}
	return kind
}

// LeaveNames are the kinds of leave.
var LeaveNames = map[string]Text{
	"Sick": {"Maladie", "Sick leave"}, "Vacation": {"Vacances", "Vacation"}, "Unpaid": {"Sans solde", "Unpaid leave"},
	"Bereavement": {"Deuil", "Bereavement"}, "Parental": {"Congé parental", "Parental leave"}, "Legal": {"Juré ou témoin",
		"Jury or court duty"},
}

// Texts of the rows and of the editor of My time.
var (
	TimeOpenDay   = Text{"%s – ouvrir", "%s – open"}
	TimeCloseDay  = Text{"%s – fermer", "%s – close"}
	TimeFillDay   = Text{"%s – ajouter un quart", "%s – add a shift"}
	TimeCopyDay   = Text{"Copier %s : %s\u00a0·\u00a0%s", "Copy %s: %s\u00a0·\u00a0%s"}
	TimeCopyLast  = Text{"%s dernier", "last %s"}
	TimeCopyDayTo = Text{"%s, pour le %s", "%s, for %s"}
	TimeDelete    = Text{"Supprimer", "Delete"}

	TimeKinds       = Text{"Type de dépense", "Type of expense"}
	TimeKindAmount  = Text{"Dépense ($)", "Expense ($)"}
	TimeKindMileage = Text{"Kilométrage (km)", "Mileage (km)"}
	TimeKmPaid      = Text{"%s à %s le kilomètre : %s", "%s at %s per kilometre: %s"}
	TimeMore        = Text{"Autres totaux", "Other totals"}
	TimeKmHint      = Text{"Payé %s le kilomètre.", "Paid at %s per kilometre."}
	TimeNoCents     = Text{",00", ".00"}

	TimeAskHours = Text{"Soumettre %s quand même?", "Submit %s anyway?"}
	TimeAskEmpty = Text{"La semaine %d est vide. Soumettre %s quand même?", "Week %d is empty. Submit %s anyway?"}
	TimeLeft     = Count{Text{"%s\u00a0jour ouvrable encore sans heures", "%s business day still without hours"},
		Text{"%s\u00a0jours ouvrables encore sans heures", "%s business days still without hours"}}
)

// Texts of the picture of a week.
var (
	TimeViews    = Text{"Affichage", "View"}
	TimeViewList = Text{"Liste", "List"}
	TimeViewWeek = Text{"Semaine", "Week"}
	WeekDays     = Text{"Jours de la semaine", "Days of the week"}
	WeekHow      = Text{"Pour ajouter un quart, faites glisser le pointeur sur une journée. Faites glisser un quart pour le déplacer, ou son bord pour l’allonger. " +
		"Au clavier, appuyez sur M pour déplacer le quart sélectionné.",
		"Drag across a day to add hours. Drag a shift to move it, or its edge to make it longer. On the keyboard, press M to move the selected shift."}
	WeekHowTouch = Text{"Appuyez longuement sur un quart pour le déplacer, sur son bord pour l’allonger, ou sur un espace libre pour ajouter un quart.",
		"Press and hold a shift to move it, its edge to make it longer, or an empty space to add a shift."}
	WeekEmpty = Text{"Aucune heure cette semaine. Pour ajouter un quart, utilisez le + d’une journée.",
		"No hours this week yet. Select + on a day to add a shift."}
	WeekEmptyFine = Text{"Aucune heure cette semaine. Glissez sur une journée pour y ajouter un quart, ou cliquez sur son +.",
		"No hours this week yet. Drag across a day to add some, or select + on that day."}
	WeekEmptyTouch = Text{"Aucune heure cette semaine. Appuyez longuement sur un espace libre pour ajouter un quart, ou touchez le + d’une journée.",
		"No hours this week yet. Press and hold an empty space to add a shift, or tap + on a day."}
	WeekAllHours = Text{"Afficher les 24 heures", "Show all 24 hours"}
	WeekFewHours = Text{"Afficher moins d’heures", "Show fewer hours"}
	WeekGap      = Text{"changement d’heure", "clocks change"}
	WeekRest     = Text{"suite", "continued"}
	WeekExpenses = Count{Text{"%s dépense", "%s expense"}, Text{"%s dépenses", "%s expenses"}}
	WeekKinds    = Text{"Type d’entrée", "Type of entry"}
	WeekLocked   = Text{"Ce quart est approuvé. Il ne peut pas être déplacé.", "This shift is approved. It can’t be moved."}
	WeekOther    = Text{"Ce quart figure dans une autre feuille.", "This shift is on another timesheet."}
	WeekBefore   = Text{"Ce quart appartient à une autre période.", "This shift is in another pay period."}
	WeekStamped  = Text{"Ces heures viennent du pointage. Ouvrez le quart pour les corriger et indiquer le motif.",
		"These are clock times. Open the shift to correct them and give a reason."}
	WeekSaid   = Text{"%s, de %s à %s", "%s, %s to %s"}
	WeekMoving = Text{"Les flèches déplacent le quart de 15 minutes ou d’un jour. Avec Maj, elles changent sa fin; avec Maj et Alt, son début. " +
		"Entrée enregistre, Échap annule.",
		"Arrow keys move the shift by 15 minutes or by a day. Hold Shift to change its end, or Shift and Alt to change its start. Enter saves, Escape cancels."}
	WeekKept  = Text{"Annulé. Le quart reste où il était.", "Cancelled. The shift stays where it was."}
	TimeMoved = Text{"Quart déplacé, %s\u00a0: %s.", "Shift moved, %s: %s."}
)

// Texts of the approval of single lines.
var (
	LinesTitle = Text{"Approuver ligne par ligne", "Approve line by line"}
	LinesShow  = Text{"Afficher les lignes", "Show the lines"}
	LinesWhy   = Text{"L’approbation de la feuille vaut pour toutes ses lignes. Ici, vous pouvez en approuver certaines à l’avance.",
		"Approving the timesheet approves all its lines. Here you can approve some of them in advance."}
	LinesLocked    = Text{"Toutes les lignes sont approuvées avec la feuille.", "All lines are approved with the timesheet."}
	LinesCount     = Count{Text{"%s ligne", "%s line"}, Text{"%s lignes", "%s lines"}}
	LinesDone      = Count{Text{"%s approuvée", "%s approved"}, Text{"%s approuvées", "%s approved"}}
	LinesBy        = Text{"Approuvée par %s", "Approved by %s"}
	LinesOne       = Text{"%s, %s", "%s, %s"}
	LinesMenu      = Text{"Actions : %s", "Actions for %s"}
	LinesApprove   = Text{"Approuver cette ligne", "Approve this line"}
	LinesWithdraw  = Text{"Retirer l’approbation", "Remove approval"}
	LinesTicked    = Text{"Approuver les lignes cochées", "Approve selected"}
	LinesApproved  = Count{Text{"%s ligne approuvée.", "%s line approved."}, Text{"%s lignes approuvées.", "%s lines approved."}}
	LinesWithdrawn = Count{Text{"Approbation retirée pour %s ligne.", "Approval removed from %s line."},
		Text{"Approbation retirée pour %s lignes.", "Approval removed from %s lines."}}
	LinesSkipped = Count{Text{"%s ligne omise.", "%s line skipped."}, Text{"%s lignes omises.", "%s lines skipped."}}
	LinesTooMany = Text{"Cochez au plus %d lignes à la fois.", "Select up to %d\u00a0lines at a time."}
	LinesNone    = Text{"Cochez d’abord au moins une ligne.", "Select at least one line."}
)
