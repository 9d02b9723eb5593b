package i18n

// Texts of the events.
var (
	Events         = Text{"Événements", "Events"}
	EventsShort    = Text{"Événements", "Events"}
	EventsLead     = Text{"Vos événements et les personnes attendues", "Your events and who’s coming"}
	EventsComing   = Text{"Événements à venir", "Upcoming events"}
	EventsPast     = Text{"Passés", "Past"}
	EventsNone     = Text{"Aucun événement à venir", "No upcoming events"}
	EventsNoneText = Text{"Créez-en un : textes, apparence et capacité tiennent sur une page.",
		"Create one: text, appearance and capacity all fit on one page."}
	EventsSearch     = Text{"Rechercher un événement", "Search events"}
	EventsNoneFound  = Text{"Aucun événement trouvé", "No events found"}
	EventsNoneFound2 = Text{"Essayez un autre mot ou une autre saison.", "Try another word or another season."}
	EventsShowAll    = Text{"Afficher tous les événements", "Show all events"}

	Season       = Text{"Saison", "Season"}
	SeasonAll    = Text{"Toutes les saisons", "All seasons"}
	SeasonWinter = Text{"Hiver %s", "Winter %s"}
	SeasonSpring = Text{"Printemps %s", "Spring %s"}
	SeasonSummer = Text{"Été %s", "Summer %s"}
	SeasonAutumn = Text{"Automne %s", "Fall %s"}

	EventNew   = Text{"Nouvel événement", "New event"}
	EventViews = Text{"Sections de l’événement", "Event sections"}
	EventEdit  = Text{"Contenu", "Content"}

	EventPeople   = Text{"Personnes attendues", "Expected guests"}
	EventPeopleOf = Text{"%s sur %s", "%s of %s"}
	EventPeopleN  = Count{Text{"%s personne attendue · sans limite de places", "%s expected guest · no limit"},
		Text{"%s personnes attendues · sans limite de places", "%s expected guests · no limit"}}
	EventUntil      = Text{"Répondre au plus tard le %s", "RSVP by %s"}
	EventExample    = Text{"Exemple", "Example"}
	EventSpots      = Count{Text{"%s place", "%s spot"}, Text{"%s places", "%s spots"}}
	EventUninvited  = Text{"Aucune invitation envoyée", "No invitations sent"}
	EventShippedNow = Text{"Cet événement est un exemple. Il devient le vôtre dès votre première modification.",
		"This event is an example. Your first change makes it yours."}
	EventTimes     = Text{"%s, de %s à %s", "%s, %s to %s"}
	EventTimesDays = Text{"%s, %s – %s, %s", "%s, %s – %s, %s"}

	EventDraft   = Text{"Brouillon", "Draft"}
	EventOpen    = Text{"Ouvert", "Open"}
	EventFull    = Text{"Complet", "Full"}
	EventClosed  = Text{"Fermé", "Closed"}
	EventOver    = Text{"Terminé", "Ended"}
	EventState   = Text{"État des réponses", "RSVP status"}
	EventIsDraft = Text{"Brouillon : invisible pour les invités", "Draft: guests can’t see it"}
	EventIsOpen  = Text{"Ouvert : les invités peuvent répondre", "Open: guests can RSVP"}
	EventIsShut  = Text{"Fermé : la page reste visible, mais on ne peut plus répondre",
		"Closed: the page stays up, but guests can’t RSVP"}

	EventWords     = Text{"Textes", "Text"}
	EventWordsHint = Text{"Si un texte anglais est vide, le texte français s’affiche.", "Where the English is blank, guests see the French."}
	EventSigns     = Text{"Dans les textes longs : **gras**, *italique*, «\u00a0-\u00a0» pour une liste, [lien](https://…).",
		"In long text: **bold**, *italic*, “- ” for a list, [link](https://…)."}
	EventInFrench  = Text{"%s (français)", "%s (French)"}
	EventInEnglish = Text{"%s (anglais)", "%s (English)"}
	EventTitle     = Text{"Titre", "Title"}
	EventIntro     = Text{"Introduction", "Introduction"}
	EventDetails   = Text{"Détails", "Details"}
	EventAddress   = Text{"Adresse", "Address"}
	EventThanks    = Text{"Message de remerciement", "Thank-you message"}

	EventWhen         = Text{"Date", "Date"}
	EventStarts       = Text{"Début", "Start"}
	EventEnds         = Text{"Fin", "End"}
	EventDeadline     = Text{"Date limite de réponse", "RSVP deadline"}
	EventDeadlineHint = Text{"Laissez vide pour accepter les réponses jusqu’au début.",
		"Leave blank to accept RSVPs until the event starts."}
	// What is set in a part of the form that is closed.
	EventSumPeople      = Count{Text{"%s personne par réponse", "%s person per RSVP"}, Text{"Jusqu’à %s personnes par réponse", "Up to %s people per RSVP"}}
	EventSumQuestions   = Count{Text{"%s question", "%s question"}, Text{"%s questions", "%s questions"}}
	EventSumNoQuestions = Text{"aucune question", "no questions"}
	EventSumWaiting     = Text{"liste d’attente", "waiting list"}
	EventPlaces         = Text{"Capacité", "Capacity"}
	EventNoLimit        = Text{"Sans limite", "No limit"}
	EventPlacesHint     = Text{"Laissez vide pour ne fixer aucune limite. Les accompagnateurs comptent aussi.",
		"Leave blank for no limit. Companions count too."}
	EventPlacesLess = Count{
		Text{"Déjà %s personne attendue. Avec une capacité moindre, l’événement affichera complet.",
			"%s guest is already expected. With a lower capacity, the event will show as full."},
		Text{"Déjà %s personnes attendues. Avec une capacité moindre, l’événement affichera complet.",
			"%s guests are already expected. With a lower capacity, the event will show as full."}}
	EventSlug     = Text{"Adresse de la page", "Page address"}
	EventSlugHint = Text{"Minuscules, chiffres et traits d’union. Laissez vide pour utiliser le titre.",
		"Lowercase letters, digits and hyphens. Leave blank to use the title."}

	EventLook         = Text{"Apparence", "Appearance"}
	EventPalette      = Text{"Palette", "Palette"}
	EventTemplate     = Text{"Courriel d’invitation", "Invitation email"}
	EventTemplateHint = Text{"L’invitation festive reprend les textes et la palette de cet événement.",
		"The festive invitation uses this event’s text and palette."}
	EventFestive      = Text{"Invitation festive", "Festive invitation"}
	EventBlocks       = Text{"Invitation composée de blocs", "Invitation built with blocks"}
	EventTemplateGone = Text{"%s (supprimé)", "%s (deleted)"}
	EventTemplateLost = Text{"Ce modèle a été supprimé : rien ne peut être envoyé. Choisissez-en un autre.",
		"This template was deleted: nothing can be sent with it. Choose another one."}
	EventTemplates = Text{"Voir les modèles de courriel", "View email templates"}

	EventPreview     = Text{"Aperçu", "Preview"}
	EventPreviewDo   = Text{"Actualiser", "Refresh"}
	EventPreviewWhat = Text{"Ce que montre l’aperçu", "What the preview shows"}
	EventAsPage      = Text{"Page", "Page"}
	EventAsMail      = Text{"Courriel", "Email"}
	EventMailSaved   = Text{"Le courriel tel qu’il est enregistré.", "The email as saved."}
	EventPreviewOf   = Text{"La page des invités, en %s", "Guest page, in %s"}
	EventFrench      = Text{"français", "French"}
	EventEnglish     = Text{"anglais", "English"}
	EventGuestPage   = Text{"Page des invités", "Guest page"}
	EventCopy        = Text{"Dupliquer", "Duplicate"}
	EventRepeat      = Text{"Répéter un an plus tard", "Repeat a year later"}
	EventDelete      = Text{"Supprimer…", "Delete…"}
	EventSaved       = Text{"« %s » est enregistré.", "“%s” saved."}

	EventFiles     = Text{"Pièces jointes de l’invitation", "Invitation attachments"}
	EventFilesHint = Text{"Images ou PDF, 4 Mo chacun, 6 au maximum. Chaque fichier est enregistré dès son ajout.", "Pictures or PDFs, 4 MB each, 6 at most. Files are saved as you add them."}
	EventNoFiles   = Text{"Aucun fichier", "No files"}
	EventFile      = Text{"Déposez un fichier ici ou choisissez-en un", "Drop a file here or choose one"}
	EventFileLang  = Text{"Pour les invitations", "For invitations"}
	EventFileFR    = Text{"en français", "in French"}
	EventFileEN    = Text{"en anglais", "in English"}
	EventFileBoth  = Text{"dans les deux langues", "in both languages"}
	EventFileRoom  = Count{Text{"Vous pouvez encore joindre %s fichier", "%s more file allowed"},
		Text{"Vous pouvez encore joindre %s fichiers", "%s more files allowed"}}
	EventFilesFull = Text{"L’invitation a déjà 6\u00a0fichiers. Retirez-en un pour en joindre un autre.",
		"The invitation already has 6 files. Remove one to attach another."}
	EventAttach     = Text{"Joindre", "Attach"}
	EventAttached   = Text{"« %s » est joint.", "“%s” attached."}
	EventDetached   = Text{"Pièce jointe retirée.", "Attachment removed."}
	EventFileRemove = Text{"Retirer %s", "Remove %s"}

	EventPicture     = Text{"Image de couverture", "Cover picture"}
	EventPictureHint = Text{"En haut de la page des invités et des courriels. JPEG, PNG ou WebP, 10\u00a0Mo au plus, idéalement 1\u00a0200\u00a0pixels de " +
		"large ou plus. Le lieu et la date de la photo sont effacés.",
		"At the top of the guest page and emails. JPEG, PNG or WebP, up to 10 MB, ideally 1,200 pixels wide or more. " +
			"The photo’s location and date are removed."}
	EventPictureFile   = Text{"Déposez une image ici ou choisissez-en une", "Drop a picture here or choose one"}
	EventPictureOther  = Text{"Pour la remplacer, déposez une image ici ou choisissez-en une", "To replace it, drop a picture here or choose one"}
	EventNoPicture     = Text{"Aucune image", "No picture"}
	EventHasPicture    = Text{"Une image", "One picture"}
	EventPictureFR     = Text{"Description (français)", "Description (French)"}
	EventPictureEN     = Text{"Description (anglais)", "Description (English)"}
	EventPictureAlt    = Text{"Ce que l’image montre, pour les personnes qui ne la voient pas :", "What the picture shows, for people who can’t see it:"}
	EventPictureRemove = Text{"Retirer l’image", "Remove picture"}
	EventPictureAgain  = Text{"L’image n’a pas été enregistrée : choisissez-la de nouveau.", "The picture wasn’t saved. Choose it again."}

	EventAskDelete  = Text{"Supprimer « %s »?", "Delete “%s”?"}
	EventAskGone    = Text{"Éléments supprimés définitivement :", "This will be permanently deleted:"}
	EventAskBuiltIn = Text{"Votre version sera supprimée, et l’événement redeviendra celui fourni avec Presence. Les réponses et la " +
		"liste d’invités sont conservées.",
		"Your version will be deleted, and the event goes back to the one included with Presence. RSVPs and the audience are kept."}
	EventAskAnswers  = Count{Text{"%s réponse d’invité", "%s guest RSVP"}, Text{"%s réponses d’invités", "%s guest RSVPs"}}
	EventAskAudience = Count{Text{"%s adresse de la liste d’invités", "%s address in the audience"},
		Text{"%s adresses de la liste d’invités", "%s addresses in the audience"}}
	EventAskFiles = Count{Text{"%s pièce jointe", "%s attachment"}, Text{"%s pièces jointes", "%s attachments"}}
	EventAskPage  = Text{"la page des invités et les liens déjà envoyés", "the guest page and the links already sent"}
	EventAskDo    = Text{"Supprimer l’événement", "Delete event"}
	EventAskTell  = Count{Text{"Avertir par courriel %s invité qui vient", "Email %s guest who is coming"},
		Text{"Avertir par courriel %s invités qui viennent", "Email %s guests who are coming"}}
	EventAskTellHint = Text{"Le message dit que l’événement est annulé et le retire de leur calendrier.",
		"The message says that the event is cancelled and removes it from their calendar."}
	EventAskUncover = Text{"Supprimer ma version", "Delete my version"}
	EventDeleted    = Text{"« %s » est supprimé.", "“%s” deleted."}
	EventUncovered  = Text{"« %s » est revenu à la version fournie avec Presence.",
		"“%s” is back to the version included with Presence."}
)

