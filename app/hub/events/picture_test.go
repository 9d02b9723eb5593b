package events

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// photo is a JPEG of one colour.
func photo(t testing.TB, shade uint8) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 1300, 650))
	draw.Draw(m, m.Rect, image.NewUniform(color.Gray{shade}), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// described is a change of the picture with both descriptions.
func described(data []byte) NewPicture {
	return NewPicture{Data: data, FR: "Une salle décorée", EN: "A decorated hall"}
}

// pictured saves an event with a picture.
func (d *fixture) pictured(id string, shade uint8) Record {
	d.t.Helper()
	d.made(id, func(*Changes) {})
	r, err := d.SetPicture(d.t.Context(), staff, id, nil, described(photo(d.t, shade)))
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// stored returns how many pictures of an event are stored.
func (d *fixture) stored(id string) (n int) {
	d.t.Helper()
	if err := d.db.QueryRow(d.t.Context(), "SELECT COUNT(*) FROM event_pictures WHERE event_id = $1", id).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

func TestService_SetPicture(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		for name, test := range map[string]func(t *testing.T, d *fixture){
			"stores the picture and raises the version": func(t *testing.T, d *fixture) {
				r := d.pictured("stored", 10)
				if want := (Picture{r.Picture.Hash, 1200, 600, "Une salle décorée", "A decorated hall"}); r.Picture != want || !r.Picture.Shown() {
					t.Errorf("%+v, want %+v", r.Picture, want)
				}
				if r.Version != 2 || d.saved("stored").Picture != r.Picture {
					t.Errorf("version %d, stored %+v", r.Version, d.saved("stored").Picture)
				}
				for size, width := range map[PictureSize]int{SmallPicture: 600, LargePicture: 1200} {
					data, err := d.PublicPicture(t.Context(), r.Picture.Hash, size)
					if c, _, bad := image.DecodeConfig(bytes.NewReader(data)); err != nil || bad != nil || c.Width != width {
						t.Errorf("%s: %d pixels wide, %v, %v", size, c.Width, err, bad)
					}
				}
			},
			"changes the descriptions alone": func(t *testing.T, d *fixture) {
				before := d.pictured("words", 11).Picture
				r, err := d.SetPicture(t.Context(), staff, "words", nil, NewPicture{FR: " Un bal ", EN: "A ball"})
				before.FR, before.EN = "Un bal", "A ball"
				if err != nil || r.Picture != before {
					t.Errorf("%+v, %v, want %+v", r.Picture, err, before)
				}
			},
			"refuses an older version": func(t *testing.T, d *fixture) {
				r := d.pictured("stale", 12)
				_, err := d.SetPicture(t.Context(), staff, "stale", new(r.Version-1), described(photo(t, 13)))
				if errs.KindOf(err) != errs.KindStale || d.saved("stale").Picture != r.Picture {
					t.Errorf("%v, stored %+v", err, d.saved("stale").Picture)
				}
				if err := d.RemovePicture(t.Context(), staff, "stale", new(r.Version-1)); errs.KindOf(err) != errs.KindStale {
					t.Error(err)
				}
			},
			"saves a built-in event": func(t *testing.T, d *fixture) {
				r, err := d.SetPicture(t.Context(), staff, builtIns[0].ID, nil, described(photo(t, 14)))
				if err != nil || r.Source != Saved || !r.Picture.Shown() {
					t.Errorf("%v, %s", err, r.Source)
				}
			},
			"keeps the latest pictures, for messages that were sent": func(t *testing.T, d *fixture) {
				first := d.pictured("many", 20).Picture
				for i := range keptPictures {
					if _, err := d.PublicPicture(t.Context(), first.Hash, LargePicture); err != nil {
						t.Fatal(i, err)
					}
					d.now = func() time.Time { return noon.Add(time.Duration(i) * time.Minute) }
					if _, err := d.SetPicture(t.Context(), staff, "many", nil, described(photo(t, uint8(21+i)))); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := d.PublicPicture(t.Context(), first.Hash, LargePicture); errs.KindOf(err) != errs.KindNotFound || d.stored("many") != keptPictures {
					t.Errorf("%v, %d are stored", err, d.stored("many"))
				}
			},
			"copies of an event have it, and keep it": func(t *testing.T, d *fixture) {
				original := d.pictured("original", 30).Picture
				made, err := d.Create(t.Context(), staff, "copy", with(gala(), func(c *Changes) { c.PictureOf = "original" }))
				if err != nil || made.Picture != original {
					t.Fatal(made.Picture, err)
				}
				if err := d.Delete(t.Context(), staff, "original", nil); err != nil || d.stored("original") != 0 {
					t.Fatal(err, d.stored("original"))
				}
				if _, err := d.PublicPicture(t.Context(), original.Hash, SmallPicture); err != nil {
					t.Error(err)
				}
			},
			"a copy of an event without one has none": func(t *testing.T, d *fixture) {
				for _, from := range []string{"none", builtIns[1].ID} {
					made, err := d.Create(t.Context(), staff, "plain-"+from, with(gala(), func(c *Changes) { c.PictureOf = from }))
					if err != nil || made.Picture.Shown() {
						t.Error(from, made.Picture, err)
					}
				}
			},
			"removing it deletes every picture of the event": func(t *testing.T, d *fixture) {
				r := d.pictured("removed", 40)
				if err := d.RemovePicture(t.Context(), staff, "removed", &r.Version); err != nil || d.stored("removed") != 0 {
					t.Error(err, d.stored("removed"))
				}
				if err := d.RemovePicture(t.Context(), staff, "removed", nil); errs.KindOf(err) != errs.KindNotFound {
					t.Error(err)
				}
				if _, err := d.PublicPicture(t.Context(), r.Picture.Hash, LargePicture); errs.KindOf(err) != errs.KindNotFound {
					t.Error(err)
				}
			},
			"is in the audit log": func(t *testing.T, d *fixture) {
				r := d.pictured("logged", 50)
				entries, err := audit.History(t.Context(), d.db, "event", "logged", 5)
				if err != nil || len(entries) != 2 {
					t.Fatal(len(entries), err)
				}
				want := audit.Changes{"picture": {nil, r.Picture.Hash}, "picture.description_fr": {nil, "Une salle décorée"},
					"picture.description_en": {nil, "A decorated hall"}}
				got, _ := json.Marshal(entries[0].Changes)
				if text, _ := json.Marshal(want); string(got) != string(text) {
					t.Errorf("%s, want %s", got, text)
				}
			},
		} {
			t.Run(name, func(t *testing.T) { test(t, d.on(t)) })
		}
	})
}

func TestService_SetPicture_refuses(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(*Changes) {})
		before := d.saved("gala")
		for _, x := range []struct {
			name, want string
			picture    NewPicture
		}{
			{"a picture without descriptions", "description_fr required, description_en required", NewPicture{Data: photo(t, 1), FR: " "}},
			{"descriptions without a picture", "data required", described(nil)},
			{"a long description", "description_en length", NewPicture{Data: photo(t, 1), FR: "a", EN: strings.Repeat("é", 251)}},
			{"two lines", "description_fr format", NewPicture{Data: photo(t, 1), FR: "a\nb", EN: "a"}},
			{"another kind of file", "data picture_kind", described([]byte("%PDF-1.4\n%%EOF"))},
		} {
			t.Run(x.name, func(t *testing.T) {
				_, err := d.SetPicture(t.Context(), staff, "gala", nil, x.picture)
				var got []string
				for _, f := range errs.FieldsOf(err) {
					got = append(got, f.Field+" "+f.Code)
				}
				if text := strings.Join(got, ", "); text != x.want || d.saved("gala").Version != before.Version {
					t.Errorf("%s, want %s", text, x.want)
				}
			})
		}
	})
}

