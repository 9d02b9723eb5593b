package events

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/emails"
	views "presence/views/hub/events"
	"presence/views/layout"
	"presence/views/ui"
)

// presenter builds the pages of events for a language and a moment.
type presenter struct {
	now     time.Time
	zone    *time.Location
	lang    i18n.Lang
	sent    map[string]bool  // the events whose invitation was sent, for the list
	toCheck map[string]int64 // their responses to review, for the list
}

// cards returns the cards of the events to come, including drafts, and of those that are over.
func (d presenter) cards(all []Record) (coming, past []views.Card) {
	slices.SortStableFunc(all, func(a, b Record) int { return cmp.Compare(a.StartsAt, b.StartsAt) })
	for _, r := range all {
		if d.over(r) {
			past = append([]views.Card{d.card(r)}, past...)
		} else {
			coming = append(coming, d.card(r))
		}
	}
	return coming, past
}

func (d presenter) over(r Record) bool { return r.EndsAt.Time().Before(d.now) }

func (d presenter) card(r Record) views.Card {
	t, from := r.Text(string(d.lang)), r.StartsAt.Time().In(d.zone)
	c := views.Card{
		ID: r.ID, Title: t.Title, Href: paths.EventOverview(r.ID), Weekday: d.lang.WeekdayShort(from), Day: strconv.Itoa(from.Day()),
		Month: d.lang.MonthShort(from), Date: d.lang.DayTitle(from), Hours: d.hours(r.Event), When: d.when(r.Event), Where: t.Address,
		Palette: paletteOf(r.Event),
	}
	if badge := d.badge(r); !badge.Usual {
		c.Badge = &badge
	}
	if from.Year() != d.now.In(d.zone).Year() {
		c.Year = strconv.Itoa(from.Year())
	}
	if place := AddressLines(t.Address); len(place) > 0 {
		c.Place = place[0]
	}
	switch {
	case r.Headcount == 0 && !d.sent[r.ID] && !d.over(r): // an empty bar would mean that no guest comes
		c.People = d.lang.T(i18n.EventUninvited)
		c.Note = d.lang.T(i18n.EventNoLimit)
		if r.Capacity != nil {
			c.Note = d.lang.N(int(*r.Capacity), i18n.EventSpots)
		}
		c.Act = d.invite(r)
	case r.Capacity != nil:
		c.Gauge = d.gauge(r)
	default:
		c.People = d.lang.N(int(r.Headcount), i18n.EventPeopleN)
	}
	if n := d.toCheck[r.ID]; n > 0 && c.Act == nil {
		c.Act = &ui.Act{Label: d.lang.N(int(n), i18n.TaskResponses), Spoken: d.lang.F(i18n.TaskResponsesOf, t.Title),
			Href: paths.RegistrationsOf(r.ID, url.Values{"confidence": {"probable"}})}
	}
	if r.Waiting > 0 {
		c.Waiting = d.lang.N(int(r.Waiting), i18n.WaitParties)
	}
	switch {
	case d.over(r):
		c.Repeat = paths.RepeatEvent(r.ID)
	case r.Source == BuiltIn:
		c.Example = d.lang.T(i18n.EventExample)
	case r.Deadline != 0 && r.State == Open:
		if c.Note != "" {
			c.Note += " · "
		}
		c.Note += d.lang.F(i18n.EventUntil, d.soon(r.Deadline))
	}
	return c
}

// invite returns the next action for an event without invitations.
func (d presenter) invite(r Record) *ui.Act {
	title := r.Text(string(d.lang)).Title
	if r.Audience > 0 {
		return &ui.Act{Label: d.lang.T(i18n.TaskSend), Spoken: d.lang.F(i18n.TaskSendOf, title), Href: paths.SendEvent(r.ID, nil)}
	}
	return &ui.Act{Label: d.lang.T(i18n.SendAudienceBuild), Spoken: d.lang.F(i18n.TaskNoListOf, title), Href: paths.Audience(r.ID, nil)}
}