// Palettes are the names of the palettes for staff.
var Palettes = map[string]Text{
	"sapin": {"Sapin", "Fir"}, "canneberge": {"Canneberge", "Cranberry"}, "nuit": {"Nuit", "Night"}, "givre": {"Givre", "Frost"},
	"prune": {"Prune", "Plum"}, "cuivre": {"Cuivre", "Copper"}, "or": {"Or", "Gold"}, "ardoise": {"Ardoise", "Slate"},
}

// Texts of the header that the tabs of an event share, and of its editor.
var (
	EventPublish    = Text{"Publier", "Publish"}
	EventShut       = Text{"Clore la période de réponse", "Close RSVPs"}
	EventReopen     = Text{"Rouvrir la période de réponse", "Reopen RSVPs"}
	EventToDraft    = Text{"Remettre en brouillon", "Return to draft"}
	EventIsDraftNow = Text{"« %s » est de nouveau un brouillon. Les invités ne le voient pas.",
		"“%s” is a draft again. Guests can’t see it."}
	EventIsOpenNow = Text{"« %s » est publié. Les invités peuvent répondre.", "“%s” is published. Guests can reply."}
	EventIsShutNow = Text{"La période de réponse de « %s » est terminée.", "RSVPs for “%s” are closed."}
	EventUnsaved   = Text{"Modifications non enregistrées", "Unsaved changes"}
	EventAllSaved  = Text{"Tout est enregistré", "All changes saved"}
	EventDiscard   = Text{"Annuler", "Discard"}
	EventSaveBar   = Text{"Enregistrement", "Saving"}
	EventCreate    = Text{"Créer l’événement", "Create event"}
	EventLanguages = Text{"Langues affichées", "Languages shown"}
	EventBoth      = Text{"Les deux", "Both"}
	EventFileSent  = Text{"Téléversement du fichier", "Uploading the file"}
)
