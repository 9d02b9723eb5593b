package ui

import (
	"maps"
	"slices"

	"github.com/a-h/templ"
)

// Icon names one drawing of the set: 24 × 24, stroked in the text's colour, decorative (hidden from screen readers).
type Icon string

// The icons. NoIcon renders nothing.
const (
	NoIcon       Icon = ""
	IconHome     Icon = "home"
	IconClock    Icon = "clock"
	IconCalendar Icon = "calendar"
	IconSchedule Icon = "schedule"
	IconCheck    Icon = "check"
	IconApproved Icon = "approved"
	IconUsers    Icon = "users"
	IconUser     Icon = "user"
	IconWallet   Icon = "wallet"
	IconBell     Icon = "bell"
	IconSearch   Icon = "search"
	IconEye      Icon = "eye"
	IconSettings Icon = "settings"
	IconPlus     Icon = "plus"
	IconClose    Icon = "close"
	IconEdit     Icon = "edit"
	IconTrash    Icon = "trash"
	IconUndo     Icon = "undo"
	IconCopy     Icon = "copy"
	IconDownload Icon = "download"
	IconUpload   Icon = "upload"
	IconPrint    Icon = "print"
	IconSend     Icon = "send"
	IconLock     Icon = "lock"
	IconWarning  Icon = "warning"
	IconInfo     Icon = "info"
	IconError    Icon = "error"
	IconLeft     Icon = "left"
	IconRight    Icon = "right"
	IconDown     Icon = "down"
	IconUp       Icon = "up"
	IconSun      Icon = "sun"
	IconMoon     Icon = "moon"
	IconSystem   Icon = "system"
	IconGlobe    Icon = "globe"
	IconMore     Icon = "more"
	IconFilter   Icon = "filter"
	IconSignOut  Icon = "sign-out"
	IconDraft    Icon = "draft"
	IconChanged  Icon = "changed"
	IconMissing  Icon = "missing"
	IconRefused  Icon = "refused"
	IconCar      Icon = "car"
	IconReceipt  Icon = "receipt"
	IconPalm     Icon = "palm"
	IconNight    Icon = "night"
	IconBolt     Icon = "bolt"
	IconNote     Icon = "note"
	IconHistory  Icon = "history"
	IconKeyboard Icon = "keyboard"
	IconInbox    Icon = "inbox"
	IconMail     Icon = "mail"
	IconPhone    Icon = "phone"
	IconTicket   Icon = "ticket"
	IconBook     Icon = "book"
	IconGift     Icon = "gift"
	IconPin      Icon = "pin"
	IconBold     Icon = "bold"
	IconItalic   Icon = "italic"
	IconLink     Icon = "link"
	IconList     Icon = "list"
	IconPause    Icon = "pause"
	IconPlay     Icon = "play"
	IconCursor   Icon = "cursor"
)