func (d presenter) gauge(r Record) *ui.Gauge {
	g := &ui.Gauge{Label: d.lang.T(i18n.EventPeople), Text: d.lang.F(i18n.EventPeopleOf, d.lang.Int(r.Headcount), d.lang.Int(*r.Capacity)),
		Value: float64(r.Headcount), Max: float64(*r.Capacity)}
	if r.Headcount >= *r.Capacity {
		g.Tone = ui.Warn
	}
	return g
}

// when returns the day and hours of an event, or start and end if they are on different days.
func (d presenter) when(e Event) string {
	from, to, l := e.StartsAt.Time().In(d.zone), e.EndsAt.Time().In(d.zone), d.lang
	if to.Sub(from) < 20*time.Hour {
		return l.F(i18n.EventTimes, l.DayTitle(from), l.Clock(from), l.Clock(to))
	}
	return l.F(i18n.EventTimesDays, l.DayTitle(from), l.Clock(from), l.DayLong(to), l.Clock(to))
}

// hours returns the hours of an event whose first day is shown elsewhere; with the days, if there are several.
func (d presenter) hours(e Event) string {
	from, to := e.StartsAt.Time().In(d.zone), e.EndsAt.Time().In(d.zone)
	if to.Sub(from) < 20*time.Hour {
		return d.lang.ClockRange(from, to)
	}
	return d.when(e)
}

// brief returns the day and hours of an event in few words, with the year unless it is that of today.
func (d presenter) brief(e Event) string {
	from, to := e.StartsAt.Time().In(d.zone), e.EndsAt.Time().In(d.zone)
	if to.Sub(from) >= 20*time.Hour {
		return d.lang.RangeNear(from, to, d.now.In(d.zone))
	}
	return d.lang.DayBrief(from, d.now.In(d.zone)) + " · " + d.lang.ClockRange(from, to)
}

// soon returns a moment in few words, with the year unless it is that of today.
func (d presenter) soon(at db.Instant) string {
	return d.lang.MomentBrief(at.Time().In(d.zone), d.now.In(d.zone))
}

func (d presenter) badge(r Record) views.Badge {
	state := r.StateAt(r.Taken(), d.now)
	if d.over(r) && r.State != Draft {
		return views.Badge{Tone: ui.Neutral, Text: d.lang.T(i18n.EventOver), Usual: true}
	}
	switch state {
	case string(Draft):
		return views.Badge{Tone: ui.Neutral, Text: d.lang.T(i18n.EventDraft)}
	case Full:
		return views.Badge{Tone: ui.Warn, Text: d.lang.T(i18n.EventFull)}
	case string(Closed):
		return views.Badge{Tone: ui.Neutral, Text: d.lang.T(i18n.EventClosed)}
	}
	return views.Badge{Tone: ui.Good, Text: d.lang.T(i18n.EventOpen), Usual: true}
}

var labels = map[string]i18n.Text{
	"title": i18n.EventTitle, "intro": i18n.EventIntro, "details": i18n.EventDetails, "address": i18n.EventAddress,
	"thank_you": i18n.EventThanks,
	"id":        i18n.EventSlug, "starts_at": i18n.EventStarts, "ends_at": i18n.EventEnds, "rsvp_deadline": i18n.EventDeadline,
	"capacity": i18n.EventPlaces, "offer_hold_hours": i18n.EventHold, "offer_cutoff_hours": i18n.EventCutoff,
	"people_limit": i18n.EventLimit, "companions": i18n.EventCompanions, "questions": i18n.EventQuestions,
	"status": i18n.EventState, "palette": i18n.EventPalette, "email_template": i18n.EventTemplate, "data": i18n.EventFile,
	"language": i18n.EventFileLang, pictureField: i18n.EventPicture, pictureFRField: i18n.EventPictureFR, pictureENField: i18n.EventPictureEN,
}

