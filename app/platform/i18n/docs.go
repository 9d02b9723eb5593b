package i18n

// Texts of the pages with the API's description. The description itself is only in English.
var (
	DocsTitle = Text{"Référence de l’API", "API reference"}
	DocsIntro = Text{"Toutes les requêtes que Presence accepte, avec un exemple de chacune. La référence est en anglais, comme les " +
		"noms qu’elle emploie.",
		"Every request Presence accepts, with an example of each."}
	DocsSource     = Text{"Document OpenAPI 3.1", "OpenAPI 3.1 document"}
	DocsGroups     = Text{"Groupes d’opérations", "Operation groups"}
	DocsSearch     = Text{"Rechercher une opération", "Find an operation"}
	DocsNothing    = Text{"Aucune opération trouvée.", "No operations found."}
	DocsFound      = Count{Text{"%s opération trouvée", "%s operation found"}, Text{"%s opérations trouvées", "%s operations found"}}
	DocsAll        = Text{"Tout afficher", "Show all"}
	DocsIndex      = Text{"Sommaire", "Contents"}
	DocsAnyone     = Text{"Accès public", "Public"}
	DocsSigned     = Text{"Jeton d’accès requis", "Access token required"}
	DocsParameters = Text{"Paramètres", "Parameters"}
	DocsBody       = Text{"Corps de la requête", "Request body"}
	DocsExample    = Text{"Exemple", "Example"}
	DocsAnswer     = Text{"Réponse %s", "Response %s"}
	DocsAnswers    = Text{"Réponses", "Responses"}
	DocsRequired   = Text{"obligatoire", "required"}
)
