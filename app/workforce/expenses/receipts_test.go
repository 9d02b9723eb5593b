package expenses_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/expenses"
	"presence/app/workforce/timesheets"
	"presence/db/dbtest"
)

// shaded returns a picture in one color; each shade makes a different file.
func shaded(width, height int, shade uint8) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{shade, shade, 120, 255}), image.Point{}, draw.Src)
	return m
}

func photo(t testing.TB, shade uint8) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, shaded(60, 90, shade)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var pdf = []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n")

func upload(data []byte) expenses.Upload {
	return expenses.Upload{Name: "reçu.png", Size: int64(len(data)), Content: bytes.NewReader(data)}
}

// spent is an expense of Ann's on sheet 1.
func (w *world) spent() expenses.Expense {
	w.Helper()
	e, err := w.Expenses.Create(w.Context(), w.Ann, w.Meal(1))
	w.OK(err)
	return e
}

func (w *world) added(e expenses.Expense, data ...[]byte) []expenses.Receipt {
	w.Helper()
	var uploads []expenses.Upload
	for _, d := range data {
		uploads = append(uploads, upload(d))
	}
	list, _, err := w.Expenses.AddReceipts(w.Context(), w.Ann, e.ID, nil, uploads...)
	w.OK(err)
	return list
}

// A small file with many pixels takes seconds to decode: it is refused.
func TestPrepareReceipts_plain(t *testing.T) {
	plain := func(side int) []byte {
		var b bytes.Buffer
		m := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
		if err := png.Encode(&b, m); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	_, err := expenses.PrepareReceipts(t.Context(), "one", upload(plain(7000)))
	if f := errs.FieldsOf(err); len(f) != 1 || f[0].Code != "picture_plain" {
		t.Errorf("49 million pixels in a few kilobytes: %v", err)
	}
	r, err := expenses.PrepareReceipts(t.Context(), "one", upload(plain(1500)))
	if err != nil {
		t.Errorf("a small plain picture: %v", err)
	}
	r.Release()
}

// Uploads take memory until they are saved: those that do not fit wait, and small ones pass beside what others read.
func TestPrepareReceipts_memory(t *testing.T) {
	large := func() expenses.Upload {
		u := upload(pdf)
		u.Size = expenses.MaxReceipt
		return u
	}
	var full []*expenses.Receipts
	for i := range 5 { // 75 MB of 80
		r, err := expenses.PrepareReceipts(t.Context(), fmt.Sprint("large ", i), large())
		if err != nil {
			t.Fatal(err)
		}
		full = append(full, r)
	}
	r, err := expenses.PrepareReceipts(t.Context(), "small", upload(pdf), upload(photo(t, 40)))
	if err != nil {
		t.Fatalf("small uploads beside large ones: %v", err)
	}
	r.Release()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := expenses.PrepareReceipts(ctx, "large", large()); !errors.Is(err, context.Canceled) {
		t.Errorf("a large upload for which there is no room does not wait: %v", err)
	}
	full[0].Release()
	if full[0], err = expenses.PrepareReceipts(ctx, "large", large()); err != nil {
		t.Errorf("and not when there is room: %v", err)
	}
	for _, r := range full {
		r.Release()
	}
}

func TestService_AddReceipts(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		t.Run("a photo and a PDF are kept with their bytes, and the expense has a new version", func(t *testing.T) {
			w := w.in(t)
			e := w.spent()
			list := w.added(e, photo(t, 10), pdf)
			now, err := w.Expenses.Get(t.Context(), w.Ann, e.ID)
			w.OK(err)
			if len(list) != 2 || now.Receipts != 2 || now.Version <= e.Version {
				t.Fatalf("%+v, %+v", list, now)
			}
			if p := list[0]; p.MediaType != "image/jpeg" || p.Width != 60 || p.Height != 90 || p.Name != "reçu.jpg" || len(p.Hash) != 64 {
				t.Errorf("%+v", p)
			}
			if p := list[1]; !p.IsPDF() || p.Size != int64(len(pdf)) || p.Name != "reçu.pdf" {
				t.Errorf("%+v", p)
			}
			for _, r := range list {
				for _, small := range []bool{false, true} {
					got, data, err := w.Expenses.OpenReceipt(t.Context(), w.Boss, e.ID, r.ID, small)
					w.OK(err)
					if got != r || len(data) == 0 || !small && int64(len(data)) != r.Size {
						t.Errorf("small %v: %+v, %d bytes", small, got, len(data))
					}
				}
			}
		})
		t.Run("the same file again is the same receipt, and the sheet stays submitted", func(t *testing.T) {
			w := w.in(t)
			e := w.spent()
			w.added(e, photo(t, 20))
			submitted, err := w.Sheets.Submit(t.Context(), w.Ann, 1, nil)
			w.OK(err)
			list, added, err := w.Expenses.AddReceipts(t.Context(), w.Ann, e.ID, nil, upload(photo(t, 20)))
			w.OK(err)
			now, err := w.Sheets.Get(t.Context(), w.Ann, 1)
			w.OK(err)
			if len(list) != 1 || added != 0 || now.SubmittedAt == 0 || now.Version != submitted.Version {
				t.Errorf("%d receipts, %d added, submitted at %d, version %d", len(list), added, now.SubmittedAt, now.Version)
			}
			w.added(e, photo(t, 21))
			if now, err = w.Sheets.Get(t.Context(), w.Ann, 1); err != nil || now.SubmittedAt != 0 {
				t.Errorf("another receipt leaves it submitted: %v", err)
			}
		})
		t.Run("an expense has at most ten", func(t *testing.T) {
			w := w.in(t)
			e := w.spent()
			var ten [][]byte
			for i := range 10 {
				ten = append(ten, photo(t, uint8(20*i)))
			}
			w.added(e, ten...)
			_, _, err := w.Expenses.AddReceipts(t.Context(), w.Ann, e.ID, nil, upload(photo(t, 210)))
			w.Refused(err, "invalid", "file too_many_receipts")
			if n := w.Count("SELECT COUNT(*) FROM expense_receipts WHERE expense_id = " + fmt.Sprint(e.ID)); n != 10 {
				t.Errorf("%d are kept", n)
			}
		})
		t.Run("an employee adds at most 200 MB within 24 hours", func(t *testing.T) {
			w := w.in(t)
			full, next := w.spent(), w.spent()
			w.added(full, photo(t, 30))
			w.Exec("UPDATE expense_receipts SET size = 200 * 1048576 - 10 WHERE expense_id = " + fmt.Sprint(full.ID))
			_, _, err := w.Expenses.AddReceipts(t.Context(), w.Ann, next.ID, nil, upload(photo(t, 40)))
			w.Refused(err, "invalid", "file too_many_receipts_today")
			w.Exec("UPDATE expense_receipts SET created_at = created_at - 86400000 WHERE expense_id = " + fmt.Sprint(full.ID))
			w.added(next, photo(t, 40))
		})
		t.Run("what is no receipt is refused", func(t *testing.T) {
			w := w.in(t)
			e := w.spent()
			for name, x := range map[string]struct {
				data []byte
				code string
			}{
				"text":                       {[]byte("Taxi, 12.50"), "receipt_kind"},
				"a photo that browsers lack": {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), "receipt_heic"},
				"a PDF without an end":       {[]byte("%PDF-1.4\n1 0 obj"), "mixed_file"},
				"a PDF that is a page":       {[]byte("%PDF-1.4\n<html><script>alert(1)</script>\n%%EOF"), "mixed_file"},
				"a large PDF":                {append([]byte("%PDF-1.4\n%%EOF"), make([]byte, 10<<20)...), "receipt_too_large"},
				"a photo that is cut off":    {photo(t, 50)[:80], "picture_damaged"},
				"nothing":                    {nil, "receipt_kind"},
			} {
				_, _, err := w.Expenses.AddReceipts(t.Context(), w.Ann, e.ID, nil, upload(x.data))
				if f := errs.FieldsOf(err); len(f) != 1 || f[0].Field != "file" || f[0].Code != x.code {
					t.Errorf("%s: %v, want %s", name, err, x.code)
				}
			}
			if n := w.Count("SELECT COUNT(*) FROM expense_receipts WHERE expense_id = " + fmt.Sprint(e.ID)); n != 0 {
				t.Errorf("%d are kept", n)
			}
		})
	})
}

