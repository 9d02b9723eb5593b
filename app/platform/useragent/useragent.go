// Package useragent recognizes browsers and systems in User-Agent headers.
package useragent

import "strings"

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

// Parts returns the names of the browser and of the system; empty where they are unknown.
func Parts(agent string) (browser, system string) { return find(browsers, agent), find(systems, agent) }

func find(list []signature, agent string) string {
	for _, n := range list {
		if strings.Contains(agent, n.token) {
			return n.name
		}
	}
	return ""
}
