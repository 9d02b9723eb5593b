package audit

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func names(set map[string]bool) string {
	return strings.Join(slices.Sorted(maps.Keys(set)), " ")
}

func TestConflicts(t *testing.T) {
	type m = Fields
	for name, tt := range map[string]struct {
		was, saved, mine m
		both, taken      string
	}{
		"nobody changed anything":                {m{"a": 1, "b": nil}, m{"a": 1, "b": nil}, m{"a": 1, "b": nil}, "", ""},
		"only mine":                              {m{"a": 1, "b": 2}, m{"a": 1, "b": 2}, m{"a": 7, "b": 2}, "", ""},
		"only theirs":                            {m{"a": 1, "b": 2}, m{"a": 7, "b": 2}, m{"a": 1, "b": 2}, "", "a"},
		"one each":                               {m{"a": 1, "b": 2}, m{"a": 7, "b": 2}, m{"a": 1, "b": 8}, "", "a"},
		"the same field, differently":            {m{"a": "x", "b": 2}, m{"a": "y", "b": 2}, m{"a": "z", "b": 2}, "a", ""},
		"the same field, to the same":            {m{"a": "x"}, m{"a": "y"}, m{"a": "y"}, "", ""},
		"what was empty":                         {m{"a": nil}, m{"a": 5}, m{"a": 6}, "a", ""},
		"a number of another type is itself":     {m{"a": 5.0}, m{"a": int64(5)}, m{"a": 6}, "", ""},
		"nobody knows what was of what is empty": {nil, m{"a": nil}, m{"a": 3}, "a", ""},
		"nobody knows what was":                  {nil, m{"a": 1, "b": 2}, m{"a": 1, "b": 3}, "b", ""},
	} {
		t.Run(name, func(t *testing.T) {
			both, taken := Conflicts(tt.was, tt.saved, tt.mine)
			if names(both) != tt.both || names(taken) != tt.taken {
				t.Errorf("both %q, taken %q; want %q, %q", names(both), names(taken), tt.both, tt.taken)
			}
		})
	}
	if both, _ := Conflicts(nil, Fields{"A": 1}, Fields{"A": 2}); names(both) != "A" {
		t.Errorf("without a word of what was: %q", names(both))
	}
}

func TestStateBefore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return Record(ctx, tx,
				Entry{At: 1, Who: Who{Name: "Ada"}, Action: "created", Kind: "event", RecordID: "gala",
					Changes: Changes{"a": {nil, "x"}, "b": {nil, 1}}},
				Entry{At: 2, Who: Who{Name: "Bea"}, Action: "updated", Kind: "event", RecordID: "gala", Changes: Changes{"a": {"x", "y"}}},
				Entry{At: 3, Who: Who{Name: "Cleo"}, Action: "updated", Kind: "event", RecordID: "gala",
					Changes: Changes{"a": {"y", "z"}, "b": {1, 2}}},
				Entry{At: 4, Who: Who{Name: "Dora"}, Action: "updated", Kind: "event", RecordID: "other", Changes: Changes{"a": {"q", "r"}}})
		})
		if err != nil {
			t.Fatal(err)
		}
		now := Fields{"a": "z", "b": 2}
		for name, tt := range map[string]struct {
			id       string
			versions int64
			want     map[string]any // nil: nobody knows
			who      string
		}{
			"one version ago":                {"gala", 1, map[string]any{"a": "y", "b": float64(1)}, "Cleo"},
			"two versions ago":               {"gala", 2, map[string]any{"a": "x", "b": float64(1)}, "Cleo"},
			"longer ago than anybody tells":  {"gala", 9, nil, "Cleo"},
			"at a version that is yet to be": {"gala", -1, nil, "Cleo"},
			"of what has no history":         {"none", 1, nil, ""},
		} {
			t.Run(name, func(t *testing.T) {
				was, last, err := StateBefore(ctx, d, "event", tt.id, now, tt.versions)
				if err != nil || !maps.Equal(was, tt.want) || (was == nil) != (tt.want == nil) {
					t.Errorf("was %v, %v; want %v", was, err, tt.want)
				}
				if last == nil && tt.who != "" || last != nil && last.Who.Name != tt.who {
					t.Errorf("changed last by %+v, want %s", last, tt.who)
				}
			})
		}
		if now["a"] != "z" {
			t.Error("what is now was changed")
		}
	})
}
