package i18n

// Texts of the import of files.
var (
	Imp     = Text{"Importation", "Import"}
	ImpLead = Text{"Importez vos dossiers d’un autre système, en CSV ou en XLSX. Rien n’est enregistré avant votre confirmation.",
		"Import your records from another system, as CSV or XLSX. Nothing is saved until you confirm."}
	ImpOpen  = Text{"Importer", "Import"}
	ImpKinds = map[string]Text{"employees": {"Employés", "Employees"}, "customers": {"Clients de la paie", "Payroll customers"}}
	ImpNotes = map[string]Text{
		"employees": {"Les dossiers existants sont retrouvés par leur numéro de paie. Indiquez les superviseurs par numéro ou par courriel. L’ordre des lignes n’a pas d’importance.",
			"Existing records are found by payroll number. Give each supervisor’s number or email. The rows can be in any order."},
		"customers": {"Les dossiers existants sont retrouvés par leur courriel.", "Existing records are found by email address."}}
	ImpKind     = Text{"Que contient le fichier\u00a0?", "What does the file contain?"}
	ImpFile     = Text{"Fichier CSV ou XLSX", "CSV or XLSX file"}
	ImpFileHint = Text{"100\u00a0Mo et 20\u00a0000 lignes au plus. La première ligne nomme les colonnes.",
		"At most 100 MB and 20,000 rows. The first row names the columns."}
	ImpUpload    = Text{"Vérifier le fichier", "Check the file"}
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
		"undone":   {"Défait", "Undone"},
	}
	ImpProgress   = Text{"%s sur %s", "%s of %s"}
	ImpLeave      = Text{"Vous pouvez quitter cette page : l’opération se poursuit sans vous.", "You can leave this page: the process goes on without you."}
	ImpRefresh    = Text{"Actualiser", "Refresh"}
	ImpColumns    = Text{"Colonnes", "Columns"}
	ImpColumnsTxt = Text{"Indiquez ce que contient chaque colonne. Vos choix serviront aussi la prochaine fois.",
		"Choose what each column contains. Your choices are remembered for next time."}
	ImpColumn    = Text{"Colonne « %s »", "Column “%s”"}
	ImpNoHeading = Text{"Colonne %s, sans titre", "Column %s, unnamed"}
	ImpFirst     = Text{"Par exemple : %s", "For example: %s"}
	ImpSkip      = Text{"Ne pas importer", "Don’t import"}
	ImpCheck     = Text{"Vérifier", "Check"}
	ImpMissing   = Text{"Il manque une colonne pour : %s. Les nouveaux dossiers en ont besoin.",
		"There’s no column for: %s. New records need one."}
	ImpVerdicts = map[string]Text{
		"":          {"Toutes", "All"},
		"new":       {"Nouvelles", "New"},
		"changed":   {"Modifiées", "Changed"},
		"unchanged": {"Inchangées", "Unchanged"},
		"wrong":     {"À corriger", "To correct"},
	}
	ImpVerdict = map[string]Text{
		"new":       {"Nouveau", "New"},
		"changed":   {"Modifié", "Changed"},
		"unchanged": {"Inchangé", "Unchanged"},
		"wrong":     {"À corriger", "To correct"},
		"":          {"Non vérifié", "Not checked"},
	}
	ImpViews   = Text{"Lignes par résultat", "Rows by result"}
	ImpTable   = Text{"Lignes du fichier", "Rows in the file"}
	ImpLine    = Text{"Ligne", "Row"}
	ImpLineOf  = Text{"Ligne %s", "Row %s"}
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
		"customers": {Text{"Importer %s client", "Import %s customer"}, Text{"Importer %s clients", "Import %s customers"}}}
	ImpSkipWrong = Count{Text{"Ignorer %s ligne à corriger", "Skip %s row to correct"}, Text{"Ignorer %s lignes à corriger", "Skip %s rows to correct"}}
	ImpWrongHint = Text{"Vous pouvez aussi les corriger ci-dessous.", "You can also correct them below."}
	ImpDelete    = Text{"Retirer ce fichier", "Discard this file"}
	ImpDeleted   = Text{"Fichier retiré. Rien n’a été enregistré.", "File discarded. Nothing was saved."}
	ImpApplied   = Text{"Importé le %s par %s", "Imported on %s by %s"}
	ImpUndo      = Text{"Défaire l’importation", "Undo import"}
	ImpUndoText  = Text{"Vous pouvez défaire cette importation jusqu’au %s, si rien n’a changé depuis.",
		"You can undo this import until %s, if nothing has changed since."}
	ImpUndone    = Text{"Importation défaite. Les dossiers sont comme avant.", "Import undone. The records are as they were before."}
	ImpObstacles = Text{"L’importation ne peut pas être défaite", "The import can’t be undone"}
	ImpObstacle  = map[string]Text{
		"changed":            {"le dossier a changé depuis", "the record has changed since"},
		"archived":           {"le dossier ou son ancien superviseur est archivé", "the record or its former supervisor is archived"},
		"supervisor_changed": {"son ancien superviseur relève maintenant de cette personne", "its former supervisor now reports to this person"},
		"has_time":           {"des heures ont été saisies", "hours have been entered"},
		"has_leave":          {"un congé a été demandé", "leave has been requested"},
		"has_reports":        {"d’autres personnes relèvent d’elle", "others report to this person"},
		"person_used":        {"la personne s’est déjà connectée", "the person has signed in"},
	}
	ImpMoreOf  = Count{Text{"et %s autre", "and %s more"}, Text{"et %s autres", "and %s more"}}
	ImpProblem = Text{"La dernière étape n’a pas abouti", "The last step didn’t finish"}
	ImpAgain   = Text{"Les dossiers avaient changé : le fichier a été vérifié de nouveau. Rien n’a été enregistré.",
		"The records had changed, so the file was checked again. Nothing was saved."}
	ImpSample = Text{"exemple", "sample"}
)

// Examples in the sample files, three rows each.
var (
	ImpSampleNumber     = Text{"1001\n1002\n1003", "1001\n1002\n1003"}
	ImpSampleCompany    = Text{"271583\n271583\n271583", "271583\n271583\n271583"}
	ImpSampleFirst      = Text{"Maude\nOlivier\nÉlise", "Maude\nOliver\nElise"}
	ImpSampleLast       = Text{"Thériault\nGagnon\nBeaulieu", "Tremblay\nBennett\nClarke"}
	ImpSampleEmail      = Text{"maude@exemple.ca\nolivier@exemple.ca\nelise@exemple.ca", "maude@example.com\noliver@example.com\nelise@example.com"}
	ImpSamplePhone      = Text{"514 555-0101\n450 555-0102\n819 555-0103", "514 555-0101\n450 555-0102\n819 555-0103"}
	ImpSampleResidence  = Text{"Saint-Jérôme\nLaval\nGatineau", "Saint-Jérôme\nLaval\nGatineau"}
	ImpSampleDay        = Text{"2024-03-04\n2024-09-16\n2025-01-06", "2024-03-04\n2024-09-16\n2025-01-06"}
	ImpSampleNone       = Text{"\n\n", "\n\n"}
	ImpSampleSupervisor = Text{"\n1001\nmaude@exemple.ca", "\n1001\nmaude@example.com"}
)
