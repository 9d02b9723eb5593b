package httpx

import (
	"errors"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/url"
	"os"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

// HeldFile is a file of a request in a temporary file, so that requests that wait for each other take no memory.
type HeldFile struct {
	Name string // empty: none was given
	Size int64  // bytes
	file *os.File
	left error // why the name of the temporary file still exists; nil: it was removed at once
}

// Open returns the content from its beginning.
func (f HeldFile) Open() io.Reader { return io.NewSectionReader(f.file, 0, math.MaxInt64) }

// HeldFiles are the files of a request. They must be discarded.
type HeldFiles []HeldFile

// Discard deletes the temporary files.
func (l HeldFiles) Discard() error {
	var err error
	for _, f := range l {
		err = errors.Join(err, f.file.Close())
		if f.left != nil {
			err = errors.Join(err, os.Remove(f.file.Name()))
		}
	}
	return err
}

// hold copies r into a temporary file in dir ("": the folder of the system). Where the system permits it, the name of the file is
// removed at once, so that nothing is left if the process dies.
func hold(r io.Reader, name, dir string) (HeldFile, error) {
	file, err := os.CreateTemp(dir, "presence-*.upload")
	if err != nil {
		return HeldFile{}, err
	}
	f := HeldFile{Name: name, file: file, left: os.Remove(file.Name())}
	if f.Size, err = io.Copy(file, r); err != nil {
		return f, errors.Join(err, HeldFiles{f}.Discard())
	}
	return f, nil
}

// HoldFile holds the file of a request: the body itself if it has one of the media types, or the first part "file" of a form (see fileOf).
func HoldFile(c *gin.Context, limit int64, dir, detail string, types ...string) (HeldFiles, error) {
	sent, err := fileOf(c, limit, detail, types...)
	if err != nil {
		return nil, err
	}
	f, err := hold(sent, sent.Name, dir)
	if err != nil {
		return nil, err
	}
	return HeldFiles{f}, nil
}

const (
	maxFormParts = 64
	maxFormValue = 16 << 10 // bytes
)

// HoldForm parses the form of a page: its values become those of the request, and the files of the parts named field, at most files of them
// and limit bytes in all, are held. A form without files may be of another media type, which Router.Page has parsed.
func HoldForm(c *gin.Context, limit int64, dir, field string, files int) (list HeldFiles, err error) {
	media, params, _ := mime.ParseMediaType(c.GetHeader("Content-Type"))
	if media != "multipart/form-data" {
		return nil, nil
	}
	values := url.Values{}
	parts := multipart.NewReader(LargeBody(c, limit), params["boundary"])
	for n := 0; ; n++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && n == maxFormParts {
			err = errParts
		}
		if err == nil {
			err = holdPart(part, values, &list, dir, field, files)
		}
		if err == nil {
			continue
		}
		err = errors.Join(err, list.Discard())
		if _, ours := errs.Of(err); ours {
			return nil, err
		}
		if _, ours := errors.AsType[*os.PathError](err); ours {
			return nil, err
		}
		return nil, &errs.Error{Kind: errs.KindInvalid, Code: "malformed_form", Detail: "The body is not a whole multipart/form-data."}
	}
	c.Request.PostForm, c.Request.MultipartForm = values, &multipart.Form{Value: values}
	c.Request.Form = c.Request.URL.Query()
	for name, v := range values {
		c.Request.Form[name] = append(v, c.Request.Form[name]...)
	}
	return list, nil
}

// holdPart adds one part of a form to its values or files. A field for files in which none was chosen sends an empty part.
func holdPart(part *multipart.Part, values url.Values, list *HeldFiles, dir, field string, files int) error {
	if part.FormName() != field {
		text, err := io.ReadAll(io.LimitReader(part, maxFormValue+1))
		if err == nil && len(text) > maxFormValue {
			err = errTooLarge
		}
		values.Add(part.FormName(), string(text))
		return err
	}
	f, err := hold(part, FileName(part.FileName()), dir)
	if err != nil {
		return err
	}
	info, err := f.file.Stat()
	switch {
	case err != nil || info.Size() == 0:
		return errors.Join(err, HeldFiles{f}.Discard())
	case len(*list) == files:
		return errors.Join(errs.InvalidField(field, "too_many_files", "Too many files were sent at once."), HeldFiles{f}.Discard())
	}
	*list = append(*list, f)
	return nil
}
