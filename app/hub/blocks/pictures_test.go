package blocks_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/featuretest"
	"presence/app/hub/blocks"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// shipped is an event that ships with the program.
const shipped = "soiree-des-partenaires"

// photo is a PNG of one colour, 600 pixels wide and 300 high.
func photo(t testing.TB, shade uint8) []byte {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 600, 300))
	draw.Draw(m, m.Rect, image.NewUniform(color.Gray{shade}), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// picture stores a picture of an event.
func (w world) picture(t *testing.T, event string, shade uint8) events.Picture {
	t.Helper()
	p, err := w.AddPicture(t.Context(), staff, event, photo(t, shade))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// showing returns a list of one picture block for each picture.
func showing(list ...events.Picture) (l blocks.List) {
	for _, p := range list {
		l.Blocks = append(l.Blocks, blocks.Block{Kind: blocks.Picture, Words: blocks.Words{FR: "Le plan"}, Own: blocks.Image{Hash: p.Hash}})
	}
	return l
}

// fill stores n pictures without bytes, which are older than any other; see old.
func (w world) fill(t *testing.T, n int) {
	t.Helper()
	err := w.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for i := range n {
			if _, err := tx.Exec(ctx, `INSERT INTO event_block_pictures (event_id, hash, width, height, small, large, created_at)
				VALUES ('gala', $1, 1200, 600, $2, $3, $4)`, old(i), []byte{1}, []byte{1}, i); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// old is the hash of a picture of fill.
func old(i int) string { return fmt.Sprintf("old-%02d", i) }

// kept returns the hashes of the stored pictures of the event "gala".
func (w world) kept(t *testing.T) []string {
	t.Helper()
	list, err := db.ReadTexts(w.db.Query(t.Context(), "SELECT hash FROM event_block_pictures WHERE event_id = 'gala'"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestService_AddPicture(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		t.Run("stores it in both sizes, where everybody who knows its hash sees it", func(t *testing.T) {
			p := w.picture(t, "gala", 1)
			for _, size := range []events.PictureSize{events.SmallPicture, events.LargePicture} {
				data, err := w.events.PublicPicture(t.Context(), p.Hash, size)
				if c, format, bad := image.DecodeConfig(bytes.NewReader(data)); err != nil || bad != nil || format != "jpeg" || c.Width != 600 {
					t.Errorf("%s: %s, %d pixels wide, %v, %v", size, format, c.Width, err, bad)
				}
			}
			if n := w.count(t, "SELECT COUNT(*) FROM audit_log WHERE kind = 'event_blocks' AND changes LIKE '%"+p.Hash+"%'"); n != 1 {
				t.Errorf("%d entries name it", n)
			}
		})
		t.Run("keeps the same file once", func(t *testing.T) {
			if first, again := w.picture(t, "gala", 2), w.picture(t, "gala", 2); first != again || len(w.kept(t)) != 2 {
				t.Errorf("%+v and %+v, %d stored", first, again, len(w.kept(t)))
			}
		})
		t.Run("stays when the cover picture changes and goes", func(t *testing.T) {
			for shade := range uint8(6) {
				if _, err := w.events.SetPicture(t.Context(), staff, "gala", nil, events.NewPicture{Data: photo(t, 100+shade), FR: "a", EN: "b"}); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.events.RemovePicture(t.Context(), staff, "gala", nil); err != nil || len(w.kept(t)) != 2 {
				t.Errorf("%v, %d stored", err, len(w.kept(t)))
			}
		})
		t.Run("is had by an event that ships with the program", func(t *testing.T) {
			p := w.picture(t, shipped, 3)
			if _, err := w.Save(t.Context(), staff, shipped, nil, showing(p)); err != nil {
				t.Error(err)
			}
		})
		t.Run("refuses", func(t *testing.T) {
			for name, x := range map[string]struct {
				event, want string
				data        []byte
			}{
				"no file":              {"gala", "data required", nil},
				"another kind of file": {"gala", "data picture_kind", []byte("%PDF-1.4\n%%EOF")},
				"an unknown event":     {"none", "", photo(t, 4)},
			} {
				t.Run(name, func(t *testing.T) {
					_, err := w.AddPicture(t.Context(), staff, x.event, x.data)
					if x.want == "" && errs.KindOf(err) != errs.KindNotFound || x.want != "" && faultsOf(err) != x.want {
						t.Errorf("got %v", err)
					}
				})
			}
		})
		t.Run("goes with the event, and not with another one", func(t *testing.T) {
			if err := w.events.Delete(t.Context(), staff, "gala", nil); err != nil {
				t.Fatal(err)
			}
			if n := w.count(t, "SELECT COUNT(*) FROM event_block_pictures"); len(w.kept(t)) != 0 || n != 1 {
				t.Errorf("%d are left, %d in all", len(w.kept(t)), n)
			}
		})
	})
}

// faultsOf returns the validation errors of an error as "field code, field code".
func faultsOf(err error) string {
	var list []string
	for _, f := range errs.FieldsOf(err) {
		list = append(list, f.Field+" "+f.Code)
	}
	return strings.Join(list, ", ")
}

func TestService_AddPicture_limit(t *testing.T) {
	named := func(from, to int) (l blocks.List) {
		for i := from; i < to; i++ {
			l.Blocks = append(l.Blocks, showing(events.Picture{Hash: old(i)}).Blocks...)
		}
		return l
	}
	each(t, func(t *testing.T, w world) {
		w.fill(t, blocks.MaxPictures)
		w.save(t, named(0, 1))
		missing := func(t *testing.T, hashes ...int) {
			t.Helper()
			kept := w.kept(t)
			if len(kept) != blocks.MaxPictures || slices.ContainsFunc(hashes, func(i int) bool { return slices.Contains(kept, old(i)) }) {
				t.Errorf("%d are stored: %v", len(kept), kept)
			}
		}
		template := func(t *testing.T, name, html string) {
			t.Helper()
			both := templates.ContentChanges{HTML: &html}
			if _, err := w.templates.Create(t.Context(), staff, name, templates.Changes{FR: both, EN: both}); err != nil {
				t.Fatal(err)
			}
		}
		t.Run("deletes the earliest one that no block shows", func(t *testing.T) {
			w.picture(t, "gala", 1)
			missing(t, 1)
		})
		t.Run("leaves those of a template", func(t *testing.T) {
			template(t, "event-one", `<img src="https://presence.example/pictures/`+old(2)+`/large">`)
			w.picture(t, "gala", 2)
			missing(t, 1, 3)
		})
		t.Run("leaves those of the list that Undo brings back", func(t *testing.T) {
			mine, _ := w.browser(t)
			w.save(t, named(4, 5))
			form := formOf(mine.On(t).Get(address).Want(http.StatusOK).Doc())
			mine.On(t).Form(address, with(form, "act", "remove:2")).RedirectsTo(address)
			w.picture(t, "gala", 3)
			w.picture(t, "gala", 4)
			missing(t, 0, 5)
			if b, _ := w.Get(t.Context(), "gala"); w.Undo(t.Context(), staff, "gala", b.Version) != nil {
				t.Error("it is not brought back")
			}
		})
		t.Run("refuses one more than are shown", func(t *testing.T) {
			template(t, "event-all", strings.Join(w.kept(t), " "))
			if _, err := w.AddPicture(t.Context(), staff, "gala", photo(t, 5)); faultsOf(err) != "data too_many_pictures" {
				t.Errorf("got %v", err)
			}
			missing(t)
		})
	})
}

// TestService_AddPicture_together stores two pictures at once in an event that has room for one: no more than the limit are stored.
func TestService_AddPicture_together(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.fill(t, blocks.MaxPictures-1)
		add := func(ctx context.Context, shade uint8) error {
			_, err := w.AddPicture(ctx, staff, "gala", photo(t, shade))
			return err
		}
		err := dbtest.Meanwhile(t, w.db, func(ctx context.Context, _ *db.Tx) error { return add(ctx, 1) },
			func(ctx context.Context) error { return add(ctx, 2) })
		if n := len(w.kept(t)); err != nil || n != blocks.MaxPictures {
			t.Errorf("%v, %d pictures are stored, want %d", err, n, blocks.MaxPictures)
		}
	})
}

func TestService_Save_pictures(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		p := w.picture(t, "gala", 1)
		b := w.save(t, showing(p))
		if want := (blocks.Image{Hash: p.Hash, Width: 600, Height: 300}); b.Blocks[0].Own != want {
			t.Errorf("%+v, want %+v", b.Blocks[0].Own, want)
		}
		if again := w.save(t, b.List); again.Version != b.Version {
			t.Error("what was read cannot be sent back")
		}
		if n := w.count(t, "SELECT COUNT(*) FROM audit_log WHERE kind = 'event_blocks' AND changes LIKE '%picture%Le plan%"+p.Hash+"%'"); n != 1 {
			t.Errorf("%d entries name it", n)
		}
		other := w.picture(t, shipped, 2)
		forged := b.List
		forged.Blocks = slices.Clone(b.Blocks)
		forged.Blocks[0].Own.Width = 1
		if same := w.save(t, forged); same.Version != b.Version {
			t.Error("another size of the picture is a change")
		}
		for name, x := range map[string]struct {
			list blocks.List
			want string
		}{
			"an unknown hash":                {showing(events.Picture{Hash: strings.Repeat("0", 32)}), "blocks[0].picture unknown_picture"},
			"the picture of another event":   {showing(p, other), "blocks[1].picture unknown_picture"},
			"what is no hash":                {showing(events.Picture{Hash: "../<x>"}), "blocks[0].picture unknown_picture"},
			"a picture without description":  {list(blocks.Block{Kind: blocks.Picture, Own: blocks.Image{Hash: p.Hash}}), "blocks[0].fr required"},
			"a picture described in English": {list(blocks.Block{Kind: blocks.Picture, Words: blocks.Words{EN: "x"}, Own: blocks.Image{Hash: p.Hash}}), "blocks[0].fr required"},
			"a picture of a text":            {list(blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: "x"}, Own: blocks.Image{Hash: p.Hash}}), "blocks[0].picture not_allowed"},
			"a long description":             {list(blocks.Block{Kind: blocks.Picture, Words: blocks.Words{FR: strings.Repeat("é", 251)}}), "blocks[0].fr length"},
			"a description of two lines":     {list(blocks.Block{Kind: blocks.Picture, Words: blocks.Words{FR: "a\nb"}}), "blocks[0].fr format"},
		} {
			t.Run("refuses "+name, func(t *testing.T) {
				if _, err := w.Save(t.Context(), staff, "gala", nil, x.list); faultsOf(err) != x.want {
					t.Errorf("got %v, want %s", err, x.want)
				}
			})
		}
	})
}

