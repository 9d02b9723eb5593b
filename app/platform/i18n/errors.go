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
	"after_start":      {"Les réponses se ferment au plus tard quand l’événement commence.", "Answers close when the event starts at the latest."},
	"reserved":         {"Ce mot sert déjà dans les adresses.", "This word is already used in addresses."},
	"exists":           {"C’est déjà pris : choisissez autre chose.", "This is taken already: choose something else."},
	"file_too_large":   {"Un fichier pèse au plus 4 Mo.", "A file may be 4 MB at most."},
	"file_kind":        {"Choisissez une image PNG, JPEG, GIF, WebP, AVIF ou HEIC, ou un PDF.", "Choose a PNG, JPEG, GIF, WebP, AVIF or HEIC picture, or a PDF."},
	"mixed_file":       {"Ce fichier est endommagé, ou contient autre chose que ce qu’il dit être.", "This file is damaged, or holds something else than it says."},
	"image_too_large":  {"Cette image a trop de pixels : 12 000 de côté au plus.", "This picture has too many pixels: 12,000 a side at most."},
	"one_day":          {"Une demi-journée tient en un seul jour.", "A half day fits in a single day."},
	"outside_period":   {"Cette date est hors de la période.", "This date is outside the period."},
	"read_only":        {"Ce champ ne se modifie pas.", "This field cannot be changed."},
	"masked":           {"Ceci est un masque, pas un jeton.", "This is a mask, not a token."},
	"self":             {"Une personne ne peut pas relever d’elle-même.", "Nobody can report to themselves."},
	"cycle":            {"Cette personne relève déjà, de près ou de loin, de celle-ci.", "This would make a circle of supervisors."},

	"csv_empty":           {"Il n’y a rien dans ce fichier.", "There is nothing in this file."},
	"csv_no_email_column": {"Aucune colonne de la première ligne ne s’appelle « courriel » ou « email ».", "No column of the first line is called “email” or “courriel”."},
	"csv_workbook":        {"C’est un classeur Excel. Enregistrez la feuille au format CSV, puis envoyez ce fichier.", "This is an Excel workbook. Save the sheet as CSV, then send that file."},
	"csv_compressed":      {"Ce fichier est compressé. Envoyez le CSV lui-même.", "This file is compressed. Send the CSV itself."},
	"csv_line_too_long":   {"Une ligne dépasse 64 Ko : ce n’est pas un tableau de texte.", "A line is longer than 64 KB: this is no table of text."},
	"csv_too_many_lines":  {"Le fichier dépasse 2 000 000 de lignes.", "The file has more than 2,000,000 lines."},
	"control":             {"Ce texte contient des caractères illisibles.", "This text has unreadable characters."},
	"timeout":             {"L’envoi s’est arrêté en chemin : réessayez.", "The upload stopped on the way: try again."},
	"cut":                 {"L’envoi est incomplet : réessayez.", "The upload is incomplete: try again."},
	"audience_busy":       {"Un lot est en cours d’ajout à cette liste. Réessayez quand il sera terminé.", "A batch is being added to this list. Try again when it is done."},
	"audience_lost":       {"L’ajout a été interrompu; rien n’a été ajouté.", "The import was interrupted; nothing was added."},

	"wrong_credentials":      {"Courriel ou mot de passe incorrect.", "Wrong e-mail or password."},
	"session_ended":          {"La session est terminée. Connectez-vous de nouveau.", "The session is over. Sign in again."},
	"booking_full":           {"Il ne reste pas assez de places.", "There are not enough places left."},
	"closed":                 {"Les réponses sont closes.", "Answers are closed."},
	"rate_limited":           {"Trop de tentatives. Réessayez dans un moment.", "Too many attempts. Try again in a moment."},
	"unauthenticated":        {"Connectez-vous pour continuer.", "Sign in to go on."},
	"person_inactive":        {"Ce compte est désactivé.", "This account is disabled."},
	"person_taken":           {"Cette personne a déjà un dossier d’employé.", "This person already has an employee record."},
	"user_id_not_allowed":    {"Seul un administrateur peut rattacher un dossier d’employé au compte d’un administrateur, ou changer le compte d’un dossier.", "Only an administrator can link an employee record to an administrator’s account, or change a record’s account."},
	"other_public_url":       {"Le service utilise une autre adresse publique (PUBLIC_URL).", "The service uses a different public address (PUBLIC_URL)."},
	"employee_archived":      {"Le compte d’un dossier archivé ne peut pas être changé. Restaurez d’abord le dossier.", "An archived record’s account can’t be changed. Restore the record first."},
	"forbidden":              {"Votre rôle ne le permet pas.", "Your role does not allow this."},
	"not_allowed":            {"Vous n’en avez pas le droit.", "You are not allowed to do this."},
	"own_approval":           {"Personne n’approuve ses propres heures.", "Nobody approves their own time."},
	"approval_not_allowed":   {"L’approbation revient à qui peut approuver ceci.", "Approval belongs to those who may approve this."},
	"not_an_approver":        {"L’approbation revient aux superviseurs et à la paie.", "Approval belongs to supervisors and payroll."},
	"move_not_allowed":       {"Seule la paie peut confier la feuille à une autre personne.", "Only payroll may give the sheet to someone else."},
	"not_owner":              {"La feuille est soumise et retirée par la personne à qui elle appartient.", "A sheet is handed in and taken back by its owner."},
	"other_crew":             {"Cette équipe n’est pas la vôtre.", "This crew is not yours."},
	"cross_origin":           {"Cette demande vient d’un autre site.", "This request comes from another site."},
	"sync_running":           {"Une synchronisation est déjà en cours.", "A sync is under way already."},
	"no_source":              {"Aucune source de clients n’est réglée (DIRECTORY_URL).", "No source of customers is set (DIRECTORY_URL)."},
	"timesheet_approved":     {"La feuille est approuvée : elle est verrouillée.", "The timesheet is approved and locked."},
	"not_submitted":          {"La feuille n’est pas soumise : il n’y a rien à renvoyer.", "The sheet is not submitted: there is nothing to send back."},
	"timesheet_exists":       {"Il y a déjà une feuille pour cette période.", "There is already a sheet for this period."},
	"timesheet_archived":     {"Cette période est archivée : sa feuille ne change plus.", "This period is archived: its sheet changes no more."},
	"no_employee":            {"Les congés se rattachent à un dossier d’employé, et votre compte n’en a pas.", "Leave belongs to an employee record, and your account has none."},
	"leave_approved":         {"Le congé est approuvé : annulez-le d’abord.", "The leave is approved: cancel it first."},
	"leave_decided":          {"Ce congé est décidé : la demande ne change plus.", "This leave is decided: the request changes no more."},
	"leave_move":             {"Ce congé ne peut plus passer à cet état.", "This leave can no longer go to that state."},
	"not_own":                {"Vous ne pouvez terminer que vos propres sessions.", "You can only end your own sessions."},
	"audience_changed":       {"La liste a changé entre-temps : d’autres personnes recevraient le message.", "The list has changed meanwhile: others would get the message."},
	"listed":                 {"Cette adresse est déjà sur la liste.", "This address is on the list already."},
	"send_active":            {"Un envoi de cet événement est en cours ou en pause.", "A send of this event is under way or paused."},
	"audience_empty":         {"Il n’y a personne à qui envoyer.", "There is nobody to send to."},
	"event_started":          {"L’événement est commencé.", "The event has begun."},
	"nothing_pending":        {"Il ne reste rien à envoyer.", "Nothing is left to be sent."},
	"nothing_unconfirmed":    {"Aucun de ces envois n’est à confirmer.", "None of these is unconfirmed."},
	"no_send":                {"Aucun envoi n’est en cours.", "No send is under way."},
	"idempotency_key_reused": {"Cette clé a déjà servi à une autre demande.", "This key has served another request already."},
	"last_admin":             {"C’est la dernière personne qui administre : nommez-en d’abord une autre.", "This is the last administrator: make another one first."},
	"too_many_tokens":        {"Vous avez déjà 50 jetons : révoquez-en un d’abord.", "You have 50 tokens already: revoke one first."},
	"browser_only":           {"Pour créer un jeton, connectez-vous dans un navigateur.", "Sign in with a browser to make a token."},
	"busy":                   {"Le service est très sollicité en ce moment. Rien n’a été enregistré. Réessayez dans un instant.", "The service is very busy right now. Nothing was saved. Try again in a moment."},
	"not_archived":           {"Ce dossier n’est pas aux archives.", "This record is not in the archive."},
	"customer_taken":         {"Cette personne a déjà un dossier de client.", "This person already has a customer record."},
	"shift_approved":         {"Le quart est approuvé : retirez d’abord l’approbation.", "The shift is approved: withdraw the approval first."},
	"expense_approved":       {"La dépense est approuvée : retirez d’abord l’approbation.", "The expense is approved: withdraw the approval first."},
	"bank_code_in_use":       {"Ce code sert déjà : sa catégorie ne peut plus changer.", "This code is in use: its category cannot change."},
	"nothing_to_undo":        {"Votre décision n’est plus la dernière modification : il n’y a rien à défaire.", "Your decision is no longer the latest change, so there is nothing to undo."},
	"nothing_to_export":      {"Rien n’est approuvé dans cette période, et rien n’a changé dans celles d’avant.", "Nothing is approved in this period, and nothing has changed in those before it."},
	"period_ahead":           {"Cette période n’a pas commencé.", "This period has not begun."},
	"period_exported":        {"Cette période est déjà transmise : ce qui y change ira au prochain export comme correction.", "This period was handed over already: what changes in it goes into the next export as a correction."},
	"export_raced":           {"Un autre export a été fait ou retiré au même moment; rien n’a été enregistré. Regardez-le, puis réessayez.", "Another export was made or withdrawn at the same moment; nothing was saved. Look at it, then try again."},
	"export_not_last":        {"Des exports plus récents en découlent : seul le dernier peut être retiré.", "Later exports build on it: only the newest can be withdrawn."},
	"too_many_attachments":   {"Un événement porte au plus 6 fichiers : retirez-en un d’abord.", "An event carries at most 6 files: remove one first."},
	"built_in":               {"Cet événement est livré avec le programme : il n’y a rien à supprimer.", "This event ships with the program: there is nothing to delete."},
	"malformed_form":         {"L’envoi est incomplet : réessayez.", "The upload is incomplete: try again."},
	"stale":                  {"Quelqu’un d’autre a modifié ceci entre-temps. Rechargez la page.", "Someone else changed this meanwhile. Reload the page."},
	"too_large":              {"C’est trop volumineux.", "This is too large."},
	"commit_unknown":         {"La connexion à la base de données a été perdue pendant l’enregistrement. Vérifiez si c’est enregistré avant de recommencer.", "The connection to the database was lost during the save. Check whether it was saved before you try again."},
	"storage_unavailable":    {"Impossible d’enregistrer pour l’instant; rien n’est perdu. Réessayez dans un moment.", "It cannot be saved right now; nothing is lost. Try again in a moment."},
	"unknown_placeholder":    {"Ce champ à insérer n’existe pas : choisissez-en un dans la liste.", "There is no such placeholder: choose one from the list."},
	"placeholder_open":       {"Un champ à insérer commence par {{ et ne se termine pas par }}.", "A placeholder begins with {{ and does not end with }}."},
	"placeholder_place":      {"Ce champ ne peut pas être inséré à cet endroit.", "This placeholder cannot stand in this place."},
	"registered_already":     {"Cette personne a déjà une autre inscription à cet événement.", "They have another registration of this event already."},
	"in_use":                 {"Quelque chose s’en sert encore.", "Something still uses it."},
	"internal":               {"Une erreur est survenue de notre côté. Rien n’a été enregistré.", "Something went wrong on our side. Nothing was saved."},
}

// StaleShown is the text of the code "stale" where what was changed is shown anew with it.
var StaleShown = Text{"Quelqu’un d’autre a modifié ceci entre-temps. Vérifiez de nouveau.", "Someone else changed this in the meantime. Please check again."}

// FaultShown is Fault beside what it is about as that is now: nothing has to be loaded again.
func FaultShown(code, detail string) Text {
	if code == "stale" {
		return StaleShown
	}
	return Fault(code, detail)
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
