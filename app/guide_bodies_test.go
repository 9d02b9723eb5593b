package app_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"presence/app/apptest"
)

// TestGuide_bodies holds the largest bodies that the guide tells proxies to allow against those of the routes.
func TestGuide_bodies(t *testing.T) {
	t.Parallel()
	read := func(file string) string {
		text, err := os.ReadFile("../docs/" + file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	guide := read("operators.md")
	told := map[string]int64{} // bytes, by path
	for _, row := range regexp.MustCompile(`(?m)^\| ([0-9]+) (MiB|GiB) \| (.+) \|$`).FindAllStringSubmatch(guide, -1) {
		n, err := strconv.ParseInt(row[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range regexp.MustCompile("`(/[^`]+)`").FindAllStringSubmatch(row[3], -1) {
			told[path[1]] = n << map[string]int{"MiB": 20, "GiB": 30}[row[2]]
		}
	}
	const usual, largest = 1 << 20, 1 << 30 // the page of archives says by itself that a file is too large
	limits := map[string]int64{}
	for _, r := range apptest.New(t, apptest.Empty()).Routes() {
		if r.MaxBody > usual {
			limits[regexp.MustCompile(`:\w+`).ReplaceAllString(r.Path, "…")] = min(r.MaxBody, largest)
		}
	}
	for path, limit := range limits {
		if told[path] != limit {
			t.Errorf("%s takes %d MiB, the guide says %d", path, limit>>20, told[path]>>20)
		}
	}
	for path := range told {
		if limits[path] == 0 {
			t.Errorf("%s takes no large bodies", path)
		}
	}
	t.Run("the examples of proxies allow all but the archive of a company", func(t *testing.T) {
		sizes := []int64{}
		for _, limit := range limits {
			if limit < largest {
				sizes = append(sizes, limit)
			}
		}
		want := strconv.FormatInt(slices.Max(sizes)>>20, 10)
		for file, text := range map[string]string{"operators.md": guide, "ops/nginx.conf": read("ops/nginx.conf"), "ops/Caddyfile": read("ops/Caddyfile")} {
			found := regexp.MustCompile(`(?:client_max_body_size|max_size) (\w+)`).FindAllStringSubmatch(text, -1)
			if len(found) == 0 {
				t.Errorf("%s sets no limit", file)
			}
			for _, f := range found {
				if f[1] != want+"m" && f[1] != want+"MiB" {
					t.Errorf("%s: %s, want %s MiB", file, f[0], want)
				}
			}
		}
	})
}
