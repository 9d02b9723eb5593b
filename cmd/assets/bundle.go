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
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Output is a bundle: file contents by hashed name, including manifest.json.
type Output map[string][]byte

// browsers are the oldest supported ones: they understand light-dark(), oklch and container queries.
var browsers = []api.Engine{
	{Name: api.EngineChrome, Version: "123"},
	{Name: api.EngineFirefox, Version: "120"},
	{Name: api.EngineSafari, Version: "17.5"},
}

// Bundle reads css/app.css and js/app.js with all that they import, css/guest.css for the guests' pages, the style sheets and
// scripts of single pages (css/pages, js/pages), the images and the vendored scripts and fonts. The same input always gives the same bytes.
func Bundle(from string) (Output, error) {
	out, manifest := Output{}, map[string]string{}
	add := func(name string, body []byte) {
		hashed := hashedName(name, body)
		manifest[name], out[hashed] = hashed, body
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
	pages, err := filepath.Glob(filepath.Join(from, "css", "pages", "*.css"))
	if err != nil {
		return nil, err
	}
	scripts, err := filepath.Glob(filepath.Join(from, "js", "pages", "*.js"))
	if err != nil {
		return nil, err
	}
	for _, entry := range append(slices.Concat(pages, scripts), filepath.Join(from, "css", "app.css"), filepath.Join(from, "css", "guest.css"),
		filepath.Join(from, "js", "app.js")) {
		body, err := build(entry, manifest)
		if err != nil {
			return nil, err
		}
		add(filepath.Base(entry), body)
	}
	b, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return nil, err
	}
	out["manifest.json"] = append(b, '\n')
	return out, nil
}

// copies returns the files that are copied unchanged, by plain name: the images, and the vendored scripts and fonts, which are
// already minified and have their checksums beside them.
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
	fonts, err := filepath.Glob(filepath.Join(from, "vendor", "*", "*.woff2"))
	if err != nil {
		return nil, err
	}
	for _, f := range fonts {
		found[filepath.Base(f)] = f
	}
	return found, nil
}

// hashedFonts makes a style sheet's url("inter.woff2") the hashed name of that font. The name is relative: fonts are served
// beside the style sheets.
func hashedFonts(manifest map[string]string) api.Plugin {
	return api.Plugin{Name: "fonts", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `\.woff2$`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			hashed, ok := manifest[a.Path]
			if !ok {
				return api.OnResolveResult{}, fmt.Errorf("there is no font %s in vendor", a.Path)
			}
			return api.OnResolveResult{Path: hashed, External: true}, nil
		})
	}}
}

// build bundles one entry with esbuild; manifest holds the hashed names of the fonts.
func build(entry string, manifest map[string]string) ([]byte, error) {
	r := api.Build(api.BuildOptions{
		EntryPoints:       []string{entry},
		Bundle:            true,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		LegalComments:     api.LegalCommentsNone, // the licences are beside the vendored files
		Charset:           api.CharsetUTF8,
		Format:            api.FormatIIFE,
		Engines:           browsers,
		Outfile:           "out" + filepath.Ext(entry),
		Plugins:           []api.Plugin{hashedFonts(manifest)},
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

// hashedName adds 64 bits of the content's hash to the name: app.css becomes app-1a2b3c4d5e6f7081.css.
func hashedName(name string, body []byte) string {
	sum := sha256.Sum256(body)
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(sum[:8]) + ext
}

// Write replaces the content of a folder by the bundle. Unchanged files are not written, so that file watchers are not
// triggered.
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
