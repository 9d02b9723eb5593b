package i18n

// Texts of the layouts of payroll's files.
var (
	Presets         = Text{"Formats de fichier", "File layouts"}
	PresetsLead     = Text{"Les colonnes que votre système de paie attend", "The columns that your pay system expects"}
	PresetsTable    = Text{"Formats de fichier de l’entreprise", "The company’s file layouts"}
	PresetGeneric   = Text{"Général", "Generic"}
	PresetBuiltIn   = Text{"fourni", "built in"}
	PresetChosen    = Text{"Colonnes choisies", "Chosen columns"}
	PresetADP       = Text{"ADP, données de paie", "ADP paydata"}
	PresetKind      = Text{"Genre", "Kind"}
	PresetHolds     = Text{"Colonnes", "Columns"}
	PresetAddChosen = Text{"Choisir des colonnes", "Choose columns"}
	PresetAddADP    = Text{"Ajouter un format ADP", "Add an ADP layout"}
	PresetEdit      = Text{"Modifier le format %s", "Edit layout %s"}
	PresetName      = Text{"Nom", "Name"}
	PresetOrder     = Text{"Ordre des colonnes", "Order of columns"}
	PresetOrderHint = Text{"Donnez un rang à chaque colonne voulue : 1, 2, 3… Une colonne sans rang est laissée de côté.",
		"Number the columns you want: 1, 2, 3… A column without a number is left out."}
	PresetCompany    = Text{"Code d’entreprise (Co Code)", "Company code (Co Code)"}
	PresetCompanyTip = Text{"Vide : celui de chaque personne.", "Empty: each person’s own."}
	PresetBatch      = Text{"Lot (Batch ID)", "Batch ID"}
	PresetBatchTip   = Text{"Vide : la période de la ligne; les corrections forment alors leurs propres lots.",
		"Empty: the period of the line; corrections are then batches of their own."}
	PresetCodes    = Text{"Codes d’heures et de gains", "Hours and earnings codes"}
	PresetCodesTip = Text{"Un par ligne : G305=VAC. Les autres codes sortent tels quels; les heures régulières et " +
		"supplémentaires ont leurs colonnes.",
		"One a line: G305=VAC. Other codes go out as they are; regular and overtime hours have columns of their own."}
	PresetArchive  = Text{"Archiver ce format", "Archive this layout"}
	PresetSaved    = Text{"Le format %s est enregistré.", "Layout %s is saved."}
	PresetArchived = Text{"Le format %s est archivé.", "Layout %s is archived."}
	PresetUsed     = Text{"Colonnes du fichier", "Columns of the file"}
)