// TestService_Copy_pictures shows that an event that is copied has the pictures of its blocks when the other one is deleted.
func TestService_Copy_pictures(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		shown, other := w.picture(t, "gala", 1), w.picture(t, "gala", 2)
		w.save(t, showing(shown, shown))
		starts, ends, title := db.InstantOf(clock().Add(24*time.Hour)), db.InstantOf(clock().Add(25*time.Hour)), "Le bal"
		if _, err := w.events.Create(t.Context(), staff, "bal", events.Changes{StartsAt: &starts, EndsAt: &ends, BlocksOf: "gala",
			FR: events.ContentChanges{Title: &title}}); err != nil {
			t.Fatal(err)
		}
		if err := w.events.Delete(t.Context(), staff, "gala", nil); err != nil {
			t.Fatal(err)
		}
		if b, err := w.Get(t.Context(), "bal"); err != nil || b.Blocks[0].Own.Hash != shown.Hash {
			t.Errorf("%+v, %v", b.Blocks, err)
		}
		if _, err := w.events.PublicPicture(t.Context(), shown.Hash, events.LargePicture); err != nil {
			t.Error(err)
		}
		if _, err := w.events.PublicPicture(t.Context(), other.Hash, events.LargePicture); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("a picture that no block shows: %v", err)
		}
	})
}

