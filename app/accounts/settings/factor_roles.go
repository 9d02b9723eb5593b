package settings

import (
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/settings"
	"presence/views/ui"
)

// factorRoles shows the roles whose people must have a second factor.
func (p pages) factorRoles(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	required, err := p.s.auth.RequiredRoles(c.Request.Context(), by)
	if err != nil {
		return err
	}
	page := views.FactorRoles{Head: p.head(by, factorRoles)}
	for _, r := range auth.Roles {
		page.Roles = append(page.Roles, ui.Field{Name: "roles", ID: "f-role-" + string(r), Value: string(r),
			Label: by.Language.T(i18n.RoleNames[string(r)]), Checked: slices.Contains(required, r)})
	}
	return frame.Page(c, http.StatusOK, views.FactorRolesPage, page)
}

func (p pages) setFactorRoles(c *gin.Context) error {
	var roles []auth.Role
	for _, r := range c.PostFormArray("roles") {
		roles = append(roles, auth.Role(r))
	}
	if err := p.s.auth.SetRequiredRoles(c.Request.Context(), auth.From(c.Request.Context()), roles); err != nil {
		return err
	}
	return p.done(c, paths.FactorRoles(), i18n.FactorRolesSaved)
}
