package i18n

// Texts of the pay-period overview.
var (
	BoardTitle     = Text{"Période %s", "Period %s"}
	PeriodPayDay   = Text{"paie le %s", "payday %s"}
	BoardCrew      = Text{"Votre équipe", "Your team"}
	BoardEveryone  = Text{"Tout le personnel", "Everyone"}
	BoardDirect    = Text{"Équipe directe", "Direct reports"}
	BoardSubtree   = Text{"Toute l’équipe", "Whole team"}
	BoardWhose     = Text{"Équipe affichée", "Team shown"}
	BoardAllCrews  = Text{"Toutes les équipes", "All teams"}
	BoardWeeks     = Text{"Par semaine", "By week"}
	BoardFortnight = Text{"Deux semaines", "Two weeks"}
	BoardDetail    = Text{"Détail des heures", "Hours breakdown"}
	BoardSearch    = Text{"Filtrer par nom", "Filter by name"}
	BoardLegend    = Text{"Signification des couleurs", "What the colours mean"}
	BoardViews     = Text{"Filtrer par état", "Filter by status"}
	BoardTable     = Text{"Heures, dépenses et état de chaque personne pour la période",
		"Hours, expenses and status for each person in the period"}

	BoardApproved = Text{"Feuilles approuvées", "Timesheets approved"}
	BoardOf       = Text{"sur %s", "of %s"}
	BoardWithout  = Count{Text{"%s personne sans heures", "%s person without hours"},
		Text{"%s personnes sans heures", "%s people without hours"}}
	BoardHours        = Text{"Heures travaillées", "Hours worked"}
	BoardOvertime     = Text{"Heures supplémentaires", "Overtime"}
	BoardExpenses     = Text{"Dépenses", "Expenses"}
	BoardKmNote       = Text{"Kilométrage : %s", "%s driven"}
	BoardPeopleCount  = Count{Text{"%s personne", "%s person"}, Text{"%s personnes", "%s people"}}
	BoardOverPeople   = Count{Text{"pour %s personne", "%s person"}, Text{"pour %s personnes", "%s people"}}
	BoardEveningNote  = Text{"soir %s · urgence %s", "evening %s · emergency %s"}
	BoardNobodyOver   = Text{"personne ne dépasse le seuil", "no one is over the limit"}
	BoardNothingSpent = Text{"aucun kilométrage", "no mileage"}

	ColEmployee  = Text{"Personne", "Person"}
	ColDays      = Text{"Par jour", "By day"}
	ColRegular   = Text{"Normal", "Regular"}
	ColEvening   = Text{"Soir", "Evening"}
	ColEmergency = Text{"Urgence", "Emergency"}
	ColOvertime  = Text{"Suppl.", "Overtime"}
	ColTotal     = Text{"Total", "Total"}
	ColExpenses  = Text{"Dépenses", "Expenses"}
	ColMileage   = Text{"Kilométrage", "Mileage"}
	ColState     = Text{"État", "Status"}
	ColActions   = Text{"Actions", "Actions"}
	ColWeek      = Text{"%s, semaine %d", "%s, week %d"}
	ColWeekShort = Text{"S%d", "W%d"}
	DaysSpoken   = Text{"Heures par jour : %s", "Hours by day: %s"}

	PersonNoHours     = Text{"%s n’a saisi aucune heure pour cette période", "%s hasn’t entered any hours for this period"}
	PersonNoHoursText = Text{"Vous pouvez saisir ses heures à sa place. La personne sera avisée quand sa feuille sera approuvée.",
		"You can enter their hours for them. They’ll be notified when the timesheet is approved."}
	PersonEnter   = Text{"Saisir ses heures", "Enter their hours"}
	PersonProfile = Text{"Voir le dossier", "View record"}

	TabAll        = Text{"Tout le personnel", "Everyone"}
	TabLook       = Text{"À vérifier", "Needs review"}
	TabReady      = Text{"Prêtes", "Ready"}
	TabIncomplete = Text{"À compléter", "Incomplete"}
	TabOpen       = Text{"Aucune action requise", "No action needed"}
	TabDone       = Text{"Approuvées", "Approved"}

	GroupLook       = Text{"À vérifier avant d’approuver", "Review before approving"}
	GroupReady      = Text{"Prêtes à approuver", "Ready to approve"}
	GroupIncomplete = Text{"À compléter par l’employé", "To be completed by the employee"}
	GroupOpen       = Text{"Aucune action requise pour l’instant", "No action needed for now"}
	GroupDone       = Text{"Approuvées", "Approved"}

	WarnChanged      = Text{"modifiée depuis l’approbation", "changed since approval"}
	WarnNoSheet      = Text{"aucune heure saisie", "no hours entered"}
	WarnLongDay      = Text{"journée de %s", "long day of %s"}
	WarnMissing      = Count{Text{"%s\u00a0jour sans heures", "%s day with no hours"}, Text{"%s\u00a0jours sans heures", "%s days with no hours"}}
	WarnFuture       = Count{Text{"%s\u00a0jour à venir", "%s day in the future"}, Text{"%s\u00a0jours à venir", "%s days in the future"}}
	WarnLeftOut      = Text{"au-delà du seuil, hors heures suppl.\u00a0: %s", "%s over the overtime limit, not counted as overtime"}
	RowOvertime      = Text{"Heures supplémentaires à vérifier", "Overtime to check"}
	WarnOver         = Text{"%s suppl.", "%s overtime"}
	WarnLeave        = Count{Text{"%s\u00a0jour de congé en attente", "%s day of leave pending"}, Text{"%s\u00a0jours de congé en attente", "%s days of leave pending"}}
	WarnNotSubmitted = Text{"pas encore soumise", "not submitted yet"}
	WhyOwn           = Text{"votre feuille\u00a0: une autre personne doit l’approuver",
		"your own timesheet: someone else must approve it"}
	DecideOwnText = Text{"Il reste votre feuille\u00a0: une autre personne doit l’approuver.",
		"Only your own timesheet is left. Someone else must approve it."}
	WhyOpen        = Text{"encore en cours", "still in progress"}
	LegendDay      = Text{"De jour", "Daytime"}
	LegendLate     = Text{"Soir et urgence", "Evening and emergency"}
	LegendLong     = Text{"Jour de plus de 16\u00a0h", "Day over 16\u00a0h"}
	LegendLine     = Text{"Repère de 12\u00a0h", "12\u00a0h mark"} // beside a piece of the line
	LegendMissing  = Text{"Sans heures", "No hours"}
	OnLeaveNote    = Text{"en congé", "on leave"}
	NoActivityNote = Text{"rien à approuver", "nothing to approve"}
	MoreSheets     = Text{"feuille %d", "timesheet %d"}

	DecideReady = Count{
		Text{"%s feuille est prête", "%s timesheet is ready"},
		Text{"%s feuilles sont prêtes", "%s timesheets are ready"}}
	DecideReadyText = Text{"Soumises et complètes, sans heures supplémentaires, et inchangées si elles avaient été approuvées.",
		"Submitted and complete, without overtime, and unchanged if approved before."}
	DecideClean = Count{
		Text{"Approuver cette feuille", "Approve this timesheet"},
		Text{"Approuver les %s", "Approve all %s"}}
	DecideAll = Count{
		Text{"Approuver %s feuille soumise…", "Approve %s submitted timesheet…"},
		Text{"Approuver les %s feuilles soumises…", "Approve all %s submitted timesheets…"}}
	DecideOthers = Count{
		Text{"%s\u00a0autre, à vérifier ou pas encore soumise, ne sera pas approuvée.",
			"%s other needs review or hasn’t been submitted yet. It won’t be approved."},
		Text{"%s\u00a0autres, à vérifier ou pas encore soumises, ne seront pas approuvées.",
			"%s others need review or haven’t been submitted yet. They won’t be approved."}}
	DecideUnready = Count{
		Text{"%s feuille en attente d’approbation, à vérifier d’abord", "%s timesheet is awaiting approval but isn’t ready"},
		Text{"%s feuilles en attente d’approbation, toutes à vérifier d’abord", "%s timesheets are awaiting approval, but none are ready"}}
	DecideUnreadyText = Text{"À vérifier avant d’approuver\u00a0: les raisons sont sous les noms.",
		"Review before approving: the reasons are under the names."}
	DecideDrafts = Count{
		Text{"%s feuille n’est pas encore soumise", "%s timesheet hasn’t been submitted yet"},
		Text{"%s feuilles ne sont pas encore soumises", "%s timesheets haven’t been submitted yet"}}
	DecideLate = Count{Text{"%s personne n’a pas soumis sa feuille", "%s person hasn’t submitted their timesheet"},
		Text{"%s personnes n’ont pas soumis leur feuille", "%s people haven’t submitted their timesheets"}}
	DecideLateNone   = Text{" (%s sans heures)", " (%s without hours)"}
	DecideDraftsText = Text{"Aucune n’est prête à approuver.", "None are ready to approve."}
	DecideSoFar      = Text{"Toutes les feuilles soumises sont approuvées", "Every submitted timesheet is approved"}
	DecideUnsent     = Count{Text{"%s personne n’a pas encore soumis ses heures.", "%s person hasn’t submitted their hours yet."},
		Text{"%s personnes n’ont pas encore soumis leurs heures.", "%s people haven’t submitted their hours yet."}}
	DecideDone      = Text{"Tout est approuvé", "Everything is approved"}
	DecideDoneText  = Text{"La paie peut prendre le relais.", "Payroll can take it from here."}
	DecidePayroll   = Text{"Passer à la paie", "Go to payroll"}
	DecideEmpty     = Text{"Rien à approuver pour cette période", "Nothing to approve for this period"}
	DecideEmptyText = Text{"Personne n’y a saisi d’heures ni de dépenses.", "No one has entered hours or expenses."}

	EarlierToApprove = Count{Text{"%s feuille à approuver", "%s timesheet to approve"},
		Text{"%s feuilles à approuver", "%s timesheets to approve"}}

	AskAllTitle = Count{Text{"Approuver %s feuille?", "Approve %s timesheet?"}, Text{"Approuver %s feuilles?", "Approve %s timesheets?"}}
	AskAllText  = Text{"Y compris celles-ci, qui sont à vérifier :", "Including these, which need review:"}
	AskAllUndo  = Text{"Vous pourrez défaire cette action juste après.", "You can undo this right after."}

	DoneTitle   = Count{Text{"%s feuille approuvée", "%s timesheet approved"}, Text{"%s feuilles approuvées", "%s timesheets approved"}}
	DoneSkipped = Count{Text{"%s personne omise", "%s person skipped"},
		Text{"%s personnes omises", "%s people skipped"}}
	DoneNoSkip = Text{"Aucune personne n’a été omise.", "No one was skipped."}
	DoneUndo   = Text{"Défaire ces approbations", "Undo these approvals"}
	DoneUndone = Count{Text{"%s approbation retirée.", "%s approval removed."},
		Text{"%s approbations retirées.", "%s approvals removed."}}
	DoneStood   = Text{"Rien à défaire\u00a0: les feuilles ont changé entre-temps.", "Nothing to undo: the timesheets have changed since then."}
	DoneNothing = Text{"Rien n’a été approuvé : les feuilles ont changé entre-temps.",
		"Nothing was approved: the timesheets changed in the meantime."}

	DoneOutdated = Text{"Ce qui a changé depuis l’affichage de la page n’a pas été approuvé. Vérifiez de nouveau.",
		"Anything that changed after this page loaded wasn’t approved. Check again."}
	RowOutdated = Text{"Feuille non approuvée\u00a0: %s. Elle a changé depuis l’affichage de la page. Vérifiez-la de nouveau.",
		"Timesheet not approved: %s. It changed after this page loaded. Check it again."}
	RowApproved  = Text{"Feuille approuvée\u00a0: %s.", "Timesheet approved: %s."}
	RowWithdrawn = Text{"Approbation retirée\u00a0: %s.", "Approval removed: %s."}
	ReviewDo     = Text{"Vérifier", "Review"}
	ReviewOf     = Text{"Vérifier la feuille : %s", "Review timesheet: %s"}
	ApproveOf    = Text{"Approuver la feuille : %s", "Approve timesheet: %s"}
	WithdrawOf   = Text{"Retirer l’approbation : %s", "Remove approval: %s"}

	BoardNoPeople     = Text{"Aucun employé pour cette période", "No employees in this period"}
	BoardNoPeopleText = Text{"Les heures s’afficheront ici dès que des employés auront été ajoutés.",
		"Hours will appear here once there are employees."}
	BoardNobody     = Text{"Aucun résultat", "No results"}
	BoardNobodyText = Text{"Changez le filtre ou affichez tout le monde.", "Change the filter, or show everyone."}
	BoardClear      = Text{"Tout afficher", "Show everyone"}
	BoardPaged      = Text{"%s à %s sur %s", "%s–%s of %s"}
	ExportCSV       = Text{"CSV", "CSV"}
	ExportXLSX      = Text{"Excel", "Excel"}
	PrintAll        = Text{"Version imprimable", "Printable version"}
)