func TestService_Receipts_who(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		e := w.spent()
		r := w.added(e, photo(t, 60))[0]
		for _, x := range []struct {
			name string
			by   auth.Actor
			code string
		}{
			{"the owner sees them", w.Ann, ""}, {"the supervisor sees them", w.Boss, ""}, {"payroll sees them", w.Payroll, ""},
			{"another crew does not", w.Stranger, "not_found"}, {"another employee does not", w.Cid, "not_found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				_, err := w.Expenses.ReceiptsOf(t.Context(), x.by, e.ID)
				w.Refused(err, x.code)
				_, _, err = w.Expenses.OpenReceipt(t.Context(), x.by, e.ID, r.ID, false)
				w.Refused(err, x.code)
				_, _, err = w.Expenses.AddReceipts(t.Context(), x.by, e.ID, nil, upload(photo(t, 60)))
				w.Refused(err, x.code)
				if x.code != "" {
					w.Refused(w.Expenses.RemoveReceipt(t.Context(), x.by, e.ID, r.ID, nil), x.code)
				}
			})
		}
		t.Run("a receipt of another expense is not found", func(t *testing.T) {
			w := w.in(t)
			other := w.spent()
			_, _, err := w.Expenses.OpenReceipt(t.Context(), w.Ann, other.ID, r.ID, false)
			w.Refused(err, "not_found")
			w.Refused(w.Expenses.RemoveReceipt(t.Context(), w.Ann, other.ID, r.ID, nil), "not_found")
		})
		t.Run("those of a deleted expense come back with it", func(t *testing.T) {
			w := w.in(t)
			gone := w.spent()
			w.added(gone, photo(t, 61))
			_, err := w.Expenses.Delete(t.Context(), w.Ann, gone.ID, nil)
			w.OK(err)
			_, err = w.Expenses.ReceiptsOf(t.Context(), w.Ann, gone.ID)
			w.Refused(err, "not_found")
			back, err := w.Expenses.Restore(t.Context(), w.Ann, gone.ID, nil)
			w.OK(err)
			if back.Receipts != 1 {
				t.Errorf("%d receipts", back.Receipts)
			}
		})
		t.Run("an approval locks them", func(t *testing.T) {
			w := w.in(t)
			own := w.spent()
			kept := w.added(own, photo(t, 62))[0]
			_, err := w.Expenses.Approve(t.Context(), w.Boss, own.ID, nil, timesheets.Approve)
			w.OK(err)
			_, _, err = w.Expenses.AddReceipts(t.Context(), w.Ann, own.ID, nil, upload(photo(t, 63)))
			w.Refused(err, "expense_approved")
			w.Refused(w.Expenses.RemoveReceipt(t.Context(), w.Ann, own.ID, kept.ID, nil), "expense_approved")
			_, err = w.Sheets.Approve(t.Context(), w.Boss, 1, nil, timesheets.Approve)
			w.OK(err)
			_, _, err = w.Expenses.AddReceipts(t.Context(), w.Ann, e.ID, nil, upload(photo(t, 63)))
			w.Refused(err, "timesheet_approved")
			w.Refused(w.Expenses.RemoveReceipt(t.Context(), w.Ann, e.ID, r.ID, nil), "timesheet_approved")
			_, err = w.Sheets.Approve(t.Context(), w.Boss, 1, nil, timesheets.Decision{})
			w.OK(err)
			w.Refused(w.Expenses.RemoveReceipt(t.Context(), w.Ann, e.ID, r.ID, new(int64(1))), "stale")
			w.OK(w.Expenses.RemoveReceipt(t.Context(), w.Ann, e.ID, r.ID, nil))
			if list, err := w.Expenses.ReceiptsOf(t.Context(), w.Ann, e.ID); err != nil || len(list) != 0 {
				t.Errorf("%v, %v", list, err)
			}
		})
	})
}