// label returns the label of the field with a JSON name.
func (d presenter) label(name string) string {
	for _, t := range texts {
		switch name {
		case t.inFrench():
			return d.lang.F(i18n.EventInFrench, d.lang.T(labels[t.name]))
		case t.inEnglish():
			return d.lang.F(i18n.EventInEnglish, d.lang.T(labels[t.name]))
		}
	}
	if label, found := d.questionLabel(name); found {
		return label
	}
	return d.lang.T(labels[name])
}

func (d presenter) editor(o editorState) views.Editor {
	l := d.lang
	p := views.Editor{Title: l.T(i18n.EventNew), Action: paths.Events(), Draw: paths.EventPreview("new"), Changed: o.values != nil,
		Discard: paths.Event(o.ID), PreviewTitle: l.F(i18n.EventPreviewOf, l.T(languageNames[o.shows.preview])), Sums: d.sums(o)}
	if !o.isNew {
		p.Action, p.Draw, p.Head = paths.Event(o.ID), paths.EventPreview(o.ID), new(d.head(o.Record, layout.EventContent))
		p.Hidden = []ui.Hidden{{Name: "version", Value: strconv.FormatInt(o.Version, 10)}}
		if o.values != nil {
			p.Hidden[0].Value = o.values.Get("version")
		}
		if o.Source == BuiltIn {
			p.Note = l.T(i18n.EventShippedNow)
		}
		p.Files = d.files(o)
	}
	if o.blocksOf != "" {
		p.Hidden = append(p.Hidden, ui.Hidden{Name: "blocks_of", Value: o.blocksOf})
	}
	if o.pictureOf != "" {
		p.Hidden = append(p.Hidden, ui.Hidden{Name: "picture_of", Value: o.pictureOf})
	}
	p.Clash = o.clash
	for _, f := range o.faults {
		p.Faults.Add(l, f.Field, d.label(f.Field), f.Code, f.Detail)
	}
	if !o.isNew {
		p.Picture = d.picture(o, &p.Faults)
	}
	d.fill(&p, o)
	if o.ask {
		p.Ask = d.deleteQuestion(o.Record, o.toCancel)
	}
	return p
}

// sums returns what is set in the parts of the form, in words.
func (d presenter) sums(o editorState) map[string]string {
	l, e := d.lang, o.Event
	when := d.brief(e)
	if e.Deadline != 0 {
		when += " · " + l.F(i18n.EventUntil, d.soon(e.Deadline))
	}
	questions, asked := l.T(i18n.EventSumNoQuestions), e.Asked()
	if len(asked) > 0 {
		questions = l.N(len(asked), i18n.EventSumQuestions)
	}
	spots := l.T(i18n.EventNoLimit)
	if e.Capacity != nil {
		spots = l.N(int(*e.Capacity), i18n.EventSpots) + " · " + l.T(i18n.EventSumWaiting)
	}
	mail := d.choice(ui.Field{Value: e.EmailTemplate}, o.templates)
	for _, x := range mail.Options {
		if x.Value == e.EmailTemplate {
			mail.Label = x.Label
		}
	}
	return map[string]string{"when": when, "parties": l.N(int(e.PeopleLimit), i18n.EventSumPeople) + " · " + questions, "offers": spots,
		"look": l.T(i18n.Palettes[palette.Of(e.Palette).Name]) + " · " + mail.Label}
}

var languageNames = map[i18n.Lang]i18n.Text{i18n.FR: i18n.EventFrench, i18n.EN: i18n.EventEnglish}

// fieldMaker makes a field of the form with its typed value, else with a value of the event.
type fieldMaker func(name, value string, more ui.Field) ui.Field

// maker returns the fieldMaker of a form.
func (d presenter) maker(typed url.Values, faults ui.Faults) fieldMaker {
	return func(name, value string, more ui.Field) ui.Field {
		if typed.Has(name) {
			value = typed.Get(name)
		}
		more.Name, more.Value, more.Error = name, value, faults.Of(name) // the form says that browsers do not fill it in
		if more.Label == "" {
			more.Label = d.lang.T(labels[name])
		}
		if more.Required {
			more.Mark = d.lang.T(i18n.Required)
		}
		return more
	}
}

