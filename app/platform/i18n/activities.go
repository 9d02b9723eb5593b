package i18n

// Texts of activities, and of customers and activities on hours and expenses.
var (
	Activities     = Text{"Activités", "Activities"}
	ActivitiesLead = Text{"Ce à quoi servent les heures et les dépenses, au choix des employés",
		"What hours and expenses are for, as employees choose it"}
	ActivitiesNone     = Text{"Aucune activité", "No activities"}
	ActivitiesNoneText = Text{"Dès qu’il y en a une, les employés peuvent la choisir avec leurs heures et leurs dépenses.",
		"As soon as there is one, employees can choose it with their hours and expenses."}
	ActivityAdd         = Text{"Ajouter une activité", "Add an activity"}
	ActivityEdit        = Text{"Modifier l’activité %s", "Edit activity %s"}
	ActivityCode        = Text{"Code", "Code"}
	ActivityCodeHint    = Text{"Court et unique. Par exemple\u00a0: INST", "Short and unique. For example: INST"}
	ActivityName        = Text{"Nom", "Name"}
	ActivityNameFR      = Text{"Nom en français", "Name in French"}
	ActivityNameEN      = Text{"Nom en anglais", "Name in English"}
	ActivityNameHint    = Text{"Sans nom dans une langue, celui de l’autre s’affiche.", "Without a name in one language, that in the other is shown."}
	ActivityArchive     = Text{"Archiver cette activité", "Archive this activity"}
	ActivityArchiveNote = Text{"Une activité archivée n’est plus proposée. Ce qui a déjà été saisi ne change pas.",
		"An archived activity is no longer offered. What has been entered already doesn’t change."}
	ActivitySaved    = Text{"L’activité %s est enregistrée.", "Activity %s saved."}
	ActivityArchived = Text{"L’activité %s est archivée.", "Activity %s archived."}

	JobCustomer     = Text{"Client", "Customer"}
	JobActivity     = Text{"Activité", "Activity"}
	JobNone         = Text{"Aucune", "None"}
	JobNoCustomer   = Text{"Aucun", "None"}
	JobChoose       = Text{"Choisir", "Choose"}
	JobCustomerHint = Text{"Nom ou numéro de facture", "Name or invoice number"}
)
