package directory

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/featuretest"
	"presence/app/platform/paths"
)

// sendFile sends a file with the form of the page.
func (w *site) sendFile(t *testing.T, file string) *featuretest.Answer {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", `C:\clients.csv`)
	if err == nil {
		_, err = part.Write([]byte(file))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.On(t).Do(http.MethodPost, paths.DirectoryUploads(), b.String(), "Content-Type", form.FormDataContentType())
}

func TestUploadPages(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w *site) {
		has := func(t *testing.T, a *featuretest.Answer, texts ...string) {
			t.Helper()
			for _, text := range texts {
				if !strings.Contains(plainText(a.Doc().Find("main").Text()), text) {
					t.Errorf("%q is not on the page", text)
				}
			}
		}
		t.Run("the directory leads to the form where there is no source", func(t *testing.T) {
			a := w.On(t).Get(paths.Directory()).Want(http.StatusOK)
			if got := linksOf(a, "#mirror a"); len(got) != 1 || got[0] != paths.DirectoryUploads() {
				t.Errorf("%v", got)
			}
		})
		t.Run("what is no table is shown with the reason", func(t *testing.T) {
			has(t, w.sendFile(t, "customer_id\n").Want(http.StatusUnprocessableEntity), "CSV or XLSX file")
		})
		page := w.sendFile(t, "No de client;Client;Courriels;Ville\nC1;Maude;maude@example.org;Laval\n;Omar;;\n").
			Want(http.StatusSeeOther).Header.Get("Location")
		t.Run("the first rows are shown, with what is wrong", func(t *testing.T) {
			has(t, w.On(t).Get(page).Want(http.StatusOK), "clients.csv", "Publish 1 customer", "Maude", "Readable", "Customer number",
				"1 of 2 rows will be rejected", "Customer number: required but empty")
		})
		t.Run("the columns are chosen by hand, each once", func(t *testing.T) {
			form := url.Values{"column_0": {"customer_id"}, "column_1": {"name"}, "column_2": {"name"}, "column_3": {""}}
			w.On(t).Form(page+"/columns", form).Want(http.StatusUnprocessableEntity)
			form.Set("column_2", "emails")
			w.On(t).Form(page+"/columns", form).Want(http.StatusSeeOther)
		})
		t.Run("a file that was not published can be discarded", func(t *testing.T) {
			other := w.sendFile(t, "No de client;Client\nC1;Maude\n").Want(http.StatusSeeOther).Header.Get("Location")
			if !w.On(t).Get(other).Has(`form[action="` + other + `/delete"]`) {
				t.Error("there is no button")
			}
			w.On(t).Form(other+"/delete", nil).RedirectsTo(paths.DirectoryUploads())
			w.On(t).Get(other).Want(http.StatusNotFound)
		})
		t.Run("publishing makes it the directory, and says what was rejected", func(t *testing.T) {
			w.On(t).Form(page+"/publish", nil).Want(http.StatusSeeOther)
			w.s.Wait()
			has(t, w.On(t).Get(page).Want(http.StatusOK), "Published: 1 added, 0 changed, 0 removed.", "1 record rejected", "Undo publication")
			has(t, w.On(t).Get(paths.Directory()).Want(http.StatusOK), "1 customer", "Source: clients.csv")
		})
		t.Run("undoing returns to the empty directory", func(t *testing.T) {
			w.On(t).Form(page+"/undo", nil).Want(http.StatusSeeOther)
			w.s.Wait()
			has(t, w.On(t).Get(page).Want(http.StatusOK), "Publication undone.")
		})
		t.Run("it is listed", func(t *testing.T) {
			has(t, w.On(t).Get(paths.DirectoryUploads()).Want(http.StatusOK), "clients.csv", "Rosalie")
		})
	})
}

