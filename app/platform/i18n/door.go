package i18n

// Texts of the page on which guests are checked in.
var (
	DoorTitle = Text{"Accueil", "Check-in"}
	DoorNow   = Text{"Dernière arrivée", "Last check-in"}
	DoorOf    = Text{"sur %s attendues", "of %s expected"}
	DoorGauge = Text{"Personnes arrivées", "Guests who have arrived"}
	DoorCount = Text{"%s sur %s", "%s of %s"} // arrived, expected

	DoorExpected = Count{Text{"%s personne attendue", "%s guest expected"}, Text{"%s personnes attendues", "%s guests expected"}}
	DoorPartly   = Text{"%s sur %s arrivées", "%s of %s arrived"}
	DoorArrived  = Count{Text{"%s personne arrivée", "%s guest arrived"}, Text{"%s personnes arrivées", "%s guests arrived"}}
	DoorHere     = Count{Text{"%s arrivée", "%s arrived"}, Text{"%s arrivées", "%s arrived"}}
	DoorDeclined = Text{"A répondu ne pas venir", "Replied “not coming”"}
	DoorLast     = Text{"À %s par %s", "At %s by %s"} // time, name

	DoorCheckIn = Count{Text{"Noter %s arrivée", "Check in %s"}, Text{"Noter %s arrivées", "Check in %s"}}
	DoorAnyway  = Count{Text{"Noter %s arrivée quand même", "Check in %s anyway"},
		Text{"Noter %s arrivées quand même", "Check in %s anyway"}}

	DoorIn       = Text{"%s\u00a0: %s.", "%s: %s."} // name, DoorInPeople
	DoorInPeople = Count{Text{"%s arrivée notée", "%s checked in"}, Text{"%s arrivées notées", "%s checked in"}}
	DoorOut      = Text{"%s\u00a0: arrivée défaite.", "%s: check-in undone."}
	DoorRepeated = Text{"%s\u00a0: c’était déjà noté.", "%s: that was recorded already."}

	DoorAskDeclined     = Text{"Cette personne a répondu qu’elle ne viendrait pas.", "This guest replied “not coming.”"}
	DoorAskDeclinedText = Text{"Sa réponse reste telle quelle\u00a0; seule l’arrivée est notée.", "The response stays as it is; only the arrival is recorded."}
	DoorAskAlready      = Text{"Déjà notée à %s par %s\u00a0: %s sur %s.", "Already checked in at %s by %s: %s of %s."}
	DoorAskMore         = Text{"Il y aurait plus d’arrivées que de personnes attendues (%s).", "More guests would be checked in than expected (%s)."}

	DoorNone      = Text{"Personne n’est attendu pour l’instant", "No one is expected yet"}
	DoorNoneText  = Text{"Les inscriptions apparaîtront ici.", "Registrations will show up here."}
	DoorNoneFound = Text{"Aucune inscription à ce nom. Essayez un autre mot, ou inscrivez la personne ci-dessous.",
		"No registration under that name. Try another word, or add a walk-in below."}
	DoorMore = Text{"Seules les %s premières inscriptions sont affichées. Cherchez un nom pour trouver les autres.",
		"Only the first %s registrations are shown. Search for a name to find the others."}

	DoorWalkIn     = Text{"Inscrire quelqu’un sur place", "Add a walk-in"}
	DoorWalkInText = Text{"Pour qui arrive sans inscription. Son arrivée est notée en même temps.",
		"For guests without a registration. They are checked in at the same time."}
	DoorWalkInSave = Text{"Inscrire et noter l’arrivée", "Register and check in"}
	DoorFull       = Text{"L’événement est complet.", "The event is full."}
	DoorFullText   = Text{"%s personnes attendues pour une capacité de %s.", "%s expected guests for a capacity of %s."}
	DoorFullYes    = Text{"Inscrire quand même", "Register anyway"}
	DoorKnown      = Text{"Cette personne est déjà inscrite\u00a0: voyez ci-dessus. Si c’est quelqu’un d’autre, précisez le nom.",
		"This guest is already registered: see above. If it’s someone else, make the name more specific."}
)
