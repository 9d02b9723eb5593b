package templates

import (
	"context"
	"strings"
	"testing"
	"time"

	"presence/app/platform/errs"
)

func TestChanges_Validate(t *testing.T) {
	for name, x := range map[string]struct{ subject, html, field, code string }{
		"takes words in a subject":                     {subject: "{{firstname}}, {{ event_title }}"},
		"takes every placeholder in text":              {html: "<p>{{" + strings.Join(strings.Split(names(), ", "), "}} {{") + "}}</p>"},
		"takes a link where a link leads":              {html: `<a href="{{rsvp_url}}">x</a>`},
		"takes a word as the description of a picture": {html: `<img src="https://example.com/a.png" alt="{{event_title}}">`},
		"takes a word as the title of anything":        {html: `<p title="{{event_title}}">x</p>`},
		"takes a subject of 200 characters":            {subject: strings.Repeat("é", 200)},
		"takes html of 200,000 characters":             {html: strings.Repeat("é", 200_000)},
		"takes 20 texts of the event":                  {html: strings.Repeat("{{event_details}}", 20)},
		"refuses more": {html: strings.Repeat("{{event_details}}", 21), field: "content.fr.html",
			code: "placeholder_often"},
		"takes lines and tabs in html": {html: "<p>\n\tx\n</p>"},
		"refuses an unknown name of 60 characters": {html: "{{" + strings.Repeat("x", 60) + "}}",
			field: "content.fr.html", code: "unknown_placeholder"},
		"refuses a longer name as one that does not end": {html: "{{" + strings.Repeat("x", 61) + "}}",
			field: "content.fr.html", code: "placeholder_open"},
		"refuses a name of two lines": {html: "{{first\nname}}", field: "content.fr.html", code: "placeholder_open"},
		"refuses a link in a title": {html: `<p title="{{rsvp_url}}">x</p>`,
			field: "content.fr.html", code: "placeholder_place"},
		"refuses a placeholder that is not on the list": {html: "{{secret}}", field: "content.fr.html", code: "unknown_placeholder"},
		"refuses an expression":                         {html: "{{.Event.Title}}", field: "content.fr.html", code: "unknown_placeholder"},
		"refuses a placeholder that does not end":       {html: "{{firstname", field: "content.fr.html", code: "placeholder_open"},
		"refuses one within another":                    {html: "{{ {{firstname}} }}", field: "content.fr.html", code: "placeholder_open"},
		"refuses a block in a subject":                  {subject: "{{rsvp_button}}", field: "content.fr.subject", code: "placeholder_place"},
		"refuses a link in a subject":                   {subject: "{{rsvp_url}}", field: "content.fr.subject", code: "placeholder_place"},
		"refuses a word where a link leads": {html: `<a href="https://example.com/{{firstname}}">x</a>`, field: "content.fr.html",
			code: "placeholder_place"},
		"refuses a block in an attribute": {html: `<p title="{{event_intro}}">x</p>`, field: "content.fr.html",
			code: "placeholder_place"},
		"refuses a link that is only part of an address": {html: `<a href="{{rsvp_url}}?next=https://example.com">x</a>`,
			field: "content.fr.html", code: "placeholder_place"},
		"refuses a subject that is not UTF-8":    {subject: "a\xff", field: "content.fr.subject", code: "format"},
		"refuses html that is not UTF-8":         {html: "a\xff", field: "content.fr.html", code: "format"},
		"refuses a line break in a subject":      {subject: "a\r\nBcc: b@example.com", field: "content.fr.subject", code: "format"},
		"refuses a rune that stands for a value": {html: "a\ue100b", field: "content.fr.html", code: "format"},
		"refuses a subject that is too long":     {subject: strings.Repeat("é", 201), field: "content.fr.subject", code: "length"},
		"refuses html that is too long":          {html: strings.Repeat("é", 200_001), field: "content.fr.html", code: "length"},
	} {
		t.Run(name, func(t *testing.T) {
			c := Changes{FR: ContentChanges{Subject: &x.subject, HTML: &x.html}}
			got := c.Validate()
			if x.code == "" && len(got) > 0 {
				t.Fatalf("refused: %v", got)
			}
			if x.code != "" && (len(got) != 1 || got[0].Field != x.field || got[0].Code != x.code) {
				t.Fatalf("got %v, want %s %s", got, x.field, x.code)
			}
		})
	}
}

