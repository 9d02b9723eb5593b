package i18n

import "time"

// What a form says that was filled from an earlier version than the one that is saved by now.
var (
	clashBy   = Text{"%s a enregistré des changements pendant que vous écriviez, le %s", "%s saved changes while you were writing, on %s"}
	clashOwn  = Text{"Vous avez enregistré d’autres changements ailleurs, le %s", "You saved other changes elsewhere, on %s"}
	clashSome = Text{"Des changements ont été enregistrés pendant que vous écriviez", "Changes were saved while you were writing"}

	ClashKept = Text{"Rien de ce que vous avez écrit n’est perdu, et rien n’en est encore enregistré.",
		"Nothing that you wrote is lost, and none of it is saved yet."}
	ClashTaken = Text{"Repris de ce qui est enregistré, car vous n’y aviez pas touché : %s.",
		"Taken over from what is saved, since you had not touched it: %s."}
	ClashDiffers = Text{"Le formulaire garde vos mots. Voici ce qui est enregistré là où il dit autre chose :",
		"The form keeps your words. This is what is saved where it says otherwise:"}
	ClashTheirs = Text{"%s, enregistré", "%s, as saved"}
	ClashEmpty  = Text{"(rien)", "(nothing)"}
	ClashOpen   = Text{"Abandonner ma version et ouvrir celle qui est enregistrée", "Drop my version and open the one that is saved"}
	ClashSave   = Text{"Enregistrer ma version par-dessus", "Save my version over it"}
)

// Clash says who saved something while somebody else was writing, and when; name is empty where nobody knows.
func (l Lang) Clash(name string, own bool, at time.Time) string {
	switch {
	case name == "":
		return l.T(clashSome)
	case own:
		return l.F(clashOwn, l.Moment(at))
	}
	return l.F(clashBy, name, l.Moment(at))
}
