package palette

import (
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write css/palettes.css anew")

var hex = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// TestContrast holds every pair of colours that stand on each other against WCAG 2.2: 4.5 to 1 for text, 7 to 1 for what
// is read at length, 3 to 1 for what is only seen.
func TestContrast(t *testing.T) {
	for _, p := range All {
		for theme, c := range map[string]Colors{"light": p.Light, "dark": p.Dark} {
			for _, x := range c.properties() {
				if !hex.MatchString(x.value) {
					t.Fatalf("%s %s: %s is %q", p.Name, theme, x.name, x.value)
				}
			}
			for _, pair := range []struct {
				name, front, back string
				least             float64
			}{
				{"ink on ground", c.Ink, c.Ground, 7}, {"ink on surface", c.Ink, c.Surface, 7}, {"ink on soft", c.Ink, c.Soft, 7},
				{"muted on ground", c.Muted, c.Ground, 4.5}, {"muted on surface", c.Muted, c.Surface, 4.5}, {"muted on soft", c.Muted, c.Soft, 4.5},
				{"link on ground", c.Link, c.Ground, 4.5}, {"link on surface", c.Link, c.Surface, 4.5}, {"link on soft", c.Link, c.Soft, 4.5},
				{"text on accent", c.OnAccent, c.Accent, 4.5}, {"spark on accent", c.Spark, c.Accent, 3},
			} {
				t.Run(p.Name+" "+theme+": "+pair.name, func(t *testing.T) {
					if got := contrast(pair.front, pair.back); got < pair.least {
						t.Errorf("%s %s: %s has %.2f to 1, want %.1f", p.Name, theme, pair.name, got, pair.least)
					}
				})
			}
		}
	}
}

// TestContrast_KnowsBadOnes shows that the measure above would find a pair that cannot be read.
func TestContrast_KnowsBadOnes(t *testing.T) {
	if got := contrast("#000000", "#ffffff"); math.Abs(got-21) > 0.01 {
		t.Errorf("black on white is %.2f to 1, want 21", got)
	}
	if got := contrast("#777777", "#ffffff"); got >= 4.5 {
		t.Errorf("#777 on white is %.2f to 1, want less than 4.5", got)
	}
}

func TestCSS(t *testing.T) {
	const file = "../../../assets/css/palettes.css"
	if *update {
		if err := os.WriteFile(file, []byte(styleSheet()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != styleSheet() {
		t.Errorf("%s is not what the palettes say (%v): go test ./app/platform/palette -update, then make gen", file, err)
	}
}

func TestOf(t *testing.T) {
	if Of("nuit").Name != "nuit" || Of("no such").Name != Default || !Known("or") || Known("") {
		t.Error("palettes are found by their names, and an unknown one is the default")
	}
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(color string) float64 {
	channel := func(i int) float64 {
		n, _ := strconv.ParseUint(color[i:i+2], 16, 8)
		v := float64(n) / 255
		if v <= 0.03928 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(1) + 0.7152*channel(3) + 0.0722*channel(5)
}

// styleSheet is the style sheet of the palettes, css/palettes.css: for each a class that sets --p-ground, --p-ink and so on for
// light and dark.
func styleSheet() string {
	var b strings.Builder
	b.WriteString("/* The brand palettes of package palette, written by its test: go test ./app/platform/palette -update. */\n")
	for _, p := range All {
		fmt.Fprintf(&b, ".%s {\n", p.Class())
		dark := p.Dark.properties()
		for i, l := range p.Light.properties() {
			if l.value == dark[i].value {
				fmt.Fprintf(&b, "  --p-%s: %s;\n", l.name, l.value)
			} else {
				fmt.Fprintf(&b, "  --p-%s: light-dark(%s, %s);\n", l.name, l.value, dark[i].value)
			}
		}
		b.WriteString("}\n")
	}
	return b.String()
}

type property struct{ name, value string }

func (c Colors) properties() []property {
	return []property{
		{"ground", c.Ground}, {"surface", c.Surface}, {"ink", c.Ink}, {"muted", c.Muted}, {"accent", c.Accent},
		{"on-accent", c.OnAccent}, {"link", c.Link}, {"soft", c.Soft}, {"line", c.Line}, {"spark", c.Spark},
	}
}