// drawings holds the content of the svg element of each icon.
var drawings = map[Icon]string{
	IconBold:   `<path d="M8 5h5a3.25 3.25 0 0 1 0 6.500H8zM8 11.500h6a3.500 3.500 0 0 1 0 7H8z" stroke-width="2.200"/>`,
	IconItalic: `<path d="M10.500 5h6M7.500 19h6M13.750 5l-3.500 14"/>`,
	IconLink:   `<path d="M10.500 13.500a3.750 3.750 0 0 0 5.500.250l2.750-2.750a3.750 3.750 0 0 0-5.250-5.250l-1.250 1.250M13.500 10.500a3.750 3.750 0 0 0-5.500-.250l-2.750 2.750a3.750 3.750 0 0 0 5.250 5.250l1.250-1.250"/>`,
	IconPause:  `<path d="M8.5 6v12M15.5 6v12" stroke-width="2.4"/>`,
	IconPlay:   `<path d="M8 5.5v13l10.5-6.500z"/>`,
	IconCursor: `<path d="m6 5 5 14.500 2.250-6.250L19.500 11z"/>`,
	IconList:   `<path d="M9.500 6.500H20M9.500 12H20M9.500 17.500H20"/><path d="M4.750 6.500h.01M4.750 12h.01M4.750 17.500h.01" stroke-width="2.600"/>`,
	IconPhone: `<path d="M6.500 4.500h3l1.500 4-2 1.500a11 11 0 0 0 5 5l1.500-2 4 1.500v3a1.500 1.500 0 0 1-1.650 1.500A15.500 15.500 0 0 1 5 6.150 1.500 ` +
		`1.500 0 0 1 6.500 4.500z"/>`,
	IconTicket:   `<path d="M4 8a1.5 1.5 0 0 1 1.5-1.5h13A1.5 1.5 0 0 1 20 8v2a2 2 0 0 0 0 4v2a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16v-2a2 2 0 0 0 0-4z"/><path d="M14.5 7v1.5M14.5 11.25v1.5M14.5 15.5V17"/>`,
	IconBook:     `<path d="M5.5 5.5a1.5 1.5 0 0 1 1.5-1.5h11.5v16H7a1.5 1.5 0 0 1-1.5-1.5z"/><path d="M5.5 18.5A1.5 1.5 0 0 1 7 17h11.5M9 8h6M9 11h4"/>`,
	IconPin:      `<path d="M12 20.5c-4-4.200-6-7.500-6-10.250a6 6 0 0 1 12 0c0 2.750-2 6.050-6 10.250z"/><circle cx="12" cy="10.250" r="2"/>`,
	IconGift:     `<path d="M4.5 9h15v3.5h-15zM6 12.5h12V20H6zM12 9v11"/><path d="M12 9c-3.5 0-5-1-5-2.75C7 4 10.5 3.500 12 9c1.500-5.500 5-5 5-2.750C17 8 15.500 9 12 9"/>`,
	IconHome:     `<path d="M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z"/>`,
	IconClock:    `<circle cx="12" cy="12" r="8.25"/><path d="M12 7.5V12l3 2"/>`,
	IconCalendar: `<rect x="4" y="5.5" width="16" height="14.5" rx="2.5"/><path d="M4 10h16M8.5 3.5v4M15.5 3.5v4"/>`,
	IconSchedule: `<path d="M4 6.500h9M8 12h9M11 17.500h9"/>`,
	IconCheck:    `<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
	IconApproved: `<circle cx="12" cy="12" r="8.25"/><path d="m8.5 12.3 2.4 2.4 4.6-5"/>`,
	IconUsers:    `<circle cx="9" cy="8.5" r="3.25"/><path d="M3 19c.5-3.3 2.9-5 6-5s5.5 1.7 6 5M15.5 5.5a3.2 3.2 0 0 1 0 6M17.5 14.4c1.9.7 3.1 2.3 3.5 4.6"/>`,
	IconUser:     `<circle cx="12" cy="8.5" r="3.75"/><path d="M5 20c.6-3.7 3.4-5.5 7-5.5s6.4 1.8 7 5.5"/>`,
	IconWallet:   `<path d="M18 8V6a1.5 1.5 0 0 0-1.5-1.5H6A2 2 0 0 0 4 6.5v11a2 2 0 0 0 2 2h12.5A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8H6"/><path d="M16 13.75h.01"/>`,
	IconBell:     `<path d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.25H5zM10 20.25h4"/>`,
	IconSearch:   `<circle cx="11" cy="11" r="6.25"/><path d="m20 20-4.5-4.5"/>`,
	IconEye:      `<path d="M3 12c2-3.750 5.250-5.750 9-5.750s7 2 9 5.750c-2 3.750-5.250 5.750-9 5.750S5 15.750 3 12z"/><circle cx="12" cy="12" r="2.750"/>`,
	IconSettings: `<path d="M4 7.5h9M17.5 7.5H20M4 16.5h2.5M11 16.5h9"/><circle cx="15.25" cy="7.5" r="2.25"/><circle cx="8.75" cy="16.5" r="2.25"/>`,
	IconPlus:     `<path d="M12 5v14M5 12h14"/>`,
	IconClose:    `<path d="m6.5 6.5 11 11M17.5 6.5l-11 11"/>`,
	IconEdit:     `<path d="m4.5 19.5 1-4L16 5a1.75 1.75 0 0 1 2.5 0l.5.5A1.75 1.75 0 0 1 19 8L8.5 18.5z"/><path d="m14.5 6.5 3 3"/>`,
	IconTrash:    `<path d="M4.5 7h15M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 7l.8 11.6a1.5 1.5 0 0 0 1.5 1.4h6.4a1.5 1.5 0 0 0 1.5-1.4L17.5 7M10.25 11v5M13.75 11v5"/>`,
	IconUndo:     `<path d="M8.5 5 4.5 9l4 4"/><path d="M5 9h9a5.25 5.25 0 0 1 0 10.5H9"/>`,
	IconCopy:     `<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2"/><path d="M15.5 8.5V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5"/>`,
	IconDownload: `<path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 19.5h15"/>`,
	IconUpload:   `<path d="M12 15V4.5M7.5 8.5 12 4l4.5 4.5M4.5 19.5h15"/>`,
	IconPrint:    `<path d="M7.5 8.5V4h9v4.5M7.5 16.5H5.5a1.5 1.5 0 0 1-1.5-1.5v-5a1.5 1.5 0 0 1 1.5-1.5h13A1.5 1.5 0 0 1 20 10v5a1.5 1.5 0 0 1-1.5 1.5h-2"/><path d="M7.5 13.5h9V20h-9z"/>`,
	IconSend:     `<path d="M20 4 10.5 13.5M20 4l-6 16-3.5-6.5L4 10z"/>`,
	IconLock:     `<rect x="5" y="10.5" width="14" height="9.5" rx="2"/><path d="M8.25 10.5V8a3.75 3.75 0 0 1 7.5 0v2.5"/>`,
	IconWarning:  `<path d="M12 4.5 3.5 19h17z"/><path d="M12 10v4M12 16.6v.01"/>`,
	IconInfo:     `<circle cx="12" cy="12" r="8.25"/><path d="M12 11.25V16M12 8.2v.01"/>`,
	IconError:    `<circle cx="12" cy="12" r="8.25"/><path d="M12 7.75v5M12 15.9v.01"/>`,
	IconLeft:     `<path d="m14.5 6-6 6 6 6"/>`,
	IconRight:    `<path d="m9.5 6 6 6-6 6"/>`,
	IconDown:     `<path d="m6 9.5 6 6 6-6"/>`,
	IconUp:       `<path d="m6 14.5 6-6 6 6"/>`,
	IconSun:      `<circle cx="12" cy="12" r="3.75"/><path d="M12 3.5v1.75M12 18.75v1.75M3.5 12h1.75M18.75 12h1.75M6 6l1.25 1.25M16.75 16.75 18 18M18 6l-1.25 1.25M7.25 16.75 6 18"/>`,
	IconMoon:     `<path d="M19.5 14.25A8 8 0 0 1 9.75 4.5a8 8 0 1 0 9.75 9.75z"/>`,
	IconSystem:   `<rect x="3.5" y="5" width="17" height="11.5" rx="2"/><path d="M9 20h6M12 16.5V20"/>`,
	IconGlobe:    `<circle cx="12" cy="12" r="8.25"/><path d="M3.75 12h16.5M12 3.75c2.5 2.3 3.5 5 3.5 8.25s-1 5.95-3.5 8.25c-2.5-2.3-3.5-5-3.5-8.25s1-5.95 3.5-8.25z"/>`,
	IconMore:     `<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="2.6"/>`,
	IconFilter:   `<path d="M4 6.5h16M7 12h10M10 17.5h4"/>`,
	IconSignOut:  `<path d="M10 4.5H6.5a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2H10M15.5 8l4 4-4 4M19.5 12H10"/>`,
	IconDraft:    `<circle cx="12" cy="12" r="8.25" stroke-dasharray="2.9 2.9"/>`,
	IconChanged:  `<circle cx="12" cy="12" r="8.25"/><path d="M12 3.75v16.5" /><path d="M15 9.5h2.8M15 14.5h2.8"/>`,
	IconMissing:  `<circle cx="12" cy="12" r="8.25"/><path d="M8.5 12h7"/>`,
	IconRefused:  `<circle cx="12" cy="12" r="8.25"/><path d="m9.25 9.25 5.5 5.5M14.75 9.25l-5.5 5.5"/>`,
	IconCar:      `<path d="M4 16.5v-4l2-5.25A1.5 1.5 0 0 1 7.4 6.25h9.2A1.5 1.5 0 0 1 18 7.25l2 5.25v4zM4 12.5h16M5.5 16.5V19M18.5 16.5V19M7.25 14.5h.01M16.75 14.5h.01"/>`,
	IconReceipt:  `<path d="M6 4h12v16l-2.4-1.5L13.2 20l-1.2-.8-1.2.8-2.4-1.5L6 20zM9 9h6M9 13h6"/>`,
	IconPalm:     `<path d="M12.5 9.5c.8 3.5.7 7-.5 10.5M12.5 9.5C10.5 6.5 7 6 4.5 9c3-.7 5.5-.5 8 .5zm0 0c.5-3.3 4-4.8 7-2.5-3-.2-5 .5-7 2.5zm0 0c2.8-.7 5.5 1 5.5 4.5-1.3-2.5-3-3.8-5.5-4.5zM8.5 20h7"/>`,
	IconNight:    `<path d="M18 14.5A7.25 7.25 0 0 1 9.5 6a7.25 7.25 0 1 0 8.5 8.5zM17 4v4M15 6h4"/>`,
	IconBolt:     `<path d="M13 3.5 5.5 13.5H11l-1 7 7.5-10H12z"/>`,
	IconNote:     `<path d="M5 5.5h14v10H12L8 19v-3.5H5z"/><path d="M8.5 9h7M8.5 12h4.5"/>`,
	IconHistory:  `<path d="M4 4.5v4.25h4.25"/><path d="M4.5 8.5A8.25 8.25 0 1 1 3.75 12M12 8v4.25l2.75 1.75"/>`,
	IconKeyboard: `<rect x="3" y="6.5" width="18" height="11" rx="2"/><path d="M6.75 10h.01M10.25 10h.01M13.75 10h.01M17.25 10h.01M8 14h8"/>`,
	IconInbox:    `<path d="M4 13.5 6.5 5.5h11L20 13.5V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18zM4 13.5h4.5l1.25 2.5h4.5l1.25-2.5H20"/>`,
	IconMail:     `<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4 7.5 8 6 8-6"/>`,
}

// drawn holds the component of each icon, made once since pages have hundreds.
var drawn = func() map[Icon]templ.Component {
	m := map[Icon]templ.Component{NoIcon: templ.NopComponent}
	for name, inside := range drawings {
		m[name] = templ.Raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">` + inside + `</svg>`)
	}
	return m
}()

// Draw returns the icon as a component. It panics for an unknown name.
func Draw(name Icon) templ.Component {
	c, ok := drawn[name]
	if !ok {
		panic("ui: no icon named " + string(name))
	}
	return c
}

// Icons returns the whole set by name, in order, for a page that shows it.
func Icons() []Icon { return slices.Sorted(maps.Keys(drawings)) }
