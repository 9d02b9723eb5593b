package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Output is a bundle: the files by hashed name, manifest.json among them.
type Output map[string][]byte

// browsers are the oldest ones that understand light-dark(), oklch and container queries.
var browsers = []api.Engine{
	{Name: api.EngineChrome, Version: "123"},
	{Name: api.EngineFirefox, Version: "120"},
	{Name: api.EngineSafari, Version: "17.5"},
}

// Bundle reads css/app.css and js/app.js with all they import, css/guest.css of the guests' pages, the style sheets of
// single pages (css/pages), the images and the vendored scripts. The same input always gives the same bytes.
func Bundle(from string) (Output, error) {
	out, manifest := Output{}, map[string]string{}
	add := func(name string, body []byte) {
		hashed := hashedName(name, body)
		manifest[name], out[hashed] = hashed, body
	}
	pages, err := filepath.Glob(filepath.Join(from, "css", "pages", "*.css"))
	if err != nil {
		return nil, err
	}
	for _, entry := range append(pages, filepath.Join(from, "css", "app.css"), filepath.Join(from, "css", "guest.css"),
		filepath.Join(from, "js", "app.js")) {
		body, err := build(entry)
		if err != nil {
			return nil, err
		}
		add(filepath.Base(entry), body)
	}
	asTheyAre, err := copies(from)
	if err != nil {
		return nil, err
	}
	for name, file := range asTheyAre {
		body, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		add(name, body)
	}
	b, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return nil, err
	}
	out["manifest.json"] = append(b, '\n')
	return out, nil
}

// copies are the files that go out unchanged, by plain name: the images, and the vendored scripts, which come minified
// and whose checksums stand beside them.
func copies(from string) (map[string]string, error) {
	found := map[string]string{}
	images, err := filepath.Glob(filepath.Join(from, "images", "*"))
	if err != nil {
		return nil, err
	}
	for _, f := range images {
		found[filepath.Base(f)] = f
	}
	scripts, err := filepath.Glob(filepath.Join(from, "vendor", "*", "*.min.js"))
	if err != nil {
		return nil, err
	}
	for _, f := range scripts {
		found[strings.TrimSuffix(filepath.Base(f), ".min.js")+".js"] = f
	}
	return found, nil
}

// build bundles one entry with esbuild.
func build(entry string) ([]byte, error) {
	r := api.Build(api.BuildOptions{
		EntryPoints:       []string{entry},
		Bundle:            true,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		LegalComments:     api.LegalCommentsNone, // the licences stand beside the vendored files
		Charset:           api.CharsetUTF8,
		Format:            api.FormatIIFE,
		Engines:           browsers,
		Outfile:           "out" + filepath.Ext(entry),
		Write:             false,
	})
	if len(r.Errors) > 0 {
		return nil, errors.New(strings.Join(api.FormatMessages(r.Errors, api.FormatMessagesOptions{}), ""))
	}
	if len(r.OutputFiles) != 1 {
		return nil, fmt.Errorf("%s: %d files instead of one", entry, len(r.OutputFiles))
	}
	return r.OutputFiles[0].Contents, nil
}

// hashedName puts 64 bits of the content's hash into the name: app.css becomes app-1a2b3c4d5e6f7081.css.
func hashedName(name string, body []byte) string {
	sum := sha256.Sum256(body)
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(sum[:8]) + ext
}

// Write replaces the folder's content by the bundle. Files that did not change are left alone, so that watchers rest.
func Write(to string, out Output) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	old, err := os.ReadDir(to)
	if err != nil {
		return err
	}
	for _, f := range old {
		if _, keep := out[f.Name()]; !keep {
			if err := os.Remove(filepath.Join(to, f.Name())); err != nil {
				return err
			}
		}
	}
	for name, body := range out {
		p := filepath.Join(to, name)
		if had, err := os.ReadFile(p); err == nil && string(had) == string(body) {
			continue
		}
		if err := os.WriteFile(p, body, 0o644); err != nil {
			return err
		}
	}
	return nil
}
