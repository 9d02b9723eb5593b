package i18n

// Texts of a person's calendars: the page, and the entries that calendar programs show.
var (
	CalendarsTab  = Text{"Calendriers", "Calendars"}
	CalendarNew   = Text{"Nouveau calendrier", "New calendar"}
	CalendarIntro = Text{"Le calendrier de votre téléphone peut afficher ce qui vous concerne dans Presence. Toute personne qui connaît l’adresse peut voir ce calendrier\u00a0: gardez-la pour vous. Il ne montre ni code de paie, ni type de congé, ni note.",
		"Your phone’s calendar can show your shifts, leave and other dates from Presence. Anyone who knows the address can see this calendar, so keep the address to yourself. Pay codes, leave types and notes aren’t shown."}
	CalendarName     = Text{"Nom", "Name"}
	CalendarNameHint = Text{"Pour le reconnaître. Par exemple\u00a0: Téléphone", "So you can recognize it. For example: Phone"}
	CalendarContents = Text{"Contenu", "Contents"}
	CalendarMake     = Text{"Créer l’adresse", "Create address"}
	CalendarMade     = Text{"Adresse créée\u00a0: %s", "Address created: %s"}
	CalendarOnce     = Text{"Elle ne sera plus affichée. Ajoutez-la à votre calendrier maintenant.", "It won’t be shown again. Add it to your calendar now."}
	CalendarCopy     = Text{"Copier l’adresse", "Copy address"}
	CalendarOpen     = Text{"Ouvrir dans mon calendrier", "Open in my calendar"}
	CalendarQR       = Text{"Code QR de l’adresse", "QR code for the address"}
	CalendarNone     = Text{"Aucun calendrier", "No calendars"}
	CalendarNoneText = Text{"Vos quarts et vos congés peuvent s’afficher dans le calendrier de votre téléphone.", "Your shifts and leave can appear in your phone’s calendar."}
	CalendarRead     = Text{"Dernière lecture", "Last read"}
	CalendarRevoked  = Text{"Adresse révoquée", "Address revoked"}

	CalendarShifts   = Text{"Mes quarts", "My shifts"}
	CalendarOwnLeave = Text{"Mes congés", "My leave"}
	CalendarTeam     = Text{"Congés de mon équipe", "My team’s leave"}
	CalendarPeriods  = Text{"Fins de période et jours de paie", "Pay period end dates and paydays"}
	CalendarEvents   = Text{"Événements", "Events"}

	CalendarShift     = Text{"Quart", "Shift"}
	CalendarLeave     = Text{"Congé", "Leave"}
	CalendarRequested = Text{"Congé (demandé)", "Leave (requested)"}
	CalendarAbsent    = Text{"%s en congé", "%s on leave"}
	CalendarPayDay    = Text{"Jour de paie (%s)", "Payday (%s)"}
	CalendarPeriod    = Text{"Fin de la période de paie %s", "End of pay period %s"}
)