// fill fills the fields with the typed values, else with those of the event.
func (d presenter) fill(p *views.Editor, o editorState) {
	l, field := d.lang, d.maker(o.values, p.Faults)
	for _, t := range texts {
		p.Pairs = append(p.Pairs, d.pair(t, o.Content, field))
	}
	p.When = []ui.Field{
		field("starts_at", d.input(o.StartsAt.Time()), ui.Field{Type: "datetime-local", Required: true}),
		field("ends_at", d.input(o.EndsAt.Time()), ui.Field{Type: "datetime-local"}),
		field("rsvp_deadline", d.deadline(o.Event), ui.Field{Type: "datetime-local", Hint: l.T(i18n.EventDeadlineHint)}),
	}
	p.Places = d.places(o, field)
	p.Offers = d.offers(o.Event, field)
	d.parties(p, o, field)
	d.look(p, o, field)
	if o.isNew {
		p.Slug = new(field("id", o.ID, ui.Field{Prefix: "/rsvp/", Hint: l.T(i18n.EventSlugHint), MaxLength: 64}))
	} else {
		p.Blocks = paths.EventBlocks(o.ID)
		p.Kind = ui.Field{Name: "preview_of", ID: "preview-kind", Label: l.T(i18n.EventPreviewWhat), Value: o.shows.kind, Form: "event",
			Attrs: map[string]any{"data-unguarded": true}, Options: []ui.Option{{Value: previewPage, Label: l.T(i18n.EventAsPage)},
				{Value: previewMail, Label: l.T(i18n.EventAsMail)}}}
	}
	p.Show = ui.PreviewScheme(l, o.shows.scheme)
	p.Show.Form = "event"
	p.Languages = ui.Languages(l, ui.Field{Name: "preview", ID: "event-lang", Label: l.T(i18n.EventLanguages), Value: o.shows.fields})
}

// in returns the language of a text as it follows the label of its field.
func (d presenter) in(language i18n.Lang) string {
	text := i18n.EventInFrench
	if language == i18n.EN {
		text = i18n.EventInEnglish
	}
	return strings.TrimSpace(d.lang.F(text, ""))
}

// pair returns the fields of a text in both languages.
func (d presenter) pair(t wording, of Contents, field fieldMaker) views.Pair {
	input := func(language, name, value string, required bool, placeholder string) ui.Field {
		f := ui.Field{Label: d.lang.T(labels[t.name]), In: d.in(i18n.Lang(language)),
			MaxLength: t.max, Rows: 4, Counter: d.lang.T(i18n.CharactersLeft), Required: required,
			Placeholder: placeholder, Attrs: map[string]any{"lang": language}}
		if t.name == "details" {
			f.Rows = 7
		}
		f = field(name, value, f)
		if t.lines {
			f.AsRead = marked(f.Value)
		}
		return f
	}
	fr, en := *t.content(&of.FR), *t.content(&of.EN)
	return views.Pair{Name: d.lang.T(labels[t.name]), Lines: t.lines, FR: input("fr", t.inFrench(), fr, t.name == "title", ""),
		EN: input("en", t.inEnglish(), en, false, blankEnglish(d.lang, fr))}
}

// places returns the field of the capacity.
func (d presenter) places(o editorState, field fieldMaker) ui.Field {
	capacity, hint := "", d.lang.T(i18n.EventPlacesHint)
	if o.Capacity != nil {
		capacity = strconv.FormatInt(*o.Capacity, 10)
	}
	if o.Headcount > 0 {
		hint = d.lang.N(int(o.Headcount), i18n.EventPlacesLess)
	}
	return field("capacity", capacity, ui.Field{InputMode: "numeric", Hint: hint, Placeholder: d.lang.T(i18n.EventNoLimit)})
}

