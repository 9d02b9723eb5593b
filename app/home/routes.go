package home

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/httpx"
	"presence/app/platform/paths"
)

// probe returns the Op of a route that load balancers and orchestrators poll.
func probe(path, id, summary string) httpx.Op {
	return httpx.Op{Method: http.MethodGet, Path: path, Kind: httpx.Probe, Rule: httpx.Anyone, ID: id, Tag: "service",
		Summary: summary, Success: http.StatusOK}.With(httpx.IgnoresUnknownQuery)
}

// API registers the root, the health checks and the API description, which are public (C10).
func API(r *httpx.Router, s *Service) {
	a := api{s: s}
	r.HandleRaw(getRoot.With(httpx.Described(httpx.OperationDoc{Responses: []httpx.ResponseDoc{
		{Status: http.StatusOK, Text: "The name, the version and where to go on; a browser is shown the way to sign in", Body: indexJSON{}},
		{Status: http.StatusOK, Media: "text/html"},
	}})), a.index)
	httpx.Handle(r, probe("/health", "health", "Whether the service is well"), a.health)
	httpx.Handle(r, probe("/readyz", "readiness", "Whether requests may be sent here: the same as /health"), a.health)
	httpx.Handle(r, probe("/livez", "liveness", "Whether the process answers, even while its database does not"), a.liveness)
	r.HandleRaw(getDescription.With(httpx.Described(httpx.OperationDoc{Responses: []httpx.ResponseDoc{
		{Status: http.StatusOK, Text: "This description", Body: map[string]any{}, Media: descriptionMedia},
	}})), serveDescription(r.OpenAPI))
}

var (
	getRoot = httpx.Op{Method: http.MethodGet, Path: "/", Rule: httpx.Anyone, ID: "get-index", Tag: "service",
		Summary: "What this is, and where to go on", Success: http.StatusOK}
	getDescription = httpx.Op{Method: http.MethodGet, Path: "/openapi.json", Rule: httpx.Anyone, ID: "get-description", Tag: "service",
		Summary: "This description, as OpenAPI 3.1", Success: http.StatusOK}
)

// Pages registers the start page, its address without the last slash, and the pages of the API description, which are public.
func Pages(r *httpx.Router, s *Today) {
	r.Page(http.MethodGet, "/docs", httpx.Anyone, newDocs(r.OpenAPI).page, httpx.Public)
	r.Page(http.MethodGet, "/staff", httpx.Anyone, toToday, httpx.Public)
	r.Page(http.MethodGet, "/staff/", httpx.SignedIn, pages{s}.today)
}

// toToday leads from /staff, as people type it, to the start page.
func toToday(c *gin.Context) error {
	c.Redirect(http.StatusMovedPermanently, paths.Today())
	return nil
}

// FirstStepsPages registers the page that the first administrator comes to.
func FirstStepsPages(r *httpx.Router, s FirstSteps) {
	p := firstStepsPages{s}
	r.Page(http.MethodGet, "/staff/first-steps", httpx.Admin, p.ask)
	r.Page(http.MethodPost, "/staff/first-steps", httpx.Admin, p.save)
}
