package i18n

// Texts of the staff page with the registrations of an event.
var (
	RegTitle       = Text{"Inscriptions", "Registrations"}
	RegOf          = Text{"Inscriptions – %s", "Registrations – %s"}
	RegTab         = Text{"Inscriptions", "Registrations"}
	RegAdd         = Text{"Inscrire quelqu’un", "Register someone"}
	RegCSV         = Text{"Télécharger la liste", "Download the list"}
	RegGuestPage   = Text{"Voir la page des invités", "View guest page"}
	RegSearch      = Text{"Rechercher un nom, un courriel, un numéro", "Search by name, email or number"}
	RegSearchShort = Text{"Nom, courriel, numéro", "Name, email, number"}
	RegFilter      = Text{"Filtrer les inscriptions", "Filter registrations"}
	RegHeadcount   = Text{"Personnes attendues", "Expected guests"}
	RegNoLimit     = Text{"sans limite de places", "no capacity limit"}
	RegFree        = Count{Text{"%s place libre", "%s spot left"}, Text{"%s places libres", "%s spots left"}}
	RegFull        = Text{"Complet", "Full"}
	RegOver        = Count{Text{"%s personne de plus que la capacité", "%s person over capacity"},
		Text{"%s personnes de plus que la capacité", "%s people over capacity"}}
	RegCount    = Text{"Inscriptions", "Registrations"}
	RegDeclined = Text{"Ne viendra pas", "Not coming"}
	RegDeclines = Count{Text{"%s refus", "%s not coming"}, Text{"%s refus", "%s not coming"}}
	RegNone     = Text{"Aucune inscription pour l’instant", "No registrations yet"}
	RegNoneText = Text{"Elles apparaîtront ici dès que les invités répondront. Vous pouvez aussi inscrire quelqu’un vous-même.",
		"They’ll show up here as guests reply. You can also register someone yourself."}
	RegNoneFound  = Text{"Aucun résultat", "No results"}
	RegNoneFound2 = Text{"Aucune inscription ne correspond à cette recherche.", "No registrations match this search."}
	RegClear      = Text{"Tout afficher", "Show all"}
	RegOlder      = Text{"Plus anciennes", "Older"}
	RegNewest     = Text{"Les plus récentes", "Newest"}

	RegName       = Text{"Nom", "Name"}
	RegPeople     = Text{"Personnes", "People"}
	RegPerson     = Text{"pers.", "person"} // beside the number, where there is no heading
	RegPersons    = Text{"pers.", "people"}
	RegConfidence = Text{"Client", "Customer"}
	RegContact    = Text{"Coordonnées", "Contact"}
	RegAllergies  = Text{"Allergies", "Allergies"}
	RegLanguage   = Text{"Langue", "Language"}
	RegWhen       = Text{"A répondu", "Replied"}
	RegNumber     = Text{"Nᵒ de client %s", "Customer no. %s"}
	RegFiled      = Text{"au dossier : %s", "on file: %s"}
	RegByStaff    = Text{"ajoutée par le personnel", "added by staff"}
	RegWalkIn     = Text{"inscrite sur place", "walk-in"}
	RegChanged    = Count{Text{"modifiée %s fois", "changed once"}, Text{"modifiée %s fois", "changed %s times"}}

	RegConfirmed    = Text{"Client reconnu", "Known customer"}
	RegProbable     = Text{"À vérifier", "Needs review"}
	RegUnknown      = Text{"Non reconnu", "Not recognized"}
	RegConfirmedTab = Text{"Clients reconnus", "Known customers"}
	RegUnknownTab   = Text{"Non reconnus", "Not recognized"}
	RegWhyConfirmed = Text{"Plusieurs renseignements correspondent au même compte : %s.", "Several details match the same account: %s."}
	RegWhyProbable  = Text{"Un seul renseignement correspond à ce compte : %s.", "Only one detail matches this account: %s."}
	RegWhyAmbiguous = Text{"Ce renseignement (%s) correspond à plusieurs comptes : aucun n’est retenu.",
		"This detail (%s) matches several accounts, so none was chosen."}
	RegWhyUnknown = Text{"Aucun des renseignements fournis ne figure au répertoire des clients.",
		"None of the details provided are in the customer directory."}
	RegWhyLink      = Text{"Personne reconnue grâce à son lien personnel.", "Identified by their personal link."}
	RegLinked       = Text{"Lien personnel", "Personal link"}
	RegByLink       = Text{"lien personnel", "personal link"}
	RegSignalEmail  = Text{"courriel", "email"}
	RegSignalPhone  = Text{"téléphone", "phone"}
	RegSignalNumber = Text{"numéro de client", "customer number"}
	RegSignalName   = Text{"nom", "name"}
	RegAnd          = Text{" et ", " and "}
	RegHow          = Text{"Comment la correspondance est établie", "How matches are made"}
	RegHowText      = Text{"Le courriel, le téléphone et le numéro de client sont recherchés dans le répertoire. Le nom ne compte " +
		"qu’avec l’un d’eux. Deux renseignements pour le même compte : client reconnu. Un seul\u00a0: à vérifier. Les invités ne voient pas la correspondance; les clients reconnus sont simplement remerciés de leur fidélité.",
		"The email, phone and customer number are looked up in the directory. The name counts only along with one of them. Two " +
			"details for one account: known customer. Only one: needs review. Guests don’t see the match; known customers are simply thanked for being customers."}
	RegAccount       = Text{"Compte", "Account"}
	RegCustomer      = Text{"Client", "Customer"}
	RegNameOnFile    = Text{"Nom au dossier", "Name on file"}
	RegIP            = Text{"Adresse IP", "IP address"}
	RegCreated       = Text{"Première réponse", "First response"}
	RegResponded     = Text{"Dernière réponse", "Latest response"}
	RegAnswer        = Text{"Réponse", "Response"}
	RegWho           = Text{"Identification", "Guest identity"}
	RegNotGiven      = Text{"–", "–"}
	RegRevisions     = Text{"Réponses précédentes", "Earlier responses"}
	RegRevisionsNote = Text{"La plus récente d’abord. Chaque ligne montre ce que la réponse suivante a changé.",
		"Newest first. Each line shows what the next response changed."}
	RegNoRevisions = Text{"Cette réponse n’a jamais été modifiée.", "This response has never been changed."}
	RegVersion     = Text{"Version %s", "Version %s"}
	RegReplacedBy  = Text{"remplacée par %s le %s", "replaced by %s on %s"}
	RegGuest       = Text{"l’invité", "the guest"}
	RegStaff       = Text{"le personnel", "staff"}
	RegAnswered    = Text{"reçue le %s", "received on %s"}
	RegSame        = Text{"Même réponse. Seule la correspondance a changé.", "Same response. Only the match changed."}
	RegRestore     = Text{"Rétablir", "Restore"}
	RegRestoreOf   = Text{"Rétablir la version %s", "Restore version %s"}
	RegRestored    = Text{"Version %s rétablie.", "Version %s restored."}
	RegWas         = Text{"avant", "before"}
	RegIs          = Text{"après", "after"}
	RegDelete      = Text{"Supprimer l’inscription", "Delete registration"}
	RegDeleteAsk   = Text{"Supprimer cette inscription : %s?", "Delete %s’s registration?"}
	RegDeleteText  = Count{Text{"%s place sera libérée. Les réponses précédentes seront aussi supprimées. Le journal d’audit en " +
		"garde la trace.",
		"This frees up %s spot. Earlier responses are deleted too. The audit log keeps a record."},
		Text{"%s places seront libérées. Les réponses précédentes seront aussi supprimées. Le journal d’audit en garde la trace.",
			"This frees up %s spots. Earlier responses are deleted too. The audit log keeps a record."}}
	RegDeleted = Text{"Inscription supprimée : %s.", "Registration deleted: %s."}
	RegNew     = Text{"Inscrire quelqu’un", "Register someone"}
	RegNewText = Text{"Pour une réponse reçue par téléphone ou de vive voix. Si cette personne a déjà répondu, sa réponse est remplacée.",
		"For a response by phone or in person. If they’ve already replied, this replaces it."}
	RegEntered     = Text{"Inscription ajoutée : %s.", "%s is registered."}
	RegReplaced    = Text{"Réponse remplacée : %s.", "Response replaced: %s."}
	RegConfirm     = Text{"Envoyer une confirmation à l’invité", "Send the guest a confirmation"}
	RegConfirmHint = Text{"Par courriel, avec un fichier pour le calendrier et un lien pour changer sa réponse. Sans adresse, rien n’est envoyé.",
		"By email, with the calendar entry and a link to change the response. Without an address, nothing is sent."}
	RegNotConfirmed = Text{"Aucune confirmation n’est envoyée\u00a0: cette adresse est exclue, ou elle a reçu trop de messages depuis une heure.",
		"No confirmation was sent: this address is excluded, or it has received too many messages in the past hour."}
	RegPeopleHint  = Text{"De 1 à 20, y compris cette personne; 0 si elle ne vient pas.", "From 1 to 20, including this person; 0 if they aren’t coming."}
	RegSaveIt      = Text{"Inscrire", "Register"}
	RegCorrect     = Text{"Corriger", "Correct"}
	RegCorrectOf   = Text{"Corriger la réponse : %s", "Correct %s’s response"}
	RegCorrectText = Text{"La version précédente reste parmi les réponses précédentes, d’où vous pouvez la rétablir.",
		"The previous version stays with the earlier responses, where you can restore it."}
	RegCorrected = Text{"Réponse corrigée : %s.", "Response corrected: %s."}
	RegOther     = Text{"Ouvrir l’autre inscription", "Open the other registration"}
)

