package httpx

import (
	"fmt"
	"testing"
)

func TestExpectedVersion(t *testing.T) {
	for _, x := range []struct{ name, header, want string }{
		{"nothing expects no version", "", "none"},
		{"a star expects no version", "*", "none"},
		{"the tag that was read", `"12-3"`, "3"},
		{"the version of what ships with the program", `"12-0"`, "0"},
		{"the tag of another record matches nothing", `"11-3"`, "-1"},
		{"nor does one whose id only begins so", `"1-3"`, "-1"},
		{"of several tags that of the record", `"11-3", "12-4" , "13-5"`, "4"},
		{"a tag that does not end", `"12-3`, "-1"},
		{"a tag without a number", `"12-x"`, "-1"},
		{"a negative version", `"12--1"`, "-1"},
		{"a weak tag", `W/"12-3"`, "-1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := "none"
			if v := ExpectedVersion(x.header, int64(12)); v != nil {
				got = fmt.Sprint(*v)
			}
			if got != x.want {
				t.Errorf("got %s, want %s", got, x.want)
			}
		})
	}
}

func TestResponse_id(t *testing.T) {
	for tag, want := range map[string]string{`"12-3"`: "12", `"summer-gala-2"`: "summer-gala", "": "", `"12"`: ""} {
		t.Run(tag, func(t *testing.T) {
			if got := (&Response[int]{ETag: tag}).id(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
