package i18n

import "time"

// Texts of a form that was filled from an older version than the saved one.
var (
	clashBy = Text{"%s a enregistré des modifications pendant que vous écriviez (le %s)",
		"%s saved changes while you were editing (%s)"}
	clashOwn  = Text{"Vous avez enregistré d’autres modifications ailleurs (le %s)", "You saved other changes somewhere else (%s)"}
	clashSome = Text{"Des modifications ont été enregistrées pendant que vous écriviez", "Changes were saved while you were editing"}

	ClashKept = Text{"Rien de ce que vous avez saisi n’est perdu, mais rien n’est encore enregistré.",
		"Nothing you entered is lost, but none of it is saved yet."}
	ClashTaken = Text{"Vous n’aviez pas touché à ces champs, qui affichent maintenant la version enregistrée\u00a0: %s.",
		"You hadn’t changed these fields, so they now show the saved version: %s."}
	ClashDiffers = Text{"Le formulaire garde vos modifications. La version enregistrée diffère ici :",
		"The form keeps your changes. The saved version is different here:"}
	ClashTheirs = Text{"%s (version enregistrée)", "%s (saved version)"}
	ClashEmpty  = Text{"(rien)", "(nothing)"}
	ClashOpen   = Text{"Ignorer mes modifications et ouvrir la version enregistrée", "Discard my changes and open the saved version"}
	ClashSave   = Text{"Remplacer par ma version", "Overwrite with my version"}
)

// Clash returns the sentence that says who saved the record in the meantime, and when. name is empty if unknown; own is true if
// it was the viewer.
func (l Lang) Clash(name string, own bool, at time.Time) string {
	switch {
	case name == "":
		return l.T(clashSome)
	case own:
		return l.F(clashOwn, l.Moment(at))
	}
	return l.F(clashBy, name, l.Moment(at))
}
