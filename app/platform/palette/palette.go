// Package palette defines the palettes of an event's pages and e-mails (R1). Each palette is a few colours for the light and
// the dark scheme; every pair that is used for text has enough contrast.
package palette

import (
	"slices"
)

// Palette is one of the fixed palettes.
type Palette struct {
	Name        string // in the API
	Light, Dark Colors
}

// Colors are "#rrggbb". Ink, Muted and Link are readable on Ground, Surface and Soft; OnAccent is readable on Accent.
// In the dark scheme, the buttons of guests' pages are filled with Link, and their text is Ground.
type Colors struct {
	Ground   string // background of the page
	Surface  string // background of a card
	Ink      string // text
	Muted    string // less important text
	Accent   string // bands and buttons
	OnAccent string // text on Accent
	Link     string // links
	Soft     string // background of a tinted area
	Line     string // separators; carries no meaning alone
	Spark    string // ornaments, on Accent too
}

// All are the palettes, in the order in which the editor lists them. The first is the default.
var All = []Palette{
	{Name: "sapin", Light: Colors{
		Ground: "#f0f6f2", Surface: "#ffffff", Ink: "#15231b", Muted: "#4f5f55", Accent: "#024a2c",
		OnAccent: "#ffffff", Link: "#0c5233", Soft: "#e3f1e8", Line: "#cfdbd3", Spark: "#e9b452",
	}, Dark: Colors{
		Ground: "#09100c", Surface: "#121c16", Ink: "#ebf0ed", Muted: "#aeb7b1", Accent: "#195b3b",
		OnAccent: "#ffffff", Link: "#9fd2b3", Soft: "#1b2c22", Line: "#324138", Spark: "#e9b452",
	}},
	{Name: "canneberge", Light: Colors{
		Ground: "#fff1f1", Surface: "#ffffff", Ink: "#321617", Muted: "#725151", Accent: "#860f27",
		OnAccent: "#ffffff", Link: "#901c2f", Soft: "#ffe6e6", Line: "#ebd0d0", Spark: "#ebbd57",
	}, Dark: Colors{
		Ground: "#18090a", Surface: "#271314", Ink: "#f5ecec", Muted: "#c2afaf", Accent: "#9a2737",
		OnAccent: "#ffffff", Link: "#feaaac", Soft: "#3e1c1e", Line: "#523334", Spark: "#ebbd57",
	}},
	{Name: "nuit", Light: Colors{
		Ground: "#f1f4fd", Surface: "#ffffff", Ink: "#181f30", Muted: "#525a70", Accent: "#17286c",
		OnAccent: "#ffffff", Link: "#1e3075", Soft: "#e6edfe", Line: "#d1d7e8", Spark: "#f1c45e",
	}, Dark: Colors{
		Ground: "#0a0e18", Surface: "#141926", Ink: "#eceef4", Muted: "#afb4c0", Accent: "#25397e",
		OnAccent: "#ffffff", Link: "#acc3fe", Soft: "#1f273c", Line: "#353d50", Spark: "#f1c45e",
	}},
	{Name: "givre", Light: Colors{
		Ground: "#eef6f9", Surface: "#ffffff", Ink: "#0f2229", Muted: "#4a5f67", Accent: "#02556d",
		OnAccent: "#ffffff", Link: "#015e79", Soft: "#dff0f8", Line: "#cbdae1", Spark: "#a0e6ea",
	}, Dark: Colors{
		Ground: "#061014", Surface: "#0f1c21", Ink: "#eaeff2", Muted: "#abb6bb", Accent: "#006580",
		OnAccent: "#ffffff", Link: "#8dcfe9", Soft: "#142b34", Line: "#2d4048", Spark: "#a0e6ea",
	}},
	{Name: "prune", Light: Colors{
		Ground: "#f9f2f8", Surface: "#ffffff", Ink: "#291927", Muted: "#675465", Accent: "#5e1f5a",
		OnAccent: "#ffffff", Link: "#672863", Soft: "#f8e7f5", Line: "#e1d2df", Spark: "#fba962",
	}, Dark: Colors{
		Ground: "#140b13", Surface: "#20151f", Ink: "#f2ecf1", Muted: "#bbb0ba", Accent: "#70306c",
		OnAccent: "#ffffff", Link: "#e8aee2", Soft: "#332031", Line: "#483646", Spark: "#fba962",
	}},
	{Name: "cuivre", Light: Colors{
		Ground: "#fbf2ee", Surface: "#ffffff", Ink: "#2d1a10", Muted: "#6c554a", Accent: "#803703",
		OnAccent: "#ffffff", Link: "#8a4011", Soft: "#fce8df", Line: "#e5d3cb", Spark: "#f4d580",
	}, Dark: Colors{
		Ground: "#160c07", Surface: "#23160f", Ink: "#f3edea", Muted: "#beb1ab", Accent: "#8d4315",
		OnAccent: "#ffffff", Link: "#f6b290", Soft: "#382116", Line: "#4c382d", Spark: "#f4d580",
	}},
	{Name: "or", Light: Colors{
		Ground: "#f7f4ed", Surface: "#ffffff", Ink: "#251e0f", Muted: "#625a49", Accent: "#6c5003",
		OnAccent: "#ffffff", Link: "#705303", Soft: "#f3ecdd", Line: "#ddd7ca", Spark: "#f0e07f",
	}, Dark: Colors{
		Ground: "#120e06", Surface: "#1e190e", Ink: "#f0eeea", Muted: "#b8b4aa", Accent: "#735603",
		OnAccent: "#ffffff", Link: "#dbc18b", Soft: "#2f2614", Line: "#443c2c", Spark: "#f0e07f",
	}},
	{Name: "ardoise", Light: Colors{
		Ground: "#f3f5f6", Surface: "#ffffff", Ink: "#1c2023", Muted: "#575b60", Accent: "#2f3c4a",
		OnAccent: "#ffffff", Link: "#364452", Soft: "#eaedf1", Line: "#d5d8db", Spark: "#e8a95c",
	}, Dark: Colors{
		Ground: "#0d0f11", Surface: "#171a1c", Ink: "#edeef0", Muted: "#b2b4b7", Accent: "#3e4c5a",
		OnAccent: "#ffffff", Link: "#b9c6d3", Soft: "#24282d", Line: "#3a3e42", Spark: "#e8a95c",
	}},
}

// Default is the name of the palette of an event without one.
const Default = "sapin"

// Names returns the names of All.
func Names() []string {
	names := make([]string, len(All))
	for i, p := range All {
		names[i] = p.Name
	}
	return names
}

// Known reports whether there is a palette of that name.
func Known(name string) bool { return slices.Contains(Names(), name) }

// Of returns the palette of that name; an unknown name is the default.
func Of(name string) Palette {
	if i := slices.Index(Names(), name); i >= 0 {
		return All[i]
	}
	return All[0]
}

// Class returns the CSS class that sets the custom properties of css/palettes.css for an element.
func (p Palette) Class() string { return "palette-" + p.Name }