// Texts of the decision about a probable match, of the filters and of the guest list to print.
var (
	RegSameAsk        = Text{"Est-ce bien %s?", "Is this %s?"}
	RegNameDiffers    = Text{"Nom différent\u00a0: %s ≠\u00a0%s", "Name differs: %s ≠\u00a0%s"}
	RegSeveralAsk     = Text{"Plusieurs clients sont possibles", "Several customers are possible"}
	RegSameYes        = Text{"Oui, c’est cette personne", "Yes, it is"}
	RegSameNo         = Text{"Non", "No"}
	RegMatchConfirmed = Text{"Client reconnu\u00a0: %s.", "%s is recognized as a customer."}
	RegMatchRejected  = Text{"Aucun client associé : %s.", "%s isn’t matched to any customer."}
	RegPaged          = Text{"%s à %s sur %s", "%s–%s of %s"}
	RegCheckNext      = Count{Text{"Encore %s à vérifier", "%s more to review"}, Text{"Encore %s à vérifier", "%s more to review"}}
	RegFilterCheck    = Text{"À vérifier", "Needs review"}
	RegFilterDeclined = Text{"Ne viendront pas", "Not coming"}
	RegFilterEats     = Text{"Avec allergies", "With allergies"}
	RegGuestList      = Text{"Liste de présence", "Attendance list"}
	RegPrint          = Text{"Imprimer", "Print"}
	RegPrintHow       = Text{"Une case par personne attendue.", "One box for each person expected."}
	RegArrived        = Text{"Arrivées", "Arrived"}
	RegArrivedN       = Count{Text{"%s arrivée", "%s arrived"}, Text{"%s arrivées", "%s arrived"}}
	RegToday          = Text{"L’événement a lieu aujourd’hui", "The event is today"}
	RegCheckIn        = Text{"Noter l’arrivée", "Check in"}
	RegReview         = Text{"Vérifier", "Review"}
)

// Registrations over time.
var (
	RegPerDay = Text{"Réponses par jour", "Responses per day"}
	RegDaily  = Text{"Inscriptions par jour", "Registrations per day"}
	RegDay    = Text{"Jour", "Day"}
	RegLately = Count{Text{"%s au cours des 7\u00a0derniers jours", "%s in the last 7 days"},
		Text{"%s au cours des 7\u00a0derniers jours", "%s in the last 7 days"}}
)
