package i18n

// Texts of the reader of the API's description. The description itself is English, as its names are.
var (
	DocsTitle = Text{"Interface de programmation", "Programming interface"}
	DocsIntro = Text{"Tout ce qu’un programme peut demander à Presence, avec un exemple de chaque appel. La description " +
		"est en anglais, comme les noms qu’elle emploie.", "Everything a program can ask of Presence, with an example of each call."}
	DocsSource     = Text{"La description en OpenAPI 3.1", "The description as OpenAPI 3.1"}
	DocsGroups     = Text{"Groupes d’opérations", "Groups of operations"}
	DocsIndex      = Text{"Sommaire", "Contents"}
	DocsAnyone     = Text{"Ouvert à tous", "Open to anyone"}
	DocsSigned     = Text{"Demande un jeton d’accès", "Needs an access token"}
	DocsParameters = Text{"Paramètres", "Parameters"}
	DocsBody       = Text{"Corps de la demande", "Request body"}
	DocsExample    = Text{"Exemple", "Example"}
	DocsAnswers    = Text{"Réponses", "Answers"}
	DocsRequired   = Text{"obligatoire", "required"}
)
