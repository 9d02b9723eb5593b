package review

import "presence/views/ui"

// AskNote returns the dialog that asks for the note of a decision; note is the field beside the buttons.
func AskNote(title string, note ui.Field) *Ask {
	return &Ask{title, ui.Field{Name: note.Name, ID: "ask-" + note.Name, Label: note.Label, Hint: note.Hint, Rows: 3,
		MaxLength: note.MaxLength, Required: true}}
}
