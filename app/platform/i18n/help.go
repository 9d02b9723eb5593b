package i18n

// Texts of the guides' pages. The guides themselves are in app/help/guides.
var (
	HelpTitle    = Text{"Aide", "Help"}
	HelpLead     = Text{"Une tâche à la fois, en quelques étapes", "One task at a time, in a few steps"}
	HelpSearch   = Text{"Rechercher dans l’aide", "Search help"}
	HelpEnlarge  = Text{"Agrandir l’image", "Enlarge the picture"}
	HelpGuides   = Text{"Guides", "Guides"}
	HelpTasks    = Text{"Tâches de ce guide", "Tasks in this guide"}
	HelpNoneText = Text{"Essayez un autre mot, ou choisissez une tâche dans les guides ci-dessous.", "Try another word, or pick a task from the guides below."}
	HelpAll      = Text{"Tout afficher", "Show all"}
	HelpOthers   = Text{"Autres rôles", "Other roles"}
	HelpHow      = Text{"Voir comment faire", "See how"}
)
