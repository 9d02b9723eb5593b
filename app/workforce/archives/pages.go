package archives

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/archives"
)

// pages handles the requests of the pages of the archive.
type pages struct{ s *Service }

// list shows one page of the archived records of a kind.
func (p pages) list(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	v, faults := parseView(c.Request.URL.Query(), p.s.zone)
	d := presenter{by, by.Language, p.s.zone}
	if len(faults) > 0 {
		return frame.Page(c, http.StatusUnprocessableEntity, views.ListPage, d.list(v, Page{}, faults))
	}
	found, err := p.s.List(c.Request.Context(), by, v.Filter)
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.ListPage, d.list(v, found, nil))
}

// record shows one archived record.
func (p pages) record(c *gin.Context) error {
	by, k, id := auth.From(c.Request.Context()), kindOf(c), httpx.ID(c.Param("id"))
	if k == "" {
		return errs.NotFound("record")
	}
	x, err := p.s.Get(c.Request.Context(), by, k, id)
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.RecordPage, presenter{by, by.Language, p.s.zone}.record(x))
}

// restore restores a record and returns to the list, where a message offers to undo it. If the record cannot be restored, the message
// says why.
func (p pages) restore(c *gin.Context) error {
	by, k, id := auth.From(c.Request.Context()), kindOf(c), httpx.ID(c.Param("id"))
	version, err := p.s.Restore(c.Request.Context(), by, k, id, httpx.FormVersion(c))
	if err != nil {
		return refuse(c, err, paths.ArchivedRecord(string(k), id))
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(restored[k]), Undo: paths.ArchiveAgain(string(k), id),
		Hidden: []ui.Hidden{{Name: "version", Value: number(version)}}})
	return httpx.SeeOther(c, listOf(c, k))
}

// delete undoes a restoring.
func (p pages) delete(c *gin.Context) error {
	by, k, id := auth.From(c.Request.Context()), kindOf(c), httpx.ID(c.Param("id"))
	if err := p.s.Delete(c.Request.Context(), by, k, id, httpx.FormVersion(c)); err != nil {
		return refuse(c, err, paths.Archive(url.Values{"kind": {string(k)}}))
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: by.Language.T(i18n.ArchAgain)})
	return httpx.SeeOther(c, listOf(c, k))
}

// refuse redirects to a page where a message says why the record cannot change.
func refuse(c *gin.Context, err error, to string) error {
	switch errs.KindOf(err) {
	case errs.KindConflict, errs.KindInvalid, errs.KindStale:
	default:
		return err
	}
	e, _ := errs.Of(err)
	code, detail := e.Code, e.Detail
	if faults := errs.FieldsOf(err); len(faults) > 0 {
		code, detail = faults[0].Code, faults[0].Detail
	}
	httpx.Flash(c, ui.Toast{Tone: ui.Bad, Text: auth.Lang(c).T(i18n.FaultShown(code, detail))})
	return httpx.SeeOther(c, to)
}

// kindOf returns the kind in the address; empty if there is no such kind.
func kindOf(c *gin.Context) Kind {
	if k := Kind(c.Param("kind")); slices.Contains(Kinds, k) {
		return k
	}
	return ""
}

// listOf returns the address of the list from which a form was sent, else of all records of the kind.
func listOf(c *gin.Context, k Kind) string {
	q, err := url.ParseQuery(c.PostForm("view"))
	if err != nil || len(q) == 0 {
		q = url.Values{"kind": {string(k)}}
	}
	return paths.Archive(q)
}
