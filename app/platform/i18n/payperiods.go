package i18n

// Texts of the pay-period overview.
var (
	BoardTitle     = Text{"Période %s", "Period %s"}
	BoardCrew      = Text{"Votre équipe", "Your crew"}
	BoardEveryone  = Text{"Tout le personnel", "Everyone"}
	BoardCrewOf    = Text{"Équipe de %s", "Crew of %s"}
	BoardDirect    = Text{"Relèvent de moi", "Direct reports"}
	BoardSubtree   = Text{"Toute l’équipe", "Whole crew"}
	BoardWhose     = Text{"Équipe affichée", "Crew shown"}
	BoardAllCrews  = Text{"Toutes les équipes", "All crews"}
	BoardWeeks     = Text{"Par semaine", "By week"}
	BoardFortnight = Text{"Deux semaines", "Two weeks"}
	BoardDetail    = Text{"Détail des heures", "Detail of hours"}
	BoardSearch    = Text{"Chercher par nom", "Search by name"}
	BoardFilter    = Text{"Appliquer", "Apply"}
	BoardViews     = Text{"Filtrer par état", "Filter by state"}
	BoardTable     = Text{"Heures, dépenses et état de chaque personne pour la période",
		"Hours, expenses and state of each person in the period"}

	BoardApproved     = Text{"Feuilles approuvées", "Sheets approved"}
	BoardOf           = Text{"de %s", "of %s"}
	BoardHours        = Text{"Heures travaillées", "Hours worked"}
	BoardOvertime     = Text{"Heures supplémentaires", "Overtime"}
	BoardExpenses     = Text{"Dépenses", "Expenses"}
	BoardKmNote       = Text{"dont %s parcourus", "%s driven"}
	BoardPeopleCount  = Count{Text{"%s personne", "%s person"}, Text{"%s personnes", "%s people"}}
	BoardOverPeople   = Count{Text{"chez %s personne", "%s person"}, Text{"chez %s personnes", "%s people"}}
	BoardEveningNote  = Text{"soir %s · urgence %s", "evening %s · emergency %s"}
	BoardNobodyOver   = Text{"personne ne dépasse le seuil", "nobody is over the threshold"}
	BoardNothingSpent = Text{"aucun déplacement", "no mileage"}

	ColEmployee  = Text{"Personne", "Person"}
	ColDays      = Text{"Par jour", "By day"}
	ColRegular   = Text{"Régulier", "Regular"}
	ColEvening   = Text{"Soir", "Evening"}
	ColEmergency = Text{"Urgence", "Emergency"}
	ColOvertime  = Text{"Suppl.", "Overtime"}
	ColTotal     = Text{"Total", "Total"}
	ColExpenses  = Text{"Dépenses", "Expenses"}
	ColMileage   = Text{"Distance", "Mileage"}
	ColState     = Text{"État", "State"}
	ColActions   = Text{"Actions", "Actions"}
	ColWeek      = Text{"%s, semaine %d", "%s, week %d"}
	ColWeekShort = Text{"S%d", "W%d"}
	ColTotals    = Text{"Total", "Total"}
	DaysSpoken   = Text{"Heures par jour : %s", "Hours by day: %s"}

	PersonNoHours     = Text{"%s n’a rien inscrit pour cette période", "%s hasn’t entered anything for this period"}
	PersonNoHoursText = Text{"Vous pouvez inscrire ses heures à sa place. La personne sera avisée quand sa feuille sera approuvée.",
		"You can enter their hours for them. They’ll be notified when the timesheet is approved."}
	PersonEnter   = Text{"Inscrire ses heures", "Enter their hours"}
	PersonProfile = Text{"Voir le dossier", "View record"}

	TabAll   = Text{"Tout le monde", "Everyone"}
	TabLook  = Text{"À vérifier", "To check"}
	TabReady = Text{"Prêtes", "Ready"}
	TabOpen  = Text{"En cours", "In progress"}
	TabDone  = Text{"Approuvées", "Approved"}

	GroupLook  = Text{"À vérifier avant d’approuver", "To check before approving"}
	GroupReady = Text{"Prêtes à approuver", "Ready to approve"}
	GroupOpen  = Text{"Rien à faire pour l’instant", "Nothing to do for now"}
	GroupDone  = Text{"Approuvées", "Approved"}

	WarnChanged      = Text{"modifiée depuis l’approbation", "changed since approval"}
	WarnNoSheet      = Text{"aucune heure inscrite", "no hours entered"}
	WarnLongDay      = Text{"journée de %s", "day of %s"}
	WarnMissing      = Count{Text{"%s jour sans heures", "%s day without hours"}, Text{"%s jours sans heures", "%s days without hours"}}
	WarnOver         = Text{"%s suppl.", "%s overtime"}
	WarnNotSubmitted = Text{"pas encore soumise", "not submitted yet"}
	WhyOwn           = Text{"votre propre feuille : une autre personne doit l’approuver", "your own sheet: someone else must approve it"}
	WhyOpen          = Text{"encore en cours", "still in progress"}
	OnLeaveNote      = Text{"en congé", "on leave"}
	NoActivityNote   = Text{"rien à approuver", "nothing to approve"}
	MoreSheets       = Text{"feuille %d", "sheet %d"}

	DecideReady = Count{
		Text{"%s feuille est prête", "%s sheet is ready"},
		Text{"%s feuilles sont prêtes", "%s sheets are ready"}}
	DecideReadyText = Text{"Soumises, complètes, sans heures supplémentaires ni changement depuis une approbation.",
		"Submitted, complete, without overtime or changes since an approval."}
	DecideClean = Count{
		Text{"Approuver celle qui est prête", "Approve the ready one"},
		Text{"Approuver les %s prêtes", "Approve the %s ready ones"}}
	DecideAll = Count{
		Text{"Approuver celle qui reste…", "Approve the one left…"},
		Text{"Approuver les %s qui restent…", "Approve all %s left…"}}
	DecideOthers = Count{
		Text{"%s autre, à vérifier ou pas encore soumise, ne sera pas touchée.", "%s other, to check or not submitted yet, is left alone."},
		Text{"%s autres, à vérifier ou pas encore soumises, ne seront pas touchées.",
			"%s others, to check or not submitted yet, are left alone."}}
	DecideNone     = Text{"Aucune feuille n’est prête pour l’instant", "No sheet is ready right now"}
	DecideNoneText = Text{"Celles qui restent sont à vérifier, ou pas encore soumises.",
		"Those that are left are to check, or not submitted yet."}
	DecideDone      = Text{"Tout est approuvé", "Everything is approved"}
	DecideDoneText  = Text{"La paie peut prendre la suite.", "Payroll can take it from here."}
	DecideEmpty     = Text{"Rien à approuver dans cette période", "Nothing to approve in this period"}
	DecideEmptyText = Text{"Personne n’y a inscrit d’heures ni de dépenses.", "Nobody has entered hours or expenses in it."}
	DecideOther     = Text{"Rien à approuver dans cette liste", "Nothing to approve in this list"}

	AskAllTitle = Count{Text{"Approuver la feuille ?", "Approve the sheet?"}, Text{"Approuver les %s feuilles ?", "Approve all %s sheets?"}}
	AskAllText  = Text{"Y compris celles-ci, à vérifier ou pas encore soumises :", "Including these, to check or not submitted yet:"}
	AskAllUndo  = Text{"Vous pourrez défaire juste après.", "You can undo it right after."}
	AskAllDo    = Count{Text{"Approuver la feuille", "Approve the sheet"}, Text{"Approuver les %s feuilles", "Approve all %s sheets"}}

	DoneTitle   = Count{Text{"%s feuille approuvée", "%s sheet approved"}, Text{"%s feuilles approuvées", "%s sheets approved"}}
	DoneSkipped = Count{Text{"%s personne laissée de côté", "%s person left aside"},
		Text{"%s personnes laissées de côté", "%s people left aside"}}
	DoneNoSkip = Text{"Personne n’a été laissé de côté.", "Nobody was left aside."}
	DoneUndo   = Text{"Défaire ces approbations", "Undo these approvals"}
	DoneUndone = Count{Text{"%s approbation retirée.", "%s approval withdrawn."},
		Text{"%s approbations retirées.", "%s approvals withdrawn."}}
	DoneStood   = Text{"Rien à retirer : tout a déjà changé.", "Nothing to withdraw: it has all changed already."}
	DoneNothing = Text{"Rien n’a été approuvé : les feuilles ont changé entre-temps.",
		"Nothing was approved: the sheets have changed meanwhile."}

	DoneOutdated = Text{"Ce qui a changé depuis l’affichage de la page n’a pas été approuvé. Vérifiez de nouveau.",
		"Anything that changed after this page loaded was not approved. Please check again."}
	RowOutdated = Text{"Feuille non approuvée : %s. Elle a changé depuis l’affichage de la page. Vérifiez-la de nouveau.",
		"Timesheet not approved: %s. It changed after this page loaded. Please check it again."}
	RowApproved  = Text{"Feuille approuvée : %s", "Sheet approved: %s"}
	RowWithdrawn = Text{"Approbation retirée : %s", "Approval withdrawn: %s"}
	ApproveOf    = Text{"Approuver la feuille : %s", "Approve timesheet: %s"}
	WithdrawOf   = Text{"Retirer l’approbation : %s", "Withdraw approval: %s"}
	ReadyRow     = Text{"Prête", "Ready"}

	BoardNobody     = Text{"Personne ici", "Nobody here"}
	BoardNobodyText = Text{"Aucune personne ne correspond à ce filtre.", "Nobody fits this filter."}
	BoardClear      = Text{"Tout montrer", "Show everyone"}
	BoardPaged      = Text{"%s – %s de %s", "%s – %s of %s"}
	ExportCSV       = Text{"CSV", "CSV"}
	ExportXLSX      = Text{"Excel", "Excel"}
	PrintAll        = Text{"Version à imprimer", "Print version"}
	PrintedAt       = Text{"Imprimé le %s", "Printed %s"}
)
