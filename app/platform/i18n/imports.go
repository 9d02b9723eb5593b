package i18n

// Texts of the import of files.
var (
	Imp     = Text{"Importation", "Import"}
	ImpLead = Text{"Importez vos dossiers d’un autre système, en CSV ou en XLSX. Rien n’est enregistré avant votre confirmation.",
		"Import your records from another system, as CSV or XLSX. Nothing is saved until you confirm."}
	ImpOpen  = Text{"Importer", "Import"}
	ImpKinds = map[string]Text{"employees": {"Employés", "Employees"}, "customers": {"Clients de la paie", "Payroll customers"},
		"shifts": {"Quarts", "Shifts"}, "expenses": {"Dépenses", "Expenses"}, "leave": {"Congés", "Leave"}}
	ImpNotes = map[string]Text{
		"employees": {"Les dossiers existants sont retrouvés par leur numéro de paie. Indiquez les superviseurs par numéro de paie, par courriel ou par nom. L’ordre des lignes n’a pas d’importance. Sans colonne pour l’entreprise, les nouveaux employés sont rattachés à la même que les autres.",
			"Existing records are found by payroll number. Give each supervisor’s payroll number, email or name. The rows can be in any order. Without a company column, new employees get the same company as the others."},
		"customers": {"Les dossiers existants sont retrouvés par leur courriel\u00a0: aucun numéro de client n’est nécessaire.",
			"Existing records are found by email address: no customer number is needed."},
		"shifts": {"Les quarts des périodes passées, une ligne par quart. Indiquez le numéro ou le courriel de l’employé. Un quart identique à un quart existant n’est pas importé de nouveau.",
			"Shifts from past periods, one row per shift. Give each employee’s number or email. A shift identical to an existing one isn’t imported again."},
		"expenses": {"Les dépenses des périodes passées, en dollars. Une dépense identique à une dépense existante n’est pas importée de nouveau.",
			"Expenses from past periods, in dollars. An expense identical to an existing one isn’t imported again."},
		"leave": {"Les congés passés et à venir. Une date sans heure désigne toute la journée. Si l’état est vide, le congé est approuvé; écrivez «\u00a0Demandé\u00a0» pour le laisser en attente d’approbation.",
			"Past and upcoming leave. A date without a time means the whole day. If the status is blank, the leave is approved; enter “Requested” to keep it awaiting approval."}}
	ImpKind     = Text{"Que contient le fichier?", "What does the file contain?"}
	ImpFile     = Text{"Fichier CSV ou XLSX", "CSV or XLSX file"}
	ImpFileHint = Text{"100\u00a0Mo et 20\u00a0000\u00a0lignes au plus. La première ligne contient le nom des colonnes.",
		"At most 100 MB and 20,000 rows. The first row contains the column names."}
	ImpUpload    = Text{"Vérifier le fichier", "Check file"}
	ImpSamples   = Text{"Fichiers d’exemple", "Sample files"}
	ImpSampleOf  = Text{"Exemple %s : %s", "%s sample: %s"}
	ImpRecent    = Text{"Importations récentes", "Recent imports"}
	ImpNone      = Text{"Aucune importation", "No imports yet"}
	ImpNoneText  = Text{"Les fichiers que vous téléverserez apparaîtront ici.", "The files you upload will appear here."}
	ImpFileCol   = Text{"Fichier", "File"}
	ImpPasted    = Text{"Sans nom", "Unnamed"}
	ImpKindCol   = Text{"Contenu", "Content"}
	ImpStatusCol = Text{"État", "Status"}
	ImpByCol     = Text{"Par", "By"}
	ImpLinesCol  = Text{"Lignes", "Rows"}
	ImpTitle     = Text{"%s : %s", "%s: %s"}
	ImpSubtitle  = Text{"Téléversé par %s le %s", "Uploaded by %s on %s"}
	ImpStatuses  = map[string]Text{
		"mapping":  {"Colonnes à associer", "Columns to match"},
		"checking": {"Vérification en cours", "Checking"},
		"checked":  {"À confirmer", "Ready to confirm"},
		"applying": {"Enregistrement en cours", "Saving"},
		"applied":  {"Importé", "Imported"},
		"undone":   {"Annulé", "Undone"},
	}
	ImpProgress   = Text{"%s sur %s", "%s of %s"}
	ImpLeave      = Text{"Vous pouvez quitter cette page : l’opération se poursuit en arrière-plan.", "You can leave this page: processing continues in the background."}
	ImpRefresh    = Text{"Actualiser", "Refresh"}
	ImpColumns    = Text{"Colonnes", "Columns"}
	ImpColumnsTxt = Text{"Indiquez ce que contient chaque colonne. Vos choix serviront aussi la prochaine fois.",
		"Choose what each column contains. Your choices are remembered for next time."}
	ImpColumn      = Text{"Colonne « %s »", "Column “%s”"}
	ImpNoHeading   = Text{"Colonne %s, sans titre", "Column %s, unnamed"}
	ImpFirst       = Text{"Par exemple : %s", "For example: %s"}
	ImpLeftOut     = Text{"Colonnes non importées\u00a0: %s", "Not imported: %s"}
	ImpLeftOutText = Text{"Leur contenu ne sera pas enregistré. S’il vous le faut, indiquez ci-dessous à quoi correspondent ces colonnes.",
		"Their content won’t be saved. If you need it, choose below what these columns contain."}
	ImpAllColumns = Text{"Toutes les colonnes ont été reconnues.", "All columns were recognized."}
	ImpNeeded     = Text{"Colonnes obligatoires", "Required columns"}
	ImpOptional   = Text{"Colonnes facultatives", "Optional columns"}
	ImpCompany    = Text{"Le fichier n’a pas de colonne pour l’entreprise\u00a0: les nouveaux employés appartiendront à l’entreprise numéro %s. C’est le numéro de votre entreprise dans le système de paie (1 s’il n’y en a pas).",
		"The file has no column for the company: new employees will belong to company number %s. It’s your company’s number in the payroll system (1 if there is none)."}
	ImpOrderAsk = Text{"Dans des dates comme 03/04/2026, qu’est-ce qui vient en premier\u00a0: le jour ou le mois?",
		"In dates such as 03/04/2026, which comes first: the day or the month?"}
	ImpOrderIs = map[string]Text{
		"day_first": {"Les dates comme 03/04/2026 sont lues avec le jour en premier\u00a0: le 3\u00a0avril 2026.",
			"Dates such as 03/04/2026 are read with the day first: April 3, 2026."},
		"month_first": {"Les dates comme 03/04/2026 sont lues avec le mois en premier\u00a0: le 4\u00a0mars 2026.",
			"Dates such as 03/04/2026 are read with the month first: March 4, 2026."}}
	ImpDayFirst   = Text{"Le jour d’abord\u00a0: 3\u00a0avril", "Day first: April 3"}
	ImpMonthFirst = Text{"Le mois d’abord\u00a0: 4\u00a0mars", "Month first: March 4"}
	ImpSkip       = Text{"Ne pas importer", "Don’t import"}
	ImpCheck      = Text{"Vérifier le fichier", "Check file"}
	ImpCheckAgain = Text{"Vérifier de nouveau", "Check again"}
	ImpNothing    = Text{"Il n’y a rien à importer pour l’instant", "There’s nothing to import yet"}
	ImpNothingTxt = Text{"Corrigez les lignes ci-dessous, ou modifiez le fichier et téléversez-le de nouveau.",
		"Correct the rows below, or edit the file and upload it again."}
	ImpSame    = Text{"Il n’y a rien à importer", "There’s nothing to import"}
	ImpSameTxt = Text{"Tous les dossiers correspondent déjà au fichier.", "All records already match the file."}
	ImpMissing = Text{"Il manque une colonne pour : %s. Les nouveaux dossiers en ont besoin : ajoutez-la au fichier, remplie sur chaque ligne, puis téléversez-le de nouveau.",
		"There’s no column for: %s. New records need one: add it to the file, filled in on every row, and upload it again."}
	ImpVerdicts = map[string]Text{
		"":          {"Toutes", "All"},
		"new":       {"Nouvelles", "New"},
		"changed":   {"Modifiées", "Changed"},
		"unchanged": {"Inchangées", "Unchanged"},
		"wrong":     {"À corriger", "Has errors"},
	}
	ImpVerdict = map[string]Text{
		"new":       {"Nouveau", "New"},
		"changed":   {"Modifié", "Changed"},
		"unchanged": {"Inchangé", "Unchanged"},
		"wrong":     {"À corriger", "Has errors"},
		"":          {"Non vérifié", "Not checked"},
	}
	ImpViews   = Text{"Lignes par résultat", "Rows by result"}
	ImpTable   = Text{"Lignes du fichier", "Rows in the file"}
	ImpLine    = Text{"Ligne", "Row"}
	ImpRecord  = Text{"Dossier", "Record"}
	ImpResult  = Text{"Résultat", "Result"}
	ImpDetail  = Text{"Détail", "Detail"}
	ImpChange  = Text{"%s : %s → %s", "%s: %s → %s"}
	ImpFix     = Text{"Corriger", "Correct"}
	ImpFixOf   = Text{"Corriger la ligne %s", "Correct row %s"}
	ImpNoLines = Text{"Aucune ligne ici", "No rows here"}
	ImpFurther = Text{"Lignes suivantes", "Next rows"}
	ImpStart   = Text{"Premières lignes", "First rows"}
	ImpApply   = map[string]Count{
		"employees": {Text{"Importer %s employé", "Import %s employee"}, Text{"Importer %s employés", "Import %s employees"}},
		"customers": {Text{"Importer %s client", "Import %s customer"}, Text{"Importer %s clients", "Import %s customers"}},
		"shifts":    {Text{"Importer %s quart", "Import %s shift"}, Text{"Importer %s quarts", "Import %s shifts"}},
		"expenses":  {Text{"Importer %s dépense", "Import %s expense"}, Text{"Importer %s dépenses", "Import %s expenses"}},
		"leave":     {Text{"Importer %s congé", "Import %s leave record"}, Text{"Importer %s congés", "Import %s leave records"}}}
	ImpSkipWrong  = Count{Text{"Ignorer %s ligne", "Skip %s row"}, Text{"Ignorer %s lignes", "Skip %s rows"}}
	ImpSkipAnd    = Text{"%s et %s", "%s and %s"} // "Skip 1 row and import 3 employees"
	ImpNoName     = Text{"Sans nom", "No name"}
	ImpDayFormat  = Text{"AAAA-MM-JJ", "YYYY-MM-DD"}
	ImpSubmit     = Text{"Soumettre les feuilles de temps des périodes terminées", "Submit the timesheets of periods that have ended"}
	ImpSubmitHint = Text{"Elles pourront ainsi être approuvées toutes ensemble. Les personnes n’ont rien à faire.",
		"They can then be approved all at once, and people have nothing left to do."}
	ImpPeriodOpen = Text{"Ouvrir la période %s", "Open period %s"}
	ImpPeriodText = Text{"Vérifiez et approuvez les feuilles de temps sur la page de leur période.",
		"Review and approve the timesheets on the page of their period."}
	ImpTwice     = Text{"La ligne %s du fichier a déjà cette valeur.", "Row %s in the file already has this value."}
	ImpNamesakes = Text{"Plusieurs employés portent ce nom\u00a0: %s. Indiquez plutôt le numéro de paie.",
		"Several employees have this name: %s. Enter the payroll number instead."}
	ImpCodes     = Text{"Codes possibles\u00a0: %s.", "Possible codes: %s."}
	ImpWhole     = Text{"%s (nombre entier)", "%s (a whole number)"}
	ImpCommon    = Text{"La plupart des lignes ont la même erreur", "Most rows have the same error"}
	ImpAddColumn = Text{"Le fichier n’a pas cette colonne, qui est obligatoire. Ajoutez-y une colonne « %s », remplie sur chaque ligne, puis téléversez-le de nouveau.",
		"The file doesn’t have this column, which is required. Add a “%s” column to it, filled in on every row, then upload it again."}
	ImpFillColumn = Text{"Cette colonne est obligatoire. Remplissez-la dans le fichier, puis téléversez-le de nouveau.",
		"This column is required. Complete it in the file, then upload it again."}
	ImpRequired  = Text{"%s (obligatoire)", "%s (required)"}
	ImpCommonOf  = Count{Text{"%s ligne", "%s row"}, Text{"%s lignes", "%s rows"}}
	ImpWrongHint = Count{Text{"%s ligne ne sera pas importée, à moins d’être corrigée ci-dessous.", "%s row won’t be imported unless you correct it below."},
		Text{"%s lignes ne seront pas importées, à moins d’être corrigées ci-dessous.", "%s rows won’t be imported unless you correct them below."}}
	ImpDelete     = Text{"Retirer ce fichier", "Discard this file"}
	ImpDeleted    = Text{"Fichier retiré. Rien n’a été enregistré.", "File discarded. Nothing was saved."}
	ImpApplied    = Text{"Importé le %s par %s", "Imported on %s by %s"}
	ImpInvite     = Text{"Les inviter", "Invite them"}
	ImpInviteText = Text{"Les personnes importées ont besoin d’un mot de passe pour se connecter. Invitez-les par courriel, ou créez des liens à leur remettre.",
		"The people you imported need a password to sign in. Invite them by email, or create links to hand out."}
	ImpUndo     = Text{"Défaire l’importation", "Undo import"}
	ImpUndoText = Text{"Vous pouvez défaire cette importation jusqu’au %s, si rien n’a changé depuis.",
		"You can undo this import until %s, if nothing has changed since."}
	ImpUndone    = Text{"Importation annulée. Les dossiers sont comme avant.", "Import undone. The records are as they were before."}
	ImpObstacles = Text{"Impossible de défaire l’importation", "The import can’t be undone"}
	ImpObstacle  = map[string]Text{
		"changed":            {"le dossier a changé depuis", "the record has changed since"},
		"archived":           {"le dossier ou son ancien superviseur est archivé", "the record or its former supervisor is archived"},
		"supervisor_changed": {"son ancien superviseur relève maintenant de cette personne", "its former supervisor now reports to this person"},
		"approved":           {"sa feuille de temps a été approuvée", "its timesheet has been approved"},
		"has_time":           {"des heures ont été saisies", "hours have been entered"},
		"has_leave":          {"un congé a été demandé", "leave has been requested"},
		"has_balance":        {"un solde de congés a été saisi", "a leave balance has been entered"},
		"has_cost":           {"un coût horaire a été saisi", "an hourly cost has been entered"},
		"has_entries": {"des heures ou des dépenses ont été saisies pour ce client",
			"hours or expenses have been entered for this customer"},
		"has_badge":  {"un numéro de carte ou un NIP a été défini", "a badge number or PIN has been set"},
		"has_deputy": {"cette personne a un remplaçant, ou en remplace une autre", "this person has a delegate, or is one"},
		"own_supervisor": {"seule une personne qui administre Presence peut changer votre superviseur, ou celui d’une personne dont vous relevez",
			"only a Presence administrator can change your supervisor, or the supervisor of someone above you"},
		"admin_not_allowed": {"seule une personne qui administre Presence peut modifier le dernier jour de travail d’une autre personne qui a ce rôle",
			"only a Presence administrator can change the last day of work of another administrator"},
		"own_work_days": {"seule une personne qui administre Presence peut modifier son premier ou son dernier jour de travail, ou ses pauses",
			"only a Presence administrator can change their own first or last day of work, or breaks"},
		"has_reports": {"d’autres personnes relèvent d’elle", "others report to this person"},
		"person_used": {"la personne s’est déjà connectée", "the person has signed in"},
	}
	ImpMoreOf  = Count{Text{"et %s autre", "and %s more"}, Text{"et %s autres", "and %s more"}}
	ImpProblem = Text{"La dernière étape n’a pas abouti", "The last step didn’t finish"}
	ImpAgain   = Text{"Les dossiers avaient changé : le fichier a été vérifié de nouveau. Rien n’a été enregistré.",
		"The records had changed, so the file was checked again. Nothing was saved."}
	ImpSample = Text{"exemple", "sample"}

	ImpEmployee    = Text{"Employé", "Employee"}
	ImpDay         = Text{"Date", "Date"}
	ImpStartTime   = Text{"Heure de début", "Start time"}
	ImpEndTime     = Text{"Heure de fin", "End time"}
	ImpAmount      = Text{"Montant", "Amount"}
	ImpDescription = Text{"Description", "Description"}
	ImpLeaveStatus = Text{"État", "Status"}
	ImpNote        = Text{"Note", "Note"}
)

