package campaigns

import (
	"context"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// changeStatus performs an action on the campaign of the address and redirects to its report with a message: done, or the conflict.
func (p pages) changeStatus(c *gin.Context, done i18n.Text, do func(ctx context.Context, by auth.Actor, x Campaign) error) error {
	ctx := c.Request.Context()
	id, err := httpx.PathID(c, "id", "campaign")
	if err != nil {
		return err
	}
	x, err := p.s.Summary(ctx, id)
	if err != nil {
		return err
	}
	toast := ui.Toast{Text: auth.Lang(c).T(done)}
	err = do(ctx, auth.From(ctx), x)
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindConflict {
		toast = ui.Toast{Tone: ui.Warn, Text: auth.Lang(c).T(conflict(e))}
	} else if err != nil {
		return err
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, paths.Campaign(id, nil))
}

// conflict returns the text for an action that the campaign's state no longer allows.
func conflict(e *errs.Error) i18n.Text {
	switch e.Code {
	case "nothing_pending":
		return i18n.CampNothing
	case sendActiveCode:
		return i18n.SendBeforeActive
	case EventHidden, EventStarted, EventMoved, NoChannel, NoSender, NoPostal, AudienceEmpty, TemplateBroken, ChannelRemoved, SenderRemoved:
		return i18n.CampReasons[e.Code]
	}
	return i18n.CampNotNow
}

// confirmLate is the name of the tick by which staff have a campaign sent although its event has begun.
const confirmLate = "confirm_late"

func (p pages) pause(c *gin.Context) error {
	return p.changeStatus(c, i18n.CampDidPause, func(ctx context.Context, by auth.Actor, x Campaign) error {
		_, err := p.s.PauseCampaign(ctx, by, x.ID)
		return err
	})
}

func (p pages) cancel(c *gin.Context) error {
	return p.changeStatus(c, i18n.CampDidCancel, func(ctx context.Context, by auth.Actor, x Campaign) error {
		_, err := p.s.CancelCampaign(ctx, by, x.ID)
		return err
	})
}

func (p pages) resume(c *gin.Context) error {
	late := c.PostForm(confirmLate) != ""
	return p.changeStatus(c, i18n.CampDidResume, func(ctx context.Context, by auth.Actor, x Campaign) error {
		_, err := p.s.Resume(ctx, by, x.ID, Resumption{ConfirmLate: late})
		return err
	})
}

// resolve records what staff say about one unconfirmed message, or about all of them.
func (p pages) resolve(c *gin.Context) error {
	r, done := Resolution{Sent: true, ConfirmLate: c.PostForm(confirmLate) != ""}, i18n.CampMarked
	switch c.PostForm("action") {
	case "mark_sent":
	case "send_again":
		r.Sent, done = false, i18n.CampAgainDone
	default:
		return errs.Fields{{Field: "action", Code: "not_allowed", Detail: "Expected mark_sent or send_again."}}.Err()
	}
	if text := c.PostForm("recipient"); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return errs.NotFound("recipient")
		}
		r.Recipients = []int64{id}
	}
	return p.changeStatus(c, done, func(ctx context.Context, by auth.Actor, x Campaign) error {
		_, err := p.s.Resolve(ctx, by, x.ID, r)
		return err
	})
}
