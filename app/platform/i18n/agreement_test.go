package i18n

import (
	"regexp"
	"strings"
	"testing"
)

// agreeing finds, in the French of a plain Text, a word that agrees with a value which the text does not know: a plural or a past
// participle right after the value, such as "%s non lues" or "%s sur %s lus". A count belongs in a Count, and a value after a colon.
var agreeing = regexp.MustCompile(`%[sd][ \x{a0}](\pL*(?:s|x|é|ée))(?:[^\pL’]|$)`)

// invariable are words on -s, -x, -é and -ée that do not agree with the value before them.
var invariable = map[string]bool{"s": true, "ms": true, "dans": true, "mais": true, "puis": true, "sans": true, "depuis": true, "a": true, "vous": true,
	"après": true, "dès": true, "plus": true, "pas": true, "jamais": true, "mois": true, "les": true, "des": true, "moins": true, "aux": true}

// agreed are the texts in which the word agrees with something else, or with a value that is always more than 1, each with the reason.
var agreed = map[string]string{
	"DirFoundMost":      "a constant number",
	"DirRejectsFirst":   "a constant number",
	"DoctorConnections": "a setting of PostgreSQL, far more than 1",
	"SuppAskMore":       "a constant number",
	"BalanceTerms":      "“acquis” and “pris” are the same for one day",
	"PickFirst":         "a constant number",
	"DoorMore":          "a constant number",
	"LinesTooMany":      "a constant number",
	"PayFirstLines":     "a constant number",
	"PayMoreRows":       "a constant number",
	"PersonalRows":      "a constant number",
	"PayMade":           "agrees with “Période”, before the value",
	"PayWithdrawnToast": "agrees with “Exportation”, before the value",
	"LeavePeople":       "how many of how many people: the last is more than 1",
	"ClockHanded":       "several clock times; ClockHandedOne is for one",
	"ConfClockMinutes":  "the choices are 5 and more",
	"NormWeeklyRest":    "a rule’s hours, always more than 1",
	"NormDailyRest":     "a rule’s hours, always more than 1",
	"NormMeal":          "a rule’s hours, always more than 1",
	"NormMeals":         "a rule’s hours, always more than 1",
	"NormWeeklyRestRow": "a rule’s hours, always more than 1",
	"NormDailyRestRow":  "a rule’s hours, always more than 1",
}

// fixedOne finds a number in words or figures in the form for one, which French also uses for 0.
var fixedOne = regexp.MustCompile(`(?i)(?:^|[^\pL\d])(?:1|une?)(?:[ \x{a0}]|$)`)

// TestText_agrees_with_no_value_it_does_not_know finds French that is wrong for some of the values that it is printed with.
func TestText_agrees_with_no_value_it_does_not_know(t *testing.T) {
	t.Run("in plain texts", func(t *testing.T) {
		inCount := map[Text]bool{}
		for _, c := range counted(t) {
			inCount[c.One], inCount[c.Many] = true, true
		}
		unused := map[string]bool{}
		for name := range agreed {
			unused[name] = true
		}
		for _, x := range everyText(t) {
			if inCount[x.text] {
				continue
			}
			for _, m := range agreeing.FindAllStringSubmatch(x.text.FR, -1) {
				if invariable[m[1]] {
					continue
				}
				if agreed[x.name] == "" {
					t.Errorf("%s agrees with a value in %q", x.name, x.text.FR)
				}
				delete(unused, x.name)
			}
		}
		for name := range unused {
			t.Errorf("%s needs no exception", name)
		}
	})
	t.Run("in the form of a counted text for one", func(t *testing.T) {
		for name, c := range counted(t) {
			name, _, _ = strings.Cut(name, "@")
			if name == "LogNouns" { // of records that were changed, of which there are never none
				continue
			}
			if !strings.Contains(c.One.FR, "%s") && fixedOne.MatchString(c.One.FR) {
				t.Errorf("%s says one for 0: %q", name, c.One.FR)
			}
		}
	})
	t.Run("and is found, but no other", func(t *testing.T) {
		for text, want := range map[string]bool{"%s non lues": false, "%s lues": true, "%s sur %s lus": true, "%s prévues, %s travaillées": true,
			"%s\u00a0messages": true, "Terminée le %s": false, "%s a approuvé la feuille": false, "Lus : %s sur %s": false} {
			found := false
			for _, m := range agreeing.FindAllStringSubmatch(text, -1) {
				found = found || !invariable[m[1]]
			}
			if found != want {
				t.Errorf("%q: %v", text, found)
			}
		}
		for text, want := range map[string]bool{"1 personne est avisée.": true, "Un quart retiré.": true, "1\u00a0semaine": true, "Cocher la feuille prête": false,
			"À 10 h": false} {
			if got := fixedOne.MatchString(text); got != want {
				t.Errorf("%q: %v", text, got)
			}
		}
	})
}
