package events

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/events"
	"presence/views/ui"
)

// PreviewRenderer renders the whole page that guests would see of an event.
type PreviewRenderer func(ctx context.Context, e Event, headcount int64, lang i18n.Lang, scheme string) (string, error)

// Names returns the names that can be chosen, sorted.
type Names func(ctx context.Context) ([]string, error)

// Sent returns the ids of the events whose invitation was sent or is being sent.
type Sent func(ctx context.Context) (map[string]bool, error)

// ToCheck counts the responses to review of the events with these ids.
type ToCheck func(ctx context.Context, events []string) (map[string]int64, error)

// pages handles the requests of this package's pages.
type pages struct {
	s             *Service
	zone          *time.Location // in which dates are shown and parsed
	renderPreview PreviewRenderer
	templates     Names
	sent          Sent
	toCheck       ToCheck
}

// searchable is the number of events from which the list has a search.
const searchable = 10

func (p pages) list(c *gin.Context) error {
	d := p.presenter(c)
	f := filter{query: strings.TrimSpace(c.Query("q")), season: c.Query("season")}
	all, err := p.s.All(c.Request.Context())
	if err != nil {
		return err
	}
	if d.sent, err = p.sent(c.Request.Context()); err != nil {
		return err
	}
	var coming []string
	for _, r := range all {
		if !d.over(r) {
			coming = append(coming, r.ID)
		}
	}
	if d.toCheck, err = p.toCheck(c.Request.Context(), coming); err != nil {
		return err
	}
	page := views.List{New: paths.NewEvent(), Action: paths.Events(), Query: f.query, Filtered: f.isSet(),
		Searchable: f.isSet() || len(all) >= searchable,
		Seasons: ui.Field{Name: "season", Label: d.lang.T(i18n.Season), HideLabel: true, Value: f.season, Options: d.seasonOptions(all),
			Attrs: map[string]any{"data-autosubmit": true}}}
	page.Coming, page.Past = d.cards(d.filtered(all, f))
	return frame.Page(c, http.StatusOK, views.All, page)
}

func (p pages) presenter(c *gin.Context) presenter {
	return presenter{now: p.s.now(), zone: p.zone, lang: auth.From(c.Request.Context()).Language}
}

// editorState is the state of the editor: the event, the typed values if they differ from it, and the errors.
type editorState struct {
	Record
	isNew        bool
	values       url.Values // nil: the values of the event
	faults       errs.Fields
	fileFaults   errs.Fields
	chosePicture bool   // the form came with a picture, which was not saved
	pictureOf    string // the event whose picture a new one gets; empty: none
	blocksOf     string // the event whose blocks a new one gets; empty: none
	ask          bool
	toCancel     int64              // with ask: how many guests can be told that the event is cancelled
	updateOffer  *views.UpdateOffer // nil: staff are not asked whether to send guests what has changed
	shows        shown
	templates    []string
	typed        *[]Question // the questions of the form; nil: those of the event
	clash        *ui.Clash   // nil: the event was not saved by another person in the meantime
}

// blank shows the form of a new event; from=gala fills it from the event gala, repeat=gala with the same event a year later.
func (p pages) blank(c *gin.Context) error {
	o := editorState{isNew: true, Record: Record{Event: blank("")}, shows: previewed(c)}
	o.State = Draft
	day := p.s.now().In(p.zone).AddDate(0, 1, 0)
	o.StartsAt = db.InstantOf(time.Date(day.Year(), day.Month(), day.Day(), 18, 0, 0, 0, p.zone))
	o.EndsAt = o.StartsAt + db.Instant(4*time.Hour/time.Millisecond)
	if from := cmp.Or(c.Query("repeat"), c.Query("from")); from != "" {
		e, err := p.s.Get(c.Request.Context(), from)
		if err != nil {
			return err
		}
		if e.EmailTemplate == BlocksTemplate {
			o.blocksOf = e.ID
		}
		if c.Query("repeat") != "" {
			o.Event, o.pictureOf = repeated(e.Event, p.s.now(), p.zone), pictureOf(e.Event)
			return p.show(c, http.StatusOK, o)
		}
		o.Palette, o.EmailTemplate, o.Capacity, o.Content = e.Palette, e.EmailTemplate, e.Capacity, e.Content
		o.OfferHold, o.OfferCutoff = e.OfferHold, e.OfferCutoff
		o.PeopleLimit, o.Companions, o.Questions = e.PeopleLimit, e.Companions, e.Asked()
		o.Picture, o.pictureOf = e.Picture, pictureOf(e.Event)
	}
	return p.show(c, http.StatusOK, o)
}

