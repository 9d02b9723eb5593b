package i18n

// Texts of the payroll pages.
var (
	Payroll      = Text{"Paie", "Payroll"}
	PayrollTitle = Text{"Paie", "Payroll"}
	PayrollLead  = Text{"Ce qui est prêt, ce qui a été transmis, et ce qui a changé depuis",
		"What is ready, what was handed over, and what has changed since"}
	PayrollViews = Text{"Parties de la paie", "Parts of payroll"}
	PayrollFiles = Text{"Périodes et exports", "Periods and exports"}

	PayPeriodsHead   = Text{"Périodes", "Periods"}
	PayPeriodsTable  = Text{"Approbation et export de chaque période", "Approval and export of each period"}
	PaySheetsCol     = Text{"Feuilles approuvées", "Sheets approved"}
	PaySheetsOf      = Text{"%s de %s", "%s of %s"}
	PayNoSheets      = Text{"aucune feuille", "no sheets"}
	PayExportCol     = Text{"Export", "Export"}
	PayUnderWay      = Text{"en cours", "under way"}
	PayOpen          = Text{"À transmettre", "To hand over"}
	PayExportThis    = Text{"Exporter…", "Export…"}
	PayExportOf      = Text{"Exporter la période %s", "Export period %s"}
	PayExportNumber  = Text{"Export %s", "Export %s"}
	PayOlderPeriods  = Text{"Périodes plus anciennes", "Older periods"}
	PayNewestPeriods = Text{"Périodes récentes", "Recent periods"}
	PayOverviewOf    = Text{"Vue de la période %s", "Overview of period %s"}
	PayAskText       = Text{"Le fichier contient ce qui est approuvé. Il est conservé tel quel; une période n’est transmise qu’une fois.",
		"The file holds what is approved. It is kept as it is; a period is handed over once."}
	PayAskPending = Count{Text{"%s feuille n’est pas encore approuvée : elle suivra comme correction dans un prochain export.",
		"%s sheet is not approved yet: it will follow as a correction in a later export."},
		Text{"%s feuilles ne sont pas encore approuvées : elles suivront comme corrections dans un prochain export.",
			"%s sheets are not approved yet: they will follow as corrections in a later export."}}
	PayAskUnderWay    = Text{"La période n’est pas terminée.", "The period is not over yet."}
	PayAskCorrections = Text{"Les changements des périodes déjà transmises s’y ajoutent comme corrections.",
		"Changes in periods handed over before are added as corrections."}
	PayFormat       = Text{"Format du fichier", "File format"}
	PayFormatCSV    = Text{"CSV", "CSV"}
	PayFormatFrench = Text{"CSV pour un Excel en français", "CSV for a French Excel"}
	PayFormatXLSX   = Text{"Classeur Excel", "Excel workbook"}
	PayExport       = Text{"Exporter", "Export"}
	PayMade         = Text{"La période %s est transmise : export %s.", "Period %s is handed over: export %s."}

	PayExportsHead   = Text{"Exports", "Exports"}
	PayExportsTable  = Text{"Fichiers transmis, les plus récents d’abord", "Files handed over, the newest first"}
	PayNoExports     = Text{"Rien n’a encore été transmis", "Nothing has been handed over yet"}
	PayNoExportsText = Text{"Exportez une période dont les feuilles sont approuvées : le fichier et son contenu restent ici.",
		"Export a period whose sheets are approved: the file and its manifest stay here."}
	PayWhen          = Text{"Transmis", "Handed over"}
	PayLines         = Text{"Lignes", "Lines"}
	PayHours         = Text{"Heures", "Hours"}
	PayMoney         = Text{"Dépenses", "Expenses"}
	PayNow           = Text{"Par rapport à maintenant", "Compared with now"}
	PayCompare       = Text{"Comparer", "Compare"}
	PayCompareOf     = Text{"Comparer l’export %s à maintenant", "Compare export %s with now"}
	PaySame          = Text{"Identique", "The same"}
	PayDiffers       = Count{Text{"%s différence", "%s difference"}, Text{"%s différences", "%s differences"}}
	PayWithdrawn     = Text{"Retiré", "Withdrawn"}
	PayOlderExports  = Text{"Exports plus anciens", "Older exports"}
	PayNewestExports = Text{"Exports récents", "Recent exports"}
	PayDownloadOf    = Text{"Télécharger l’export %s", "Download export %s"}

	PayOneTitle  = Text{"Export %s", "Export %s"}
	PayOneOf     = Text{"Période %s · %s", "Period %s · %s"}
	PayManifest  = Text{"Contenu", "Manifest"}
	PayBy        = Text{"Par", "By"}
	PayLinesCorr = Count{Text{"dont %s correction", "%s of them a correction"}, Text{"dont %s corrections", "%s of them corrections"}}
	PayHash      = Text{"Empreinte SHA-256", "SHA-256"}
	PayOnLeave   = Text{"Congés", "Leave"}
	PaySameTitle = Text{"Rien n’a changé depuis", "Nothing has changed since"}
	PaySameText  = Text{"Le même export donnerait maintenant les mêmes lignes pour cette période.",
		"The same export would now give the same lines for this period."}
	PayChangedTitle  = Text{"Ce qui a changé depuis", "What has changed since"}
	PayChangedTable  = Text{"Lignes du fichier qui seraient différentes maintenant", "Lines of the file that would be different now"}
	PayWeekOf        = Text{"Semaine du", "Week of"}
	PayCode          = Text{"Code", "Code"}
	PayWhat          = Text{"Colonne", "Column"}
	PayInFile        = Text{"Dans le fichier", "In the file"}
	PayIsNow         = Text{"Maintenant", "Now"}
	PayDifference    = Text{"Écart", "Difference"}
	PayFollows       = Text{"Suite", "What follows"}
	PayWaits         = Text{"Au prochain export", "In the next export"}
	PayCorrected     = Text{"Déjà corrigé", "Corrected since"}
	PayColHours      = Text{"Heures", "Hours"}
	PayColAmount     = Text{"Montant", "Amount"}
	PayColDistance   = Text{"Distance", "Mileage"}
	PayOvertime      = Text{"heures supplémentaires", "overtime"}
	PayCorrections   = Text{"Corrections dans ce fichier", "Corrections in this file"}
	PayCorrTable     = Text{"Lignes qui corrigent des exports antérieurs", "Lines that correct earlier exports"}
	PayCorrects      = Text{"Corrige", "Corrects"}
	PayMoreRows      = Text{"Les %s premières lignes de %s.", "The first %s lines of %s."}
	PayWithdraw      = Text{"Retirer…", "Withdraw…"}
	PayWithdrawDo    = Text{"Retirer l’export", "Withdraw the export"}
	PayWithdrawTitle = Text{"Retirer l’export %s ?", "Withdraw export %s?"}
	PayWithdrawText  = Text{"Il ne comptera plus comme transmis, et la période pourra être exportée de nouveau. Faites-le " +
		"seulement si le fichier n’a pas servi. Le fichier reste ici.",
		"It will no longer count as handed over, and the period can be exported again. Do this only if the file was not used. The " +
			"file stays here."}
	PayWithdrawnToast = Text{"L’export %s est retiré.", "Export %s is withdrawn."}
	PayWithdrawnTitle = Text{"Cet export est retiré", "This export is withdrawn"}
	PayWithdrawnText  = Text{"Il ne compte plus comme transmis.", "It no longer counts as handed over."}
)
