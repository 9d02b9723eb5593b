package i18n

// Texts of the events.
var (
	Events      = Text{"Événements", "Events"}
	EventsShort = Text{"Événements", "Events"}
	EventViews  = Text{"Parties de l’événement", "Parts of the event"}
	EventEdit   = Text{"Contenu", "Content"}
)
