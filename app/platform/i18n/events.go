package i18n

// Texts of the events.
var (
	Events         = Text{"Événements", "Events"}
	EventsShort    = Text{"Événements", "Events"}
	EventsLead     = Text{"Ce à quoi vous invitez, et qui vient", "What you invite to, and who is coming"}
	EventsComing   = Text{"Événements à venir", "Coming events"}
	EventsPast     = Text{"Passés", "Past"}
	EventsNone     = Text{"Aucun événement à venir", "No event is coming"}
	EventsNoneText = Text{"Créez-en un : ses textes, son visage et ses places tiennent sur une page.",
		"Make one: its texts, its look and its places fit on a page."}
	EventNew   = Text{"Nouvel événement", "New event"}
	EventViews = Text{"Parties de l’événement", "Parts of the event"}
	EventEdit  = Text{"Contenu", "Content"}

	EventPeople   = Text{"Personnes attendues", "People coming"}
	EventPeopleOf = Text{"%s sur %s", "%s of %s"}
	EventPeopleN  = Count{Text{"%s personne attendue, sans limite de places", "%s person coming, no limit"},
		Text{"%s personnes attendues, sans limite de places", "%s people coming, no limit"}}
	EventUntil      = Text{"Réponses jusqu’au %s", "Answers until %s"}
	EventShipped    = Text{"Livré avec Presence", "Ships with Presence"}
	EventShippedNow = Text{"Livré avec Presence : enregistrer en fait votre version.", "Ships with Presence: saving makes it your version."}
	EventTimes      = Text{"%s, de %s à %s", "%s, %s to %s"}
	EventTimesDays  = Text{"%s, %s – %s, %s", "%s, %s – %s, %s"}

	EventDraft   = Text{"Brouillon", "Draft"}
	EventOpen    = Text{"Ouvert", "Open"}
	EventFull    = Text{"Complet", "Full"}
	EventClosed  = Text{"Fermé", "Closed"}
	EventOver    = Text{"Passé", "Over"}
	EventState   = Text{"Réponses des invités", "Guests’ answers"}
	EventIsDraft = Text{"Brouillon : les invités ne voient rien", "Draft: guests see nothing"}
	EventIsOpen  = Text{"Ouvert : les invités répondent", "Open: guests may answer"}
	EventIsShut  = Text{"Fermé : la page reste, sans réponse possible", "Closed: the page stays, without answers"}

	EventWords     = Text{"Textes", "Texts"}
	EventWordsHint = Text{"Un texte anglais laissé vide se lit en français. Dans les textes longs : **gras**, *italique*, « - » " +
		"pour une liste, [lien](https://…).",
		"An English text left empty is read in French. In long texts: **bold**, *italic*, “- ” for a list, [link](https://…)."}
	EventInFrench  = Text{"%s, en français", "%s, in French"}
	EventInEnglish = Text{"%s, en anglais", "%s, in English"}
	EventTitle     = Text{"Titre", "Title"}
	EventIntro     = Text{"Mot d’invitation", "Words of invitation"}
	EventDetails   = Text{"Détails", "Details"}
	EventAddress   = Text{"Adresse", "Address"}
	EventThanks    = Text{"Remerciement", "Thanks"}

	EventWhen         = Text{"Date et places", "Date and places"}
	EventStarts       = Text{"Début", "Start"}
	EventEnds         = Text{"Fin", "End"}
	EventDeadline     = Text{"Réponses jusqu’à", "Answers until"}
	EventDeadlineHint = Text{"Vide : jusqu’au début.", "Empty: until it starts."}
	EventPlaces       = Text{"Places", "Places"}
	EventPlacesHint   = Text{"Vide : sans limite. Les accompagnants comptent.", "Empty: no limit. Companions count."}
	EventPlacesLess   = Text{"%s personnes sont déjà attendues : en dessous, l’événement est complet.",
		"%s people are coming already: below that, the event is full."}
	EventSlug     = Text{"Adresse de la page", "Address of the page"}
	EventSlugHint = Text{"Lettres minuscules, chiffres et traits d’union. Vide : faite du titre.",
		"Small letters, digits and hyphens. Empty: made from the title."}

	EventLook         = Text{"Apparence", "Look"}
	EventPalette      = Text{"Palette", "Palette"}
	EventTemplate     = Text{"Courriel d’invitation", "Invitation e-mail"}
	EventTemplateHint = Text{"L’invitation festive porte les textes et la palette de cet événement.",
		"The festive invitation wears the texts and the palette of this event."}
	EventFestive      = Text{"Invitation festive", "Festive invitation"}
	EventTemplateGone = Text{"%s (n’existe plus)", "%s (gone)"}
	EventTemplateLost = Text{"Ce gabarit n’existe plus : rien ne peut partir avec lui. Choisissez-en un autre.",
		"This template is gone: nothing can be sent with it. Choose another one."}
	EventTemplates = Text{"Voir les gabarits de courriel", "See the e-mail templates"}

	EventPreview   = Text{"Aperçu", "Preview"}
	EventPreviewIn = Text{"Langue de l’aperçu", "Language of the preview"}
	EventPreviewDo = Text{"Actualiser", "Refresh"}
	EventPreviewOf = Text{"La page des invités, en %s", "The guests’ page, in %s"}
	EventFrench    = Text{"français", "French"}
	EventEnglish   = Text{"anglais", "English"}
	EventGuestPage = Text{"Page des invités", "Guests’ page"}
	EventCopy      = Text{"Copier", "Copy"}
	EventDelete    = Text{"Supprimer…", "Delete…"}
	EventSaved     = Text{"« %s » est enregistré.", "“%s” is saved."}

	EventFiles     = Text{"Pièces jointes de l’invitation", "Attachments of the invitation"}
	EventFilesHint = Text{"Images ou PDF, 4 Mo chacun, 6 au plus.", "Pictures or PDF, 4 MB each, 6 at most."}
	EventFile      = Text{"Fichier : glissez-le ici ou choisissez-le", "File: drop it here or choose it"}
	EventFileLang  = Text{"Pour les invitations", "For invitations"}
	EventFileFR    = Text{"en français", "in French"}
	EventFileEN    = Text{"en anglais", "in English"}
	EventFileBoth  = Text{"dans les deux langues", "in both languages"}
	EventFileRoom  = Count{Text{"Encore %s fichier", "%s more file"}, Text{"Encore %s fichiers", "%s more files"}}
	EventFilesFull = Text{"L’invitation porte ses 6 fichiers : retirez-en un pour en joindre un autre.",
		"The invitation carries its 6 files: remove one to attach another."}
	EventAttach     = Text{"Joindre", "Attach"}
	EventAttached   = Text{"« %s » est joint.", "“%s” is attached."}
	EventDetached   = Text{"La pièce jointe est retirée.", "The attachment is removed."}
	EventFileRemove = Text{"Retirer %s", "Remove %s"}
	EventFileKB     = Text{"%s ko", "%s KB"}
	EventFileMB     = Text{"%s Mo", "%s MB"}

	EventAskDelete  = Text{"Supprimer « %s » ?", "Delete “%s”?"}
	EventAskGone    = Text{"Ceci disparaît pour de bon :", "This goes for good:"}
	EventAskBuiltIn = Text{"Votre version disparaît, et l’événement redevient celui qui est livré avec Presence. Les réponses " +
		"et la liste d’envoi restent.",
		"Your version goes, and the event is again the one that ships with Presence. Answers and the audience stay."}
	EventAskAnswers  = Count{Text{"%s réponse d’invité", "%s answer of a guest"}, Text{"%s réponses d’invités", "%s answers of guests"}}
	EventAskAudience = Count{Text{"%s adresse de la liste d’envoi", "%s address of the audience"},
		Text{"%s adresses de la liste d’envoi", "%s addresses of the audience"}}
	EventAskFiles    = Count{Text{"%s pièce jointe", "%s attachment"}, Text{"%s pièces jointes", "%s attachments"}}
	EventAskPage     = Text{"la page des invités et les liens déjà envoyés", "the guests’ page and the links sent already"}
	EventAskDo       = Text{"Supprimer l’événement", "Delete the event"}
	EventAskUncover  = Text{"Supprimer ma version", "Delete my version"}
	EventDeleted     = Text{"« %s » est supprimé.", "“%s” is deleted."}
	EventUncovered   = Text{"« %s » est de nouveau celui qui est livré avec Presence.", "“%s” is again the one that ships with Presence."}
	EventsTodayTitle = Text{"Prochains événements", "Next events"}
	EventsTodayAll   = Text{"Tous les événements", "All events"}
)

// Palettes are the names that staff choose the brand palettes by.
var Palettes = map[string]Text{
	"sapin": {"Sapin", "Fir"}, "canneberge": {"Canneberge", "Cranberry"}, "nuit": {"Nuit", "Night"}, "givre": {"Givre", "Frost"},
	"prune": {"Prune", "Plum"}, "cuivre": {"Cuivre", "Copper"}, "or": {"Or", "Gold"}, "ardoise": {"Ardoise", "Slate"},
}
