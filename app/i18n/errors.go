package i18n

// faults are the texts of the codes of field errors, shown beside the field.
var faults = map[string]Text{
	"required":            {"À remplir.", "Please fill this in."},
	"invalid":             {"Valeur non valide.", "Not a valid value."},
	"not_a_number":        {"Un nombre est attendu.", "A number is expected."},
	"out_of_range":        {"Valeur hors des limites permises.", "Outside the allowed range."},
	"too_small":           {"Valeur trop petite.", "Too small."},
	"too_large":           {"Valeur trop grande.", "Too large."},
	"too_long":            {"Texte trop long.", "Too long."},
	"too_short":           {"Texte trop court.", "Too short."},
	"negative":            {"La valeur ne peut pas être négative.", "It cannot be negative."},
	"unknown":             {"Valeur inconnue.", "Unknown value."},
	"duplicate":           {"Cette valeur est déjà prise.", "Already taken."},
	"taken":               {"Cette valeur est déjà prise.", "Already taken."},
	"not_found":           {"Introuvable.", "Not found."},
	"overlap":             {"Ces heures en chevauchent d’autres.", "These hours overlap others."},
	"end_before_start":    {"La fin doit venir après le début.", "The end must come after the start."},
	"too_many_hours":      {"Un quart dure au plus 24 heures.", "A shift lasts 24 hours at most."},
	"wrong_categorie":     {"Ce code ne sert pas ici.", "This code is not for use here."},
	"bad_date":            {"Date non valide (AAAA-MM-JJ).", "Not a valid date (YYYY-MM-DD)."},
	"bad_time":            {"Heure non valide (HH:MM).", "Not a valid time (HH:MM)."},
	"no_such_time":        {"Cette heure n’existe pas : l’horloge avance cette nuit-là.", "This time does not exist: clocks go forward that night."},
	"bad_email":           {"Adresse de courriel non valide.", "Not a valid e-mail address."},
	"bad_phone":           {"Numéro de téléphone non valide.", "Not a valid phone number."},
	"bad_uuid":            {"Identifiant non valide.", "Not a valid identifier."},
	"outside_period":      {"Cette date est hors de la période.", "This date is outside the period."},
	"other_employee":      {"Cette feuille est celle d’une autre personne.", "This sheet belongs to someone else."},
	"cycle":               {"Une personne ne peut pas relever d’elle-même.", "Nobody can report to themselves."},
	"unknown_field":       {"Champ inconnu.", "Unknown field."},
	"wrong_credentials":   {"Courriel ou mot de passe incorrect.", "Wrong e-mail or password."},
	"timesheet_approved":  {"La feuille est approuvée : elle est verrouillée.", "The timesheet is approved and locked."},
	"stale":               {"Quelqu’un d’autre a modifié ceci entre-temps. Rechargez la page.", "Someone else changed this meanwhile. Reload the page."},
	"storage_unavailable": {"Impossible d’enregistrer pour l’instant ; rien n’est perdu. Réessayez dans un moment.", "It cannot be saved right now; nothing is lost. Try again in a moment."},
	"rate_limited":        {"Trop de tentatives. Réessayez dans un moment.", "Too many attempts. Try again in a moment."},
	"not_allowed":         {"Vous n’en avez pas le droit.", "You are not allowed to do this."},
}

// Fault is the text of a field error's code (or of a failure's); one that we do not know reads as detail in both
// languages, or as a plain "not valid" without detail.
func Fault(code, detail string) Text {
	if t, ok := faults[code]; ok {
		return t
	}
	if detail == "" {
		return faults["invalid"]
	}
	return Text{detail, detail}
}