func (p pages) one(c *gin.Context) error {
	r, err := p.s.Get(c.Request.Context(), c.Param("event"))
	if err != nil {
		return err
	}
	o := editorState{Record: r, ask: c.Query("ask") == "delete" && r.Source == Saved, shows: previewed(c)}
	if o.updateOffer, err = p.question(c, r.Event); err != nil {
		return err
	}
	if o.ask {
		if o.toCancel, err = p.s.countToCancel(c.Request.Context(), r.Event); err != nil {
			return err
		}
	}
	return p.show(c, http.StatusOK, o)
}

// shown says which languages the editor shows: the fields of fr, en or both, and the preview of one.
type shown struct {
	fields  string
	preview i18n.Lang
	scheme  string // ui.SchemeLight or ui.SchemeDark
	kind    string // previewPage or previewMail
}

// What the preview shows: the guests' page as it is typed, or the e-mail as it is saved.
const (
	previewPage = "page"
	previewMail = "mail"
)

const bothLanguages = "both"

// previewed returns what the form or the query asks to show, else the reader's language.
func previewed(c *gin.Context) shown {
	reader, asked := auth.From(c.Request.Context()).Language, cmp.Or(c.PostForm("preview"), c.Query("preview"))
	scheme, kind := ui.SchemeLight, previewPage
	if c.PostForm("show") == ui.SchemeDark {
		scheme = ui.SchemeDark
	}
	if c.PostForm("preview_of") == previewMail {
		kind = previewMail
	}
	if asked == bothLanguages {
		return shown{bothLanguages, reader, scheme, kind}
	}
	if l, known := i18n.Parse(asked); known {
		reader = l
	}
	return shown{string(reader), reader, scheme, kind}
}

func (p pages) show(c *gin.Context, status int, o editorState) error {
	ctx := c.Request.Context()
	var err error
	if o.templates, err = p.templates(ctx); err != nil {
		return err
	}
	if o.clash != nil {
		o.shows.fields = bothLanguages // the notice links to fields of either
	}
	page := p.presenter(c).editor(o)
	page.UpdateOffer = o.updateOffer
	if o.shows.kind == previewMail && !o.isNew {
		page.Mail = paths.Invitation(o.ID, string(o.shows.preview), false) + "&scheme=" + o.shows.scheme
	} else if page.Preview, err = p.renderPreview(ctx, o.Event, o.Headcount, o.shows.preview, o.shows.scheme); err != nil {
		return err
	}
	if httpx.IsHTMX(c) && strings.HasSuffix(c.Request.URL.Path, "/preview") {
		return frame.Fragment(c, http.StatusOK, views.Redrawn, page)
	}
	httpx.AllowFrames(c)
	return frame.Page(c, status, views.One, page)
}

// preview renders the event in the form, saved or not; fields that are invalid keep their saved value.
func (p pages) preview(c *gin.Context) error {
	if err := parseForm(c); err != nil {
		return err
	}
	o, err := p.postedState(c)
	if err != nil {
		return err
	}
	changes, faults := p.read(c, o.Event)
	for _, f := range append(faults, changes.Validate()...) {
		changes.drop(f.Field)
	}
	o.Event = o.apply(changes)
	o.shows = previewed(c)
	return p.show(c, http.StatusOK, o)
}

// pictureOf returns the id of an event that has a picture; empty for another one.
func pictureOf(e Event) string {
	if !e.Picture.Shown() {
		return ""
	}
	return e.ID
}

// postedState returns the editor with the posted values. The address of a new event is /staff/events/new/….
func (p pages) postedState(c *gin.Context) (o editorState, err error) {
	if id := c.Param("event"); id != "new" && id != "" {
		o.Record, err = p.s.Get(c.Request.Context(), id)
	} else {
		o = editorState{isNew: true, Record: Record{Event: blank("")}}
	}
	if err == nil {
		err = c.Request.ParseForm()
	}
	if from := c.PostForm("picture_of"); err == nil && o.isNew && from != "" {
		var original Record
		if original, err = p.s.Get(c.Request.Context(), from); errs.KindOf(err) == errs.KindNotFound {
			err = nil // deleted in the meantime
		}
		o.Picture, o.pictureOf = original.Picture, pictureOf(original.Event)
	}
	o.values, o.shows, o.blocksOf = c.Request.PostForm, previewed(c), c.PostForm("blocks_of")
	o.chosePicture = chosePicture(c)
	return o, err
}

// paletteOf returns the CSS class of an event's palette.
func paletteOf(e Event) string { return palette.Of(e.Palette).Class() }
