package i18n

// Texts about the people of an answer, and about the questions that guests are asked.
var (
	EventParties     = Text{"Accompagnateurs et questions", "Companions and questions"}
	EventPartiesHint = Text{"Ce qui est demandé aux invités, en plus de leur nom et du nombre de personnes.",
		"What guests are asked, besides their name and how many are coming."}
	EventLimit      = Text{"Personnes par réponse", "People per RSVP"}
	EventLimitHint  = Text{"De 1 à 20, invité compris. Le personnel peut en inscrire plus.", "From 1 to 20, including the guest. Staff can register more."}
	EventCompanions = Text{"Nom des accompagnateurs", "Names of companions"}
	EventQuestions  = Text{"Questions", "Questions"}

	CompanionsNo       = Text{"Ne pas demander", "Don’t ask"}
	CompanionsAsked    = Text{"Facultatif", "Optional"}
	CompanionsRequired = Text{"Obligatoire", "Required"}

	QuestionN           = Text{"Question %s", "Question %s"}
	QuestionAdd         = Text{"Ajouter une question", "Add a question"}
	QuestionWords       = Text{"Question", "Question"}
	QuestionKind        = Text{"Type de réponse", "Type of response"}
	QuestionPer         = Text{"Poser la question", "Ask"}
	QuestionRequired    = Text{"Réponse obligatoire", "Response required"}
	QuestionChoice      = Text{"Un choix", "One option"}
	QuestionSeveral     = Text{"Plusieurs choix", "Several options"}
	QuestionNumber      = Text{"Un nombre", "A number"}
	QuestionText        = Text{"Un texte court", "Short text"}
	QuestionPerParty    = Text{"Une fois par réponse", "Once per RSVP"}
	QuestionPerPerson   = Text{"À chaque personne", "Each person"}
	QuestionOptions     = Text{"Choix", "Options"}
	QuestionOptionsHint = Text{"De 2 à 10, pour les questions à choix. Videz une ligne pour ne plus offrir ce choix.",
		"2 to 10, for questions with options. Clear a line to stop offering that option."}
	QuestionOptionFR    = Text{"Choix %s (français)", "Option %s (French)"}
	QuestionOptionEN    = Text{"Choix %s (anglais)", "Option %s (English)"}
	QuestionArchive     = Text{"Archiver cette question", "Archive this question"}
	QuestionArchiveHint = Text{"Elle n’est plus posée, et ses réponses sont conservées.", "It will no longer be asked. Its responses are kept."}
	QuestionsArchived   = Text{"Questions archivées", "Archived questions"}
	QuestionRestore     = Text{"Poser de nouveau : %s", "Ask again: %s"}

	RsvpYou           = Text{"Vous", "You"}
	RsvpGuest         = Text{"Invité", "Guest"}
	RsvpPersonN       = Text{"Personne %s", "Person %s"}
	RsvpCompanions    = Text{"Accompagnateurs", "Companions"}
	RsvpCompanionName = Text{"Nom", "Name"}
	RsvpOthersHint    = Text{"Laissez vide pour les personnes qui ne viennent pas.", "Leave blank for people who aren’t coming."}
	RsvpChoose        = Text{"Choisir…", "Choose…"}

	TotalsTitle    = Text{"Totaux des réponses", "Totals"}
	TotalsParties  = Count{Text{"%s réponse", "%s response"}, Text{"%s réponses", "%s responses"}}
	TotalsPeople   = Count{Text{"%s personne a répondu", "%s person replied"}, Text{"%s personnes ont répondu", "%s people replied"}}
	TotalsArchived = Text{"question archivée", "archived question"}
	TotalsSum      = Text{"Total", "Total"}
	TotalsFile     = Text{"Télécharger (XLSX)", "Download (XLSX)"}
	TotalsMore     = Text{"Voir toutes les inscriptions avec allergies", "View all registrations with allergies"}
	TotalsNone     = Text{"Aucune question", "No questions"}
	TotalsNoneText = Text{"Les totaux s’afficheront ici dès que l’événement posera des questions.",
		"Totals will show up here once the event asks questions."}

	BadgesTitle  = Text{"Porte-noms", "Name badges"}
	BadgesCount  = Count{Text{"%s porte-nom", "%s badge"}, Text{"%s porte-noms", "%s badges"}}
	BadgeWith    = Text{"avec %s", "with %s"}
	BadgeGuestOf = Text{"Accompagne %s", "Guest of %s"}
	PaperTitle   = Text{"Format du papier", "Paper size"}
	PaperLetter  = Text{"Lettre", "Letter"}
	PaperA4      = Text{"A4", "A4"}
)
