package i18n

// faults are the texts of the codes of refusals: those of a field, shown beside it, then those of a whole request.
var faults = map[string]Text{
	"required":         {"À remplir.", "Please fill this in."},
	"invalid":          {"Valeur non valide.", "Not a valid value."},
	"format":           {"Ce format n’est pas reconnu.", "This format is not recognized."},
	"type":             {"Ce n’est pas le genre de valeur attendu.", "Not the kind of value that is expected."},
	"unknown":          {"Valeur inconnue.", "Unknown value."},
	"not_found":        {"Introuvable.", "Not found."},
	"out_of_range":     {"Valeur hors des limites permises.", "Outside the allowed range."},
	"clock":            {"Heure non reconnue : écrivez 8, 800, 8:00 ou 16h30.", "Not a time: write 8, 800, 8:00 or 4:30 pm."},
	"amount":           {"Montant non reconnu : écrivez 12,50.", "Not an amount: write 12.50."},
	"not_mileage":      {"Une distance demande un code de kilométrage.", "A distance needs a mileage code."},
	"length":           {"Texte trop long ou trop court.", "Too long or too short."},
	"too_long":         {"Texte trop long.", "Too long."},
	"too_short":        {"Texte trop court.", "Too short."},
	"taken":            {"Cette valeur est déjà prise.", "Already taken."},
	"bad_email":        {"Adresse de courriel non valide.", "Not a valid e-mail address."},
	"bad_uuid":         {"Identifiant non valide.", "Not a valid identifier."},
	"category":         {"Ce code de paie ne sert pas ici.", "This pay code is not for use here."},
	"overlap":          {"Ces heures en chevauchent d’autres.", "These hours overlap others."},
	"end_before_start": {"La fin doit venir après le début.", "The end must come after the start."},
	"not_after_start":  {"La fin doit venir après le début.", "The end must come after the start."},
	"before_first":     {"Le dernier jour ne peut pas précéder le premier.", "The last day cannot come before the first."},
	"no_such_time":     {"Cette heure n’existe pas : l’horloge avance cette nuit-là.", "This time does not exist: clocks go forward that night."},
	"one_day":          {"Une demi-journée tient en un seul jour.", "A half day fits in a single day."},
	"outside_period":   {"Cette date est hors de la période.", "This date is outside the period."},
	"masked":           {"Ceci est un masque, pas un jeton.", "This is a mask, not a token."},
	"self":             {"Une personne ne peut pas relever d’elle-même.", "Nobody can report to themselves."},
	"cycle":            {"Cette personne relève déjà, de près ou de loin, de celle-ci.", "This would make a circle of supervisors."},

	"wrong_credentials":      {"Courriel ou mot de passe incorrect.", "Wrong e-mail or password."},
	"session_ended":          {"La session est terminée. Connectez-vous de nouveau.", "The session is over. Sign in again."},
	"rate_limited":           {"Trop de tentatives. Réessayez dans un moment.", "Too many attempts. Try again in a moment."},
	"unauthenticated":        {"Connectez-vous pour continuer.", "Sign in to go on."},
	"person_inactive":        {"Ce compte est désactivé.", "This account is disabled."},
	"person_taken":           {"Cette personne a déjà un dossier d’employé.", "This person already has an employee record."},
	"forbidden":              {"Votre rôle ne le permet pas.", "Your role does not allow this."},
	"not_allowed":            {"Vous n’en avez pas le droit.", "You are not allowed to do this."},
	"own_approval":           {"Personne n’approuve ses propres heures.", "Nobody approves their own time."},
	"approval_not_allowed":   {"L’approbation revient à qui peut approuver ceci.", "Approval belongs to those who may approve this."},
	"not_an_approver":        {"L’approbation revient aux superviseurs et à la paie.", "Approval belongs to supervisors and payroll."},
	"move_not_allowed":       {"Seule la paie peut confier la feuille à une autre personne.", "Only payroll may give the sheet to someone else."},
	"not_owner":              {"La feuille est soumise et retirée par la personne à qui elle appartient.", "A sheet is handed in and taken back by its owner."},
	"other_crew":             {"Cette équipe n’est pas la vôtre.", "This crew is not yours."},
	"cross_origin":           {"Cette demande vient d’un autre site.", "This request comes from another site."},
	"timesheet_approved":     {"La feuille est approuvée : elle est verrouillée.", "The timesheet is approved and locked."},
	"not_submitted":          {"La feuille n’est pas soumise : il n’y a rien à renvoyer.", "The sheet is not submitted: there is nothing to send back."},
	"timesheet_exists":       {"Il y a déjà une feuille pour cette période.", "There is already a sheet for this period."},
	"timesheet_archived":     {"Cette période est archivée : sa feuille ne change plus.", "This period is archived: its sheet changes no more."},
	"no_employee":            {"Les congés se rattachent à un dossier d’employé, et votre compte n’en a pas.", "Leave belongs to an employee record, and your account has none."},
	"leave_approved":         {"Le congé est approuvé : annulez-le d’abord.", "The leave is approved: cancel it first."},
	"leave_decided":          {"Ce congé est décidé : la demande ne change plus.", "This leave is decided: the request changes no more."},
	"leave_move":             {"Ce congé ne peut plus passer à cet état.", "This leave can no longer go to that state."},
	"not_own":                {"Chacun ne garde que ses propres sessions.", "Everyone keeps their own sessions."},
	"idempotency_key_reused": {"Cette clé a déjà servi à une autre demande.", "This key has served another request already."},
	"last_admin":             {"C’est la dernière personne qui administre : nommez-en d’abord une autre.", "This is the last administrator: make another one first."},
	"too_many_tokens":        {"Vous avez déjà 50 jetons : révoquez-en un d’abord.", "You have 50 tokens already: revoke one first."},
	"not_archived":           {"Ce dossier n’est pas aux archives.", "This record is not in the archive."},
	"customer_taken":         {"Cette personne a déjà un dossier de client.", "This person already has a customer record."},
	"shift_approved":         {"Le quart est approuvé : retirez d’abord l’approbation.", "The shift is approved: withdraw the approval first."},
	"expense_approved":       {"La dépense est approuvée : retirez d’abord l’approbation.", "The expense is approved: withdraw the approval first."},
	"bank_code_in_use":       {"Ce code sert déjà : sa catégorie ne peut plus changer.", "This code is in use: its category cannot change."},
	"nothing_to_export":      {"Rien n’est approuvé dans cette période, et rien n’a changé dans celles d’avant.", "Nothing is approved in this period, and nothing has changed in those before it."},
	"period_ahead":           {"Cette période n’a pas commencé.", "This period has not begun."},
	"period_exported":        {"Cette période est déjà transmise : ce qui y change ira au prochain export comme correction.", "This period was handed over already: what changes in it goes into the next export as a correction."},
	"export_raced":           {"Un autre export a été fait ou retiré au même moment; rien n’a été enregistré. Regardez-le, puis réessayez.", "Another export was made or withdrawn at the same moment; nothing was saved. Look at it, then try again."},
	"export_not_last":        {"Des exports plus récents en découlent : seul le dernier peut être retiré.", "Later exports build on it: only the newest can be withdrawn."},
	"stale":                  {"Quelqu’un d’autre a modifié ceci entre-temps. Rechargez la page.", "Someone else changed this meanwhile. Reload the page."},
	"too_large":              {"C’est trop volumineux.", "This is too large."},
	"storage_unavailable":    {"Impossible d’enregistrer pour l’instant ; rien n’est perdu. Réessayez dans un moment.", "It cannot be saved right now; nothing is lost. Try again in a moment."},
	"internal":               {"Une erreur est survenue de notre côté. Rien n’a été enregistré.", "Something went wrong on our side. Nothing was saved."},
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
