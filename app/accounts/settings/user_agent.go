package settings

import (
	"presence/app/platform/i18n"
	"presence/app/platform/useragent"
)

// device returns the name of a browser: Firefox on Windows.
func device(l i18n.Lang, agent string) string {
	browser, system := useragent.Parts(agent)
	switch {
	case browser == "" && system == "":
		return l.T(i18n.SessionUnknown)
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return l.F(i18n.SessionOn, browser, system)
}
