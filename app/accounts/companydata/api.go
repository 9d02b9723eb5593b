package companydata

import (
	"context"
	"io"

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
