package i18n

// Texts of the approval queue.
var (
	QueueTitle    = Text{"À approuver", "Approvals"}
	QueueShort    = Text{"À approuver", "Approvals"}
	QueueCount    = Text{"en attente", "pending"}
	QueueTabs     = Text{"États", "Status"}
	QueueKinds    = Text{"Types", "Types"}
	QueueList     = Text{"Liste des approbations", "List of approvals"}
	QueueWaiting  = Text{"En attente", "Pending"}
	QueueChanged  = Text{"Modifiées", "Changed"}
	QueueApproved = Text{"Approuvées", "Approved"}
	QueueRefused  = Text{"Renvoyées ou refusées", "Sent back or declined"} // timesheets are sent back, leave is declined
	QueueMain     = Text{"Feuilles et congés", "Timesheets and leave"}
	QueueSheets   = Text{"Feuilles", "Timesheets"}
	QueueLeave    = Text{"Congés", "Leave"}
	QueueExpenses = Text{"Dépenses des feuilles", "Timesheet expenses"}
	QueuePlace    = Text{"%s sur %s", "%s of %s"}
	QueuePrevious = Text{"Précédent : %s", "Previous: %s"}
	QueueNext     = Text{"Suivant : %s", "Next: %s"}
	QueueStart    = Text{"Début de la liste", "Start of list"}
	QueueMore     = Text{"Suivants", "Next"}
	QueueSub      = Count{
		Text{"%s élément attend votre décision", "%s item needs your decision"},
		Text{"%s éléments attendent votre décision", "%s items need your decision"}}
	QueueSubNone = Text{"Rien n’attend votre décision", "Nothing needs your decision"}
	QueueDecided = Text{"Les décisions restent affichées 30 jours.", "Decisions stay here for 30 days."}
	QueueExpNote = Text{"Dépenses des feuilles en attente. L’approbation d’une feuille vaut aussi pour ses dépenses.",
		"Expenses on timesheets awaiting approval. Approving a timesheet also approves its expenses."}

	QueueNone     = Text{"Vous êtes à jour", "You’re all caught up"}
	QueueNoneText = Text{"Les feuilles de temps et les demandes de congé de votre équipe s’afficheront ici, les plus anciennes d’abord.",
		"Timesheets and leave requests from your team will show up here, oldest first."}
	QueueNoneElse     = Text{"Rien ici", "Nothing here"}
	QueueNoneElseText = Text{"Aucun élément n’est dans cet état.", "No items have this status."}

	QueueSheetsIn   = Text{"Feuilles de la période %s", "Timesheets for %s"} // a period
	QueueSheetOf    = Text{"Feuille de temps", "Timesheet"}
	QueueSheetIn    = Text{"Feuille de la période %s", "Timesheet %s"}
	QueueExpenseOf  = Text{"Dépense", "Expense"}
	QueueEscalated  = Text{"Transmise à la direction", "Escalated"}
	QueueCancelled  = Text{"Annulée", "Cancelled"}
	QueueChangedOne = Text{"Modifiée", "Changed"}
	QueueReturned   = Text{"Renvoyée", "Sent back"}

	QueueOpenSheet    = Text{"Ouvrir la feuille", "Open timesheet"}
	QueueWeeks        = Text{"Heures par semaine", "Hours by week"}
	QueueWeekCol      = Text{"Semaine", "Week"}
	QueueAbsent       = Text{"Congé", "Leave"}
	QueueBoth         = Text{"Les deux semaines", "Both weeks"}
	QueueSpent        = Text{"Dépenses de la feuille", "Timesheet expenses"}
	QueueChanges      = Text{"Depuis l’approbation", "Since approval"}
	QueueChangesBy    = Text{"%s a approuvé la feuille le %s. Depuis\u00a0:", "%s approved this on %s. Since then:"}
	QueueChangesByYou = Text{"Vous avez approuvé la feuille le %s. Depuis\u00a0:", "You approved this on %s. Since then:"}
	QueueDays         = Text{"Du %s au %s", "From %s to %s"}
	QueueTakes        = Text{"Heures de travail touchées", "Duration"}
	QueueWhen         = Text{"Quand", "When"}
	QueueAway         = Text{"Aussi en congé", "Also on leave"}
	QueueAwayNone     = Text{"Personne d’autre dans l’équipe", "No one else on the team"}
	QueueAwayMore     = Count{Text{"et %s autre personne", "and %s other"}, Text{"et %s autres personnes", "and %s others"}}
	QueueAsked        = Text{"demandé", "requested"}
	QueueFor          = Text{"Description", "Description"}

	QueueDecision = Text{"Décision", "Decision"}
	QueueNote     = Text{"Note", "Note"}
	QueueNoteHint = Text{"La personne verra cette note. Obligatoire pour refuser ou renvoyer.",
		"The employee will see this note. Required to decline or send back."}
	NoteToReturn    = Text{"Note (requise pour renvoyer)", "Note (required to send back)"}
	NoteToRefuse    = Text{"Note (obligatoire pour refuser)", "Note (required to decline)"}
	QueueNoteNeeded = Text{"Expliquez pourquoi, pour que la personne sache quoi faire.", "Explain why, so the employee knows what to do."}
	QueueRefuse     = Text{"Refuser", "Decline"}
	QueueReturn     = Text{"Renvoyer", "Send back"}
	QueueEscalate   = Text{"Transmettre à la direction", "Escalate"}
	QueueWithdraw   = Text{"Retirer l’approbation", "Remove approval"}
	QueueCancel     = Text{"Annuler le congé", "Cancel leave"}
	QueueSelect     = Text{"Sélectionner %s", "Select %s"}
	QueueMany       = Text{"Approuver la sélection", "Approve selected"}
	QueueSubmitted  = Text{"soumises %s", "submitted %s"} // how long ago
	QueueReceived   = Text{"reçus %s", "received %s"}
	QueueAge        = Text{"Éléments reçus %s", "Items received %s"}
	QueueTicked     = Text{"Approuver %s", "Approve %s"}
	// The first %s is how many are ticked, the second how many of them need a review.
	QueueTickedSheets = Count{Text{"Approuver %s feuille", "Approve %s timesheet"}, Text{"Approuver %s feuilles", "Approve %s timesheets"}}
	QueueTickedLeave  = Count{Text{" et %s congé", " and %s leave request"}, Text{" et %s congés", " and %s leave requests"}} // after it
	QueueTickedCheck  = Text{"Approuver %s, dont %s à vérifier…", "Approve %s, including %s to review…"}
	QueueLeftToCheck  = Count{Text{"%s reste à vérifier", "%s left for review"}, Text{"%s restent à vérifier", "%s left for review"}}
	QueueAskMany      = Count{Text{"Approuver %s élément?", "Approve %s item?"}, Text{"Approuver %s éléments?", "Approve %s items?"}}
	QueueTickAll      = Text{"Tout cocher", "Select all"}
	QueueTickBut      = Count{
		Text{"Tout cocher, sauf l’élément à vérifier", "Select all except the one that needs review"},
		Text{"Tout cocher, sauf les %s à vérifier", "Select all except the %s that need review"}}
	QueueTickReady     = Count{Text{"Cocher la feuille prête", "Select the ready timesheet"}, Text{"Cocher les %s feuilles prêtes", "Select the %s ready timesheets"}}
	QueueTickReadyHere = Count{Text{"Cocher la feuille prête de cette page", "Select the ready timesheet on this page"},
		Text{"Cocher les %s feuilles prêtes de cette page", "Select the %s ready timesheets on this page"}}
	QueueApproveAll = Count{Text{"Approuver", "Approve"}, Text{"Approuver les %s", "Approve all %s"}}
	QueueClear      = Text{"Tout décocher", "Clear selection"}
	QueueApproveOf  = Text{"Approuver : %s", "Approve: %s"}
	QueueHeading    = Text{"Approbations (%s)", "Approvals (%s)"}

	QueueDidApprove  = Text{"Approuvé : %s.", "Approved: %s."}
	QueueDidRefuse   = Text{"Refusé : %s.", "Declined: %s."}
	QueueDidReturn   = Text{"Feuille renvoyée : %s.", "Timesheet sent back: %s."}
	QueueDidWithdraw = Text{"Approbation retirée : %s.", "Approval removed: %s."}
	QueueDidCancel   = Text{"Congé annulé : %s.", "Leave cancelled: %s."}
	QueueDidEscalate = Text{"Transmis à la direction : %s.", "Escalated: %s."}
	QueueDidMany     = Count{Text{"%s élément approuvé.", "%s item approved."}, Text{"%s éléments approuvés.", "%s items approved."}}
	QueueUndone      = Count{Text{"%s élément remis dans son état précédent.", "%s item restored to its previous status."},
		Text{"%s éléments remis dans leur état précédent.", "%s items restored to their previous status."}}
	QueueLeft = Count{Text{"%s élément inchangé", "%s item left unchanged"},
		Text{"%s éléments inchangés", "%s items left unchanged"}}
	QueuePickSome = Text{"Sélectionnez au moins un élément.", "Select at least one item."}

	DidAskLeave      = Text{"a demandé le congé", "requested leave"}
	DidAskAgain      = Text{"a redemandé le congé", "requested leave again"}
	DidChangeLeave   = Text{"a modifié la demande", "changed the request"}
	DidApproveLeave  = Text{"a approuvé le congé", "approved this leave"}
	DidRefuseLeave   = Text{"a refusé le congé", "declined this leave"}
	DidCancelLeave   = Text{"a annulé le congé", "cancelled this leave"}
	DidEscalateLeave = Text{"a transmis la demande à la direction", "escalated the request"}
)

// Texts of what an approver decides about, in the queue and on the page of a timesheet.
var (
	NotePlaceholder = Text{"Note (par exemple\u00a0: vu avec Anne)", "Note (for example, checked with Anne)"}
	DeltaMore       = Text{"%s de plus qu’à la période précédente (%s)", "%s more than in the previous period (%s)"}
	DeltaLess       = Text{"%s de moins qu’à la période précédente (%s)", "%s less than in the previous period (%s)"}
	DeltaSame       = Text{"Autant qu’à la période précédente (%s)", "Same as in the previous period (%s)"}
	TimeSentBack    = Text{"Feuille renvoyée.", "Timesheet sent back."}
)
