package i18n

// The editor of the blocks of an invitation.
var (
	Blk        = Text{"Blocs de l’invitation", "Invitation blocks"}
	BlkHint    = Text{"Chaque bloc est écrit dans les deux langues. Les changements s’enregistrent d’eux-mêmes.", "Each block is written in both languages. Changes are saved automatically."}
	BlkBack    = Text{"Modifier l’événement", "Edit the event"}
	BlkOpen    = Text{"Composer l’invitation par blocs", "Compose the invitation from blocks"}
	BlkUnused  = Text{"Ces blocs ne sont pas encore l’invitation de cet événement.", "These blocks aren’t this event’s invitation yet."}
	BlkInstead = Text{"Les invités reçoivent le gabarit %s.", "Guests get template %s."}
	BlkFestive = Text{"Les invités reçoivent l’invitation festive.", "Guests get the festive invitation."}
	BlkUse     = Text{"Utiliser ces blocs", "Use these blocks"}
	BlkUsed    = Text{"L’invitation est maintenant composée de ces blocs.", "The invitation now consists of these blocks."}

	BlkFresh    = Text{"Ce sont les blocs de l’invitation festive.", "These are the blocks of the festive invitation."}
	BlkSaved    = Text{"Tout est enregistré.", "Everything is saved."}
	BlkSavedAt  = Text{"Enregistré à %s.", "Saved at %s."}
	BlkUnsaved  = Text{"Pas encore enregistré : %s", "Not saved yet: %s"}
	BlkAlso     = Text{"%s a aussi modifié ces blocs.", "%s changed these blocks too."}
	BlkAlsoSee  = Text{"Afficher ses changements", "Show those changes"}
	BlkClash    = Text{"%s a modifié le même bloc. Vos changements ne sont pas enregistrés.", "%s changed the same block. Your changes aren’t saved."}
	BlkClashSee = Text{"Comparer", "Compare"}
	BlkSomeone  = Text{"Une autre personne", "Someone else"}

	BlkAdd      = Text{"Ajouter un bloc", "Add a block"}
	BlkAddAfter = Text{"Ajouter un bloc après le bloc %d", "Add a block after block %d"}
	BlkUp       = Text{"Monter le bloc %d", "Move block %d up"}
	BlkDown     = Text{"Descendre le bloc %d", "Move block %d down"}
	BlkCopy     = Text{"Dupliquer le bloc %d", "Duplicate block %d"}
	BlkRemove   = Text{"Retirer le bloc %d", "Remove block %d"}
	BlkRemoved  = Text{"Le bloc est retiré.", "Block removed."}
	BlkRestored = Text{"Les blocs sont rétablis.", "Blocks restored."}
	BlkNumbered = Text{"Bloc %d : %s", "Block %d: %s"}
	BlkNone     = Text{"Aucun bloc pour l’instant", "No blocks yet"}
	BlkNoneText = Text{"Ajoutez un premier bloc, ou repartez de l’invitation festive.", "Add a first block, or start from the festive invitation."}

	BlkStandard   = Text{"Repartir de l’invitation festive", "Start from the festive invitation"}
	BlkStarted    = Text{"Les blocs sont ceux de l’invitation festive.", "The blocks are those of the festive invitation."}
	BlkToHTML     = Text{"Convertir en gabarit HTML", "Convert to an HTML template"}
	BlkConverted  = Text{"Le gabarit %s reprend les blocs, et sert d’invitation à cet événement.", "Template %s has what the blocks show, and is this event’s invitation."}
	BlkNoAnswer   = Text{"Aucun bloc ne mène à la réponse", "No block leads to the RSVP page"}
	BlkNoAnswerIs = Text{"Sans bouton ni lien de réponse dans les deux langues, les invités ne peuvent pas répondre.", "Without an RSVP button or link in both languages, guests can’t reply."}

	BlkSubject = Text{"Objet", "Subject"}
	BlkLeft    = Text{"Gauche", "Left"}
	BlkRight   = Text{"Droite", "Right"}
	BlkLabel   = Text{"Bouton", "Button"}
	BlkURL     = Text{"Adresse", "Address"}
	BlkURLHint = Text{"Laissez vide pour mener à la page où l’invité répond.", "Leave blank to lead to the page where the guest replies."}
	BlkDetails = Text{"La date, l’heure et le lieu de l’événement.", "The date, time and place of the event."}
	BlkDivider = Text{"Une ligne entre deux parties.", "A line between two parts."}
	BlkNoImage = Text{"Cet événement n’a pas d’image : ce bloc n’affiche rien.", "This event has no picture: this block shows nothing."}
	BlkImage   = Text{"Ajouter une image", "Add a picture"}

	BlkLangOf = Text{"Langue de l’aperçu", "Preview language"}
	BlkShow   = Text{"Présentation de l’aperçu", "Preview mode"}
	BlkLight  = Text{"Clair", "Light"}
	BlkDark   = Text{"Sombre", "Dark"}
	BlkText   = Text{"Texte", "Text"}
)

// BlkKinds are the names of the types of block.
var BlkKinds = map[string]Text{
	"title": {"Titre", "Title"}, "text": {"Texte", "Text"}, "picture": {"Image", "Picture"}, "button": {"Bouton", "Button"},
	"columns": {"Deux colonnes", "Two columns"}, "divider": {"Séparateur", "Divider"}, "details": {"Date et lieu", "Date and place"},
}
