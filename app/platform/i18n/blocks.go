package i18n

// The editor of the blocks of an invitation.
var (
	Blk     = Text{"Blocs de l’invitation", "Invitation blocks"}
	BlkHint = Text{"Rédigez chaque bloc dans les deux langues. Les modifications sont enregistrées automatiquement.",
		"Write each block in both languages. Changes are saved automatically."}
	BlkBack    = Text{"Modifier l’événement", "Edit the event"}
	BlkOpen    = Text{"Composer l’invitation avec des blocs", "Build the invitation with blocks"}
	BlkUnused  = Text{"L’invitation de cet événement n’utilise pas encore ces blocs.", "This event’s invitation doesn’t use these blocks yet."}
	BlkInstead = Text{"Les invités reçoivent l’invitation du modèle «\u00a0%s\u00a0».", "Guests get the invitation from the template “%s”."}
	BlkFestive = Text{"Les invités reçoivent l’invitation festive.", "Guests get the festive invitation."}
	BlkUse     = Text{"Utiliser ces blocs", "Use these blocks"}
	BlkUsed    = Text{"L’invitation est maintenant composée de ces blocs.", "These blocks are now the event’s invitation."}

	BlkFresh   = Text{"Point de départ : l’invitation festive.", "Starting point: the festive invitation."}
	BlkSaved   = Text{"Tout est enregistré.", "All changes saved."}
	BlkSavedAt = Text{"Enregistré à %s.", "Saved at %s."}
	BlkUnsaved = Text{"Pas encore enregistré. %s", "Not saved yet. %s"}
	BlkAlso    = Text{"%s a aussi modifié ces blocs.", "%s also changed these blocks."}
	BlkAlsoSee = Text{"Afficher ses modifications", "Show their changes"}
	BlkClash   = Text{"%s a modifié le même texte. Vos modifications ne sont pas enregistrées.",
		"%s changed the same text. Your changes aren’t saved."}
	BlkClashSee = Text{"Comparer", "Compare"}
	BlkSomeone  = Text{"Une autre personne", "Someone else"}

	BlkAdd      = Text{"Ajouter un bloc", "Add a block"}
	BlkAddAfter = Text{"Ajouter un bloc après le bloc %d", "Add a block after block %d"}
	BlkMore     = Text{"Autres actions pour le bloc %d", "More actions for block %d"}
	BlkReads    = Text{"Les invités liront\u00a0: %s", "Guests will read: %s"}
	BlkUp       = Text{"Monter le bloc %d", "Move block %d up"}
	BlkDown     = Text{"Descendre le bloc %d", "Move block %d down"}
	BlkCopy     = Text{"Dupliquer le bloc %d", "Duplicate block %d"}
	BlkRemove   = Text{"Retirer le bloc %d", "Remove block %d"}
	BlkRemoved  = Text{"Le bloc est retiré.", "Block removed."}
	BlkRestored = Text{"Les blocs sont rétablis.", "Blocks restored."}
	BlkNumbered = Text{"Bloc %d : %s", "Block %d: %s"}
	BlkNone     = Text{"Aucun bloc pour l’instant", "No blocks yet"}
	BlkNoneText = Text{"Ajoutez un premier bloc, ou repartez de l’invitation festive.", "Add your first block, or start from the festive invitation."}

	BlkStandard  = Text{"Remplacer par l’invitation festive", "Replace with the festive invitation"}
	BlkStarted   = Text{"Vos blocs ont été remplacés par ceux de l’invitation festive.", "Your blocks were replaced with those of the festive invitation."}
	BlkToHTML    = Text{"Convertir en modèle HTML", "Convert to an HTML template"}
	BlkConverted = Text{"Le modèle «\u00a0%s\u00a0» a été créé à partir des blocs et sert maintenant d’invitation à cet événement.",
		"The template “%s” was created from the blocks and is now this event’s invitation."}
	BlkNoAnswer   = Text{"Il manque un lien de réponse", "An RSVP link is missing"}
	BlkNoAnswerIs = Text{"Ajoutez un bouton ou un lien de réponse dans chaque langue. Sinon, certains invités ne pourront pas répondre.",
		"Add an RSVP button or link in each language. Otherwise, some guests won’t be able to reply."}

	BlkSubject = Text{"Objet", "Subject"}
	BlkLeft    = Text{"Colonne de gauche", "Left column"}
	BlkRight   = Text{"Colonne de droite", "Right column"}
	BlkLabel   = Text{"Texte du bouton", "Button text"}
	BlkURL     = Text{"Adresse du lien", "Link address"}
	BlkURLHint = Text{"Laissez vide pour diriger l’invité vers sa page de réponse.", "Leave blank to link to the guest’s RSVP page."}
	BlkDetails = Text{"La date, l’heure et le lieu de l’événement.", "The date, time and place of the event."}
	BlkDivider = Text{"Une ligne entre deux parties.", "A line between two sections."}
	BlkNoImage = Text{"Cet événement n’a pas d’image de couverture\u00a0: ce bloc n’affiche rien.", "This event has no cover picture, so this block shows nothing."}
	BlkImage   = Text{"Ajouter une image de couverture", "Add a cover picture"}

	BlkOwn     = Text{"Afficher une autre image", "Show another picture"}
	BlkOwnFile = Text{"Fichier de l’image", "Picture file"}
	BlkOwnHint = Text{"JPEG, PNG ou WebP, 10 Mo au plus, 600\u00a0pixels de large au moins. Le lieu et la date de la photo sont effacés.",
		"JPEG, PNG or WebP, 10 MB at most, at least 600 pixels wide. The photo’s location and date are removed."}
	BlkOwnUse   = Text{"Utiliser cette image", "Use this picture"}
	BlkOwnUsed  = Text{"Image ajoutée au bloc.", "Picture added to the block."}
	BlkOwnOther = Text{"Une autre image", "Another picture"}
	BlkCover    = Text{"Utiliser l’image de couverture", "Use the cover picture"}
	BlkCovered  = Text{"Le bloc affiche maintenant l’image de couverture.", "The block now shows the cover picture."}

	BlkLangOf = Text{"Langue de l’aperçu", "Preview language"}
	BlkShow   = Text{"Présentation de l’aperçu", "Preview mode"}
	BlkLight  = Text{"Clair", "Light"}
	BlkDark   = Text{"Sombre", "Dark"}
	BlkText   = Text{"Texte brut", "Plain text"}
)

// BlkKinds are the names of the types of block.
var BlkKinds = map[string]Text{
	"title": {"Titre", "Title"}, "text": {"Texte", "Text"}, "picture": {"Image", "Picture"}, "button": {"Bouton", "Button"},
	"columns": {"Deux colonnes", "Two columns"}, "divider": {"Séparateur", "Divider"}, "details": {"Date et lieu", "Date and place"},
}
