package oauthsessions

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/oauthsessions"
	"presence/views/ui"
)

// pageRows is the number of applications on a page.
const pageRows = 50

// pages handles the requests of one of the two pages: with all that of everyone's applications, without that of the actor's own.
type pages struct {
	s    *Service
	zone *time.Location
	all  bool
}

// search parses the query of an address; invalid values are ignored.
func (p pages) search(c *gin.Context) Search {
	search := Search{Own: !p.all, Rows: pageRows}
	if p.all {
		search.Text = httpx.SearchText(c.Query("q"))
	}
	search.Page, _ = strconv.ParseInt(c.Query("page"), 10, 64)
	return search
}

// query returns the query that pages.search parses.
func (s Search) query() url.Values {
	q := url.Values{}
	if s.Text != "" {
		q.Set("q", s.Text)
	}
	if s.Page > 1 {
		q.Set("page", strconv.FormatInt(s.Page, 10))
	}
	return q
}

func (p pages) address(query url.Values) string {
	if p.all {
		return paths.AllApplications(query)
	}
	return paths.Applications(query)
}

// list shows the applications. The parameter ask opens the question whether to disconnect the one with that id.
func (p pages) list(c *gin.Context) error {
	by, search := auth.From(c.Request.Context()), p.search(c)
	found, err := p.s.Connections(c.Request.Context(), by, search)
	if err != nil {
		return err
	}
	search.Page = found.Page
	return frame.Page(c, http.StatusOK, views.List, p.present(by, search, found, c.Query("ask")))
}

func (p pages) disconnect(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	o, err := p.s.Delete(c.Request.Context(), by, c.PostForm("session"), nil)
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.F(i18n.AppsEnded, o.Application)})
	return httpx.SeeOther(c, p.address(p.search(c).query()))
}
