package home

// Docs is the reader of the API's description: the groups of operations, and one group at a time in full.
type Docs struct {
	Intro  []Para // of the index
	Server string
	Source string // href of the description itself
	Home   string // href of the index; empty on it
	Groups []DocGroup
	Group  *DocGroup // the one shown in full; nil: the index
	Query  string    // the search text; empty: none
	Found  int       // operations found
}

// Para is a paragraph of the description.
type Para []Span

// Span is a stretch of text in one style.
type Span struct {
	Text         string
	Strong, Code bool
}

// DocGroup is the operations of one resource.
type DocGroup struct {
	Name, Text, Href string
	Operations       []DocOperation
	Current          bool
}

// DocOperation is one operation.
type DocOperation struct {
	ID, Method, Path, Summary string
	Href                      string // where it is shown in full
	Anyone                    bool   // needs no credentials
	Parameters, Body          []DocField
	BodyAs                    string // its media types
	Curl                      string // of a webhook, an example of its body
	Answers                   []DocAnswer
}

// DocField is a parameter, or a field of a body.
type DocField struct {
	Name, Where, Type, Text, Example string
	Required                         bool
}

// DocAnswer is what an operation may answer.
type DocAnswer struct {
	Status, Text, As, Example string
	Good                      bool
	Fields                    []DocField
}
