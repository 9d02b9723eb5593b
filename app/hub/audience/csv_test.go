package audience

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/platform/errs"
)

func TestReadCSV(t *testing.T) {
	const want = "eva@example.com Éva du Bois en 7 514 555-0101"
	for _, heading := range []string{"email,firstname,lastname,language,customer_id,phone", "Courriel;Prénom;Nom;Langue;No client;Téléphone",
		"E-MAIL\tFirst name\tLast Name\tLang\tNuméro de client\tPhone",
		" e-mail , PRENOM , NOM , langue , n° de client , TELEPHONE ",
		`"Adresse courriel","prénom","nom de famille","langue","# client","tél."`} {
		sep := ","
		for _, s := range []string{";", "\t"} {
			if strings.Contains(heading, s) {
				sep = s
			}
		}
		line := strings.Join([]string{" eva@example.com ", "Éva", "du  Bois", "Anglais", "7", "514 555-0101"}, sep)
		var got []string
		var f Stats
		err := readCSV(strings.NewReader(heading+"\n"+line+"\n"), MaxLines, &f, func(e Entry) error {
			got = append(got, strings.Join([]string{e.Email, e.FirstName, e.LastName, e.Language, e.CustomerID, e.Phone}, " "))
			return nil
		})
		if err != nil || len(got) != 1 || got[0] != want || f.RejectedTotal != 0 {
			t.Errorf("%q: %q %+v %v", heading, got, f, err)
		}
	}
	for name, x := range map[string]struct{ in, want, rejected string }{
		"takes addresses without a heading": {"a@example.com\nb@example.com\n", "a@example.com b@example.com", ""},
		"parts whole names":                 {"nom complet;courriel\nÈve de la Tour;e@example.com\n", "e@example.com(Ève/de la Tour)", ""},
		"tells every bad line by its number": {"email;nom\n;x\nrien;x\n" + strings.Repeat("n", 300) + "@example.com;x\nb@example.com;" +
			strings.Repeat("é", 201) + "\nc@example.com;x;y\n\"d@example.com;x\n", "",
			"[{2 no_email} {3 bad_email} {4 too_long} {5 too_long} {6 columns} {7 quote}]"},
		"takes the first of two same columns": {"email,email\na@example.com,b@example.com\n", "a@example.com", ""},
		"takes first and last names rather than whole ones": {"prénom;nom;nom complet;courriel\nÈve;Roy;Une Autre;e@example.com\n",
			"e@example.com(Ève/Roy)", ""},
		"takes a last name rather than a whole one":  {"nom;nom complet;courriel\nRoy;Une Autre;e@example.com\n", "e@example.com(/Roy)", ""},
		"takes a first name rather than a whole one": {"prénom;nom complet;courriel\nÈve;Une Autre;e@example.com\n", "e@example.com(Ève/)", ""},
		"passes over blank cells behind the columns": {"email\na@example.com, ,\n", "a@example.com", ""},
		"passes over what it has no heading for":     {"a@example.com\nb@example.com,x\n", "a@example.com b@example.com", ""},
		"makes one line of quoted line breaks":       {"email,nom\n\"a@example.com\",\"du\nBois\"\n", "a@example.com(/du Bois)", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			var f Stats
			err := readCSV(strings.NewReader(x.in), MaxLines, &f, func(e Entry) error {
				text := e.Email
				if e.Name() != "" {
					text += "(" + e.FirstName + "/" + e.LastName + ")"
				}
				got = append(got, text)
				return nil
			})
			rejected := ""
			if len(f.Rejected) > 0 {
				rejected = fmt.Sprint(f.Rejected)
			}
			if err != nil || strings.Join(got, " ") != x.want || rejected != x.rejected {
				t.Errorf("got %q, %s, %v", got, rejected, err)
			}
		})
	}
	for in, code := range map[string]string{"": "csv_empty", "nom;ville\nx;y\n": "csv_no_email_column",
		"email\n" + strings.Repeat("x", 1<<17): "csv_line_too_long"} {
		var f Stats
		err := readCSV(strings.NewReader(in), MaxLines, &f, func(Entry) error { return nil })
		if e, ok := errs.Of(err); !ok || e.Fields[0].Code != code {
			t.Errorf("%.20q: %v, want %s", in, err, code)
		}
	}
}

func TestReadCSV_takes_so_many_lines_and_no_more(t *testing.T) {
	for _, x := range []struct {
		name, csv, code string
		entries         int
	}{
		{"as many as are allowed", "email\na@example.com\nb@example.com\nc@example.com\n", "", 3},
		{"one more", "email\na@example.com\nb@example.com\nc@example.com\nd@example.com\n", "csv_too_many_lines", 3},
	} {
		t.Run(x.name, func(t *testing.T) {
			n := 0
			err := readCSV(strings.NewReader(x.csv), 3, &Stats{}, func(Entry) error { n++; return nil })
			code := ""
			if e, ok := errs.Of(err); ok {
				code = e.Fields[0].Code
			}
			if code != x.code || n != x.entries {
				t.Errorf("%d entries, %v", n, err)
			}
		})
	}
}

func TestSplitName(t *testing.T) {
	for name, want := range map[string]string{"Marie-Ève Tremblay": "Marie-Ève|Tremblay", "Jean de la Fontaine": "Jean|de la Fontaine",
		"Cher": "|Cher", "": "|", "Anne Marie Roy": "Anne Marie|Roy", "De La Tour": "De|La Tour"} {
		t.Run(fmt.Sprintf("splits %q", name), func(t *testing.T) {
			if first, last := splitName(name, true); first+"|"+last != want {
				t.Errorf("%q: %q %q", name, first, last)
			}
		})
	}
	if first, last := splitName("Fleurs du Nord inc.", false); first != "" || last != "Fleurs du Nord inc." {
		t.Errorf("a company: %q %q", first, last)
	}
}

func TestReadCSV_other_languages(t *testing.T) {
	var f Stats
	languages := ""
	err := readCSV(strings.NewReader("courriel;langue\na@example.com;F\nb@example.com;de\nc@example.com;de\nd@example.com;es\ne@example.com;A\n"+
		"f@example.com;\nrien;xx\n"), MaxLines, &f, func(e Entry) error { languages += "[" + e.Language + "]"; return nil })
	if got := strings.Join(f.OtherLanguages, " "); err != nil || got != "de es" || f.OtherLanguageTotal != 3 || languages != "[fr][][][][en][]" {
		t.Errorf("%s, %d lines, %s %v", got, f.OtherLanguageTotal, languages, err)
	}
}
