package emails

import "presence/app/platform/palette"

// BlockKind is what a block of a message shows.
type BlockKind int

// The kinds of block.
const (
	BlockBand    BlockKind = iota // the title of the message, on the colour of the event
	BlockHeading                  // a title within the message
	BlockText
	BlockPicture // a picture
	BlockButton
	BlockColumns // two texts side by side
	BlockDivider
	BlockDetails // the date, the hours and the address
)

// Block is one part of a message. Its texts may contain placeholders.
type Block struct {
	Mark  string // class of its part of the table, by which a preview finds it; empty in messages
	Kind  BlockKind
	Text  string // of a title or button; of the cover picture and of details a placeholder; of a text and of the left column HTML, safe
	Right string // HTML of the right column
	URL   string // of a button
	Hint  string // below a button; may be empty
	// Picture is what a picture block shows; nil: the cover picture, for which Text stands.
	Picture *Cover
}

// band reports whether the block reaches from edge to edge.
func (b Block) band() bool { return b.Kind == BlockBand || b.Kind == BlockPicture }

// blocksBegin is how the HTML of Blocks begins.
const blocksBegin = `<table class="p-full"`

// edges says where a block stands: the first one below an edge, and the last one of a message, have more room.
type edges struct{ first, last bool }

func (e edges) padding() string {
	top, bottom := "10px", "10px"
	if e.first {
		top = "32px"
	}
	if e.last {
		bottom = "36px"
	}
	return "padding:" + top + " 40px " + bottom
}

// textStyle is the style of a cell with text.
func textStyle(c palette.Colors) string {
	return style("font-size:16px;line-height:25px", sans, color(c.Ink))
}
