package i18n

// Texts of the approval queue.
var (
	QueueTitle    = Text{"Approbations", "Approvals"}
	QueueShort    = Text{"Décisions", "Approvals"}
	QueueCount    = Text{"en attente", "waiting"}
	QueueTabs     = Text{"États", "States"}
	QueueKinds    = Text{"Genres", "Kinds"}
	QueueList     = Text{"Liste des approbations", "List of approvals"}
	QueueWaiting  = Text{"En attente", "Waiting"}
	QueueChanged  = Text{"Modifiées depuis l’approbation", "Changed since approval"}
	QueueApproved = Text{"Approuvées", "Approved"}
	QueueRefused  = Text{"Refusées", "Refused"}
	QueueMain     = Text{"Feuilles et congés", "Sheets and leave"}
	QueueSheets   = Text{"Feuilles", "Timesheets"}
	QueueLeave    = Text{"Congés", "Leave"}
	QueueExpenses = Text{"Dépenses", "Expenses"}
	QueueBack     = Text{"Revenir aux approbations", "Back to approvals"}
	QueueStart    = Text{"Début de la liste", "Beginning of the list"}
	QueueMore     = Text{"La suite", "More"}
	QueueSub      = Count{Text{"%s élément attend votre décision", "%s item waits for your decision"},
		Text{"%s éléments attendent votre décision", "%s items wait for your decision"}}
	QueueSubNone = Text{"Rien n’attend votre décision", "Nothing waits for your decision"}
	QueueDecided = Text{"Ce qui a été décidé reste ici trente jours.", "What was decided stays here for thirty days."}
	QueueExpNote = Text{"Les dépenses des feuilles en attente. L’approbation d’une feuille approuve aussi ses dépenses.",
		"The expenses of waiting sheets. Approving a sheet approves its expenses as well."}

	QueueNone     = Text{"Tout est décidé", "All decided"}
	QueueNoneText = Text{"Les feuilles soumises et les congés demandés par votre équipe apparaîtront ici, les plus anciens d’abord.",
		"Sheets that your team submits and leave that it asks for will show up here, oldest first."}
	QueueNoneElse     = Text{"Rien ici", "Nothing here"}
	QueueNoneElseText = Text{"Aucun élément n’est dans cet état.", "No item is in this state."}

	QueueSheetOf    = Text{"Feuille de temps", "Timesheet"}
	QueueSheetIn    = Text{"Feuille %s", "Sheet %s"}
	QueueLeaveOf    = Text{"Congé", "Leave"}
	QueueExpenseOf  = Text{"Dépense", "Expense"}
	QueueEscalated  = Text{"Transmise", "Passed on"}
	QueueOpen       = Text{"Non soumise", "Not submitted"}
	QueueCancelled  = Text{"Annulée", "Cancelled"}
	QueueChangedOne = Text{"Modifiée depuis", "Changed"}
	QueueReturned   = Text{"Renvoyée", "Sent back"}

	QueueOpenSheet = Text{"Ouvrir la feuille", "Open the sheet"}
	QueueOpenLeave = Text{"Voir au calendrier", "See in the calendar"}
	QueueWeek      = Text{"Semaine du %s", "Week of %s"}
	QueueWeeks     = Text{"Heures par semaine", "Hours by week"}
	QueueWeekCol   = Text{"Semaine", "Week"}
	QueueAbsent    = Text{"Congé", "Leave"}
	QueueBoth      = Text{"Les deux semaines", "Both weeks"}
	QueueSpent     = Text{"Dépenses de la feuille", "Expenses of the sheet"}
	QueueSpentMore = Count{Text{"et %s autre", "and %s more"}, Text{"et %s autres", "and %s more"}}
	QueueComment   = Text{"Commentaire", "Comment"}
	QueueChanges   = Text{"Depuis l’approbation", "Since the approval"}
	QueueHistory   = Text{"Historique", "History"}
	QueueDays      = Text{"Du %s au %s", "From %s to %s"}
	QueueTakes     = Text{"Heures de travail", "Working hours"}
	QueueWhen      = Text{"Quand", "When"}
	QueueKind      = Text{"Genre", "Kind"}
	QueueCode      = Text{"Code de paie", "Pay code"}
	QueueAway      = Text{"Aussi en congé", "Also away"}
	QueueAwayNone  = Text{"Personne d’autre de l’équipe", "Nobody else of the team"}
	QueueAwayMore  = Count{Text{"et %s autre personne", "and %s other"}, Text{"et %s autres personnes", "and %s others"}}
	QueueAsked     = Text{"demandé", "requested"}
	QueueFor       = Text{"Raison", "For"}

	QueueDecision = Text{"Décision", "Decision"}
	QueueNote     = Text{"Note", "Note"}
	QueueNoteHint = Text{"La personne peut la lire. Nécessaire pour refuser ou renvoyer.",
		"The person can read it. Needed to refuse or send back."}
	QueueNoteNeeded = Text{"Dites pourquoi, pour que la personne sache quoi faire.", "Say why, so that the person knows what to do."}
	QueueApprove    = Text{"Approuver", "Approve"}
	QueueRefuse     = Text{"Refuser", "Refuse"}
	QueueReturn     = Text{"Renvoyer", "Send back"}
	QueueEscalate   = Text{"Transmettre", "Pass on"}
	QueueWithdraw   = Text{"Retirer l’approbation", "Withdraw the approval"}
	QueueCancel     = Text{"Annuler le congé", "Cancel the leave"}
	QueueSelect     = Text{"Choisir %s", "Select %s"}
	QueueMany       = Text{"Approuver la sélection", "Approve the selected"}
	QueueSelected   = Text{"Cochez pour approuver en lot", "Select to approve in bulk"}
	QueueTicked     = Text{"Approuver %s", "Approve %s"}
	QueueTickAll    = Text{"Tout cocher", "Select all"}
	QueueClear      = Text{"Tout décocher", "Clear"}
	QueueApproveOf  = Text{"Approuver : %s", "Approve: %s"}
	QueueHeading    = Text{"Approbations (%s)", "Approvals (%s)"}

	QueueDidApprove  = Text{"Approuvé : %s.", "Approved: %s."}
	QueueDidRefuse   = Text{"Refusé : %s.", "Refused: %s."}
	QueueDidReturn   = Text{"Feuille renvoyée : %s.", "Sheet sent back: %s."}
	QueueDidWithdraw = Text{"Approbation retirée : %s.", "Approval withdrawn: %s."}
	QueueDidCancel   = Text{"Congé annulé : %s.", "Leave cancelled: %s."}
	QueueDidEscalate = Text{"Transmis : %s.", "Passed on: %s."}
	QueueDidMany     = Count{Text{"%s élément approuvé.", "%s item approved."}, Text{"%s éléments approuvés.", "%s items approved."}}
	QueueUndone      = Count{Text{"%s élément remis dans son état précédent.", "%s item is back to its previous status."},
		Text{"%s éléments remis dans leur état précédent.", "%s items are back to their previous status."}}
	QueueLeft = Count{Text{"%s élément laissé tel quel", "%s item left as it was"},
		Text{"%s éléments laissés tels quels", "%s items left as they were"}}
	QueuePickSome = Text{"Cochez au moins une ligne.", "Select at least one row."}

	DidAskLeave      = Text{"a demandé le congé", "asked for the leave"}
	DidAskAgain      = Text{"a redemandé le congé", "asked again for the leave"}
	DidChangeLeave   = Text{"a modifié la demande", "changed the request"}
	DidApproveLeave  = Text{"a approuvé le congé", "approved the leave"}
	DidRefuseLeave   = Text{"a refusé le congé", "refused the leave"}
	DidCancelLeave   = Text{"a annulé le congé", "cancelled the leave"}
	DidEscalateLeave = Text{"a transmis la demande", "passed the request on"}
)