func TestOptions_ReceiptsAbove(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		e := w.spent() // of 12.50
		drive := w.Meal(1)
		drive.BankCodeID = w.Crew.Mileage
		_, err := w.Expenses.Create(t.Context(), w.Ann, drive)
		w.OK(err)
		gone := w.spent()
		_, err = w.Expenses.Delete(t.Context(), w.Ann, gone.ID, nil)
		w.OK(err)
		now := func() time.Time { return w.Clock }
		submit := func(t *testing.T, above *int64) error {
			sheets := timesheets.NewService(w.DB, now, expenses.Lines(expenses.Options{ReceiptsAbove: above}))
			_, err := sheets.Submit(t.Context(), w.Ann, 1, nil)
			if err == nil {
				_, err = sheets.Withdraw(t.Context(), w.Ann, 1, nil)
			}
			return err
		}
		for _, x := range []struct {
			name  string
			above *int64
			code  string
		}{
			{"a company may require none", nil, ""},
			{"an expense of the amount needs none", new(int64(1250)), ""},
			{"one above it does", new(int64(1249)), expenses.CodeNeedReceipts},
			{"every expense may need one", new(int64(0)), expenses.CodeNeedReceipts},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				err := submit(t, x.above)
				if w.Refused(err, x.code); x.code != "" && !strings.Contains(err.Error(), "$12.50, Dîner") {
					t.Errorf("it does not name the expense: %v", err)
				}
			})
		}
		t.Run("with a receipt the sheet is submitted, and a distance needs none", func(t *testing.T) {
			w := w.in(t)
			w.added(e, photo(t, 70))
			w.OK(submit(t, new(int64(0))))
		})
	})
}

