package home

import (
	"net/http"

	"presence/app/httpx"
)

// API registers what answers at the door, open to anyone (C10).
func API(r *httpx.Router, s *Service) {
	a := api{s: s}
	r.Plain(httpx.Op{Method: http.MethodGet, Path: "/", Rule: httpx.Anyone}, a.root)
	httpx.Handle(r, httpx.Op{Method: http.MethodGet, Path: "/health", Rule: httpx.Anyone, ID: "health", Tag: "service", Summary: "Whether the service is well", Success: http.StatusOK}, a.health)
	r.Plain(httpx.Op{Method: http.MethodGet, Path: "/openapi.json", Rule: httpx.Anyone}, describer(r.OpenAPI))
}

// Pages registers Today.
func Pages(r *httpx.Router, s *Today) {
	r.Page(http.MethodGet, "/staff/", httpx.SignedIn, pages{s}.today)
}
