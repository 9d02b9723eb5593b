package httpx

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

// Functions for pages, which read values from addresses and forms. The JSON API has typed inputs instead.

// ID parses the id in a path or form; 0, which no record has, if the text is not a positive number.
func ID(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// maxSearchText is more than any name, address or number has.
const maxSearchText = 100

// SearchText returns the text of a search field in a form that the database accepts: valid UTF-8 without control characters, trimmed,
// at most 100 characters.
func SearchText(text string) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "")))
	if r := []rune(text); len(r) > maxSearchText {
		text = strings.TrimSpace(string(r[:maxSearchText]))
	}
	return text
}

// PathID returns the path parameter name as an id. An invalid id is errs.NotFound; sort is the kind of record in the error.
func PathID(c *gin.Context, name, sort string) (int64, error) {
	id := ID(c.Param(name))
	if id == 0 {
		return 0, errs.NotFound(sort)
	}
	return id, nil
}

// FormVersion returns the version of the record that a form was filled from; nil when the form has none.
func FormVersion(c *gin.Context) *int64 { return FormNumber(c, "version") }

// FormNumber returns the whole number in a field of a form; nil when it has none.
func FormNumber(c *gin.Context, field string) *int64 {
	if n, err := strconv.ParseInt(c.PostForm(field), 10, 64); err == nil {
		return &n
	}
	return nil
}

// FormText returns the trimmed text of a field of a form; nil when the form lacks it.
func FormText(c *gin.Context, field string) *string {
	v, sent := c.GetPostForm(field)
	if !sent {
		return nil
	}
	v = strings.TrimSpace(v)
	return &v
}

// FormDigits returns the whole number in a field of a form, written with any of the characters in ignored between its digits: 0
// when it is empty, nil when the form lacks it. For another text it adds an error, and returns 1.
func FormDigits(c *gin.Context, faults *errs.Fields, field, ignored string) *int64 {
	v := FormText(c, field)
	if v == nil {
		return nil
	}
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune(ignored, r) {
			return -1
		}
		return r
	}, *v)
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil && digits != "" {
		faults.Add(field, "format", "Expected a number.")
		n = 1
	}
	return &n
}