// sendPicture posts the form of an event with a picture; more are other fields, as name and value in turn.
func (d *fixture) sendPicture(event, version, fr string, file []byte, more ...string) *featuretest.Answer {
	d.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	fields := append([]string{"version", version, "picture.description_fr", fr, "picture.description_en", "A decorated hall"}, more...)
	for f := range slices.Chunk(fields, 2) {
		if err := w.WriteField(f[0], f[1]); err != nil {
			d.t.Fatal(err)
		}
	}
	name := "hall.jpg"
	if file == nil {
		name = "" // as browsers send a field without a file
	}
	part, err := w.CreateFormFile("picture", name)
	if err == nil {
		_, err = part.Write(file)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return d.send(http.MethodPost, "/staff/events/"+event, &b, "Content-Type", w.FormDataContentType())
}

func TestPages_picture(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		for name, test := range map[string]func(t *testing.T, d *fixture){
			"is saved with the rest of the event, and the page shows it with its text": func(t *testing.T, d *fixture) {
				d.made("form", func(*Changes) {})
				d.leadsTo(d.sendPicture("form", "1", "Une salle", photo(t, 60), "palette", "nuit"), "/staff/events/form")
				if r := d.saved("form"); !r.Picture.Shown() || r.Palette != "nuit" || r.Version != 2 {
					t.Errorf("%+v, %s, version %d", r.Picture, r.Palette, r.Version)
				}
				shown := htmltest.One(t, d.get("/staff/events/form"), "#event #picture img[src]")
				if shown.AttrOr("alt", "") != "A decorated hall" || shown.AttrOr("width", "") != "1200" || shown.AttrOr("height", "") != "600" {
					t.Error(htmltest.Text(shown.Parent()), shown.Length())
				}
			},
			"stays without a file, and its text changes": func(t *testing.T, d *fixture) {
				before := d.pictured("text", 66).Picture
				d.leadsTo(d.sendPicture("text", "2", "Un bal", nil), "/staff/events/text")
				if got := d.saved("text").Picture; got.Hash != before.Hash || got.FR != "Un bal" {
					t.Errorf("%+v", got)
				}
			},
			"goes with a tick": func(t *testing.T, d *fixture) {
				d.pictured("ticked", 67)
				d.leadsTo(d.sendPicture("ticked", "2", "Une salle", nil, "picture_remove", "true"), "/staff/events/ticked")
				if d.saved("ticked").Picture.Shown() || d.stored("ticked") != 0 {
					t.Error("it is still there")
				}
			},
			"is not saved with a tick": func(t *testing.T, d *fixture) {
				d.made("unpicked", func(*Changes) {})
				d.leadsTo(d.sendPicture("unpicked", "1", "", photo(t, 68), "picture_remove", "true"), "/staff/events/unpicked")
				if d.saved("unpicked").Picture.Shown() {
					t.Error("it was saved")
				}
			},
			"an invalid form is shown again": func(t *testing.T, d *fixture) {
				d.made("wrong", func(*Changes) {})
				page := d.sendPicture("wrong", "1", "", []byte("GIF89a")).Want(http.StatusUnprocessableEntity).Doc()
				if got := faulty(page); !slices.Equal(got, []string{"picture", "picture.description_fr"}) {
					t.Error(got)
				}
				page = d.sendPicture("wrong", "1", "Une salle", []byte("GIF89a")).Want(http.StatusUnprocessableEntity).Doc()
				if got := faulty(page); !slices.Equal(got, []string{"picture"}) {
					t.Error(got)
				}
				if value(t, page, "picture.description_fr") != "Une salle" {
					t.Error("what was typed is lost")
				}
				large := make([]byte, 10<<20+1)
				page = d.sendPicture("wrong", "1", "Une salle", large).Want(http.StatusUnprocessableEntity).Doc()
				if text := htmltest.Text(htmltest.One(t, page, ".form-errors")); !strings.Contains(text, "10 MB") {
					t.Error(text)
				}
				page = d.sendPicture("wrong", "1", "Une salle", nil).Want(http.StatusUnprocessableEntity).Doc()
				if got := faulty(page); !slices.Equal(got, []string{"picture"}) {
					t.Error("a text without a picture:", got)
				}
			},
			"must be chosen again when another field is refused": func(t *testing.T, d *fixture) {
				d.made("again", func(*Changes) {})
				page := d.sendPicture("again", "1", "Une salle", photo(t, 69), "capacity", "many").Want(http.StatusUnprocessableEntity).Doc()
				if text := htmltest.Text(htmltest.One(t, page, ".form-errors")); !strings.Contains(text, "Choose it again") ||
					d.saved("again").Picture.Shown() {
					t.Error(text)
				}
			},
			"a form that is cut off saves nothing": func(t *testing.T, d *fixture) {
				d.made("cut", func(*Changes) {})
				body := "--x\r\nContent-Disposition: form-data; name=\"palette\"\r\n\r\nnuit"
				d.send(http.MethodPost, "/staff/events/cut", strings.NewReader(body), "Content-Type", "multipart/form-data; boundary=x").
					Want(http.StatusBadRequest)
				if d.saved("cut").Palette == "nuit" {
					t.Error("it saved a part")
				}
			},
			"a change of other fields in the meantime does not matter": func(t *testing.T, d *fixture) {
				d.made("other", func(*Changes) {})
				if _, err := d.Update(t.Context(), staff, "other", nil, Changes{Palette: new("nuit")}); err != nil {
					t.Fatal(err)
				}
				d.leadsTo(d.sendPicture("other", "1", "Une salle", photo(t, 61)), "/staff/events/other")
				if r := d.saved("other"); !r.Picture.Shown() || r.Palette != "nuit" {
					t.Errorf("%+v, %s", r.Picture, r.Palette)
				}
			},
			"another picture in the meantime is not replaced": func(t *testing.T, d *fixture) {
				before := d.pictured("both", 62)
				page := d.sendPicture("both", "1", "Une salle", photo(t, 63)).Want(http.StatusPreconditionFailed).Doc()
				if d.saved("both").Picture != before.Picture {
					t.Error("it was replaced")
				}
				if got := htmltest.Text(htmltest.One(t, page, ".clash-rows")); !strings.Contains(got, "Cover picture") ||
					!strings.Contains(got, "Une salle décorée") {
					t.Errorf("the page does not show the saved one: %s", got)
				}
			},
			"a picture that was removed in the meantime does not hinder the rest": func(t *testing.T, d *fixture) {
				r := d.pictured("gone", 70)
				if err := d.RemovePicture(t.Context(), staff, "gone", nil); err != nil {
					t.Fatal(err)
				}
				d.leadsTo(d.sendPicture("gone", strconv.FormatInt(r.Version, 10), r.Picture.FR, nil, "palette", "or"), "/staff/events/gone")
				if got := d.saved("gone"); got.Palette != "or" || got.Picture.Shown() {
					t.Errorf("%+v, %s", got.Picture, got.Palette)
				}
			},
			"the form of the event is saved after the picture": func(t *testing.T, d *fixture) {
				d.pictured("after", 64)
				d.leadsTo(d.post("/staff/events/after", map[string][]string{"version": {"1"}, "palette": {"or"}}), "/staff/events/after")
				if r := d.saved("after"); !r.Picture.Shown() || r.Palette != "or" {
					t.Errorf("%+v, %s", r.Picture, r.Palette)
				}
			},
			"a copy is made with the picture": func(t *testing.T, d *fixture) {
				before := d.pictured("from", 65)
				for query, id := range map[string]string{"from": "copied", "repeat": "repeated"} {
					page := d.get("/staff/events/new?" + query + "=from")
					form := map[string][]string{"id": {id}, "picture_of": {value(t, page, "picture_of")}}
					for _, name := range []string{"content.fr.title", "starts_at", "ends_at"} {
						form[name] = []string{value(t, page, name)}
					}
					d.leadsTo(d.post("/staff/events", form), "/staff/events/"+id)
					if got := d.saved(id).Picture; got != before.Picture {
						t.Errorf("%s: %+v", query, got)
					}
				}
			},
		} {
			t.Run(name, func(t *testing.T) { test(t, d.on(t)) })
		}
	})
}