// look fills the choices of the palette and of the invitation's template.
func (d presenter) look(p *views.Editor, o editorState, field fieldMaker) {
	chosen := field("palette", o.Palette, ui.Field{})
	p.PalettesFault = chosen.Error
	for _, x := range palette.All {
		p.Palettes = append(p.Palettes, views.Swatch{Value: x.Name, Label: d.lang.T(i18n.Palettes[x.Name]), Class: x.Class(),
			Checked: x.Name == chosen.Value})
	}
	p.Template, p.Templates = d.choice(field("email_template", o.EmailTemplate, ui.Field{Hint: d.lang.T(i18n.EventTemplateHint)}),
		o.templates), paths.Templates()
}

// offers returns the fields that say how places are offered to the waiting list.
func (d presenter) offers(e Event, field fieldMaker) []ui.Field {
	hours := func(name string, n int64, hint i18n.Text) ui.Field {
		return field(name, strconv.FormatInt(n, 10), ui.Field{InputMode: "numeric", Hint: d.lang.T(hint)})
	}
	return []ui.Field{hours("offer_hold_hours", e.OfferHold, i18n.EventHoldHint),
		hours("offer_cutoff_hours", e.OfferCutoff, i18n.EventCutoffHint)}
}

// choice adds the existing templates as options. A deleted template stays selected until another one is chosen, and is marked
// as missing.
func (d presenter) choice(f ui.Field, names []string) ui.Field {
	f.Options = []ui.Option{{Label: d.lang.T(i18n.EventFestive)}, {Value: BlocksTemplate, Label: d.lang.T(i18n.EventBlocks)}}
	for _, name := range names {
		f.Options = append(f.Options, ui.Option{Value: name, Label: name})
	}
	if f.Value != "" && f.Value != BlocksTemplate && !slices.Contains(names, f.Value) {
		f.Options = append(f.Options, ui.Option{Value: f.Value, Label: d.lang.F(i18n.EventTemplateGone, f.Value)})
		f.Hint = d.lang.T(i18n.EventTemplateLost)
	}
	return f
}

// input formats a time for an input of type datetime-local.
func (d presenter) input(t time.Time) string { return t.In(d.zone).Format("2006-01-02T15:04") }

func (d presenter) deadline(e Event) string {
	if e.Deadline == 0 {
		return ""
	}
	return d.input(e.Deadline.Time())
}

func (d presenter) files(o editorState) *views.Files {
	l := d.lang
	f := &views.Files{Sum: l.T(i18n.EventNoFiles),
		Action: paths.EventFiles(o.ID), Full: len(o.Files) >= MaxFiles, Room: l.N(MaxFiles-len(o.Files), i18n.EventFileRoom),
		File: ui.Field{Name: "file", ID: "f-data", Type: "file", Label: l.T(i18n.EventFile), Required: true,
			Attrs: map[string]any{"accept": acceptedEndings(), "data-autosubmit": true}},
		Language: ui.Field{Name: "language", Value: "both", Label: l.T(i18n.EventFileLang),
			Options: []ui.Option{{Value: "both", Label: l.T(i18n.EventFileBoth)}, {Value: "fr", Label: l.T(i18n.EventFileFR)},
				{Value: "en", Label: l.T(i18n.EventFileEN)}}},
	}
	if f.Full {
		f.Room = l.T(i18n.EventFilesFull)
	}
	if len(o.Files) > 0 {
		f.Sum = l.N(len(o.Files), i18n.EventAskFiles)
	}
	for _, x := range o.fileFaults {
		f.Faults.Add(l, x.Field, d.label(x.Field), x.Code, x.Detail)
	}
	f.File.Error, f.Language.Error = f.Faults.Of("data"), f.Faults.Of("language")
	for _, x := range o.Files {
		f.Rows = append(f.Rows, views.File{
			Name: x.Name, About: l.Bytes(x.Size) + " · " + l.T(fileLanguages[x.Language]), Href: paths.EventFile(o.ID, x.ID),
			Remove: paths.DeleteEventFile(o.ID, x.ID), RemoveLabel: l.F(i18n.EventFileRemove, x.Name),
		})
	}
	return f
}