// Examples in the sample files, three rows each.
var (
	ImpSampleNumber      = Text{"1001\n1002\n1003", "1001\n1002\n1003"}
	ImpSampleCompany     = Text{"271583\n271583\n271583", "271583\n271583\n271583"}
	ImpSampleFirst       = Text{"Maude\nOlivier\nÉlise", "Maude\nOliver\nElise"}
	ImpSampleLast        = Text{"Thériault\nGagnon\nBeaulieu", "Tremblay\nBennett\nClarke"}
	ImpSampleEmail       = Text{"maude@exemple.ca\nolivier@exemple.ca\nelise@exemple.ca", "maude@example.com\noliver@example.com\nelise@example.com"}
	ImpSamplePhone       = Text{"514 555-0101\n450 555-0102\n819 555-0103", "514 555-0101\n450 555-0102\n819 555-0103"}
	ImpSampleResidence   = Text{"Saint-Jérôme\nLaval\nGatineau", "Saint-Jérôme\nLaval\nGatineau"}
	ImpSampleDay         = Text{"2024-03-04\n2024-09-16\n2025-01-06", "2024-03-04\n2024-09-16\n2025-01-06"}
	ImpSampleNone        = Text{"\n\n", "\n\n"}
	ImpSampleEmployee    = Text{"1001\n1002\nelise@exemple.ca", "1001\n1002\nelise@example.com"}
	ImpSampleWorkDay     = Text{"2026-01-12\n2026-01-12\n2026-01-13", "2026-01-12\n2026-01-12\n2026-01-13"}
	ImpSampleStart       = Text{"08:00\n16:00\n23:00", "08:00\n16:00\n23:00"}
	ImpSampleEnd         = Text{"16:30\n22:00\n07:00", "16:30\n22:00\n07:00"}
	ImpSampleShiftCode   = Text{"Normal\nSoir\nNormal", "Regular\nEvening\nRegular"}
	ImpSampleAmount      = Text{"24,50\n12,00\n150,00", "24.50\n12.00\n150.00"}
	ImpSampleExpenseCode = Text{"Repas\nDépense\nDépense", "Meal\nExpense\nExpense"}
	ImpSampleExpense     = Text{"Dîner chez un client\nStationnement\nBottes de sécurité", "Lunch with a client\nParking\nSafety boots"}
	ImpSampleLeaveType   = Text{"Vacances\nMaladie\nVacances", "Vacation\nSick leave\nVacation"}
	ImpSampleFirstDay    = Text{"2026-01-05\n2026-01-14\n2026-07-20", "2026-01-05\n2026-01-14\n2026-07-20"}
	ImpSampleLastDay     = Text{"2026-01-09\n\n2026-07-31", "2026-01-09\n\n2026-07-31"}
	ImpSampleLeaveCode   = Text{"Vacances\nMaladie\nVacances", "Vacation\nSick\nVacation"}
	ImpSampleStatus      = Text{"Approuvé\nApprouvé\nDemandé", "Approved\nApproved\nRequested"}
	ImpSampleSupervisor  = Text{"\n1001\nMaude Thériault", "\n1001\nMaude Tremblay"}
)
