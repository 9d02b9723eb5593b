package blocks

import (
	"slices"
	"strconv"
	"strings"

	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/blocks"
	tplviews "presence/views/hub/templates"
	"presence/views/ui"
)

// presenter makes the props of the editor.
type presenter struct {
	lang   i18n.Lang
	event  events.Event
	groups map[bool][]tplviews.PlaceGroup // the placeholders that fit into a text; true: of one line
	reads  [2]func(text string) string    // what a guest reads in place of a French and of an English text
}

func newPresenter(l i18n.Lang, e events.Event, t *templates.Service) presenter {
	return presenter{l, e, map[bool][]tplviews.PlaceGroup{true: templates.PlaceGroups(l, true), false: templates.PlaceGroups(l, false)},
		[2]func(string) string{t.Reader(e, i18n.FR), t.Reader(e, i18n.EN)}}
}

// unguarded marks the choices of the preview, which are no change of the form.
var unguarded = map[string]any{"data-unguarded": true}

func (d presenter) editor(o editorState) views.Editor {
	l, id := d.lang, d.event.ID
	e := views.Editor{Event: paths.Event(id) + "#look", Action: paths.EventBlocks(id), Preview: paths.EventBlocksPreview(id),
		Sample: paths.EventBlocksPreview(id) + "?lang=" + string(l), NoAnswer: !o.list.Answerable(), Clash: o.clash, State: o.state,
		Add: d.adding("")}
	switch d.event.EmailTemplate {
	case events.BlocksTemplate:
	case "":
		e.Instead = l.T(i18n.BlkFestive)
	default:
		e.Instead = l.F(i18n.BlkInstead, d.event.EmailTemplate)
	}
	for _, x := range o.faults {
		e.Faults.Add(l, x.Field, d.label(o.list, x.Field), x.Code, x.Detail)
	}
	e.Subject = d.pair("subject.fr", "subject.en", o.list.Subject, l.T(i18n.BlkSubject), true, e.Faults, false)
	for i, lang := range []i18n.Lang{i18n.FR, i18n.EN} { // what is sent without a subject
		if f := &e.Subject[i].Field; f.Placeholder == "" {
			f.Placeholder = lang.F(i18n.MailSubject, d.event.Text(string(lang)).Title)
		}
	}
	for i, b := range o.list.Blocks {
		focus := b.ID == o.focus
		v := d.block(i, len(o.list.Blocks), b, e.Faults, focus && !o.whole)
		v.Focus = focus && (o.whole || len(v.Parts) == 0)
		e.Blocks = append(e.Blocks, v)
	}
	e.Lang = ui.Field{Name: "lang", ID: "preview-lang", Label: l.T(i18n.BlkLangOf), Value: string(l), Attrs: unguarded, Options: []ui.Option{
		{Value: string(i18n.FR), Label: "FR"}, {Value: string(i18n.EN), Label: "EN"}}}
	e.Show = ui.PreviewScheme(l, "")
	e.Show.Options = append(e.Show.Options, ui.Option{Value: showText, Label: l.T(i18n.BlkText)})
	return e
}

// name returns the name of a block by its place and its kind.
func (d presenter) name(i int, k Kind) string {
	return d.lang.F(i18n.BlkNumbered, i+1, d.lang.T(i18n.BlkKinds[string(k)]))
}

