package i18n

// The page of the e-mail templates.
var (
	Tpl     = Text{"Gabarits de courriel", "E-mail templates"}
	TplLead = Text{"L’invitation festive est toujours là. Un gabarit sert à en écrire une autre.",
		"The festive invitation is always there. A template is for writing another one."}
	TplTable    = Text{"Gabarits, avec les événements qui s’en servent", "Templates, with the events that use them"}
	TplName     = Text{"Nom", "Name"}
	TplNameHint = Text{"Commence par « event- » : lettres minuscules, chiffres et traits d’union.",
		"Begins with “event-”: small letters, digits and hyphens."}
	TplSubject     = Text{"Objet", "Subject"}
	TplSubjectHint = Text{"Vide : celui de l’invitation festive.", "Empty: that of the festive invitation."}
	TplHTML        = Text{"Message", "Message"}
	TplHTMLHint    = Text{"Du HTML simple. L’adresse postale et le lien de désabonnement s’ajoutent dessous.",
		"Simple HTML. The postal address and the unsubscribe link are added below."}
	TplFallback = Text{"Ce qui est vide est lu en français.", "What is empty is read in French."}
	TplUsedBy   = Text{"Événements", "Events"}
	TplUnused   = Text{"aucun", "none"}
	TplChanged  = Text{"Modifié", "Changed"}
	TplNone     = Text{"Aucun gabarit pour l’instant", "No template yet"}
	TplNoneText = Text{"Toutes les invitations sont festives. Écrivez un gabarit pour leur donner un autre visage.",
		"Every invitation is the festive one. Write a template to give them another face."}
	TplAdd     = Text{"Nouveau gabarit", "New template"}
	TplEdit    = Text{"Modifier %s", "Edit %s"}
	TplSaved   = Text{"%s est enregistré.", "%s is saved."}
	TplDelete  = Text{"Supprimer", "Delete"}
	TplDeleted = Text{"%s est supprimé.", "%s is deleted."}
	TplInUse   = Text{"Un événement s’en sert : choisissez-y d’abord une autre invitation.",
		"An event uses it: choose another invitation there first."}
	TplPlaces     = Text{"Champs à insérer", "Placeholders"}
	TplPlacesHint = Text{"Un clic en ajoute un là où vous écrivez. On peut aussi les taper.",
		"A click adds one where you write. You can type them as well."}
	TplPreview     = Text{"Aperçu", "Preview"}
	TplPreviewIn   = Text{"Aperçu en français", "Preview in French"}
	TplPreviewEN   = Text{"Aperçu en anglais", "Preview in English"}
	TplPreviewHint = Text{"Avec un événement et une personne inventés. Rien n’est envoyé ni enregistré.",
		"With an invented event and person. Nothing is sent or saved."}
	TplFrame   = Text{"Le courriel tel qu’il sera lu", "The e-mail as it will be read"}
	TplFrench  = Text{"Français", "French"}
	TplEnglish = Text{"Anglais", "English"}
	TplPostal  = Text{"1, rue de l’Exemple, Québec", "1 Example Street, Québec"}
	TplExists  = Text{"Un gabarit porte déjà ce nom.", "A template has this name already."}
)

// TplPlaceNames say what each placeholder of a template stands for.
var TplPlaceNames = map[string]Text{
	"greeting": {"Bonjour, avec le prénom", "Hello, with the first name"}, "firstname": {"prénom", "first name"},
	"lastname": {"nom de famille", "last name"}, "name": {"nom complet", "full name"},
	"event_title": {"titre", "title"}, "event_date": {"date", "date"}, "event_hours": {"heures", "hours"}, "event_address": {"lieu", "place"},
	"event_intro": {"introduction", "introduction"}, "event_details": {"détails", "details"},
	"rsvp_button": {"bouton de réponse", "answer button"}, "rsvp_url": {"lien de réponse", "answer link"},
	"calendar_url":    {"lien du calendrier", "calendar link"},
	"unsubscribe_url": {"lien de désabonnement", "unsubscribe link"}, "sender_address": {"adresse postale", "postal address"},
}