func TestParse_LeavesWhatMailsAreMadeOf(t *testing.T) {
	for name, in := range map[string]string{
		"a picture": `<img src="https://example.com/a.png" alt="a" width="10" height="20" border="0"/>`,
		"a font":    `<font color="#112233" face="Arial" size="2">x</font>`,
		"a style":   `<p style="color: #112233; padding: 4px">x</p>`,
		"a table":   `<table cellpadding="0" width="600"><tr><td align="center">x</td></tr></table>`,
		"a mailbox": `<a href="mailto:a@example.com">x</a>`,
	} {
		t.Run(name, func(t *testing.T) {
			out, fault := parse(in, inHTML)
			if fault != nil || strings.TrimSuffix(out, " rel=\"nofollow\"") == "" || strings.Replace(out, ` rel="nofollow"`, "", 1) != in {
				t.Errorf("%v, %q becomes %q", fault, in, out)
			}
		})
	}
}

func TestParse_Styles(t *testing.T) {
	for value, kept := range map[string]bool{
		"color: #123": true, "color: #112233cc": true, "color: rebeccapurple": true, "color: RGB(1, 2, 3)": true,
		"color: rgba(1,2,3,0.5)": true, "color: hsl(120, 50%, 50%)": true,
		"font-family: 'Segoe UI',-apple-system,Helvetica Neue, sans-serif": true,
		"font-size: xx-small": true, "font-size: 1.25em": true, "line-height: 1.6": true, "letter-spacing: -0.5px": true,
		"text-decoration: underline dotted red": true, "vertical-align: text-top": true, "white-space: pre-wrap": true,
		"padding: 10px 40px 10px .5em": true, "margin: 0 auto": true, "margin: -4px": true, "width: 50%": true, "display: inline-block": true,
		"border: 1px solid #ebd0d0": true, "border-top: thin dashed rgb(1, 2, 3)": true, "border-radius: 0 0 8px 8px": true,
		"border-style: none solid": true, "max-width: none": true, "mso-padding-alt: 15px 32px": true,

		"color: url(https://example.com/a)": false, "color: rgb(url(x))": false, "width: calc(1px + 1px)": false,
		"width: expression(alert(1))": false, `width: e\78pression(alert(1))`: false, "border: 1px solid url(a)": false,
		"font-family: url(a)": false, `font-family: 'a\27'`: false, "color: red 'x'": false, "padding: 1px 1px 1px 1px 1px 1px 1px": false,
		"position: fixed": false, "background: red": false,
	} {
		t.Run(value, func(t *testing.T) {
			out, fault := parse(`<p style="`+value+`">x</p>`, inHTML)
			want := `<p style="` + strings.ReplaceAll(value, "'", "&#39;") + `">x</p>`
			if !kept {
				want = `<p>x</p>`
			}
			if fault != nil || out != want {
				t.Errorf("%v, got %s", fault, out)
			}
		})
	}
}