func (d presenter) block(i, count int, b Block, faults ui.Faults, focus bool) views.Block {
	l, id, at := d.lang, strconv.FormatInt(b.ID, 10), blockAt(i)
	v := views.Block{ID: "block-" + id, Name: d.name(i, b.Kind), Kind: string(b.Kind), After: d.adding(":" + id),
		Insert: l.F(i18n.BlkAddAfter, i+1),
		Hidden: []ui.Hidden{{Name: at + "id", Value: id}, {Name: at + "type", Value: string(b.Kind)}},
		Acts: []views.Act{
			{Value: "up:" + id, Label: l.F(i18n.BlkUp, i+1), Icon: ui.IconUp, Disabled: i == 0},
			{Value: "down:" + id, Label: l.F(i18n.BlkDown, i+1), Icon: ui.IconDown, Disabled: i == count-1}},
		More: l.F(i18n.BlkMore, i+1), Rest: []views.Act{
			{Value: "copy:" + id, Label: l.F(i18n.BlkCopy, i+1), Icon: ui.IconCopy},
			{Value: "remove:" + id, Label: l.F(i18n.BlkRemove, i+1), Icon: ui.IconTrash}}}
	part := func(fr, en, name string, w Words, line bool) {
		x := d.pair(at+fr, at+en, w, name, line, faults, focus && len(v.Parts) == 0)
		v.Parts = append(v.Parts, views.Part{Lines: !line, FR: x[0], EN: x[1]})
	}
	switch b.Kind {
	case Title:
		part("fr", "en", "", b.Words, true)
	case Text:
		part("fr", "en", "", b.Words, false)
	case Columns:
		part("fr", "en", l.T(i18n.BlkLeft), b.Words, false)
		part("right.fr", "right.en", l.T(i18n.BlkRight), b.Right, false)
	case Button:
		part("fr", "en", l.T(i18n.BlkLabel), b.Words, true)
		v.URL = &ui.Field{Name: at + "url", Label: l.T(i18n.BlkURL), Hint: l.T(i18n.BlkURLHint), Value: b.URL, Error: faults.Of(at + "url"),
			Type: "url", MaxLength: MaxAddress, Placeholder: "https://", AutoComplete: "off"}
	case Divider:
		v.Note = l.T(i18n.BlkDivider)
	case Details:
		v.Note = l.T(i18n.BlkDetails) + " " + strings.Join(events.AddressLines(d.event.Text(string(l)).Address), ", ")
	case Picture:
		d.picture(&v, at, b, faults, focus)
	}
	return v
}

// picture adds what a picture block shows, and the fields of a picture of its own.
func (d presenter) picture(v *views.Block, at string, b Block, faults ui.Faults, focus bool) {
	l, id := d.lang, strconv.FormatInt(b.ID, 10)
	shown := d.event.Picture
	own := b.Own.Width > 0 // else the event does not have it
	if own {
		shown = events.Picture{Hash: b.Own.Hash, Width: b.Own.Width, Height: b.Own.Height, FR: b.In(i18n.FR), EN: b.In(i18n.EN)}
		v.Hidden = append(v.Hidden, ui.Hidden{Name: at + "picture", Value: b.Own.Hash})
	}
	if v.Picture = events.ShowPicture(shown, string(l)); v.Picture == nil {
		v.Note, v.Link = l.T(i18n.BlkNoImage), paths.Event(d.event.ID)+"#picture"
	}
	describe := func(lang, value string, label i18n.Text) ui.Field {
		return ui.Field{Name: at + lang, ID: "f-" + at + lang, Label: l.T(label), Value: value, Error: faults.Of(at + lang), AutoComplete: "off",
			MaxLength: events.MaxDescription, Attrs: map[string]any{"lang": lang}}
	}
	u := &views.Upload{Label: l.T(i18n.BlkOwn), Own: own, To: paths.EventBlockPictures(d.event.ID),
		File: ui.Field{Name: fileField(b.ID), ID: "f-" + at + "picture", Type: "file", Label: l.T(i18n.BlkOwnFile), Hint: l.T(i18n.BlkOwnHint),
			Error: faults.Of(at + "picture"), Attrs: map[string]any{"accept": ".jpg,.jpeg,.png,.webp", "data-unguarded": true}},
		FR:  describe("fr", b.FR, i18n.EventPictureFR),
		EN:  describe("en", b.EN, i18n.EventPictureEN),
		Use: views.Act{Value: "upload:" + id, Label: l.T(i18n.BlkOwnUse)}}
	u.FR.Hint, u.EN.Placeholder = l.T(i18n.EventPictureAlt), b.FR
	u.Open = u.File.Error != "" || !own && (u.FR.Error != "" || u.EN.Error != "" || b.Words != Words{})
	if own {
		u.Label, u.Cover = l.T(i18n.EventPictureOther), &views.Act{Value: "cover:" + id, Label: l.T(i18n.BlkCover)}
	}
	u.File.AutoFocus = focus && u.File.Error != ""
	u.FR.AutoFocus = focus && u.FR.Error != "" && !u.File.AutoFocus
	v.Upload = u
}

// adding returns the acts that add a block of each kind; after is ":" and the ID of the block before it, or empty for the end.
func (d presenter) adding(after string) (list []views.Act) {
	for _, k := range Kinds {
		list = append(list, views.Act{Value: "add:" + string(k) + after, Label: d.lang.T(i18n.BlkKinds[string(k)])})
	}
	return list
}

