package i18n

// The page of the e-mail templates.
var (
	Tpl     = Text{"Modèles de courriel", "Email templates"}
	TplLead = Text{"L’invitation festive est toujours offerte. Un modèle permet d’en créer une autre.",
		"The festive invitation is always available. Use a template to write a different one."}
	TplTable       = Text{"Modèles et événements qui les utilisent", "Templates and the events that use them"}
	TplName        = Text{"Nom", "Name"}
	TplSubject     = Text{"Objet", "Subject"}
	TplSubjectHint = Text{"Laissez vide pour utiliser l’objet de l’invitation festive.",
		"Leave blank to use the festive invitation’s subject."}
	TplHTML     = Text{"Message", "Message"}
	TplHTMLHint = Text{"Du HTML simple. L’adresse postale et le lien de désabonnement s’ajoutent au bas.",
		"Simple HTML. The mailing address and the unsubscribe link are added at the bottom."}
	TplBlank    = Text{"Par défaut, le texte français", "By default, the French text"}
	TplUsedBy   = Text{"Événements", "Events"}
	TplUnused   = Text{"aucun", "none"}
	TplChanged  = Text{"Modifié", "Changed"}
	TplNone     = Text{"Aucun modèle pour l’instant", "No templates yet"}
	TplNoneText = Text{"Tous les événements utilisent l’invitation festive. Créez un modèle pour proposer une autre apparence.",
		"All events use the festive invitation. Create a template to offer a different look."}
	TplAdd     = Text{"Nouveau modèle", "New template"}
	TplCreate  = Text{"Créer le modèle", "Create template"}
	TplEdit    = Text{"Modifier %s", "Edit %s"}
	TplSaved   = Text{"%s est enregistré.", "%s saved."}
	TplDelete  = Text{"Supprimer", "Delete"}
	TplDeleted = Text{"%s est supprimé.", "%s deleted."}
	TplInUse   = Text{"Un événement utilise ce modèle. Choisissez d’abord une autre invitation pour cet événement.",
		"An event uses this template. Choose another invitation for that event first."}
	TplInsert      = Text{"Insérer", "Insert"}
	TplOfGuest     = Text{"Invité", "Guest"}
	TplOfEvent     = Text{"Événement", "Event"}
	TplOfLinks     = Text{"Liens et expéditeur", "Links and sender"}
	TplPreview     = Text{"Aperçu", "Preview"}
	TplNoPreview   = Text{"Ce courriel ne peut pas encore s’afficher.", "This email can’t be shown yet."}
	TplPreviewHint = Text{"Avec un événement et un invité fictifs. Rien n’est envoyé ni enregistré.",
		"With a sample event and guest. Nothing is sent or saved."}
	TplFrame   = Text{"Le courriel tel que les invités le verront", "The email as guests will see it"}
	TplFrench  = Text{"Français", "French"}
	TplEnglish = Text{"Anglais", "English"}
	TplPostal  = Text{"1, rue de l’Exemple, Québec", "1 Example Street, Québec"}
)

// TplPlaceNames are the descriptions of the placeholders of a template.
var TplPlaceNames = map[string]Text{
	"greeting": {"Bonjour, avec le prénom", "Hello, with the first name"}, "firstname": {"prénom", "first name"},
	"lastname": {"nom de famille", "last name"}, "name": {"nom complet", "full name"},
	"event_title": {"titre", "title"}, "event_date": {"date", "date"}, "event_hours": {"heure",
		"time"}, "event_address": {"lieu",
		"address"},
	"event_intro": {"introduction", "introduction"}, "event_details": {"détails", "details"},
	"event_when_where": {"encadré de la date et du lieu", "box with date and place"}, "event_picture": {"image", "picture"},
	"rsvp_button": {"bouton de réponse", "RSVP button"}, "rsvp_url": {"lien de réponse", "RSVP link"},
	"calendar_url":    {"lien du calendrier", "calendar link"},
	"unsubscribe_url": {"lien de désabonnement", "unsubscribe link"}, "sender_address": {"adresse postale", "mailing address"},
}

// TplNameFree is the hint at the name of a new template.
var TplNameFree = Text{"L’identifiant du modèle est tiré de ce nom et ne changera plus.",
	"The template’s identifier is based on this name and won’t change later."}