func TestAPI_picture(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(*Changes) {})
		put := func(body string) *featuretest.Answer {
			return d.send(http.MethodPut, "/events/gala/picture", strings.NewReader(body), "Content-Type", "application/json")
		}
		const words = `"description_fr":"Une salle","description_en":"A hall"`
		d.client.Get("/events/gala/picture").Want(http.StatusNotFound)
		put(`{` + words + `}`).Want(http.StatusBadRequest)
		put(`{` + words + `,"data":""}`).Want(http.StatusBadRequest)
		put(`{` + words + `,"data":"!"}`).Want(http.StatusBadRequest)
		body := put(`{` + words + `,"data":"` + base64.StdEncoding.EncodeToString(photo(t, 70)) + `"}`).Want(http.StatusOK).Body
		saved := d.saved("gala").Picture
		var sent struct{ Picture pictureJSON }
		if err := json.Unmarshal([]byte(body), &sent); err != nil {
			t.Fatal(err)
		}
		if want := (pictureJSON{"/pictures/" + saved.Hash + "/large", 1200, 600, "Une salle", "A hall"}); sent.Picture != want {
			t.Errorf("%+v, want %+v", sent.Picture, want)
		}
		file := d.client.Get("/events/gala/picture").Want(http.StatusOK)
		if file.Header.Get("Content-Type") != "image/jpeg" || !strings.HasPrefix(file.Body, "\xff\xd8\xff") {
			t.Errorf("%s", file.Header.Get("Content-Type"))
		}
		d.send(http.MethodDelete, "/events/gala/picture", nil).Want(http.StatusNoContent)
		d.send(http.MethodDelete, "/events/gala/picture", nil).Want(http.StatusNotFound)
	})
}

func TestPublic(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		p := d.pictured("gala", 80).Picture
		guest := featuretest.New(t, featuretest.Options{Now: func() time.Time { return noon }}, func(r *httpx.Router) { Public(r, d.Service) })
		for _, size := range []PictureSize{SmallPicture, LargePicture} {
			a := guest.Get(p.Path(size)).Want(http.StatusOK)
			for name, want := range map[string]string{"Content-Type": "image/jpeg", "Cache-Control": "public, max-age=31536000, immutable",
				"Cross-Origin-Resource-Policy": "cross-origin", "Set-Cookie": ""} {
				if got := a.Header.Get(name); got != want {
					t.Errorf("%s: %s is %q, want %q", size, name, got, want)
				}
			}
			guest.Get(p.Path(size), "If-None-Match", a.Header.Get("ETag")).Want(http.StatusNotModified)
		}
		for _, path := range []string{p.Path("huge"), "/pictures/none/large", "/pictures/" + strings.Repeat("0", 32) + "/large"} {
			guest.Get(path).Want(http.StatusNotFound)
		}
	})
}