// pair returns the fields of a text in both languages; fr and en are their names. The label of a field is the language, after the name of
// the text if it has one.
func (d presenter) pair(fr, en string, w Words, name string, line bool, faults ui.Faults, focus bool) []tplviews.Text {
	field := func(at, lang, value, fallback string) tplviews.Text {
		label := lang
		if name != "" {
			label = name + " – " + lang
		}
		f := ui.Field{Name: at, ID: "f-" + at, Label: label, Value: value, Placeholder: fallback, Error: faults.Of(at), AutoComplete: "off",
			MaxLength: MaxText, Rows: min(max(3, strings.Count(value, "\n")+2), 14), Attrs: map[string]any{"lang": at[len(at)-2:]}}
		if line {
			f.MaxLength, f.Rows = MaxLine, 0
		}
		return tplviews.Text{Field: f, Groups: d.groups[line]}
	}
	blank := ""
	if w.FR != "" {
		blank = d.lang.T(i18n.TplBlank)
	}
	list := []tplviews.Text{field(fr, d.lang.T(i18n.TplFrench), w.FR, ""), field(en, d.lang.T(i18n.TplEnglish), w.EN, blank)}
	list[0].AutoFocus = focus
	for i, text := range []string{w.In(i18n.FR), w.In(i18n.EN)} { // where English is empty, the French text with the English event
		list[i].AsRead = "reads-" + plainID.Replace(list[i].Name)
		if read := d.reads[i](text); read != "" && (!line || strings.Contains(text, "{{")) {
			list[i].Reads = d.lang.F(i18n.BlkReads, read)
		}
	}
	return list
}

// plainID makes a name of a field one that htmx finds as an id.
var plainID = strings.NewReplacer("[", "-", "]", "", ".", "-")

// textsOf returns all texts of an editor.
func textsOf(e views.Editor) []tplviews.Text {
	list := slices.Clone(e.Subject)
	for _, b := range e.Blocks {
		for _, p := range b.Parts {
			list = append(list, p.FR, p.EN)
		}
	}
	return list
}

// label returns the label of a field by its name.
func (d presenter) label(list List, field string) string {
	for i, b := range list.Blocks {
		if strings.HasPrefix(field, blockAt(i)) {
			return d.name(i, b.Kind)
		}
	}
	if strings.HasPrefix(field, "subject") {
		return d.lang.T(i18n.BlkSubject)
	}
	return d.lang.T(i18n.Blk)
}

// clash returns the fields to compare after two people have changed the same blocks: for each text or address of such a block that differs
// between the form (e.merged) and the database (e.List), the stored value.
func (d presenter) clash(e edited) *ui.Clash {
	l := d.lang
	x := &ui.Clash{Open: paths.EventBlocks(e.Event)}
	add := func(field, label, mine, stored string, lines bool) {
		if mine != stored {
			x.Rows = append(x.Rows, ui.Differing{Field: field, Label: label, Saved: stored, Lines: lines})
		}
	}
	if slices.Contains(e.merged.clashes, 0) {
		add("subject.fr", l.T(i18n.BlkSubject)+" – "+l.T(i18n.TplFrench), e.merged.Subject.FR, e.Subject.FR, false)
		add("subject.en", l.T(i18n.BlkSubject)+" – "+l.T(i18n.TplEnglish), e.merged.Subject.EN, e.Subject.EN, false)
	}
	for i, b := range e.merged.Blocks {
		stored := e.index(b.ID)
		if stored < 0 || !slices.Contains(e.merged.clashes, b.ID) {
			continue
		}
		theirs := e.Blocks[stored].texts()
		for n, mine := range b.texts() {
			lang := l.T(i18n.TplFrench)
			if strings.HasSuffix(mine.name, "en") {
				lang = l.T(i18n.TplEnglish)
			}
			add(blockAt(i)+mine.name, d.name(i, b.Kind)+" – "+lang, *mine.text, *theirs[n].text, b.Kind == Text || b.Kind == Columns)
		}
		if theirs := e.Blocks[stored]; theirs.Own != b.Own {
			shown := l.T(i18n.EventPicture)
			if !theirs.showsCover() {
				shown = l.T(i18n.BlkOwnOther)
			}
			add(blockAt(i)+"picture", d.name(i, b.Kind), "", shown, false)
		}
		add(blockAt(i)+"url", d.name(i, b.Kind)+" – "+l.T(i18n.BlkURL), b.URL, e.Blocks[stored].URL, false)
	}
	return x
}
