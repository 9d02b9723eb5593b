package companydata

import (
	"context"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
)

type api struct{ s *Service }

func (a api) export(ctx context.Context, _ *struct{}) (*httpx.Download, error) {
	return &httpx.Download{
		ContentType: zipType, Disposition: a.s.disposition(),
		Write: func(w io.Writer) error { return a.s.ExportZIP(ctx, auth.From(ctx), w) },
	}, nil
}

// checkJSON is what an archive contains.
type checkJSON struct {
	Version        string              `json:"version" doc:"Of the program that wrote the archive" example:"1.4.0"`
	ExportedAt     string              `json:"exported_at" format:"date-time" doc:"When it was written" example:"2026-11-20T13:00:00Z"`
	Company        string              `json:"company" doc:"The company's name; empty if the settings have none" example:"Ferme Roy"`
	Rows           int64               `json:"rows" doc:"Rows of all files" example:"5210"`
	Files          []fileJSON          `json:"files" doc:"The files, in order"`
	Administrators []administratorJSON `json:"administrators" doc:"Active administrators, at most 200"`
	Settings       []settingJSON       `json:"settings" doc:"Settings of the company, at most 100"`
}

type fileJSON struct {
	Name string `json:"name" doc:"The file's name" example:"shifts.csv"`
	Rows int64  `json:"rows" doc:"Its rows" example:"1200"`
}

type settingJSON struct {
	Name  string `json:"name" doc:"The setting's name" example:"TIMEZONE"`
	Value string `json:"value" doc:"Its value" example:"America/Toronto"`
}

type administratorJSON struct {
	ID    string `json:"id" doc:"The person's id" example:"0c1b9f5e-52f5-4c6d-8a0e-5d1c2f3b4a59"`
	Name  string `json:"name" doc:"The person's name" example:"Ada Roy"`
	Email string `json:"email" doc:"The person's address" example:"ada@example.com"`
}

func toCheckJSON(c Check) checkJSON {
	out := checkJSON{Version: c.Version, ExportedAt: c.ExportedAt, Company: c.Company, Rows: c.Rows, Files: []fileJSON{},
		Administrators: []administratorJSON{}, Settings: []settingJSON{}}
	for _, f := range c.Files {
		out.Files = append(out.Files, fileJSON{f.File, f.Rows})
	}
	for _, a := range c.Administrators {
		out.Administrators = append(out.Administrators, administratorJSON(a))
	}
	for _, x := range c.Settings {
		out.Settings = append(out.Settings, settingJSON(x))
	}
	return out
}

// check answers with what an archive contains; nothing is kept.
func (a api) check(c *gin.Context) error {
	return a.withArchive(c, func(ctx context.Context, by auth.Actor, r io.Reader) (Check, error) {
		return a.s.CheckUpload(ctx, by, r)
	})
}

// importArchive imports an archive into a new installation.
func (a api) importArchive(c *gin.Context) error {
	return a.withArchive(c, func(ctx context.Context, by auth.Actor, r io.Reader) (Check, error) {
		return a.s.ImportUpload(ctx, by, r, c.Query("administrator"))
	}, "administrator")
}

func (a api) withArchive(c *gin.Context, do func(ctx context.Context, by auth.Actor, r io.Reader) (Check, error), query ...string) error {
	if err := httpx.OnlyQuery(c, query...); err != nil {
		return err
	}
	f, err := httpx.ArchiveOf(c, MaxArchive)
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	found, err := do(ctx, auth.From(ctx), f)
	if err != nil {
		return err
	}
	c.PureJSON(http.StatusOK, toCheckJSON(found))
	return nil
}
