package i18n

// Texts of the schedule: who works when, planned ahead.
var (
	Schedule       = Text{"Horaire", "Schedule"}
	ScheduleOthers = Text{"Personnes sans superviseur", "People without a supervisor"}
	ScheduleNobody = Text{"Sans superviseur", "No supervisor"}
	ScheduleMine   = Text{"Mon horaire", "My schedule"}
	ScheduleTeam   = Text{"Équipe", "Team"}
	ScheduleMe     = Text{"Moi", "Me"} // beside ScheduleTeam
	ScheduleViews  = Text{"Horaire à afficher", "Schedule to show"}
	ScheduleWeeks  = Text{"Semaines à afficher", "Weeks to show"}
	ScheduleSpan   = Count{Text{"%s\u00a0semaine", "%s\u00a0week"}, Text{"%s\u00a0semaines", "%s\u00a0weeks"}}
	SchedulePrev   = Text{"Semaines précédentes", "Earlier weeks"}
	ScheduleNext   = Text{"Semaines suivantes", "Later weeks"}
	ScheduleNow    = Text{"Aujourd’hui", "Today"}
	ScheduleCrew   = Text{"Équipe à afficher", "Team to show"}
	SchedulePerson = Text{"Personne", "Person"}
	ScheduleOpen   = Text{"Quarts à combler", "Open shifts"}
	ScheduleOpenTo = Text{"Quart à combler", "Open shift"}
	ScheduleAWeek  = Text{"h/sem.", "h/week"}
	ScheduleDays   = Text{"Total par jour", "Total per day"}
	ScheduleIdle   = Count{Text{"%s personne sans quart", "%s person not scheduled"}, Text{"%s personnes sans quart", "%s people not scheduled"}}
	ScheduleWeekOf = Text{"Semaine du %s", "Week of %s"}

	ScheduleAdd      = Text{"Ajouter un quart", "Add a shift"}
	ScheduleAddFor   = Text{"%s – ajouter un quart", "%s – add a shift"}
	ScheduleFillIn   = Text{"Remplir", "Fill"}
	ScheduleFill     = Text{"Remplir avec les semaines habituelles", "Fill from the usual weeks"}
	ScheduleCopy     = Text{"Copier la semaine du %s", "Copy the week of %s"}
	ScheduleFillHint = Text{"Les boutons remplissent seulement les jours vides, sauf les congés et les jours fériés.",
		"Only empty days are filled. Days with leave and statutory holidays are skipped."}
	ScheduleFilled   = Count{Text{"%s quart ajouté à l’horaire.", "%s shift added to the schedule."}, Text{"%s quarts ajoutés à l’horaire.", "%s shifts added to the schedule."}}
	ScheduleFillNone = Text{"Rien à ajouter\u00a0: il n’y a aucun quart à reprendre pour les jours vides.", "Nothing to add: there are no shifts to copy to the empty days."}
	ScheduleUndone   = Count{Text{"%s quart retiré de l’horaire.", "%s shift removed from the schedule."}, Text{"%s quarts retirés de l’horaire.", "%s shifts removed from the schedule."}}
	// ShiftsUndoneNone is for shifts that were all changed since they were added.
	ShiftsUndoneNone = Text{"Aucun quart retiré\u00a0: ils ont été modifiés entre-temps.", "No shifts removed: they have changed since then."}

	SchedulePublish = Count{Text{"Publier %s changement", "Publish %s change"}, Text{"Publier %s changements", "Publish %s changes"}}
	TaskDraft       = Count{Text{"%s changement à l’horaire n’est pas publié", "%s schedule change isn’t published"}, Text{"%s changements à l’horaire ne sont pas publiés", "%s schedule changes aren’t published"}}
	TaskLeft        = Count{
		Text{"%s quart est prévu pour une personne qui n’est pas à l’emploi ce jour-là", "%s shift is scheduled for someone not employed that day"},
		Text{"%s quarts sont prévus pour des personnes qui ne sont pas à l’emploi ces jours-là", "%s shifts are scheduled for people not employed on those days"}}
	TaskDraftDo        = Text{"Voir l’horaire", "View schedule"}
	ScheduleUnseen     = Count{Text{"%s changement n’est pas publié", "%s change isn’t published"}, Text{"%s changements ne sont pas publiés", "%s changes aren’t published"}}
	ScheduleUnseenText = Count{
		Text{"Rien n’est visible avant la publication. %s personne sera alors avisée, une seule fois.",
			"Nothing is visible until you publish. %s person is then notified, once."},
		Text{"Rien n’est visible avant la publication. %s personnes seront alors avisées, une seule fois chacune.",
			"Nothing is visible until you publish. %s people are then notified, once each."}}
	ScheduleUnseenOpen = Text{"Rien n’est visible avant la publication. L’équipe pourra ensuite prendre les quarts à combler; personne ne sera avisé.",
		"Nothing is visible until you publish. The team can then take the open shifts; no one is notified."}
	ScheduleSeen      = Text{"Publié", "Published"}
	SchedulePublished = Count{Text{"L’horaire est publié\u00a0: %s changement.", "Schedule published: %s change."}, Text{"L’horaire est publié\u00a0: %s changements.", "Schedule published: %s changes."}}
	ScheduleNotified  = Count{
		Text{"%s personne a été avisée.", "%s person has been notified."},
		Text{"%s personnes ont été avisées.", "%s people have been notified."}}
	ScheduleNoneTold  = Text{"Personne n’est avisé.", "No one is notified."}
	ScheduleNothing   = Text{"Rien à publier pour ces jours.", "Nothing to publish for these days."}
	ScheduleNew       = Text{"nouveau", "new"}
	ScheduleChanged   = Text{"modifié", "changed"}
	ScheduleCancelled = Text{"annulé", "cancelled"}
	ScheduleCountNew  = Count{Text{"%s nouveau", "%s new"}, Text{"%s nouveaux", "%s new"}}
	ScheduleCountMove = Count{Text{"%s modifié", "%s changed"}, Text{"%s modifiés", "%s changed"}}
	ScheduleCountGone = Count{Text{"%s annulé", "%s cancelled"}, Text{"%s annulés", "%s cancelled"}}
	ScheduleAsked     = Text{"demandé", "requested"}
	ScheduleStays     = Text{"publié", "published"}
	ScheduleKey       = Text{"Légende", "Legend"}

	ScheduleWarnings  = Count{Text{"Avant de publier\u00a0: %s avertissement", "Before you publish: %s warning"}, Text{"Avant de publier\u00a0: %s avertissements", "Before you publish: %s warnings"}}
	ScheduleMore      = Count{Text{"et %s autre", "and %s more"}, Text{"et %s autres", "and %s more"}}
	ScheduleOnLeave   = Text{"quart pendant un congé approuvé", "shift during approved leave"}
	ScheduleOnAsked   = Text{"quart pendant un congé demandé", "shift during requested leave"}
	ScheduleHoliday   = Count{Text{"%s personne à l’horaire", "%s person scheduled"}, Text{"%s personnes à l’horaire", "%s people scheduled"}}
	ScheduleOvertime  = Text{"heures supplémentaires cette semaine\u00a0: %s", "%s of overtime this week"}
	ScheduleDailyOver = Text{"heures supplémentaires ce jour-là\u00a0: %s", "%s of overtime this day"}

	ScheduleLeft        = Text{"A quitté l’entreprise", "No longer works here"}
	ScheduleNotEmployed = Text{"n’est pas à l’emploi ce jour-là : confiez le quart à quelqu’un d’autre ou supprimez-le",
		"not employed on this day: give the shift to someone else, or delete it"}

	ScheduleNoTeam     = Text{"Personne à mettre à l’horaire ces jours-là", "No one to schedule on these days"}
	ScheduleNoTeamText = Text{"Personne dans l’équipe n’est à l’emploi de l’entreprise pendant ces semaines.", "No one on the team is employed during these weeks."}
	ScheduleEmpty      = Text{"Aucun quart n’est planifié ces jours-là", "No shifts scheduled on these days"}
	ScheduleEmptyText  = Text{"Partez des semaines habituelles, copiez la semaine d’avant ou ajoutez les quarts un à un.",
		"Start from the usual weeks, copy the week before, or add shifts one by one."}

	ScheduleShift    = Text{"Quart planifié", "Planned shift"}
	ScheduleDay      = Text{"Jour", "Day"}
	ScheduleNote     = Text{"Note", "Note"}
	ScheduleNoteHint = Text{"La personne la voit avec son quart.", "The person sees it with their shift."}
	ScheduleSaveCopy = Text{"Enregistrer une copie", "Save a copy"}
	ScheduleSaved    = Text{"%s, %s\u00a0: %s", "%s, %s: %s"} // who, day, times
	ScheduleDeleted  = Text{"Retiré\u00a0: %s, %s, %s", "Removed: %s, %s, %s"}
	ScheduleRestored = Text{"Rétabli\u00a0: %s, %s, %s", "Restored: %s, %s, %s"}
	ScheduleIsGone   = Text{"Ce quart a été retiré de l’horaire. Il disparaîtra de celui de la personne à la publication.",
		"This shift has been removed. It disappears from the person’s schedule when you publish."}
	ScheduleRestore = Text{"Rétablir le quart", "Restore the shift"}

	ScheduleMineNone     = Text{"Aucun quart à l’horaire ces jours-là", "No shifts on these days"}
	ScheduleMineNoneText = Text{"Vos quarts s’affichent ici dès que l’horaire est publié.", "Your shifts appear here as soon as the schedule is published."}
	ScheduleTakeLead     = Text{"La première personne qui prend un quart l’obtient.", "The first person to take a shift gets it."}
	ScheduleTake         = Text{"Prendre ce quart", "Take this shift"}
	ScheduleTakeIt       = Text{"Prendre ce quart\u00a0: %s, %s", "Take this shift: %s, %s"}
	ScheduleTaken        = Text{"Le quart du %s, %s, est à vous.", "The shift on %s, %s, is yours."}
	ScheduleTodayShift   = Text{"Quart d’aujourd’hui\u00a0: %s", "Today’s shift: %s"}
	ScheduleNextShift    = Text{"Prochain quart", "Next shift"}
	ScheduleSeeOpen      = Text{"Voir l’horaire", "View schedule"}
	ScheduleOpenCount    = Count{Text{"%s quart à combler", "%s open shift"}, Text{"%s quarts à combler", "%s open shifts"}}

	// What the page's script says while a shift is moved by the keyboard.
	ScheduleHelp = Text{"Faites glisser un quart pour le déplacer, avec Ctrl pour le copier. Au clavier\u00a0: Espace, flèches, Espace.",
		"Drag a shift to move it, with Ctrl to copy it. Keyboard: Space to pick up, arrow keys to move, Space to drop."}
	ScheduleLifted = Text{"Quart sélectionné. Choisissez une case avec les flèches, puis Espace pour déposer ou Échap pour annuler.",
		"Shift picked up. Choose a cell with the arrow keys, then press Space to drop it or Esc to cancel."}
	SchedulePut = Text{"Déplacement annulé.", "Move cancelled."}

	// Planned beside worked.
	TimePlanned      = Text{"Prévu\u00a0: %s", "Scheduled: %s"}
	RowPlanned       = Text{"prévu\u00a0: %s", "%s scheduled"}
	ReviewRemarks    = Text{"À savoir", "Good to know"}
	ReviewPlanned    = Text{"prévu\u00a0: %s · travaillé\u00a0: %s", "%s scheduled · %s worked"}
	ReviewDiffers    = Text{"prévu\u00a0: %s · travaillé\u00a0: %s (%s\u00a0h)", "scheduled %s · worked %s (%s\u00a0h)"}
	ReviewNotWorked  = Text{"prévu\u00a0: %s · rien de saisi (%s\u00a0h)", "scheduled %s · nothing entered (%s\u00a0h)"}
	ReviewNotPlanned = Text{"travaillé\u00a0: %s · rien de prévu (%s\u00a0h)", "worked %s · nothing scheduled (%s\u00a0h)"}

	CalendarPlanned = Text{"Quart planifié", "Planned shift"}

	NoteSchedule         = Text{"Votre horaire a changé\u00a0: %s", "Your schedule for %s has changed"}
	NoteShiftAdded       = Count{Text{"%s nouveau quart", "%s new shift"}, Text{"%s nouveaux quarts", "%s new shifts"}}
	NoteShiftChanged     = Count{Text{"%s quart modifié", "%s shift changed"}, Text{"%s quarts modifiés", "%s shifts changed"}}
	NoteShiftDropped     = Count{Text{"%s quart annulé", "%s shift cancelled"}, Text{"%s quarts annulés", "%s shifts cancelled"}}
	NoteShiftTaken       = Text{"%s a pris un quart à combler", "%s took an open shift"}
	PrefSchedule         = Text{"Publication ou modification de mon horaire", "Schedule published or changed"}
	PrefScheduleTitle    = Text{"Votre horaire a changé", "Your schedule has changed"}
	PrefOpenSchedule     = Text{"Voir mon horaire", "View my schedule"}
	PrefTaken            = Text{"Quarts à combler pris", "Open shift taken"}
	PrefTakenTitle       = Text{"%s quart à combler a été pris", "An open shift was taken"}
	PrefOpenTeamSchedule = Text{"Voir l’horaire", "View schedule"}
)
