package paths

import "net/url"

// Templates is the e-mails that staff wrote.
func Templates() string { return prefix + "/staff/templates" }

// NewTemplate is the form of a new one.
func NewTemplate() string { return Templates() + "/new" }

// Template is one of them, and where its form goes.
func Template(name string) string { return Templates() + "/" + url.PathEscape(name) }

// DeleteTemplate returns where a template is deleted (POST).
func DeleteTemplate(name string) string { return Template(name) + "/delete" }

// TemplateDraft returns where the fields of the editor are rendered as an e-mail (POST: the form, and lang).
func TemplateDraft() string { return prefix + "/staff/template-draft" }

// TemplateStarter is what a new one begins with, as an e-mail.
func TemplateStarter(lang string) string { return TemplateDraft() + "?lang=" + url.QueryEscape(lang) }

// TemplateSample is a saved one as an e-mail.
func TemplateSample(name, lang string) string {
	return Template(name) + "/sample?lang=" + url.QueryEscape(lang)
}
