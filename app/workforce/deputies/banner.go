package deputies

import (
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/views/ui"
)

// ShowBanner shows on a page for whom the actor stands in today, and until when. For other actors it shows nothing.
func (s *Service) ShowBanner(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	list, err := s.StandIns(c.Request.Context(), by)
	if err != nil || len(list) == 0 {
		return err
	}
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = by.Language.F(i18n.StandingIn, x.Name, by.Language.DayShort(x.Until))
	}
	frame.SetBanner(c, ui.BannerProps{Tone: ui.Info, Icon: ui.IconUsers, Text: strings.Join(texts, " ")})
	return nil
}