func TestUploadPages_without_numbers(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w *site) {
		page := w.sendFile(t, "Nom,Courriel\nAda Roy,ada@example.org\n").Want(http.StatusSeeOther).Header.Get("Location")
		got := w.On(t).Get(page).Want(http.StatusOK).Text(".import-columns")
		if !strings.Contains(got, "There’s no column for: Customer number.") || !strings.Contains(got, "add a “Customer number” column") ||
			strings.Contains(got, "All columns were recognized") {
			t.Error(got)
		}
	})
}

func TestUploadPages_unknown_values(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w *site) {
		page := w.sendFile(t, restaurants).Want(http.StatusSeeOther).Header.Get("Location")
		read := func(t *testing.T) string {
			t.Helper()
			return plainText(w.On(t).Get(page).Want(http.StatusOK).Doc().Find("main").Text())
		}
		t.Run("the value and the accepted ones are named, once for equal lines, and the button has the true number", func(t *testing.T) {
			text := read(t)
			for _, want := range []string{"Type: unknown value “Restaurant”. Accepted values: Individual,", "Publish 3 customers", "2, 3, 7",
				"6 of 9 rows will be rejected", "Language: unknown value “es”", "Keep these 4 customers without the unknown value"} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in %s", want, text)
				}
			}
			if got := w.On(t).Get(page).Doc().Find("#findings tbody tr").Length(); got != 5 {
				t.Errorf("%d rows of findings", got)
			}
		})
		form := url.Values{}
		w.On(t).Get(page).Doc().Find(`form.import-apply input[type="hidden"]`).Each(func(_ int, in *goquery.Selection) {
			form.Set(in.AttrOr("name", ""), in.AttrOr("value", ""))
		})
		t.Run("they are ignored with one button", func(t *testing.T) {
			w.On(t).Form(page+"/columns", form).Want(http.StatusSeeOther)
			if text := read(t); !strings.Contains(text, "Publish 7 customers") || !strings.Contains(text, "Value ignored") ||
				!strings.Contains(text, "Reject rows with an unknown value instead") {
				t.Error(text)
			}
		})
		t.Run("choosing the columns again keeps that choice", func(t *testing.T) {
			form.Del("unknown")
			w.On(t).Form(page+"/columns", form).Want(http.StatusSeeOther)
			if text := read(t); !strings.Contains(text, "Publish 7 customers") {
				t.Error(text)
			}
		})
		t.Run("the page of the sync counts equal reasons together", func(t *testing.T) {
			w.On(t).Form(page+"/publish", nil).Want(http.StatusSeeOther)
			w.s.Wait()
			run := w.On(t).Get(page).Doc().Find(`main a[href*="syncs/"]`).AttrOr("href", "")
			if got := w.On(t).Get(run).Want(http.StatusOK).Doc().Find("#findings tbody tr").Length(); got != 5 {
				t.Errorf("%d rows of findings", got)
			}
		})
	})
}

func TestUploadPages_Source(t *testing.T) {
	onSite(t, &fixed{}, func(t *testing.T, w *site) {
		a := w.On(t).Get(paths.DirectoryUploads()).Want(http.StatusOK)
		if a.Doc().Find("form[enctype]").Length() != 0 {
			t.Error("a file could be uploaded")
		}
		w.sendFile(t, twoClients).Want(http.StatusSeeOther)
	})
}

