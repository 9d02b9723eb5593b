package blocks_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"presence/app/hub/blocks"
)

// list returns a list of one block.
func list(b blocks.Block) blocks.List { return blocks.List{Blocks: []blocks.Block{b}} }

func TestList_Validate(t *testing.T) {
	text := func(fr string) blocks.List { return list(blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: fr}}) }
	title := func(fr string) blocks.List {
		return list(blocks.Block{Kind: blocks.Title, Words: blocks.Words{FR: fr}})
	}
	button := func(url string) blocks.List { return list(blocks.Block{Kind: blocks.Button, URL: url}) }
	many := func(n int, b blocks.Block) (l blocks.List) {
		for range n {
			l.Blocks = append(l.Blocks, b)
		}
		return l
	}
	for name, x := range map[string]struct {
		list        blocks.List
		field, code string
	}{
		"takes the standard invitation":      {list: blocks.Standard()},
		"takes no block":                     {},
		"takes 40 blocks":                    {list: many(40, blocks.Block{Kind: blocks.Divider})},
		"refuses more":                       {many(41, blocks.Block{Kind: blocks.Divider}), "blocks", "too_many_blocks"},
		"refuses an unknown type":            {list(blocks.Block{Kind: "video"}), "blocks[0].type", "not_allowed"},
		"refuses two blocks with one number": {many(2, blocks.Block{ID: 3, Kind: blocks.Divider}), "blocks[1].id", "duplicate_block"},
		"refuses a negative number":          {list(blocks.Block{ID: -1, Kind: blocks.Divider}), "blocks[0].id", "out_of_range"},
		"takes a text of 5,000 characters":   {list: text(strings.Repeat("é", 5000))},
		"refuses a longer text":              {text(strings.Repeat("é", 5001)), "blocks[0].fr", "length"},
		"refuses 201 brackets":               {text(strings.Repeat("[a](", 201)), "blocks[0].fr", "markdown_complex"},
		"takes 60,000 characters in all":     {list: many(12, blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: strings.Repeat("é", 5000)}})},
		"refuses more in all": {blocks.List{Blocks: append(many(12, blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: strings.Repeat("é", 5000)}}).Blocks,
			blocks.Block{Kind: blocks.Text, Words: blocks.Words{EN: "a"}})}, "blocks", "list_length"},
		"refuses a longer title":                       {title(strings.Repeat("é", 201)), "blocks[0].fr", "length"},
		"refuses a title of two lines":                 {title("a\nb"), "blocks[0].fr", "format"},
		"refuses characters that turn text around":     {text("a\u202eb"), "blocks[0].fr", "format"},
		"refuses a rune that stands for a value":       {text("a\ue100b"), "blocks[0].fr", "format"},
		"refuses a text of a divider":                  {list(blocks.Block{Kind: blocks.Divider, Words: blocks.Words{EN: "x"}}), "blocks[0].en", "not_allowed"},
		"refuses a right column of a text":             {list(blocks.Block{Kind: blocks.Text, Right: blocks.Words{FR: "x"}}), "blocks[0].right.fr", "not_allowed"},
		"refuses an address of a text":                 {list(blocks.Block{Kind: blocks.Text, URL: "https://example.com"}), "blocks[0].url", "not_allowed"},
		"takes placeholders":                           {list: text("{{greeting}} [répondre]({{rsvp_url}})\n\n{{event_intro}}")},
		"refuses an unknown placeholder":               {text("{{secret}}"), "blocks[0].fr", "unknown_placeholder"},
		"refuses a placeholder that does not end":      {text("{{firstname"), "blocks[0].fr", "placeholder_open"},
		"refuses a text of the event within a line":    {text("Voici : {{event_intro}}"), "blocks[0].fr", "placeholder_alone"},
		"refuses it beside one that stands alone":      {text("{{event_intro}}\n\n- {{event_intro}}"), "blocks[0].fr", "placeholder_alone"},
		"refuses a name where a link leads":            {text("[x](https://example.com/{{firstname}})"), "blocks[0].fr", "placeholder_place"},
		"refuses a link in a title":                    {title("{{rsvp_url}}"), "blocks[0].fr", "placeholder_place"},
		"refuses 21 of them in English alone":          {many(21, blocks.Block{Kind: blocks.Text, Words: blocks.Words{EN: "{{event_intro}}"}}), "blocks", "placeholder_often"},
		"takes 20 texts of the event in each language": {list: many(20, blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: "{{event_intro}}", EN: "{{event_details}}"}})},
		"refuses pictures among more than 20": {blocks.List{Blocks: append(
			many(20, blocks.Block{Kind: blocks.Columns, Right: blocks.Words{FR: "{{event_intro}}"}}).Blocks, blocks.Block{Kind: blocks.Picture})}, "blocks", "placeholder_often"},
		"refuses more than 20 texts of the event in all":    {many(21, blocks.Block{Kind: blocks.Details}), "blocks", "placeholder_often"},
		"takes a button to an address":                      {list: button("https://example.com/a?b=1&c=2")},
		"takes a button to the page where guests answer":    {list: button("")},
		"refuses a button to an address without encryption": {button("http://example.com"), "blocks[0].url", "https_address"},
		"refuses a button that runs a script":               {button("javascript:alert(1)"), "blocks[0].url", "https_address"},
		"refuses a button to an address with a password":    {button("https://a:b@example.com"), "blocks[0].url", "https_address"},
		"refuses a button to an address with a placeholder": {button("https://example.com/{{firstname}}"), "blocks[0].url", "https_address"},
		"refuses a button to a long address":                {button("https://example.com/" + strings.Repeat("a", 500)), "blocks[0].url", "length"},
		"refuses a subject of two lines":                    {blocks.List{Subject: blocks.Words{EN: "a\nb"}}, "subject.en", "format"},
	} {
		t.Run(name, func(t *testing.T) {
			got := x.list.Validate()
			if x.code == "" && len(got) > 0 {
				t.Fatalf("refused: %v", got)
			}
			if x.code != "" && (len(got) != 1 || got[0].Field != x.field || got[0].Code != x.code) {
				t.Fatalf("got %v, want %s %s", got, x.field, x.code)
			}
		})
	}
}

