package i18n

// Texts of the kiosks at which employees clock in and out, and of the badges and PINs for them.
var (
	// What administrators see.
	Kiosks       = Text{"Bornes", "Kiosks"}
	KioskTitle   = Text{"Bornes de pointage", "Clock-in kiosks"}
	KiosksIntro  = Text{"Une borne est une tablette sur laquelle les employés pointent avec leur NIP. Rien d’autre de Presence n’y est accessible.", "A kiosk is a tablet on which employees clock in and out with their PIN. Nothing else in Presence can be opened on it."}
	KiosksNone   = Text{"Aucune borne", "No kiosks"}
	KioskNew     = Text{"Ajouter une borne", "Add a kiosk"}
	KioskName    = Text{"Nom de la borne", "Kiosk name"}
	KioskHint    = Text{"L’endroit où elle se trouve\u00a0: il s’affiche avec les heures pointées.", "Where the kiosk is. It’s shown with the times clocked there."}
	KioskMake    = Text{"Créer le lien", "Create link"}
	KioskMade    = Text{"Lien créé pour «\u00a0%s\u00a0»", "Link created for “%s”"}
	KioskOpenIt  = Text{"Ouvrez-le sur la tablette, d’ici 15\u00a0minutes\u00a0: il ne sert qu’une fois et ne s’affichera plus.", "Open it on the tablet within 15 minutes. It works once, and won’t be shown again."}
	KioskQR      = Text{"Code QR du lien de la borne", "QR code for the kiosk’s link"}
	KioskCopy    = Text{"Copier le lien", "Copy link"}
	KioskState   = Text{"État", "Status"}
	KioskMadeBy  = Text{"Ajoutée par", "Added by"}
	KioskUsed    = Text{"Dernière utilisation", "Last used"}
	KioskUnused  = Text{"Jamais utilisée", "Never used"}
	KioskRevoke  = Text{"Révoquer", "Revoke"}
	KioskRevokeX = Text{"Révoquer la borne «\u00a0%s\u00a0»", "Revoke the kiosk “%s”"}
	KioskGone    = Text{"La borne «\u00a0%s\u00a0» a été révoquée.", "The kiosk “%s” has been revoked."}
	KioskStates  = map[string]Text{"waiting": {"Lien à ouvrir", "Link not opened yet"}, "expired": {"Lien expiré", "Link expired"},
		"enrolled": {"En service", "In use"}, "revoked": {"Révoquée", "Revoked"}}

	// Badges and PINs.
	Badge         = Text{"Pointage à la borne", "Clocking in at a kiosk"}
	BadgeLink     = Text{"Numéro de carte et NIP", "Badge number and PIN"}
	BadgeNumber   = Text{"Numéro de carte", "Badge number"}
	BadgeHint     = Text{"Facultatif. Sans numéro, la personne choisit son nom à la borne.", "Optional. Without one, the person picks their name at the kiosk."}
	PIN           = Text{"NIP", "PIN"}
	PINNew        = Text{"Nouveau NIP", "New PIN"}
	PINHint       = Text{"De 4 à 8\u00a0chiffres, sans suite comme 1234.", "4 to 8 digits, and no sequence such as 1234."}
	PINFirst      = Text{"Laissez vide pour ne rien changer. La personne pourra choisir le sien dans son compte.", "Leave blank to keep the current PIN. The person can choose their own in their account."}
	PINOwn        = Text{"NIP de la borne", "Kiosk PIN"}
	PINIntro      = Text{"Avec votre NIP, vous pouvez pointer à une borne. Indiquez-y votre numéro de carte ou votre nom.", "Use your PIN to clock in and out at a kiosk, with your badge number or your name."}
	PINSet        = Text{"Vous avez un NIP.", "You have a PIN."}
	PINUnset      = Text{"Vous n’avez pas de NIP.", "You don’t have a PIN."}
	PINYourNumber = Text{"Votre numéro de carte\u00a0: %s", "Your badge number: %s"}
	PINSave       = Text{"Enregistrer le NIP", "Save PIN"}
	PINUnlock     = Text{"Débloquer le NIP", "Unlock PIN"}
	PINRemove     = Text{"Retirer le NIP", "Remove PIN"}
	PINSaved      = Text{"NIP enregistré.", "PIN saved."}
	PINRemoved    = Text{"NIP retiré.", "PIN removed."}
	PINNobody     = Text{"Il faut un dossier d’employé pour pointer. Demandez à la paie de vous en créer un.",
		"You need an employee record to clock in. Ask payroll to create one."}
	BadgeSaved  = Text{"Enregistré.", "Saved."}
	BadgePINYes = Text{"Cette personne a un NIP.", "This person has a PIN."}
	BadgePINNo  = Text{"Cette personne n’a pas de NIP\u00a0: elle ne peut pas pointer à la borne.", "This person has no PIN, so they can’t clock in at a kiosk."}
	BadgeLocked = Text{"NIP bloqué jusqu’à %s après cinq erreurs. La paie peut le débloquer en donnant un nouveau NIP.",
		"Locked until %s after five wrong PINs. Payroll can unlock it by setting a new PIN."}

	// What the kiosk shows.
	KioskWelcome   = Text{"Pointage", "Clock in or out"}
	KioskNext      = Text{"Continuer", "Continue"}
	KioskByName    = Text{"Choisir mon nom", "Pick my name"}
	KioskWho       = Text{"Qui est en poste", "Who’s working"}
	KioskHere      = Count{Text{"%s personne en poste", "%s person working"}, Text{"%s personnes en poste", "%s people working"}}
	KioskNames     = Text{"Choisissez votre nom", "Pick your name"}
	KioskSearch    = Text{"Premières lettres de votre nom", "First letters of your name"}
	KioskFind      = Text{"Rechercher", "Search"}
	KioskNoName    = Text{"Aucun nom trouvé. Pour pointer ici, il faut un NIP\u00a0: choisissez-le dans votre compte, ou demandez-le à la paie.", "No name found. To clock in here you need a PIN: choose one in your account, or ask payroll."}
	KioskHello     = Text{"Bonjour, %s", "Hello, %s"}
	KioskYourPIN   = Text{"Entrez votre NIP", "Enter your PIN"}
	KioskBadge     = Text{"Carte %s", "Badge %s"}
	KioskErase     = Text{"Effacer un chiffre", "Delete a digit"}
	KioskBack      = Text{"Retour au début", "Back to start"}
	KioskOut       = Text{"Vous n’êtes pas en poste.", "You’re not clocked in."}
	KioskWrong     = Text{"Le numéro, le nom ou le NIP est erroné. Réessayez.", "The number, name or PIN is wrong. Try again."}
	KioskLocked    = Text{"Cinq NIP erronés de suite. Réessayez %s, ou demandez un nouveau NIP à la paie.", "Five wrong PINs in a row. Try again %s, or ask payroll for a new PIN."}
	KioskTooOften  = Text{"Trop de tentatives sur cette borne. Attendez un instant.", "Too many attempts on this kiosk. Wait a moment."}
	KioskForgot    = Text{"Votre départ n’a pas été pointé. Connectez-vous à Presence pour indiquer à quelle heure vous avez terminé, ou adressez-vous à votre superviseur.", "You didn’t clock out. Sign in to Presence to say when you finished, or ask your supervisor."}
	KioskIn        = Text{"%s\u00a0: arrivée à %s", "%s, in at %s"}
	KioskOnBreak   = Text{"%s\u00a0: pause commencée à %s", "%s, on break since %s"}
	KioskBackAt    = Text{"%s\u00a0: pause terminée à %s", "%s, back at %s"}
	KioskTask      = Text{"%s\u00a0: code de paie changé à %s", "%s, pay code switched at %s"}
	KioskOutAt     = Text{"%s\u00a0: départ à %s", "%s, out at %s"}
	KioskRefused   = Text{"Ces heures n’ont pas pu être ajoutées à votre feuille de temps\u00a0: %s", "These hours couldn’t be added to your timesheet: %s"}
	KioskRepeat    = Text{"Rien n’a été pointé", "No time was recorded"}
	KioskOverTitle = Text{"Cet écran n’est plus valide", "This screen is no longer valid"}
	KioskOver      = Text{"Il est resté ouvert trop longtemps, ou a déjà servi : l’heure est peut-être déjà pointée. Entrez de nouveau votre NIP et vérifiez avant de pointer encore.", "It was open for too long, or has already been used: your time may already be recorded. Enter your PIN again and check before you clock in or out once more."}
	KioskPause     = Text{"en pause", "on break"}
	KioskNobody    = Text{"Personne n’est en poste.", "No one is working."}
	KioskEnrol     = Text{"Faire de cet appareil une borne?", "Make this device a kiosk?"}
	KioskEnrolX    = Text{"Cet appareil deviendra la borne «\u00a0%s\u00a0». Les employés y pointeront avec leur NIP.", "This device will become the kiosk “%s”. Employees will clock in and out on it with their PIN."}
	KioskEnrolDo   = Text{"Faire de cet appareil une borne", "Make this device a kiosk"}
	KioskVoid      = Text{"Cet appareil n’est pas une borne", "This device isn’t a kiosk"}
	KioskVoidText  = Text{"Demandez à une personne qui administre Presence d’ajouter une borne dans Réglages, sous Bornes, puis ouvrez le lien sur cet appareil.", "Ask a Presence administrator to add a kiosk in Settings, under Kiosks, then open the link on this device."}
	KioskNoLink    = Text{"Ce lien n’est plus valide", "This link is no longer valid"}
	KioskLinkText  = Text{"Il a déjà servi, ou date de plus de 15\u00a0minutes. Demandez-en un nouveau à une personne qui administre Presence.", "It has already been used, or is more than 15 minutes old. Ask a Presence administrator for a new one."}

	LogKiosk     = Text{"borne %s", "kiosk %s"}
	StampedAt    = Text{"%s (%s)", "%s (%s)"}
	StampedAtTwo = Text{"%s (%s; %s)", "%s (%s; %s)"}
)

// AtKiosks returns the stamped times with the names of the kiosks at which they were stamped, if they were.
func (l Lang) AtKiosks(times, start, end string) string {
	switch {
	case start == "" && end == "":
		return times
	case start == end, end == "":
		return l.F(StampedAt, times, l.F(LogKiosk, start))
	case start == "":
		return l.F(StampedAt, times, l.F(LogKiosk, end))
	}
	return l.F(StampedAtTwo, times, l.F(LogKiosk, start), l.F(LogKiosk, end))
}
