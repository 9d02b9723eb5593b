package settings

import (
	"strings"

	"presence/app/platform/i18n"
)

// signature is a text in a User-Agent header, and the name of the browser or system that it stands for.
type signature struct{ token, name string }

// browsers and systems are searched in this order, because most browsers also contain the signatures of others.
var (
	browsers = []signature{{"Edg/", "Edge"}, {"EdgiOS/", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}}
	systems = []signature{{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"},
		{"CrOS", "ChromeOS"}, {"Linux", "Linux"}}
)

// device returns the name of a browser: Firefox on Windows.
func device(l i18n.Lang, agent string) string {
	browser, system := find(browsers, agent), find(systems, agent)
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

func find(list []signature, agent string) string {
	for _, n := range list {
		if strings.Contains(agent, n.token) {
			return n.name
		}
	}
	return ""
}
