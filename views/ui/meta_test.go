package ui

import (
	"strings"
	"testing"
)

// A short piece of a meta line is in brackets here.
func TestMeta(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"one piece", "1 day left", "[1 day left]"},
		{"one piece that is not short may break: a button stands beside it", "Équipe de Marc-André Lévesque", "Équipe de Marc-André Lévesque"},
		{"pieces", "Period 2026-24 · 1 day left", "[Period 2026-24]• [1 day left]"},
		{"a range", "15-28 nov. · il y a 22 minutes", "[15-28 nov.]• [il y a 22 minutes]"},
		{"an end that something follows", "Period 2026-24 · ", "[Period 2026-24]•"},
		{"a long piece is broken after its comma", "vendredi 18 décembre 2026, 18 h à 23 h · Salle",
			"[vendredi 18 décembre 2026,] [18 h à 23 h]• [Salle]"},
		{"a long piece without a comma is broken where it must", "Invitation à la soirée des partenaires de Laval · 1 h",
			"Invitation à la soirée des partenaires de Laval• [1 h]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var html strings.Builder
			if err := Meta(x.text).Render(t.Context(), &html); err != nil {
				t.Fatal(err)
			}
			got := strings.NewReplacer("<i class=\"dot\"><b>\u00a0·</b> </i>", "• ",
				`<span class="nowrap">`, "[", "</span>", "]", "\u00a0", "_").Replace(html.String())
			if got = strings.Join(strings.Fields(got), " "); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}