// Texts of the details of a row, of the reminder and of the printed page.
var (
	RowDetails = Text{"Détail des heures : %s", "Hours breakdown: %s"}
	DecideMore = Text{"Options", "Options"}
	RowMenu    = Text{"Autres actions : %s", "Other actions: %s"}
	RemindDo   = Text{"Relancer", "Remind"}
	RemindOf   = Text{"Relancer : %s", "Remind: %s"}
	RemindAll  = Count{Text{"Relancer cette personne", "Remind this person"}, Text{"Relancer les %s", "Remind all %s"}}
	RemindLate = Count{Text{"Relancer la personne qui n’a pas soumis sa feuille", "Remind the person who hasn’t submitted"},
		Text{"Relancer les %s personnes qui n’ont pas soumis leur feuille", "Remind the %s people who haven’t submitted"}}
	RemindedAll = Count{Text{"%s personne a reçu un rappel aujourd’hui.", "%s person was reminded today."},
		Text{"%s personnes ont reçu un rappel aujourd’hui.", "%s people were reminded today."}}
	RemindedToday  = Text{"Rappel envoyé aujourd’hui", "Reminded today"}
	RemindedNobody = Text{"Aucun rappel envoyé : la feuille est déjà soumise ou un rappel a déjà été envoyé aujourd’hui.",
		"No reminder sent: the timesheet has already been submitted, or a reminder was already sent today."}
	RemindedNone   = Text{"Aucun rappel envoyé.", "No reminder sent."}
	RemindedNotYet = Count{Text{"%s personne ne peut pas encore se connecter.", "%s person can’t sign in yet."},
		Text{"%s personnes ne peuvent pas encore se connecter.", "%s people can’t sign in yet."}}
	RemindedInvite  = Text{"Inviter", "Invite"}
	RowCannotSignIn = Text{"Aucun rappel envoyé\u00a0: %s ne peut pas encore se connecter.", "No reminder sent: %s can’t sign in yet."}
	RowReminded     = Text{"Rappel envoyé\u00a0: %s.", "Reminder sent: %s."}
	RemindedMany    = Count{Text{"Rappel envoyé à %s personne.", "Reminder sent to %s person."},
		Text{"Rappel envoyé à %s personnes.", "Reminder sent to %s people."}}

	BoardReports = Text{"Rapports", "Reports"}
	BoardExport  = Text{"Télécharger la liste", "Download the list"}
	PrintedBy    = Text{"%s · imprimé le %s par %s", "%s · printed %s by %s"}
	SignedBy     = Text{"Approuvé par", "Approved by"}
	SignedOn     = Text{"Date", "Date"}
)
