package i18n

// Texts of the page on which guests are checked in.
var (
	DoorDaysLeft = Count{Text{"L’événement a lieu demain.", "The event is tomorrow."},
		Text{"L’événement a lieu dans %s\u00a0jours.", "The event is in %s\u00a0days."}}
	DoorSearch      = Text{"Nom, courriel ou numéro", "Name, email or number"}
	DoorSearchShort = Text{"Nom ou numéro", "Name or number"}
	DoorTitle       = Text{"Accueil des invités", "Check-in"}
	DoorOpen        = Text{"Accueil des invités", "Check-in"}
	DoorNow         = Text{"Dernière arrivée", "Last check-in"}
	DoorOf          = Count{Text{"sur %s personne attendue", "of %s expected"}, Text{"sur %s personnes attendues", "of %s expected"}}
	DoorGauge       = Text{"Personnes arrivées", "Guests who have arrived"}
	DoorCount       = Text{"%s sur %s", "%s of %s"} // arrived, expected

	DoorExpected = Count{Text{"%s personne attendue", "%s guest expected"}, Text{"%s personnes attendues", "%s guests expected"}}
	DoorPartly   = Text{"Arrivées\u00a0: %s sur %s", "%s of %s arrived"}
	DoorArrived  = Count{Text{"%s personne arrivée", "%s guest arrived"}, Text{"%s personnes arrivées", "%s guests arrived"}}
	DoorHere     = Count{Text{"Noter l’arrivée", "Check in"}, Text{"Noter les %s\u00a0arrivées", "Check in all %s"}}
	DoorShort    = Count{Text{"Arrivée", "Check in"}, Text{"%s\u00a0arrivées", "All %s"}} // part of DoorHere, on a phone
	// of a party of which some have arrived
	DoorOthers   = Count{Text{"Noter l’autre arrivée", "Check in the other guest"}, Text{"Noter les %s\u00a0autres arrivées", "Check in the other %s"}}
	DoorDeclined = Text{"A répondu non", "Replied “not coming”"}
	DoorLast     = Text{"À %s par %s", "At %s by %s"} // time, name

	DoorWith   = Text{"Avec %s", "With %s"}                  // the companions
	DoorOnFile = Text{"Au dossier\u00a0: %s", "On file: %s"} // the customer's name in the directory

	DoorOnly   = Text{"1\u00a0arrivée", "Only 1"} // of a party, before anyone of it has arrived
	DoorMore1  = Text{"1 de plus", "1 more"}      // than the arrivals that are recorded
	DoorFewer  = Text{"1 de moins", "1 fewer"}
	DoorAnyway = Count{Text{"Noter %s arrivée quand même", "Check in %s anyway"},
		Text{"Noter %s arrivées quand même", "Check in %s anyway"}}

	DoorRepeated = Text{"%s\u00a0: arrivée déjà notée.", "%s: already checked in."}

	DoorAskDeclined     = Text{"Cette personne a répondu qu’elle ne viendrait pas.", "This guest replied “not coming”."}
	DoorAskDeclinedText = Text{"Sa réponse reste telle quelle; seule l’arrivée est notée.", "The response stays as it is; only the arrival is recorded."}
	DoorAskAlready      = Text{"Arrivées déjà notées à %s par %s\u00a0: %s sur %s.", "Already checked in at %s by %s: %s of %s."}
	DoorAskMore         = Text{"Il y aurait plus d’arrivées que de personnes attendues (%s).", "More guests would be checked in than expected (%s)."}

	DoorNone      = Text{"Personne n’est attendu pour l’instant", "No one is expected yet"}
	DoorNoneText  = Text{"Les inscriptions apparaîtront ici.", "Registrations will show up here."}
	DoorNoneFound = Text{"Aucune inscription à ce nom. Essayez un autre mot, ou inscrivez la personne sur place.",
		"No registration under that name. Try another word, or add a walk-in."}
	DoorMore = Text{"Seules les %s premières inscriptions sont affichées. Cherchez un nom pour trouver les autres.",
		"Only the first %s registrations are shown. Search for a name to find the others."}

	DoorWalkIn      = Text{"Inscrire quelqu’un sur place", "Add a walk-in"}
	DoorWalkInShort = Text{"Ajouter sur place", "Walk-in"} // DoorWalkIn, on a phone
	DoorWalkInText  = Text{"Pour qui arrive sans inscription. Son arrivée est notée en même temps.",
		"For guests without a registration. They are checked in at the same time."}
	DoorWalkInSave = Text{"Inscrire et noter l’arrivée", "Register and check in"}
	DoorFull       = Text{"L’événement est complet.", "The event is full."}
	DoorFullText   = Text{"%s pour une capacité de %s.", "%s, for a capacity of %s."} // DoorExpected, capacity
	DoorFullYes    = Text{"Inscrire quand même", "Register anyway"}

	DoorLinks      = Text{"Liens d’accueil", "Check-in links"}
	DoorLinksIntro = Text{"Toute personne qui a un lien peut noter les arrivées de cet événement sur son téléphone, sans compte. Le lien ne donne accès à rien d’autre.",
		"Anyone with a link can check guests in to this event on their phone, without an account. It gives access to nothing else."}
	DoorLinksUntil   = Text{"Valide jusqu’au %s, à moins d’être révoqué avant.", "Valid until %s, unless revoked sooner."}
	DoorLinkNew      = Text{"Nouveau lien", "New link"}
	DoorLinkName     = Text{"Nom", "Name"}
	DoorLinkNameHint = Text{"Par exemple « Entrée B ». Il figure à côté des arrivées notées.", "For example, “Entrance B”. It’s shown next to each arrival."}
	DoorLinkMake     = Text{"Créer le lien", "Create link"}
	DoorLinkMade     = Text{"Lien créé : %s", "Link created: %s"}
	DoorLinkMadeText = Text{"Faites balayer ce code par la personne qui vous aide, ou envoyez-lui le lien. Il ne sera plus affiché.",
		"Have your helper scan this code, or send them the link. It won’t be shown again."}
	DoorLinkQR        = Text{"Code QR du lien", "QR code for the link"}
	DoorLinkCopy      = Text{"Copier le lien", "Copy link"}
	DoorLinksOpen     = Text{"Liens valides", "Valid links"}
	DoorLinksNone     = Text{"Aucun lien", "No links yet"}
	DoorLinksNoneText = Text{"Créez-en un pour chaque entrée ou chaque personne qui vous aide.",
		"Create one for each entrance or helper."}
	DoorLinksOver     = Text{"Les liens ne sont plus valides", "The links are no longer valid"}
	DoorLinksOverText = Text{"L’événement est terminé depuis plus de six heures.", "The event ended more than six hours ago."}
	DoorLinkRevokeOf  = Text{"Révoquer le lien « %s »", "Revoke the link “%s”"}
	DoorLinkRevoked   = Text{"Lien révoqué.", "Link revoked."}

	DoorHeldAlready = Text{"Arrivées déjà notées\u00a0: %s sur %s, par %s à %s.", "Already checked in: %s of %s, by %s at %s."}
	DoorHeldBy      = Text{"%s a noté l’arrivée de %s à %s, hors ligne.", "%s checked in %s at %s, while offline."} // who, DoorHeldPeople, time
	DoorHeldPeople  = Count{Text{"%s personne de plus", "%s more guest"}, Text{"%s personnes de plus", "%s more guests"}}
	DoorHeldCount   = Count{Text{"Noter aussi %s arrivée", "Check in %s more"}, Text{"Noter aussi %s arrivées", "Check in %s more"}}
	DoorHeldDrop    = Text{"Ne pas noter", "Don’t check in"}
	DoorHeldDropped = Text{"%s : rien de plus n’a été noté.", "%s: no one else was checked in."}

	DoorOffline = Text{"Hors ligne. Vous pouvez continuer : tout sera envoyé au retour du réseau.", "Offline. You can keep going: everything will be sent when you’re back online."}
	DoorKept    = Count{Text{"Hors ligne\u00a0: %s arrivée conservée sur cet appareil", "Offline: %s arrival saved on this device"},
		Text{"Hors ligne\u00a0: %s arrivées conservées sur cet appareil", "Offline: %s arrivals saved on this device"}}
	DoorSending = Count{Text{"%s arrivée conservée sur cet appareil : envoi en cours…", "Sending %s arrival saved on this device…"},
		Text{"%s arrivées conservées sur cet appareil : envoi en cours…", "Sending %s arrivals saved on this device…"}}
	DoorSent     = Count{Text{"%s arrivée envoyée.", "%s arrival sent."}, Text{"%s arrivées envoyées.", "%s arrivals sent."}}
	DoorToDecide = Count{Text{"%s arrivée à vérifier ci-dessous.", "%s arrival to review below."},
		Text{"%s arrivées à vérifier ci-dessous.", "%s arrivals to review below."}}
	DoorGone = Count{Text{"%s arrivée n’a pas pu être notée\u00a0: l’inscription a été supprimée ou modifiée.",
		"%s arrival couldn’t be recorded: the registration was deleted or has changed."},
		Text{"%s arrivées n’ont pas pu être notées\u00a0: les inscriptions ont été supprimées ou modifiées.",
			"%s arrivals couldn’t be recorded: the registrations were deleted or have changed."}}
	DoorHereKept = Text{"Notée sur cet appareil", "Checked in on this device"}
	DoorAskIn    = Text{"Arrivées déjà notées\u00a0: %s sur %s.", "Already checked in: %s of %s."}

	CodeShow     = Text{"Présentez ce code à l’accueil", "Show this code at check-in"}
	CodeKeep     = Text{"Faites une capture d’écran ou gardez ce lien\u00a0:", "Take a screenshot, or keep this link:"}
	CodeAlt      = Text{"Code QR pour l’accueil", "QR code for check-in"}
	CodeTitle    = Text{"Votre code d’accueil", "Your check\u2011in code"}
	CodeText     = Text{"À votre arrivée, montrez cette page à la personne qui vous accueille.", "When you arrive, show this page to the person at the door."}
	CodeStaff    = Text{"Vous travaillez à l’accueil? Connectez-vous", "Working at the door? Sign in"}
	CodeGone     = Text{"Ce code ne mène à aucune inscription", "No registration matches this code"}
	CodeGoneText = Text{"L’inscription a peut-être été supprimée. Cherchez la personne par son nom.", "The registration may have been deleted. Search for the guest by name."}

	DoorKnown = Text{"Cette personne est déjà inscrite\u00a0: voyez ci-dessus. Si c’est quelqu’un d’autre, précisez le nom.",
		"This guest is already registered: see above. If it’s someone else, make the name more specific."}
)
