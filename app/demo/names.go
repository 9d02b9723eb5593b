package demo

// name is a person's name.
type name struct{ first, last string }

// The company: the people in the office, then three crews, each with its supervisor first.
var (
	manager = name{"Geneviève", "Tremblay"}
	office  = []name{{"Philippe", "Desrosiers"}, {"Sylvie", "Gagnon"}}

	crewNames = [3][]name{
		{
			{"Marc-André", "Lévesque"}, {"Chloé", "Beaudoin"}, {"Étienne", "Bergeron"}, {"Nadia", "Benali"}, {"Olivier", "Caron"},
			{"Jean-François", "Couture"}, {"Sarah", "Campbell"}, {"Félix", "Desjardins"}, {"Maïka", "Dufresne"}, {"Anaïs", "Fortier"},
			{"Liam", "Gallagher"}, {"Rosalie", "Giroux"}, {"Noémie", "Hébert"}, {"Thomas", "Lachance"}, {"Zoé", "Lemieux"},
			{"Kevin", "MacDonald"}, {"Mélanie", "Ouellet"}, {"Xavier", "Pépin"}, {"Isabelle", "St-Onge"},
		},
		{
			{"Catherine", "O’Brien"}, {"Samuel", "Arsenault"}, {"Aïcha", "Diallo"}, {"Benoît", "Asselin"}, {"Emily", "Bouchard"},
			{"Antoine", "Chrétien"}, {"Gabrielle", "D’Amours"}, {"William", "Fraser"}, {"Frédérique", "Gauthier"}, {"Hugo", "Jacques"},
			{"Priya", "Kapoor"}, {"Léa", "Létourneau"}, {"Mathieu", "Migneault"}, {"Charlotte", "Nadeau"}, {"Joël", "Paquette"},
			{"Marie-Ève", "Rousseau"}, {"Simon", "Théberge"}, {"Victoria", "Wong"}, {"Loïc", "Zebrowski"},
		},
		{
			{"Jean-Sébastien", "Roy"}, {"Alice", "Anderson"}, {"Cédric", "Bélanger"}, {"Daphnée", "Boisvert"}, {"Émile", "Cloutier"},
			{"Fatima", "El Amrani"}, {"Guillaume", "Fournier"}, {"Hélène", "Gosselin"}, {"Jacob", "Henderson"}, {"Karine", "Lapointe"},
			{"Louis-Philippe", "Mercier"}, {"Maude", "Morissette"}, {"Nathan", "Nguyen"}, {"Océane", "Poulin"}, {"Raphaël", "Savard"},
			{"Stéphanie", "Simard"}, {"Tristan", "Turcotte"}, {"Ursula", "Vaillancourt"},
		},
	}

	// newcomer starts in the next period, so that the coordinator of events has no time to submit yet.
	newcomer = name{"Amélie", "Côté-Bouchard"}
)

// towns are where people live.
var towns = []string{"Montréal", "Laval", "Longueuil", "Saint-Jérôme", "Trois-Rivières", "Sherbrooke", "Gatineau", "Québec", "Lévis",
	"Granby"}