// TestService_ToHTML_picture shows that a template made of blocks shows their picture from its absolute address.
func TestService_ToHTML_picture(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		p := w.picture(t, "gala", 1)
		w.save(t, showing(p))
		made, err := w.ToHTML(t.Context(), staff, "gala")
		if err != nil {
			t.Fatal(err)
		}
		e, err := w.events.Get(t.Context(), "gala")
		if err != nil {
			t.Fatal(err)
		}
		out, err := w.templates.PreviewOf(t.Context(), e.Event, templates.Options{Lang: i18n.EN, Template: made.Name})
		if err != nil {
			t.Fatal(err)
		}
		img := `<img src="https://presence.example` + p.Path(events.LargePicture) + `" width="600" height="300" alt="Le plan"`
		if !strings.Contains(out.HTML, img) {
			t.Errorf("%s is missing in %s", img, out.HTML)
		}
	})
}

// sendFile posts the form of the editor with a file of the block with an ID, with htmx or without.
func sendFile(t *testing.T, c *featuretest.Client, form url.Values, id string, file []byte, htmx bool) *featuretest.Answer {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	var failed error
	for name, values := range with(form, "act", "upload:"+id) {
		failed = errors.Join(failed, w.WriteField(name, values[0]))
	}
	part, err := w.CreateFormFile("file-"+id, "plan.png")
	if err == nil {
		_, err = part.Write(file)
	}
	if err := errors.Join(failed, err, w.Close()); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, address+"/pictures", &b)
	r.Header.Set("Content-Type", w.FormDataContentType())
	if htmx {
		r.Header.Set("HX-Request", "true")
	}
	return c.On(t).Send(r)
}

