package i18n

// Texts of My time and of a timesheet.
var (
	TimeTitle    = Text{"Mon temps", "My time"}
	TimeSheetOf  = Text{"Feuille de temps de %s", "Timesheet of %s"}
	TimeOwnSheet = Text{"Ma feuille de temps", "My timesheet"}
	TimeSheetNo  = Text{"feuille n° %d", "sheet no. %d"}
	TimeHistory  = Text{"Historique de la feuille", "History of the sheet"}
	TimeWeek     = Text{"Semaine %d", "Week %d"}
	TimeToday    = Text{"Aujourd’hui", "Today"}
	TimeNextDay  = Text{"finit %s", "ends %s"}
	TimeClocks   = Text{"changement d’heure : %s en réalité", "clocks change: %s in real time"}
	TimeNoHours  = Text{"aucune heure", "no hours"}
	TimeLocked   = Text{"verrouillé", "locked"}
	TimeOther    = Text{"autre feuille", "other sheet"}
	TimePending  = Text{"demande en attente", "request pending"}
	TimeDayTotal = Text{"Heures du jour", "Hours of the day"}

	TimeNobody     = Text{"Pas de feuille de temps à votre nom", "No timesheet in your name"}
	TimeNobodyText = Text{"Les heures se rattachent à un dossier d’employé, et votre compte n’en a pas. Si vous devez inscrire " +
		"du temps, demandez à la paie d’en créer un.",
		"Hours belong to an employee record, and your account has none. If you should be entering time, ask payroll to create one."}

	TimeAddShift    = Text{"Quart", "Shift"}
	TimeAddExpense  = Text{"Dépense", "Expense"}
	TimeAddShiftOn  = Text{"Ajouter un quart le %s", "Add a shift on %s"}
	TimeAddSpentOn  = Text{"Ajouter une dépense le %s", "Add an expense on %s"}
	TimeEditLine    = Text{"Modifier %s, %s", "Edit %s, %s"}
	TimeDeleteLine  = Text{"Supprimer %s, %s", "Delete %s, %s"}
	TimeCopyDay     = Text{"Comme la veille", "Same as the day before"}
	TimeCopyDayOn   = Text{"Comme la veille, %s", "Same as the day before, %s"}
	TimeCopyWeek    = Text{"Copier la semaine précédente", "Copy last week"}
	TimeStart       = Text{"Début", "Start"}
	TimeEnd         = Text{"Fin", "End"}
	TimeCode        = Text{"Code de paie", "Pay code"}
	TimeAmount      = Text{"Montant", "Amount"}
	TimeDescription = Text{"Description", "Description"}
	TimeShiftHint   = Text{"8, 800 ou 16h30. Une fin avant le début tombe le lendemain.",
		"8, 800 or 4:30pm. An end before the start falls on the next day."}
	TimeSpentHint   = Text{"En dollars. Pour un trajet, la distance suffit : 50 km.", "In dollars. For a drive the distance is enough: 50 km."}
	TimeSaveNext    = Text{"Enregistrer, puis %s", "Save, then %s"}
	TimeNewShift    = Text{"Nouveau quart", "New shift"}
	TimeNewExpense  = Text{"Nouvelle dépense", "New expense"}
	TimeEditShift   = Text{"Modifier le quart", "Edit the shift"}
	TimeEditExpense = Text{"Modifier la dépense", "Edit the expense"}

	TimeBadClock  = Text{"Heure non valide : écrivez 8, 8:30 ou 16h30.", "Not a valid time: write 8, 8:30 or 4:30pm."}
	TimeTooLong   = Text{"Un quart dure au plus 24 heures.", "A shift lasts 24 hours at most."}
	TimeBadAmount = Text{"Montant non valide : écrivez 12,50.", "Not a valid amount: write 12.50."}
	TimeNotKm     = Text{"Une distance demande un code de kilométrage.", "A distance needs a mileage code."}

	TimeShiftAdded   = Text{"Quart ajouté, %s : %s.", "Shift added, %s: %s."}
	TimeSpentAdded   = Text{"Dépense ajoutée, %s : %s.", "Expense added, %s: %s."}
	TimeSaved        = Text{"Modification enregistrée, %s.", "Change saved, %s."}
	TimeShiftDeleted = Text{"Quart supprimé, %s.", "Shift deleted, %s."}
	TimeSpentDeleted = Text{"Dépense supprimée, %s.", "Expense deleted, %s."}
	TimeRestored     = Text{"C’est remis, %s.", "It is back, %s."}
	TimeReopened     = Text{"La feuille n’est plus soumise : soumettez-la de nouveau une fois prête.",
		"The sheet is no longer submitted: submit it again when it is ready."}
	TimeCopiedNone = Text{"Rien à copier : les jours visés ont déjà des heures, ou il n’y en avait pas.",
		"Nothing to copy: those days have hours already, or there were none."}
	TimeCopied      = Count{Text{"%s quart copié.", "%s shift copied."}, Text{"%s quarts copiés.", "%s shifts copied."}}
	TimeCopySkipped = Count{
		Text{"%s laissé de côté : le jour est déjà rempli, ou l’heure n’existe pas.",
			"%s left aside: the day is taken, or the time does not exist."},
		Text{"%s laissés de côté : le jour est déjà rempli, ou l’heure n’existe pas.",
			"%s left aside: the day is taken, or the time does not exist."}}

	TimeRegular      = Text{"Régulier", "Regular"}
	TimeEvening      = Text{"Soir", "Evening"}
	TimeEmergency    = Text{"Urgence", "Emergency"}
	TimeOvertime     = Text{"Suppl.", "Overtime"}
	TimeLeave        = Text{"Congé", "Leave"}
	TimeSpent        = Text{"Dépenses", "Expenses"}
	TimeDistance     = Text{"Distance", "Distance"}
	TimeHours        = Text{"Heures", "Hours"}
	TimeTotals       = Text{"Totaux de la période", "Totals of the period"}
	TimeOverWeek     = Text{"%s supplémentaires, au-delà de %s", "%s overtime, above %s"}
	TimeWeekTotals   = Text{"Totaux de la semaine %d", "Totals of week %d"}
	TimeDaysOfWeek   = Text{"Jours de la semaine %d", "Days of week %d"}
	TimeStateNone    = Text{"Rien encore", "Nothing yet"}
	TimeStateWaiting = Text{"Soumise, en attente", "Submitted, waiting"}

	TimeSubmittedOn  = Text{"Soumise le %s", "Submitted %s"}
	TimeSubmittedWhy = Text{"Elle attend l’approbation. Si vous la modifiez, il faudra la soumettre de nouveau.",
		"It waits for approval. If you change it, it must be submitted again."}
	TimeApprovedBy  = Text{"Approuvée par %s le %s", "Approved by %s, %s"}
	TimeApprovedWhy = Text{"Les quarts et les dépenses sont verrouillés. Pour corriger quelque chose, demandez que " +
		"l’approbation soit retirée.", "Shifts and expenses are locked. To correct something, ask for the approval to be withdrawn."}
	TimeApprovedLock = Text{"Les quarts et les dépenses sont verrouillés tant que l’approbation tient.",
		"Shifts and expenses are locked while the approval stands."}
	TimeChangedTitle = Text{"Modifiée depuis l’approbation", "Changed since approval"}
	TimeCommentBy    = Text{"Commentaire de qui approuve", "Approver’s comment"}
	TimeArchived     = Text{"Cette personne n’est plus à l’emploi ; sa feuille reste ici pour consultation.",
		"This person has left; the sheet stays here to be read."}

	TimeChecks     = Text{"Avant de soumettre", "Before you submit"}
	TimeChecksLook = Text{"À vérifier avant d’approuver", "To check before approving"}
	TimeChecksNone = Text{"Tout est en ordre.", "Everything is in order."}
	TimeCheckLong  = Text{"plus de 16 heures (%s)", "more than 16 hours (%s)"}
	TimeCheckNone  = Text{"ni quart ni congé", "no shift and no leave"}
	TimeCheckAhead = Text{"dans le futur", "in the future"}
	TimeAskTitle   = Text{"Soumettre quand même ?", "Submit anyway?"}
	TimeAskText    = Count{Text{"%s point reste à vérifier :", "%s point is left to check:"},
		Text{"%s points restent à vérifier :", "%s points are left to check:"}}
	TimeSubmit    = Text{"Soumettre", "Submit"}
	TimeSubmitAsk = Text{"Soumettre…", "Submit…"}
	TimeTakeBack  = Text{"Reprendre", "Take back"}
	TimeSubmitted = Text{"Feuille soumise : elle attend maintenant l’approbation.", "Sheet submitted: it now waits for approval."}
	TimeTakenBack = Text{"Feuille reprise : vous pouvez la modifier.", "Sheet taken back: you can change it."}
	TimeNothing   = Text{"Il n’y a rien à soumettre dans cette période.", "There is nothing to submit in this period."}

	TimeDecision    = Text{"Décision", "Decision"}
	TimeDecisionFor = Text{"Le commentaire est visible de la personne.", "The person can read the comment."}
	TimeComment     = Text{"Commentaire", "Comment"}
	TimeApproveIt   = Text{"Approuver la feuille", "Approve the sheet"}
	TimeUnapprove   = Text{"Retirer l’approbation", "Withdraw the approval"}
	TimeKeepComment = Text{"Enregistrer le commentaire", "Save the comment"}
	TimeApproved    = Text{"Feuille approuvée.", "Sheet approved."}
	TimeUnapproved  = Text{"Approbation retirée.", "Approval withdrawn."}
	TimeCommented   = Text{"Commentaire enregistré.", "Comment saved."}

	TimeTrail       = Text{"Historique", "History"}
	TimeTrailNone   = Text{"Rien n’a encore été inscrit.", "Nothing has been recorded yet."}
	TimeTrailPart   = Text{"Les 100 derniers changements.", "The latest 100 changes."}
	TimeDetails     = Text{"Détails", "Details"}
	TimeBefore      = Text{"Avant", "Before"}
	TimeAfter       = Text{"Maintenant", "Now"}
	TimeDiffAdded   = Text{"Ajouté", "Added"}
	TimeDiffRemoved = Text{"Supprimé", "Removed"}
	TimeDiffChanged = Text{"Modifié", "Changed"}
	TimeProgram     = Text{"Le système", "The system"}

	DidCreateSheet   = Text{"a ouvert la feuille", "opened the sheet"}
	DidSubmit        = Text{"a soumis la feuille", "submitted the sheet"}
	DidTakeBack      = Text{"a repris la feuille", "took the sheet back"}
	DidApprove       = Text{"a approuvé la feuille", "approved the sheet"}
	DidUnapprove     = Text{"a retiré l’approbation", "withdrew the approval"}
	DidReturn        = Text{"a renvoyé la feuille", "sent the sheet back"}
	DidUndo          = Text{"a annulé sa décision", "undid their decision"}
	DidComment       = Text{"a écrit un commentaire", "wrote a comment"}
	DidArchiveSheet  = Text{"a supprimé la feuille", "deleted the sheet"}
	DidUpdateSheet   = Text{"a modifié la feuille", "changed the sheet"}
	DidAddShift      = Text{"a ajouté un quart", "added a shift"}
	DidChangeShift   = Text{"a modifié un quart", "changed a shift"}
	DidDeleteShift   = Text{"a supprimé un quart", "deleted a shift"}
	DidApproveShift  = Text{"a approuvé un quart", "approved a shift"}
	DidReopenShift   = Text{"a retiré l’approbation d’un quart", "withdrew the approval of a shift"}
	DidAddExpense    = Text{"a ajouté une dépense", "added an expense"}
	DidChangeExpense = Text{"a modifié une dépense", "changed an expense"}
	DidDeleteExpense = Text{"a supprimé une dépense", "deleted an expense"}
	DidApproveSpent  = Text{"a approuvé une dépense", "approved an expense"}
	DidReopenSpent   = Text{"a retiré l’approbation d’une dépense", "withdrew the approval of an expense"}
)

