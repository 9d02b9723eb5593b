package paths

import "net/url"

// Templates returns the address of the list of e-mail templates.
func Templates() string { return prefix + "/staff/templates" }

// NewTemplate returns the address of the form for a new template.
func NewTemplate() string { return Templates() + "/new" }

// Template returns the address of the editor of a template, and of its form (POST).
func Template(name string) string { return Templates() + "/" + url.PathEscape(name) }

// DeleteTemplate returns where a template is deleted (POST).
func DeleteTemplate(name string) string { return Template(name) + "/delete" }

// TemplateDraft returns where the fields of the editor are rendered as an e-mail (POST: the form, and lang).
func TemplateDraft() string { return prefix + "/staff/template-draft" }

// TemplateStarter returns the address of the initial content of a new template as an e-mail.
func TemplateStarter(lang string) string { return TemplateDraft() + "?lang=" + url.QueryEscape(lang) }

// TemplateSample returns the address of a saved template as an e-mail.
func TemplateSample(name, lang string) string {
	return Template(name) + "/sample?lang=" + url.QueryEscape(lang)
}