// TestParse_ReturnsSoon: text that is made to keep a processor busy is read within a second or so; the deadline is far from that, and the
// checks of bluemonday would take hours.
func TestParse_ReturnsSoon(t *testing.T) {
	styles := func(value string) string {
		value = value[:min(len(value), maxStyle)]
		one := `<p style="` + value + `">`
		return strings.Repeat(one, maxHTML/len(one))
	}
	for name, x := range map[string]struct{ html, code string }{
		"many words of a line under text":      {html: `<p style="text-decoration:` + strings.Repeat("underline ", 40) + `x">`},
		"as many as fit":                       {html: styles("text-decoration:" + strings.Repeat("underline ", 200))},
		"many widths of a border":              {html: styles("border:" + strings.Repeat("1px ", 500))},
		"many names of fonts":                  {html: styles("font-family:" + strings.Repeat("a,", 1000))},
		"many escaped letters":                 {html: styles("color:" + strings.Repeat(`\61`, 500))},
		"many styles":                          {html: styles(strings.Repeat("color:red;", 200))},
		"many characters that are no words":    {html: styles("color:" + strings.Repeat("(", 2000))},
		"many attributes":                      {html: "<a " + strings.Repeat("href=x ", 28_000) + ">"},
		"many elements, one within the other":  {html: strings.Repeat("<div>", 40_000)},
		"a style of 2,000 characters":          {html: `<p style="` + strings.Repeat("a", maxStyle) + `">`},
		"a longer one is refused":              {html: `<p style="` + strings.Repeat("a", maxStyle+1) + `">`, code: "style_length"},
		"so are 80,000 escaped letters":        {html: `<p STYLE='color:` + strings.Repeat(`\61`, 60_000) + `'>`, code: "style_length"},
		"a longer one of an unknown element":   {html: `<x-y style="` + strings.Repeat("1px ", 40_000) + `">`, code: "style_length"},
		"a longer one that its element closes": {html: `<br style="` + strings.Repeat("1px ", 40_000) + `"/>`, code: "style_length"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			faults := make(chan *placeholderError, 1)
			go func() {
				_, fault := parse(x.html, inHTML)
				faults <- fault
			}()
			select {
			case fault := <-faults:
				if (fault == nil) != (x.code == "") || fault != nil && fault.code != x.code {
					t.Errorf("got %v, want %q", fault, x.code)
				}
			case <-ctx.Done():
				t.Error("is not read after 30 seconds")
			}
		})
	}
}

func TestIsMarker(t *testing.T) {
	for r, want := range map[rune]bool{'\ud7ff': false, '\ue000': true, '\uf8ff': true, '\uf900': false} {
		if got := isMarker(r); got != want {
			t.Errorf("%U: %v, want %v", r, got, want)
		}
	}
}

func TestParse_LeavesNothingThatRuns(t *testing.T) {
	for name, in := range map[string]string{
		"a_script":             `<script>alert(1)</script>`,
		"a_handler":            `<img src="https://example.com/a.png" onerror="alert(1)">`,
		"a_link_of_script":     `<a href="javascript:alert(1)">x</a>`,
		"a_form":               `<form action="https://example.com"><input name="a"></form>`,
		"a_frame":              `<iframe src="https://example.com"></iframe>`,
		"a_sheet":              `<style>@import "https://example.com/a.css"</style>`,
		"a_drawing":            `<svg><script>alert(1)</script></svg>`,
		"a_style_that_loads":   `<p style="background:url(https://example.com/a.png)">x</p>`,
		"a_style_that_covers":  `<p style="position:fixed;top:0">x</p>`,
		"a_meta_that_moves_on": `<meta http-equiv="refresh" content="0;url=https://example.com">`,
		"a_base":               `<base href="https://example.com">`,
		"a_picture_of_data":    `<img src="data:text/html,<script>alert(1)</script>">`,
	} {
		t.Run(name, func(t *testing.T) {
			out, fault := parse(in, inHTML)
			if fault != nil {
				t.Fatal(fault)
			}
			for _, bad := range []string{"script", "onerror", "javascript", "<form", "<input", "iframe", "<style", "@import", "<svg", "url(",
				"position", "http-equiv", "<base", "data:"} {
				if strings.Contains(out, bad) {
					t.Errorf("%q is left in %q", bad, out)
				}
			}
		})
	}
}

// FuzzParse looks for text that is accepted although a guest would see a brace or a stand-in address, or a script would run.
func FuzzParse(f *testing.F) {
	f.Add(`<p>{{greeting}}</p><a href="{{rsvp_url}}">x</a>`)
	f.Add(`{{{{firstname}}`)
	f.Add(`<a title='{{event_title}}' href="{{ rsvp_url }}">`)
	f.Fuzz(func(t *testing.T, in string) {
		v := in
		var faults errs.Fields
		if cleanHTML(&faults, "html", &v); len(faults) > 0 {
			return
		}
		out, _ := parse(v, inHTML)
		if strings.Contains(out, ".placeholder.invalid/") && !strings.Contains(in, "placeholder.invalid") {
			t.Errorf("a stand-in is left in %q", out)
		}
		if low := strings.ToLower(out); strings.Contains(low, "<script") || strings.Contains(low, "javascript:") &&
			strings.Contains(low, "href=\"javascript:") {
			t.Errorf("%q runs", out)
		}
	})
}