func TestList_JSON(t *testing.T) {
	l := blocks.Standard()
	l.Blocks = append(l.Blocks, blocks.Block{ID: 8, Kind: blocks.Columns, Words: blocks.Words{FR: "a"}, Right: blocks.Words{EN: "b"}})
	text, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"id":8,"type":"columns","fr":"a","right":{"en":"b"}}]}`; !strings.HasSuffix(string(text), want) {
		t.Errorf("got %s, want …%s", text, want)
	}
}

func TestList_Answerable(t *testing.T) {
	for name, x := range map[string]struct {
		list blocks.List
		want bool
	}{
		"the standard invitation":                       {blocks.Standard(), true},
		"a link in a text":                              {list(blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: "[x]({{rsvp_url}})"}}), true},
		"a link in French alone, where English differs": {list(blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: "[x]({{rsvp_url}})", EN: "x"}}), false},
		"a button that leads elsewhere": {list(blocks.Block{Kind: blocks.Button, Words: blocks.Words{FR: "x"},
			URL: "https://example.com"}), false},
		"nothing": {},
	} {
		t.Run(name, func(t *testing.T) {
			if got := x.list.Answerable(); got != x.want {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

// BenchmarkList_Validate renders a list of the texts that take longest; afterwards they are cached. It must take less than 300 ms.
func BenchmarkList_Validate(b *testing.B) {
	for n := 0; b.Loop(); n++ {
		var l blocks.List
		for i := range 12 {
			text := strconv.Itoa(n) + "." + strconv.Itoa(i) + " " + strings.Repeat(`[a]("`, 200)
			text += strings.Repeat("a", blocks.MaxText-len(text))
			l.Blocks = append(l.Blocks, blocks.Block{Kind: blocks.Text, Words: blocks.Words{FR: text}})
		}
		if err := l.Validate().Err(); err != nil {
			b.Fatal(err)
		}
	}
}