// KindNames are the types of bank code that people know by a word.
var KindNames = map[string]Text{
	"regular": {"Régulier", "Regular"}, "evening": {"Soir", "Evening"}, "emergency": {"Urgence", "Emergency"},
	"overtime": {"Heures supplémentaires", "Overtime"}, "training": {"Formation", "Training"}, "travel": {"Déplacement", "Travel"},
	"mileage": {"Kilométrage", "Mileage"}, "per_diem": {"Indemnité", "Per diem"}, "expense": {"Dépense", "Expense"}, "meal": {"Repas", "Meal"},
	"vacation": {"Vacances", "Vacation"}, "sick": {"Maladie", "Sick"}, "holiday": {"Férié", "Holiday"},
	"statutory_holiday": {"Férié", "Statutory holiday"},
	"parental":          {"Parental", "Parental"}, "bereavement": {"Deuil", "Bereavement"}, "unpaid": {"Sans solde", "Unpaid"},
}

// LeaveNames are the kinds of leave.
var LeaveNames = map[string]Text{
	"Sick": {"Maladie", "Sick leave"}, "Vacation": {"Vacances", "Vacation"}, "Unpaid": {"Sans solde", "Unpaid leave"},
	"Bereavement": {"Deuil", "Bereavement"}, "Parental": {"Congé parental", "Parental leave"}, "Legal": {"Obligation légale", "Legal duty"},
}
