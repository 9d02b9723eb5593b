package app

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
)

// webManifest describes the staff pages as an application that can be installed on a phone.
func webManifest(c *gin.Context) error {
	l, _ := i18n.Parse(c.Query("lang"))
	icon := func(name, sizes, purpose string) map[string]string {
		return map[string]string{"src": paths.Static(name), "type": "image/png", "sizes": sizes, "purpose": purpose}
	}
	name := l.T(i18n.ProductName)
	c.Header("Cache-Control", "no-cache")
	c.Header("Content-Type", "application/manifest+json")
	c.JSON(http.StatusOK, map[string]any{
		"id": paths.Today(), "start_url": paths.Today(), "scope": paths.Home(), "display": "standalone", "lang": string(l),
		"name": name, "short_name": name, "description": l.T(i18n.AppAbout),
		"background_color": "#f8f9fb", "theme_color": "#1f4fb8",
		"icons": []map[string]string{icon("icon-192.png", "192x192", "any"), icon("icon-512.png", "512x512", "any"),
			icon("icon-maskable-192.png", "192x192", "maskable"), icon("icon-maskable-512.png", "512x512", "maskable")},
	})
	return nil
}