func TestAPI_receipts(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t))
	e := w.spent()
	at := fmt.Sprintf("/Expenses/%d/receipts", e.ID)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, shaded(2400, 1200, 80), nil); err != nil {
		t.Fatal(err)
	}
	ann := w.As(w.Ann)
	first := ann.Do(http.MethodPost, at+"?filename=diner.jpg", b.String(), "Content-Type", "image/jpeg").Want(http.StatusCreated)
	again := ann.Do(http.MethodPost, at, b.String(), "Content-Type", "image/jpeg").Want(http.StatusOK)
	if got := again.Body; !strings.Contains(got, `"name":"diner.jpg"`) || !strings.Contains(got, `"width":2000`) || got != first.Body {
		t.Errorf("%s", got)
	}
	one := first.Header.Get("Location")
	file := ann.Do(http.MethodGet, one, "").Want(http.StatusOK)
	for name, want := range map[string]string{"Content-Type": "image/jpeg", "Content-Disposition": "inline; filename=diner.jpg",
		"Cache-Control": "private, no-cache"} {
		if got := file.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := file.Header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "sandbox") {
		t.Errorf("policy %q", got)
	}
	same := ann.Do(http.MethodGet, one, "", "If-None-Match", file.Header.Get("ETag")).Want(http.StatusNotModified)
	if len(same.Body) != 0 || len(file.Header.Get("ETag")) != 66 {
		t.Errorf("%d bytes, %s", len(same.Body), file.Header.Get("ETag"))
	}
	if small := ann.Do(http.MethodGet, one+"?size=small", "").Want(http.StatusOK); len(small.Body) >= len(file.Body) {
		t.Errorf("small: %d bytes of %d", len(small.Body), len(file.Body))
	}
	doc := ann.Do(http.MethodPost, at, string(pdf), "Content-Type", "application/pdf").Want(http.StatusCreated).Header.Get("Location")
	if got := ann.Do(http.MethodGet, doc, "").Want(http.StatusOK).Header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment") {
		t.Errorf("a PDF is %s", got)
	}
	ann.Do(http.MethodPost, at, "x", "Content-Type", "text/plain").Want(http.StatusUnsupportedMediaType)
	w.As(w.Stranger).Do(http.MethodPost, at, string(pdf), "Content-Type", "application/pdf").Want(http.StatusBadRequest)
	ann.Do(http.MethodDelete, doc, "").Want(http.StatusNoContent)
	if got := ann.Do(http.MethodGet, at, "").Want(http.StatusOK).Body; strings.Count(got, `"id"`) != 1 {
		t.Errorf("%s", got)
	}
}
