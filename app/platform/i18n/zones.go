package i18n

import "strings"

// zoneTimes are the names of the times that the zones of North America keep, by the name of the zone.
var zoneTimes = map[string]Text{
	"America/St_Johns": zoneNewfoundland, "America/Halifax": zoneAtlantic, "America/Moncton": zoneAtlantic,
	"America/Toronto": zoneEastern, "America/Montreal": zoneEastern, "America/Iqaluit": zoneEastern, "America/New_York": zoneEastern,
	"America/Winnipeg": zoneCentral, "America/Regina": zoneCentral, "America/Chicago": zoneCentral, "America/Mexico_City": zoneCentral,
	"America/Edmonton": zoneMountain, "America/Yellowknife": zoneMountain, "America/Denver": zoneMountain, "America/Phoenix": zoneMountain,
	"America/Vancouver": zonePacific, "America/Los_Angeles": zonePacific, "America/Whitehorse": zoneYukon,
	"America/Anchorage": zoneAlaska, "Pacific/Honolulu": zoneHawaii,
}

var (
	zoneNewfoundland = Text{"Heure de Terre-Neuve", "Newfoundland Time"}
	zoneAtlantic     = Text{"Heure de l’Atlantique", "Atlantic Time"}
	zoneEastern      = Text{"Heure de l’Est", "Eastern Time"}
	zoneCentral      = Text{"Heure du Centre", "Central Time"}
	zoneMountain     = Text{"Heure des Rocheuses", "Mountain Time"}
	zonePacific      = Text{"Heure du Pacifique", "Pacific Time"}
	zoneYukon        = Text{"Heure du Yukon", "Yukon Time"}
	zoneAlaska       = Text{"Heure de l’Alaska", "Alaska Time"}
	zoneHawaii       = Text{"Heure d’Hawaï", "Hawaii Time"}
)

// zoneCities are cities whose names are written otherwise than in the names of their zones.
var zoneCities = map[string]Text{"St_Johns": {"Saint-Jean", "St. John’s"}, "Montreal": {"Montréal", "Montréal"}, "Mexico_City": {"Mexico", "Mexico City"}}

// ZoneName returns what people call a time zone: America/Toronto is Eastern Time (Toronto). Zones elsewhere have their own names.
func (l Lang) ZoneName(zone string) string {
	name, known := zoneTimes[zone]
	if !known {
		return strings.ReplaceAll(zone, "_", " ")
	}
	city := zone[strings.Index(zone, "/")+1:]
	if written, is := zoneCities[city]; is {
		return l.T(name) + " (" + l.T(written) + ")"
	}
	return l.T(name) + " (" + strings.ReplaceAll(city, "_", " ") + ")"
}
