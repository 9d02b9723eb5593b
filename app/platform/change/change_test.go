package change

import "testing"

func TestSet(t *testing.T) {
	for _, x := range []struct {
		name  string
		value *string
		want  string
	}{
		{"a field that is absent stays", nil, "before"},
		{"a field that is present changes", new("after"), "after"},
		{"an empty value is present", new(""), ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			field := "before"
			if Set(&field, x.value); field != x.want {
				t.Errorf("%q, want %q", field, x.want)
			}
		})
	}
}