func TestUploadSamples(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w *site) {
		for _, name := range []string{"customers-fr.csv", "customers-fr.xlsx", "customers-en.csv", "customers-en.xlsx"} {
			t.Run(name+" can be uploaded as it is", func(t *testing.T) {
				a := w.On(t).Get(paths.DirectorySample(name)).Want(http.StatusOK)
				u, err := w.s.Receive(t.Context(), staff, name, strings.NewReader(a.Body))
				if err != nil {
					t.Fatal(err)
				}
				list, err := w.s.Preview(t.Context(), u)
				if err != nil || len(list) != 3 || len(u.Missing()) != 0 {
					t.Fatalf("%+v %v", list, err)
				}
				const want = "C-1001 Individual active fr 4995, C-1002 Individual active en 0, C-1003 Company active fr 12900"
				var read []string
				for _, x := range list {
					cents, _ := x.Customer.Monthly()
					read = append(read, fmt.Sprint(x.Customer.ID, " ", x.Customer.Type, " ", x.Customer.AccountStatus, " ", x.Customer.Language, " ", cents))
				}
				if got := strings.Join(read, ", "); got != want || len(u.Findings.List) > 0 {
					t.Errorf("it is read as %s, %+v", got, u.Findings.List)
				}
				if strings.HasSuffix(name, "fr.csv") && !strings.Contains(a.Body, "Particulier;Actif") {
					t.Error("the French one is not in French")
				}
				for i, x := range list {
					if x.Reject != nil || u.Fields[len(u.Fields)-1] == "" {
						t.Errorf("%d: %v %v", i, x.Reject, u.Fields)
					}
				}
			})
		}
		w.On(t).Get(paths.DirectorySample("customers-fr.pdf")).Want(http.StatusNotFound)
	})
}

func TestUploadAPI(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w *site) {
		json := []string{"Content-Type", "application/json"}
		a := w.On(t).Do(http.MethodPost, "/directory/uploads?filename=clients.csv", twoClients, "Content-Type", "text/csv").
			Want(http.StatusCreated)
		if !strings.Contains(a.Body, `"first":[{"customer_id":"C1","name":"Maude Côté","email":"maude@example.org","reason":"","field":""}`) ||
			!strings.Contains(a.Body, `"sync":{"status":"",`) {
			t.Error(a.Body)
		}
		path := a.Header.Get("Location")
		for _, x := range []struct {
			name, method, path, body string
			status                   int
			has                      string
		}{
			{"columns too few", http.MethodPatch, "", `{"fields":["name"]}`, http.StatusBadRequest, `"length"`},
			{"the columns", http.MethodPatch, "", `{"fields":["customer_id","name","emails","phones",""]}`, http.StatusOK, `"phones",""]`},
			{"publishing", http.MethodPost, "/publish", `{"force":false}`, http.StatusAccepted, `"sync":{"status":`},
			{"publishing again", http.MethodPost, "/publish", "", http.StatusConflict, "upload_published"},
			{"undoing", http.MethodPost, "/undo", "", http.StatusOK, `"undone":true`},
			{"undoing again", http.MethodPost, "/undo", "", http.StatusConflict, "upload_too_late"},
			{"reading", http.MethodGet, "", "", http.StatusOK, `"added":2`},
		} {
			t.Run(x.name, func(t *testing.T) {
				a := w.On(t).Do(x.method, path+x.path, x.body, json...).Want(x.status)
				w.s.Wait()
				if !strings.Contains(a.Body, x.has) {
					t.Error(a.Body)
				}
			})
		}
		w.On(t).Get(fmt.Sprint("/directory/uploads/", 99)).Want(http.StatusNotFound)
	})
}

// Customers of a shop have no subscriptions and no cancelled accounts: the page leaves out what only others need.
func TestPages_without_subscriptions(t *testing.T) {
	onSite(t, nil, func(t *testing.T, w *site) {
		page := w.sendFile(t, twoClients).Want(http.StatusSeeOther).Header.Get("Location")
		w.On(t).Form(page+"/publish", nil).Want(http.StatusSeeOther)
		w.s.Wait()
		for _, path := range []string{paths.Directory(), paths.DirectoryOf("Maude")} {
			a := w.On(t).Get(path).Want(http.StatusOK)
			if got := strings.Join(a.Texts("#found thead th"), " "); got != "Customer Email and phone City Type" {
				t.Errorf("the columns are %s", got)
			}
			if text := a.Text("#found"); strings.Contains(text, "ubscription") {
				t.Error(text)
			}
		}
	})
}
