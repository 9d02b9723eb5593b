package httpx

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Webhook describes a request that the product makes to other systems.
type Webhook struct {
	Kind, Summary string
	Schema        string // name of the schema of the record in its data; empty: the data is described by the summary alone
}

// describeWebhooks returns the section webhooks of the description, with examples from the schemas of records.
func describeWebhooks(list []Webhook, from examples) map[string]*huma.PathItem {
	header := func(name, description string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Required: true, Description: description, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	section := map[string]*huma.PathItem{}
	for _, w := range list {
		body := &huma.Schema{Type: huma.TypeObject, Required: []string{"type", "timestamp", "data"}, Properties: map[string]*huma.Schema{
			"type": {Type: huma.TypeString, Enum: []any{w.Kind}, Description: "The kind of event"},
			"timestamp": {Type: huma.TypeString, Format: "date-time", Description: "When it happened",
				Examples: []any{"2026-11-20T13:00:00Z"}},
			"data": dataSchema(from.schemas.Map()[w.Schema])}}
		content := map[string]*huma.MediaType{"application/json": {Schema: body}}
		addExamples(content, from)
		section[w.Kind] = &huma.PathItem{Post: &huma.Operation{
			OperationID: "webhook-" + strings.NewReplacer(".", "-", "_", "-").Replace(w.Kind), Method: http.MethodPost, Tags: []string{"webhooks"},
			Summary: w.Summary, Parameters: []*huma.Param{header("webhook-id", "The same at every attempt"),
				header("webhook-timestamp", "Of the attempt, in Unix seconds"),
				header("webhook-signature", "v1,… as Standard Webhooks defines; two of them for 24 hours after the secret was replaced")},
			RequestBody: &huma.RequestBody{Required: true, Content: content},
			Responses: map[string]*huma.Response{"2XX": {Description: "Received"}, "410": {Description: "Disables the endpoint"},
				"default": {Description: "It is tried again"}},
		}}
	}
	return section
}

// dataSchema returns the schema of the data of an event: the record with its version; an object of any kind if record is nil.
func dataSchema(record *huma.Schema) *huma.Schema {
	if record == nil {
		return &huma.Schema{Type: huma.TypeObject, Description: "What it tells of", AdditionalProperties: true}
	}
	properties := maps.Clone(record.Properties)
	properties["version"] = &huma.Schema{Type: huma.TypeInteger, Format: "int64", Description: "A larger one is newer",
		Examples: []any{1}}
	return &huma.Schema{Type: huma.TypeObject, Description: "The record, as its own routes show it", Properties: properties,
		Required: append(slices.Clone(record.Required), "version")}
}