func TestPages_upload(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		mine, theirs := w.browser(t)
		start := func(t *testing.T) url.Values {
			t.Helper()
			w.save(t, blocks.List{Blocks: []blocks.Block{{ID: 1, Kind: blocks.Picture}, {ID: 2, Kind: blocks.Text, Words: blocks.Words{FR: "a"}}}})
			return formOf(mine.On(t).Get(address).Want(http.StatusOK).Doc())
		}
		shown := func(t *testing.T) blocks.Block {
			t.Helper()
			b, err := w.Get(t.Context(), "gala")
			if err != nil {
				t.Fatal(err)
			}
			return b.Blocks[0]
		}
		t.Run("without a script, the form is saved with the picture, and the block can be undone", func(t *testing.T) {
			form := with(start(t), "blocks[0].fr", "Le plan", "blocks[1].fr", "typed")
			sendFile(t, mine, form, "1", photo(t, 1), false).RedirectsTo(address + "#block-1")
			if w.stored(t) != "picture=Le plan text=typed" || shown(t).Own.Width != 600 {
				t.Errorf("stored %s, %+v", w.stored(t), shown(t))
			}
			page := mine.On(t).Get(address).Want(http.StatusOK)
			if alt := page.Doc().Find(".blocks-picture img").AttrOr("alt", ""); alt != "Le plan" {
				t.Errorf("the picture is described as %q", alt)
			}
			if preview := mine.On(t).Form(address+"/preview", formOf(page.Doc())).Want(http.StatusOK); !strings.Contains(preview.Body, shown(t).Own.Hash) {
				t.Error("the preview does not show it")
			}
			b, _ := w.Get(t.Context(), "gala")
			if err := w.Undo(t.Context(), staff, "gala", b.Version); err != nil || shown(t).Own.Hash != "" || w.stored(t) != "picture=Le plan text=typed" {
				t.Errorf("%v, stored %s, %+v", err, w.stored(t), shown(t))
			}
		})
		t.Run("with htmx, the list is the answer", func(t *testing.T) {
			a := sendFile(t, mine, with(start(t), "blocks[0].fr", "Le plan"), "1", photo(t, 2), true).Want(http.StatusOK)
			if !a.Has("#block-1 [name='blocks[0].picture']") || a.Has("#blocks-form") || !a.Has(".toast form") {
				t.Errorf("%s", a.Body)
			}
		})
		t.Run("a picture without its description is kept for the next try", func(t *testing.T) {
			for _, htmx := range []bool{false, true} {
				page := sendFile(t, mine, with(start(t), "blocks[1].fr", "typed"), "1", photo(t, 3), htmx).Want(http.StatusUnprocessableEntity)
				if htmx { // the list alone; the form has no other fields
					page.Body = `<form id="blocks-form">` + page.Body + "</form>"
				}
				form := formOf(page.Doc())
				if !page.Has("[id='f-blocks[0].fr-error']") || form.Get("blocks[1].fr") != "typed" || shown(t).Own.Hash != "" {
					t.Fatalf("%s", page.Body)
				}
				mine.On(t).Form(address, with(form, "act", "save", "blocks[0].fr", "Le plan")).RedirectsTo(address)
				if shown(t).Own.Width != 600 || shown(t).FR != "Le plan" {
					t.Errorf("%+v", shown(t))
				}
			}
		})
		t.Run("a file that is refused says so at its field, and nothing typed is lost", func(t *testing.T) {
			for file, want := range map[string]string{"GIF89a": "JPEG, PNG", "": "required", strings.Repeat("x", 10<<20+1): "10 MB"} {
				page := sendFile(t, mine, with(start(t), "blocks[0].fr", "Le plan", "blocks[1].fr", "typed"), "1", []byte(file), false).
					Want(http.StatusUnprocessableEntity)
				if got := page.Text("[id='f-blocks[0].picture-error']"); !strings.Contains(got, want) || formOf(page.Doc()).Get("blocks[1].fr") != "typed" {
					t.Errorf("%.10s: %q", file, got)
				}
			}
		})
		t.Run("the way back to the cover picture is not barred by a missing description", func(t *testing.T) {
			for _, fr := range []string{"Le plan", ""} {
				sendFile(t, mine, with(start(t), "blocks[0].fr", "Le plan"), "1", photo(t, 4), false).RedirectsTo(address + "#block-1")
				form := formOf(mine.On(t).Get(address).Doc())
				mine.On(t).Form(address, with(form, "act", "cover:1", "blocks[0].fr", fr)).RedirectsTo(address + "#block-1")
				if w.stored(t) != "picture text=a" || shown(t).Own != (blocks.Image{}) {
					t.Errorf("stored %s, %+v", w.stored(t), shown(t))
				}
			}
		})
		t.Run("two people who give different blocks pictures lose nothing", func(t *testing.T) {
			w.save(t, blocks.List{Blocks: []blocks.Block{{ID: 1, Kind: blocks.Picture}, {ID: 2, Kind: blocks.Picture}}})
			form := formOf(mine.On(t).Get(address).Doc())
			sendFile(t, theirs, with(form, "blocks[1].fr", "Le menu"), "2", photo(t, 5), false).RedirectsTo(address + "#block-2")
			sendFile(t, mine, with(form, "blocks[0].fr", "Le plan"), "1", photo(t, 6), false).RedirectsTo(address + "#block-1")
			if w.stored(t) != "picture=Le plan picture=Le menu" {
				t.Errorf("stored %s", w.stored(t))
			}
		})
		t.Run("two pictures of the same block are shown as a conflict, and the later one is not lost", func(t *testing.T) {
			form := with(start(t), "blocks[0].fr", "Le plan")
			sendFile(t, theirs, form, "1", photo(t, 7), false).RedirectsTo(address + "#block-1")
			first := shown(t).Own
			page := sendFile(t, mine, form, "1", photo(t, 8), false).Want(http.StatusPreconditionFailed)
			if got := page.Text(".clash"); !strings.Contains(got, "Block 1: PictureAnother picture") || shown(t).Own != first {
				t.Errorf("%s", got)
			}
			mine.On(t).Form(address, with(formOf(page.Doc()), "act", "save")).RedirectsTo(address)
			if got := shown(t).Own; got == first || got.Hash == "" {
				t.Errorf("saved again, the form does not replace it: %+v", got)
			}
		})
		t.Run("a picture that is not the event's is neither previewed nor shown", func(t *testing.T) {
			form := with(start(t), "blocks[0].fr", "Le plan", "blocks[0].picture", strings.Repeat("0", 32))
			mine.On(t).Form(address+"/preview", form).Want(http.StatusUnprocessableEntity)
			page := mine.On(t).Form(address, with(form, "act", "save")).Want(http.StatusUnprocessableEntity)
			if !page.Has("[id='f-blocks[0].picture-error']") || page.Has("[name='blocks[0].picture']") {
				t.Errorf("%s", page.Body)
			}
		})
		t.Run("a block that is none of a picture gets none", func(t *testing.T) {
			sendFile(t, mine, start(t), "2", photo(t, 9), false).Want(http.StatusBadRequest)
		})
	})
}

