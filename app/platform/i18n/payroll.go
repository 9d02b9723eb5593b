package i18n

// Texts of the payroll pages.
var (
	Payroll      = Text{"Paie", "Payroll"}
	PayrollTitle = Text{"Paie", "Payroll"}
	PayrollLead  = Text{"Ce qui est prêt, ce qui a été exporté et ce qui a changé depuis",
		"What’s ready, what’s been exported and what’s changed since"}
	PayrollViews = Text{"Sections de la paie", "Payroll sections"}
	PayrollFiles = Text{"Périodes", "Periods"}

	PayPeriodsHead   = Text{"Périodes", "Periods"}
	PayPeriodsTable  = Text{"État de l’approbation et de l’exportation par période", "Approval and export status by period"}
	PaySheetsCol     = Text{"Feuilles approuvées", "Timesheets approved"}
	PaySheetsOf      = Text{"%s sur %s", "%s of %s"}
	PayNoSheets      = Text{"Aucune feuille", "No timesheets"}
	PayExportCol     = Text{"État", "Status"}
	PayToExport      = Text{"À exporter", "To export"}
	PayAwaiting      = Text{"En attente d’approbation", "Awaiting approval"}
	PayInProgress    = Text{"En cours", "In progress"}
	PayDone          = Text{"Exportées", "Exported"}
	PayReady         = Text{"Prête", "Ready"}
	PaySoFar         = Text{"Approuvé jusqu’ici", "Approved so far"}
	PayLeaveCount    = Count{Text{"%s en congé", "%s on leave"}, Text{"%s en congé", "%s on leave"}}
	PaySetup         = Text{"Configuration", "Setup"}
	PayNotReady      = Text{"Pas encore prête", "Not ready yet"}
	PayToApprove     = Count{Text{"%s à approuver", "%s to approve"}, Text{"%s à approuver", "%s to approve"}}
	PayUnsent        = Count{Text{"%s non soumise", "%s not submitted"}, Text{"%s non soumises", "%s not submitted"}}
	PayOwn           = Count{Text{"votre feuille", "your own timesheet"}, Text{"%s de vos feuilles", "%s of your own"}}
	PayOpen          = Text{"Pas encore exportée", "Not exported yet"}
	PayExportThis    = Text{"Exporter…", "Export…"}
	PayExportPart    = Text{"Exporter ce qui est approuvé…", "Export what’s approved…"}
	PayExportOf      = Text{"Exporter la période %s", "Export period %s"}
	PayExportNumber  = Text{"Exportation %s", "Export %s"}
	PayOlderPeriods  = Text{"Afficher les périodes plus anciennes", "Show older periods"}
	PayNewestPeriods = Text{"Afficher les périodes récentes", "Show recent periods"}
	PayOverviewOf    = Text{"Vue d’ensemble de la période %s", "Period %s overview"}
	PayNoneReady     = Text{"Il n’y a aucune période de paie terminée et entièrement approuvée à exporter.",
		"There’s no completed, fully approved pay period to export."}
	PayExportedAlready = Text{"La période %s a déjà été exportée.", "Period %s has already been exported."}
	PayNothing         = Text{"Rien à exporter", "Nothing to export"}
	PayMissing         = Count{Text{"%s personne n’a rien saisi", "%s person hasn’t entered anything"},
		Text{"%s personnes n’ont rien saisi", "%s people haven’t entered anything"}}
	PayMissingText = Text{"Le fichier ne contiendra rien pour ces personnes.", "The file won’t include anything for them."}
	PayMissingLink = Text{"Voir qui, et envoyer un rappel", "See who, and send a reminder"}
	PayAskText     = Text{"%s. Le fichier de la période est créé une seule fois; ce qui est approuvé ou modifié ensuite figurera, à titre de correction, " +
		"dans le fichier d’une période suivante.",
		"%s. A period’s file is created only once; anything approved or changed afterward goes into a later period’s file as a correction."}
	PayAskPending = Count{Text{"%s feuille de temps n’est pas encore approuvée.", "%s timesheet hasn’t been approved yet."},
		Text{"%s feuilles de temps ne sont pas encore approuvées.", "%s timesheets haven’t been approved yet."}}
	PayAskUnderWay  = Text{"La période se termine le %s.", "This period ends on %s."}
	PayAskPartial   = Text{"Exporter quand même ce qui est approuvé", "Export what’s approved anyway"}
	PayExportLines  = Count{Text{"Exporter %s ligne", "Export %s line"}, Text{"Exporter %s lignes", "Export %s lines"}}
	PayPeople       = Text{"Personnes", "People"}
	PayFormat       = Text{"Format du fichier", "File format"}
	PayFormatCSV    = Text{"CSV", "CSV"}
	PayFormatFrench = Text{"CSV à points-virgules et virgule décimale", "CSV with semicolons and decimal commas"}
	PayFormatXLSX   = Text{"Classeur Excel", "Excel workbook"}
	PayMade         = Text{"Période %s exportée (exportation %s).", "Period %s exported (export %s)."}

	PayExportsHead   = Text{"Exportations", "Exports"}
	PayExportsTable  = Text{"Fichiers exportés, les plus récents d’abord", "Exported files, newest first"}
	PayNoExports     = Text{"Aucune exportation pour l’instant", "Nothing exported yet"}
	PayNoExportsText = Text{"Exportez une période qui contient des feuilles approuvées : le fichier et son sommaire seront conservés ici.",
		"Export a period with approved timesheets: the file and its summary will be kept here."}
	PayWhen        = Text{"Date", "Exported"}
	PayLines       = Text{"Lignes", "Lines"}
	PayHours       = Text{"Heures", "Hours"}
	PayMoney       = Text{"Dépenses", "Expenses"}
	PayCompare     = Text{"Comparer", "Compare"}
	PayCompareOf   = Text{"Comparer l’exportation %s aux données actuelles", "Compare export %s with current data"}
	PaySame        = Text{"Aucune différence", "No differences"}
	PayDiffers     = Count{Text{"%s changement", "%s change"}, Text{"%s changements", "%s changes"}}
	PayDiffersNext = Count{Text{"%s changement, à la prochaine exportation", "%s change, in the next export"},
		Text{"%s changements, à la prochaine exportation", "%s changes, in the next export"}}
	PayWithdrawn     = Text{"Retirée", "Voided"}
	PayOlderExports  = Text{"Afficher les exportations plus anciennes", "Show older exports"}
	PayNewestExports = Text{"Afficher les exportations récentes", "Show recent exports"}
	PayDownloadOf    = Text{"Télécharger l’exportation %s", "Download export %s"}

	PayOneTitle  = Text{"Exportation %s", "Export %s"}
	PayOneOf     = Text{"Période %s · %s", "Period %s · %s"}
	PayManifest  = Text{"Sommaire du fichier", "File summary"}
	PayBy        = Text{"Par", "By"}
	PayLinesCorr = Count{Text{"dont %s correction", "including %s correction"}, Text{"dont %s corrections", "including %s corrections"}}
	PaySumCorr   = Text{"dont %s de corrections", "including %s of corrections"}
	PayHash      = Text{"Empreinte SHA-256", "SHA-256"}
	PayOnLeave   = Text{"Congés", "Leave"}
	PaySameTitle = Text{"Aucun changement depuis l’exportation", "No changes since this export"}
	PaySameText  = Text{"Une nouvelle exportation de cette période donnerait les mêmes lignes.",
		"Exporting this period again would produce the same lines."}
	PayChangedTitle  = Text{"Changements depuis l’exportation", "Changes since this export"}
	PayChangedTable  = Text{"Lignes du fichier qui seraient différentes maintenant", "Lines that would be different if exported now"}
	PayWeekOf        = Text{"Semaine du", "Week of"}
	PayCode          = Text{"Code", "Code"}
	PayWhat          = Text{"Colonne", "Column"}
	PayInFile        = Text{"Dans le fichier", "In the file"}
	PayIsNow         = Text{"Maintenant", "Now"}
	PayDifference    = Text{"Écart", "Difference"}
	PayFollows       = Text{"Prochaine étape", "Next step"}
	PayWaits         = Text{"À la prochaine exportation", "In the next export"}
	PayCorrected     = Text{"Déjà corrigé", "Already corrected"}
	PayColHours      = Text{"Heures", "Hours"}
	PayColDistance   = Text{"Kilométrage", "Mileage"}
	PayOvertime      = Text{"Heures supplémentaires", "Overtime"}
	PayByCode        = Text{"Par code de paie", "By pay code"}
	PayByPerson      = Text{"Par personne", "By person"}
	PayFileLines     = Text{"Lignes du fichier", "Lines of the file"}
	PayFirstLines    = Text{"Les %s premières sur %s. Le fichier les contient toutes.", "The first %s of %s. The file has them all."}
	PayLinesCount    = Count{Text{"%s ligne", "%s line"}, Text{"%s lignes", "%s lines"}}
	PayVerify        = Text{"Pour vérifier le fichier", "To verify the file"}
	PayAllPeople     = Text{"Afficher les %s", "Show all %s"}
	PayCopyHash      = Text{"Copier l’empreinte", "Copy SHA-256"}
	PayCorrections   = Text{"Corrections dans ce fichier", "Corrections in this file"}
	PayCorrTable     = Text{"Lignes qui corrigent des exportations antérieures", "Lines that correct earlier exports"}
	PayCorrects      = Text{"Corrige", "Corrects"}
	PayMoreRows      = Text{"Les %s premières lignes sur %s.", "First %s of %s lines."}
	PayWithdraw      = Text{"Retirer…", "Void…"}
	PayWithdrawDo    = Text{"Retirer l’exportation", "Void export"}
	PayWithdrawTitle = Text{"Retirer l’exportation %s?", "Void export %s?"}
	PayWithdrawText  = Text{"Elle ne comptera plus, et la période pourra être exportée de nouveau. Faites-le seulement si le " +
		"fichier n’a pas servi. Le fichier reste ici.",
		"It will no longer count, and the period can be exported again. Do this only if the file hasn’t been used. The file stays " +
			"here."}
	PayWithdrawnToast = Text{"Exportation %s retirée.", "Export %s voided."}
	PayWithdrawnTitle = Text{"Cette exportation a été retirée", "This export was voided"}
	PayWithdrawnText  = Text{"Elle ne compte plus.", "It no longer counts."}
)

// Texts of an installation in which no hours have been entered.
var (
	PayNobody     = Text{"Personne n’a encore saisi d’heures", "No one has entered hours yet"}
	PayNobodyText = Text{"Les périodes s’afficheront ici, avec leur exportation, dès qu’une première personne aura saisi ses heures.",
		"Pay periods and their exports will show up here once someone has entered hours."}
	PayAddPeople = Text{"Ajouter des employés", "Add employees"}
)