// picture returns the fields of the cover picture. A form that was refused lost its file, which becomes one of the faults.
func (d presenter) picture(o editorState, faults *ui.Faults) *views.Picture {
	l := d.lang
	p := &views.Picture{Shown: ShowPicture(o.Picture, string(l)), Sum: l.T(i18n.EventNoPicture),
		File: ui.Field{Name: pictureField, Type: "file", Label: l.T(i18n.EventPictureFile),
			Attrs: map[string]any{"accept": ".jpg,.jpeg,.png,.webp"}},
		Remove: ui.Field{Name: pictureRemoveField, Label: l.T(i18n.EventPictureRemove), Checked: o.values.Has(pictureRemoveField)}}
	if p.Shown != nil {
		p.File.Label, p.Sum = l.T(i18n.EventPictureOther), l.T(i18n.EventHasPicture)
	}
	if o.chosePicture && !p.Remove.Checked && faults.Of(pictureField) == "" {
		*faults = append(*faults, ui.Fault{Field: pictureField, Label: d.label(pictureField), Text: l.T(i18n.EventPictureAgain)})
	}
	p.File.Error = faults.Of(pictureField)
	describe := func(name, value, lang string) ui.Field {
		if o.values.Has(name) {
			value = o.values.Get(name)
		}
		return ui.Field{Name: name, Label: d.label(name), Value: value, MaxLength: MaxDescription, Error: faults.Of(name),
			Attrs: map[string]any{"lang": lang}}
	}
	p.Descriptions = []ui.Field{describe(pictureFRField, o.Picture.FR, "fr"), describe(pictureENField, o.Picture.EN, "en")}
	return p
}

// ShowPicture returns what a page needs to show a picture, described in a language; nil for no picture.
func ShowPicture(p Picture, lang string) *ui.Picture {
	if !p.Shown() {
		return nil
	}
	return &ui.Picture{Small: p.Path(SmallPicture), Large: p.Path(LargePicture), SmallWidth: SmallPictureWidth, Width: int(p.Width),
		Height: int(p.Height), Alt: p.Text(lang)}
}

var fileLanguages = map[string]i18n.Text{"fr": i18n.EventFileFR, "en": i18n.EventFileEN, "both": i18n.EventFileBoth}

// deleteQuestion returns the confirmation that says what is deleted together with an event, and proposes to tell toCancel guests of it.
func (d presenter) deleteQuestion(r Record, toCancel int64) *views.Ask {
	l := d.lang
	a := &views.Ask{Title: l.F(i18n.EventAskDelete, r.Text(string(l)).Title), Text: l.T(i18n.EventAskBuiltIn), Action: paths.DeleteEvent(r.ID),
		Do:     l.T(i18n.EventAskUncover),
		Hidden: []ui.Hidden{{Name: "version", Value: strconv.FormatInt(r.Version, 10)}}}
	add := func(n int64, c i18n.Count) {
		if n > 0 {
			a.Consequences = append(a.Consequences, l.N(int(n), c))
		}
	}
	if !r.BuiltIn {
		a.Text, a.Do = l.T(i18n.EventAskGone), l.T(i18n.EventAskDo)
		a.Consequences = append(a.Consequences, l.T(i18n.EventAskPage))
		add(r.Registrations, i18n.EventAskAnswers)
		add(r.Audience, i18n.EventAskAudience)
	}
	add(int64(len(r.Files)), i18n.EventAskFiles)
	if toCancel > 0 {
		a.Tell = &ui.Field{Name: "tell", Label: l.N(int(toCancel), i18n.EventAskTell), Hint: l.T(i18n.EventAskTellHint), Checked: true}
	}
	return a
}

// MailCover returns what an e-mail needs to show a picture, described in a language; nil for no picture. origin is that of its address:
// https://host.
func MailCover(p Picture, origin string, lang i18n.Lang) *emails.Cover {
	if !p.Shown() {
		return nil
	}
	return emails.NewCover(origin+p.Path(LargePicture), p.Width, p.Height, p.Text(string(lang)))
}
