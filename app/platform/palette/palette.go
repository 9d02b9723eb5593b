// Package palette is the brand palette that an event's pages and e-mails are drawn in, and nothing else (R1): each
// palette is a handful of colours, for light and for dark, in which every pair that carries text can be read.
package palette

import (
	"fmt"
	"slices"
	"strings"
)

// Palette is one of the fixed choices.
type Palette struct {
	Name        string // as the API has it
	Light, Dark Colors
}

// Colors are "#rrggbb". Ink, Muted and Link can be read on Ground, Surface and Soft, OnAccent on Accent.
type Colors struct {
	Ground   string // behind everything
	Surface  string // of a card
	Ink      string // text
	Muted    string // text of less weight
	Accent   string // bands and buttons
	OnAccent string // text on those
	Link     string // text that leads somewhere
	Soft     string // a tinted field
	Line     string // between things; carries no meaning alone
	Spark    string // ornaments, on Accent too
}

// All are the palettes, in the order in which staff choose among them. The first is the default.
var All = []Palette{
	{"sapin",
		Colors{"#f0f6f2", "#ffffff", "#15231b", "#4f5f55", "#024a2c", "#ffffff", "#0c5233", "#e3f1e8", "#cfdbd3", "#e9b452"},
		Colors{"#09100c", "#121c16", "#ebf0ed", "#aeb7b1", "#195b3b", "#ffffff", "#9fd2b3", "#1b2c22", "#324138", "#e9b452"}},
	{"canneberge",
		Colors{"#fff1f1", "#ffffff", "#321617", "#725151", "#860f27", "#ffffff", "#901c2f", "#ffe6e6", "#ebd0d0", "#ebbd57"},
		Colors{"#18090a", "#271314", "#f5ecec", "#c2afaf", "#9a2737", "#ffffff", "#feaaac", "#3e1c1e", "#523334", "#ebbd57"}},
	{"nuit",
		Colors{"#f1f4fd", "#ffffff", "#181f30", "#525a70", "#17286c", "#ffffff", "#1e3075", "#e6edfe", "#d1d7e8", "#f1c45e"},
		Colors{"#0a0e18", "#141926", "#eceef4", "#afb4c0", "#25397e", "#ffffff", "#acc3fe", "#1f273c", "#353d50", "#f1c45e"}},
	{"givre",
		Colors{"#eef6f9", "#ffffff", "#0f2229", "#4a5f67", "#02556d", "#ffffff", "#015e79", "#dff0f8", "#cbdae1", "#a0e6ea"},
		Colors{"#061014", "#0f1c21", "#eaeff2", "#abb6bb", "#006580", "#ffffff", "#8dcfe9", "#142b34", "#2d4048", "#a0e6ea"}},
	{"prune",
		Colors{"#f9f2f8", "#ffffff", "#291927", "#675465", "#5e1f5a", "#ffffff", "#672863", "#f8e7f5", "#e1d2df", "#fba962"},
		Colors{"#140b13", "#20151f", "#f2ecf1", "#bbb0ba", "#70306c", "#ffffff", "#e8aee2", "#332031", "#483646", "#fba962"}},
	{"cuivre",
		Colors{"#fbf2ee", "#ffffff", "#2d1a10", "#6c554a", "#803703", "#ffffff", "#8a4011", "#fce8df", "#e5d3cb", "#f4d580"},
		Colors{"#160c07", "#23160f", "#f3edea", "#beb1ab", "#8d4315", "#ffffff", "#f6b290", "#382116", "#4c382d", "#f4d580"}},
	{"or",
		Colors{"#f7f4ed", "#ffffff", "#251e0f", "#625a49", "#6c5003", "#ffffff", "#705303", "#f3ecdd", "#ddd7ca", "#f0e07f"},
		Colors{"#120e06", "#1e190e", "#f0eeea", "#b8b4aa", "#735603", "#ffffff", "#dbc18b", "#2f2614", "#443c2c", "#f0e07f"}},
	{"ardoise",
		Colors{"#f3f5f6", "#ffffff", "#1c2023", "#575b60", "#2f3c4a", "#ffffff", "#364452", "#eaedf1", "#d5d8db", "#e8a95c"},
		Colors{"#0d0f11", "#171a1c", "#edeef0", "#b2b4b7", "#3e4c5a", "#ffffff", "#b9c6d3", "#24282d", "#3a3e42", "#e8a95c"}},
}

// Default is the palette of an event that names none.
const Default = "sapin"

// Names are those of All.
func Names() []string {
	names := make([]string, len(All))
	for i, p := range All {
		names[i] = p.Name
	}
	return names
}

// Known tells whether there is a palette of that name.
func Known(name string) bool { return slices.Contains(Names(), name) }

// Of is the palette of that name; an unknown name is the default.
func Of(name string) Palette {
	if i := slices.Index(Names(), name); i >= 0 {
		return All[i]
	}
	return All[0]
}

// Class is what an element of a page wears so that the custom properties of css/palettes.css hold inside it.
func (p Palette) Class() string { return "palette-" + p.Name }

// CSS is the style sheet of the palettes, css/palettes.css: for each a class that sets --p-ground, --p-ink and so on for
// light and dark.
func CSS() string {
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
