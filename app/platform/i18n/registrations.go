package i18n

// The page of who answered an event, for staff.
var (
	RegTitle     = Text{"Inscriptions", "Registrations"}
	RegOf        = Text{"Inscriptions — %s", "Registrations — %s"}
	RegTab       = Text{"Inscriptions", "Registrations"}
	RegPages     = Text{"Pages de l’événement", "Pages of the event"}
	RegAdd       = Text{"Inscrire quelqu’un", "Register someone"}
	RegCSV       = Text{"Exporter en CSV", "Export as CSV"}
	RegGuestPage = Text{"Voir la page des invités", "See the guests’ page"}
	RegSearch    = Text{"Chercher un nom, un courriel, un numéro", "Find a name, an e-mail, a number"}
	RegFilter    = Text{"Selon la confiance", "By confidence"}
	RegHeadcount = Text{"Personnes attendues", "People expected"}
	RegSeats     = Text{"%s sur %s places", "%s of %s places"}
	RegNoLimit   = Text{"sans limite de places", "no limit of places"}
	RegFree      = Count{Text{"%s place libre", "%s place free"}, Text{"%s places libres", "%s places free"}}
	RegFull      = Text{"Complet", "Full"}
	RegOver      = Count{Text{"%s personne de trop", "%s person too many"}, Text{"%s personnes de trop", "%s people too many"}}
	RegCount     = Text{"Inscriptions", "Registrations"}
	RegAverage   = Text{"%s personnes par inscription", "%s people each"}
	RegKnown     = Text{"Clients reconnus", "Known customers"}
	RegKnownNote = Text{"confiance confirmée", "confidence confirmed"}
	RegToCheck   = Text{"À vérifier", "To check"}
	RegToCheckOf = Text{"confiance probable", "confidence probable"}
	RegNone      = Text{"Aucune inscription pour l’instant", "No registrations yet"}
	RegNoneText  = Text{"Elles apparaîtront ici dès que les invités répondront. Vous pouvez aussi inscrire quelqu’un vous-même.",
		"They appear here as guests answer. You can also register someone yourself."}
	RegNoneFound  = Text{"Rien ne correspond", "Nothing matches"}
	RegNoneFound2 = Text{"Aucune inscription ne répond à cette recherche.", "No registration fits this search."}
	RegClear      = Text{"Tout afficher", "Show all"}
	RegOlder      = Text{"Plus anciennes", "Older"}
	RegNewest     = Text{"Les plus récentes", "Newest"}

	RegName       = Text{"Nom", "Name"}
	RegPeople     = Text{"Personnes", "People"}
	RegConfidence = Text{"Confiance", "Confidence"}
	RegContact    = Text{"Coordonnées", "Contact"}
	RegAllergies  = Text{"Allergies", "Allergies"}
	RegLanguage   = Text{"Langue", "Language"}
	RegWhen       = Text{"Répondu", "Answered"}
	RegNumber     = Text{"Nᵒ de client %s", "Customer no. %s"}
	RegFiled      = Text{"au dossier : %s", "on file: %s"}
	RegByStaff    = Text{"inscrit par l’équipe", "entered by staff"}
	RegChanged    = Count{Text{"modifiée %s fois", "changed %s time"}, Text{"modifiée %s fois", "changed %s times"}}

	RegConfirmed    = Text{"Confirmée", "Confirmed"}
	RegProbable     = Text{"Probable", "Probable"}
	RegUnknown      = Text{"Aucune", "None"}
	RegConfirmedTab = Text{"Confirmées", "Confirmed"}
	RegProbableTab  = Text{"Probables", "Probable"}
	RegUnknownTab   = Text{"Sans indice", "No match"}
	RegWhyConfirmed = Text{"Plusieurs indices désignent le même compte : %s.", "Several signs point to the same account: %s."}
	RegWhyProbable  = Text{"Un seul indice désigne ce compte : %s.", "A single sign points to this account: %s."}
	RegWhyAmbiguous = Text{"L’indice (%s) désigne plusieurs comptes : aucun n’est retenu.",
		"The sign (%s) points to several accounts: none is chosen."}
	RegWhyUnknown = Text{"Rien de ce qui est donné ne se trouve au répertoire des clients.",
		"Nothing that was given is in the customer directory."}
	RegWhyLink      = Text{"Le lien personnel dit de qui il s’agit.", "The personal link says who it is."}
	RegByLink       = Text{"lien personnel", "personal link"}
	RegSignalEmail  = Text{"courriel", "e-mail"}
	RegSignalPhone  = Text{"téléphone", "phone"}
	RegSignalNumber = Text{"numéro de client", "customer number"}
	RegSignalName   = Text{"nom", "name"}
	RegAnd          = Text{" et ", " and "}
	RegHow          = Text{"Comment la confiance est établie", "How confidence is worked out"}
	RegHowText      = Text{"Le courriel, le téléphone et le numéro de client sont cherchés au répertoire; le nom compte " +
		"seulement avec l’un d’eux. Deux indices sur le même compte : confirmée. Un seul : probable. Les invités n’en voient rien.",
		"The e-mail, the phone and the customer number are looked up in the directory; the name counts only beside one of them. " +
			"Two signs on one account: confirmed. A single one: probable. Guests see none of this."}
	RegAccount       = Text{"Compte", "Account"}
	RegCustomer      = Text{"Client", "Customer"}
	RegNameOnFile    = Text{"Nom au dossier", "Name on file"}
	RegIP            = Text{"Adresse IP", "IP address"}
	RegCreated       = Text{"Première réponse", "First answer"}
	RegResponded     = Text{"Dernière réponse", "Latest answer"}
	RegAnswer        = Text{"La réponse", "The answer"}
	RegWho           = Text{"De qui il s’agit", "Who it is"}
	RegNotGiven      = Text{"–", "–"}
	RegRevisions     = Text{"Réponses précédentes", "Earlier answers"}
	RegRevisionsNote = Text{"La plus récente d’abord; chaque ligne dit ce que la réponse suivante a changé.",
		"Newest first; each line says what the next answer changed."}
	RegNoRevisions = Text{"Cette réponse n’a jamais été modifiée.", "This answer was never changed."}
	RegVersion     = Text{"Version %s", "Version %s"}
	RegReplacedBy  = Text{"remplacée par %s, %s", "replaced by %s, %s"}
	RegGuest       = Text{"l’invité", "the guest"}
	RegStaff       = Text{"l’équipe", "staff"}
	RegAnswered    = Text{"répondue %s", "answered %s"}
	RegSame        = Text{"Mêmes valeurs dans la réponse; l’identification a changé.",
		"The same values in the answer; the match has changed."}
	RegRestore    = Text{"Remettre", "Bring back"}
	RegRestoreOf  = Text{"Remettre la version %s", "Bring back version %s"}
	RegRestored   = Text{"La version %s est de retour.", "Version %s is back."}
	RegWas        = Text{"avant", "before"}
	RegIs         = Text{"ensuite", "after"}
	RegDelete     = Text{"Supprimer l’inscription", "Delete the registration"}
	RegDeleteAsk  = Text{"Supprimer l’inscription de %s ?", "Delete the registration of %s?"}
	RegDeleteText = Count{Text{"%s place se libère. Les réponses précédentes disparaissent aussi; le journal garde ce qui a été supprimé.",
		"%s place becomes free. Earlier answers go too; the audit log keeps what was deleted."},
		Text{"%s places se libèrent. Les réponses précédentes disparaissent aussi; le journal garde ce qui a été supprimé.",
			"%s places become free. Earlier answers go too; the audit log keeps what was deleted."}}
	RegDeleted = Text{"L’inscription de %s est supprimée.", "The registration of %s is deleted."}
	RegNew     = Text{"Inscrire quelqu’un", "Register someone"}
	RegNewText = Text{"Pour une réponse reçue par téléphone ou de vive voix. Si cette personne a déjà répondu, sa réponse " +
		"est remplacée.", "For an answer by phone or in person. If they have answered already, this takes its place."}
	RegEntered     = Text{"%s est de la fête.", "%s is coming."}
	RegReplaced    = Text{"La réponse de %s est remplacée.", "The answer of %s is replaced."}
	RegPeopleHint  = Text{"De 1 à 20, la personne comprise.", "From 1 to 20, including them."}
	RegSaveIt      = Text{"Inscrire", "Register"}
	RegCorrect     = Text{"Corriger", "Correct"}
	RegCorrectOf   = Text{"Corriger la réponse de %s", "Correct the answer of %s"}
	RegCorrectText = Text{"La réponse d’avant reste parmi les réponses précédentes, d’où vous pouvez la remettre.",
		"What the answer said stays among the earlier answers, from where you can bring it back."}
	RegCorrected = Text{"La réponse de %s est corrigée.", "The answer of %s is corrected."}
	RegOther     = Text{"Ouvrir cette autre inscription", "Open that other registration"}
)