func TestAPI_pictures(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const path = "/events/gala/blocks"
		post := func(body string) *featuretest.Answer { return w.client.On(t).Post(path+"/pictures", body) }
		post(`{}`).IsRefused(http.StatusBadRequest, "data required")
		post(`{"data":"!"}`).IsRefused(http.StatusBadRequest, "data format")
		post(`{"data":"R0lG"}`).IsRefused(http.StatusBadRequest, "data picture_kind")
		var sent struct {
			Hash, Path    string
			Width, Height int
		}
		body := post(`{"data":"` + base64.StdEncoding.EncodeToString(photo(t, 1)) + `"}`).Want(http.StatusCreated).Body
		if err := json.Unmarshal([]byte(body), &sent); err != nil || sent.Path != "/pictures/"+sent.Hash+"/large" || sent.Width != 600 || sent.Height != 300 {
			t.Fatalf("%s, %v", body, err)
		}
		want := `{"blocks":[{"id":1,"type":"picture","fr":"Le plan","en":"The map","picture":"` + sent.Hash + `"}]}`
		put := func(body string) *featuretest.Answer { return w.client.On(t).Do(http.MethodPut, path, body) }
		put(`{"blocks":[{"type":"picture","fr":"Le plan","en":"The map","picture":"`+sent.Hash+`"}]}`).Is(http.StatusOK, want)
		w.client.On(t).Get(path).Is(http.StatusOK, want)
		put(`{"blocks":[{"type":"picture","fr":"x","picture":"no"}]}`).IsRefused(http.StatusBadRequest, "blocks[0].picture unknown_picture")
		put(`{"blocks":[{"type":"picture","picture":"`+sent.Hash+`"}]}`).IsRefused(http.StatusBadRequest, "blocks[0].fr required")
	})
}
