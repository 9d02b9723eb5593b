package templates

import (
	"strings"
	"testing"

	"presence/app/platform/errs"
)

func TestChanges_Validate(t *testing.T) {
	for name, x := range map[string]struct{ subject, html, field, code string }{
		"takes_words_in_a_subject":                      {subject: "{{firstname}}, {{ event_title }}"},
		"takes_every_placeholder_in_text":               {html: "<p>{{" + strings.Join(strings.Split(names(), ", "), "}} {{") + "}}</p>"},
		"takes_a_link_where_a_link_leads":               {html: `<a href="{{rsvp_url}}">x</a>`},
		"takes_a_word_as_the_description_of_a_picture":  {html: `<img src="https://example.com/a.png" alt="{{event_title}}">`},
		"refuses_a_placeholder_that_is_not_on_the_list": {html: "{{secret}}", field: "content.fr.html", code: "unknown_placeholder"},
		"refuses_an_expression":                         {html: "{{.Event.Title}}", field: "content.fr.html", code: "unknown_placeholder"},
		"refuses_a_placeholder_that_does_not_end":       {html: "{{firstname", field: "content.fr.html", code: "placeholder_open"},
		"refuses_one_within_another":                    {html: "{{ {{firstname}} }}", field: "content.fr.html", code: "placeholder_open"},
		"refuses_a_block_in_a_subject":                  {subject: "{{rsvp_button}}", field: "content.fr.subject", code: "placeholder_place"},
		"refuses_a_link_in_a_subject":                   {subject: "{{rsvp_url}}", field: "content.fr.subject", code: "placeholder_place"},
		"refuses_a_word_where_a_link_leads": {html: `<a href="https://example.com/{{firstname}}">x</a>`, field: "content.fr.html",
			code: "placeholder_place"},
		"refuses_a_block_in_an_attribute": {html: `<p title="{{event_intro}}">x</p>`, field: "content.fr.html",
			code: "placeholder_place"},
		"refuses_a_link_that_is_only_part_of_an_address": {html: `<a href="{{rsvp_url}}?next=https://example.com">x</a>`,
			field: "content.fr.html", code: "placeholder_place"},
		"refuses_a_line_break_in_a_subject":      {subject: "a\r\nBcc: b@example.com", field: "content.fr.subject", code: "format"},
		"refuses_a_rune_that_stands_for_a_value": {html: "a\ue100b", field: "content.fr.html", code: "format"},
		"refuses_a_subject_that_is_too_long":     {subject: strings.Repeat("é", 201), field: "content.fr.subject", code: "length"},
		"refuses_html_that_is_too_long":          {html: strings.Repeat("é", 200_001), field: "content.fr.html", code: "length"},
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

// FuzzParse looks for text that is taken and still holds a brace that a guest would read, or something that runs.
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
