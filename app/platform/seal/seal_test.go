package seal

import (
	"errors"
	"testing"
)

func TestSealer(t *testing.T) {
	if _, err := New([]byte("fifteen bytes.."), "test"); err == nil {
		t.Error("a key of 15 bytes is taken")
	}
	sealer := func(secret, purpose string) Sealer {
		s, err := New([]byte(secret), purpose)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := sealer("sixteen bytes...", "test")
	sealed := s.Seal("here", "text")
	if text, err := s.Open("here", sealed); err != nil || text != "text" {
		t.Errorf("opened as %q, %v", text, err)
	}
	for name, open := range map[string]func() (string, error){
		"refuses what was sealed for another place":   func() (string, error) { return s.Open("there", sealed) },
		"refuses what was sealed for another purpose": func() (string, error) { return sealer("sixteen bytes...", "other").Open("here", sealed) },
		"refuses what was sealed with another key":    func() (string, error) { return sealer("sixteen others..", "test").Open("here", sealed) },
		"refuses what was cut":                        func() (string, error) { return s.Open("here", sealed[:5]) },
		"refuses nothing":                             func() (string, error) { return s.Open("here", nil) },
	} {
		t.Run(name, func(t *testing.T) {
			if text, err := open(); !errors.Is(err, ErrOtherKey) || text != "" {
				t.Errorf("%q, %v", text, err)
			}
		})
	}
}
