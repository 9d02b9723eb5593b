package contact

import "testing"

func TestLanguage(t *testing.T) {
	for code, texts := range map[string][]string{
		"fr": {"fr", "F", "f.", "Fr", "FRA", "fre", "fr-CA", "fr_CA", " Français ", "francais", "Française", "French", "French (Canada)",
			"francophone"},
		"en": {"en", "E", "A", "a.", "An", "ang.", "ENG", "EN-ca", "Anglais", "anglaise", "English", "English (US)", "anglophone"},
		"":   {"", "  "},
	} {
		for _, text := range texts {
			t.Run("“"+text+"” is “"+code+"”", func(t *testing.T) {
				if got, known := Language(text); got != code || !known {
					t.Errorf("got %q, %v", got, known)
				}
			})
		}
	}
	for _, text := range []string{"Deutsch", "es", "espagnol", "x", "?", "-", "1", "franco", "engadin"} {
		t.Run("“"+text+"” is not known", func(t *testing.T) {
			if got, known := Language(text); got != "" || known {
				t.Errorf("got %q, %v", got, known)
			}
		})
	}
}
