package events

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/paths"
	"presence/app/platform/pictures"
	"presence/db"
)

// Picture is the cover picture of an event, without its bytes. The zero value: the event has none.
type Picture struct {
	Hash          string // of its bytes in the large size; empty: there is no picture
	Width, Height int64  // of the large size, in pixels
	FR, EN        string // descriptions for people who cannot see it
}

// PictureSize is one of the sizes in which a picture is stored.
type PictureSize string

// The sizes. A picture that is narrower has its own width instead.
const (
	SmallPicture PictureSize = "small" // 600 pixels wide
	LargePicture PictureSize = "large" // 1,200 pixels wide: for sharp screens
)

// SmallPictureWidth is the width of the small size.
const SmallPictureWidth = 600

const (
	largePictureWidth = 2 * SmallPictureWidth
	keptPictures      = 5 // of one event, with earlier ones, which e-mails still show
)

// MaxDescription is the longest description of a picture, in characters.
const MaxDescription = 250

// Shown reports whether there is a picture.
func (p Picture) Shown() bool { return p.Hash != "" }

// Text returns the description in a language, "fr" or "en".
func (p Picture) Text(lang string) string {
	if lang == "en" {
		return p.EN
	}
	return p.FR
}

// Path returns the address of the picture, without scheme and host.
func (p Picture) Path(size PictureSize) string { return paths.Picture(p.Hash, string(size)) }

// NewPicture is a change of the picture of an event.
type NewPicture struct {
	Data   []byte // a JPEG, PNG or WebP file; empty: the picture stays, and its descriptions change
	FR, EN string
	Remove bool // the event has none any more, whatever the other fields say
}

// Validate cleans the descriptions and returns their errors.
func (n *NewPicture) Validate() errs.Fields {
	var faults errs.Fields
	for _, d := range []struct {
		name string
		text *string
	}{{"description_fr", &n.FR}, {"description_en", &n.EN}} {
		*d.text = strings.TrimSpace(*d.text)
		switch length := utf8.RuneCountInString(*d.text); {
		case length == 0:
			faults.Add(d.name, "required", "This field is required.")
		case length > MaxDescription:
			faults.Add(d.name, "length", "Expected at most "+strconv.Itoa(MaxDescription)+" characters.")
		default:
			faults.Line(d.name, *d.text)
		}
	}
	return faults
}

// ScaledPicture is a picture in both sizes: JPEGs without metadata.
type ScaledPicture struct {
	Picture
	Small, Large []byte
}

// ScalePicture returns a JPEG, PNG or WebP file as it is stored, without descriptions. Its errors are those of the field data.
func ScalePicture(ctx context.Context, data []byte) (s ScaledPicture, err error) {
	sizes, err := pictures.Scale(ctx, data, SmallPictureWidth, largePictureWidth)
	if err != nil {
		return s, err
	}
	large := sizes[1]
	sum := sha256.Sum256(large.Data)
	s.Small, s.Large = sizes[0].Data, large.Data
	s.Picture = Picture{Hash: hex.EncodeToString(sum[:16]), Width: int64(large.Width), Height: int64(large.Height)}
	return s, nil
}

// SetPicture gives an event a picture, or changes the descriptions of the one it has. A built-in event is saved first.
func (s *Service) SetPicture(ctx context.Context, by auth.Actor, id string, expect *int64, n NewPicture) (r Record, err error) {
	p, err := n.prepare(ctx)
	if err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := current(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		e := old
		if e.Picture, err = p.apply(old.Picture); err != nil {
			return err
		}
		if err := s.store(ctx, tx, by, old, e); err != nil {
			return err
		}
		if err := p.store(ctx, tx, id, s.at()); err != nil {
			return err
		}
		r, err = record(ctx, tx, id)
		return err
	})
	return r, err
}

// preparedPicture is a change of a picture that is valid, with the new picture as it is stored.
type preparedPicture struct {
	NewPicture
	scaled ScaledPicture // the zero value without Data
}

// prepare validates a change and scales its picture, which takes too long for a transaction.
func (n NewPicture) prepare(ctx context.Context) (p preparedPicture, err error) {
	if p.NewPicture = n; n.Remove {
		return p, nil
	}
	if err := p.Validate().Err(); err != nil {
		return p, err
	}
	if len(p.Data) > 0 {
		p.scaled, err = ScalePicture(ctx, p.Data)
	}
	return p, err
}

// apply returns the picture that an event with the picture old has after the change.
func (p preparedPicture) apply(old Picture) (Picture, error) {
	switch {
	case p.Remove:
		return Picture{}, nil
	case len(p.Data) > 0:
		old = p.scaled.Picture
	case !old.Shown():
		return old, errs.InvalidField("data", "required", "This field is required.")
	}
	old.FR, old.EN = p.FR, p.EN
	return old, nil
}

// store stores the bytes of the new picture of an event, or deletes those of a removed one.
func (p preparedPicture) store(ctx context.Context, tx *db.Tx, id string, at db.Instant) error {
	switch {
	case p.Remove:
		return removePictures(ctx, tx, id)
	case len(p.Data) > 0:
		return insertPicture(ctx, tx, id, p.scaled, at)
	}
	return nil
}

// prepareCover prepares the change of the cover picture; nil if there is none.
func (c Changes) prepareCover(ctx context.Context) (*preparedPicture, error) {
	if c.Cover == nil {
		return nil, nil
	}
	p, err := c.Cover.prepare(ctx)
	return &p, coverFault(err)
}

// coverFault returns an error of a picture with the names that its fields have among those of an event.
func coverFault(err error) error {
	e, ours := errs.Of(err)
	if !ours || len(e.Fields) == 0 {
		return err
	}
	named := *e
	named.Fields = slices.Clone(e.Fields)
	for i, f := range named.Fields {
		if named.Fields[i].Field = "picture." + f.Field; f.Field == "data" {
			named.Fields[i].Field = "picture"
		}
	}
	return &named
}

// over returns a picture as the change leaves it, to compare it with others. The hash of a new picture is not known yet.
func (n *NewPicture) over(p Picture) Picture {
	switch {
	case n == nil:
		return p
	case n.Remove:
		return Picture{}
	case len(n.Data) > 0:
		p.Hash = "new"
	}
	p.FR, p.EN = n.FR, n.EN
	return p
}

// RemovePicture removes the picture of an event, with the earlier ones. E-mails that were sent show its description instead.
func (s *Service) RemovePicture(ctx context.Context, by auth.Actor, id string, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := current(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		if !old.Picture.Shown() {
			return errs.NotFound("picture")
		}
		e := old
		e.Picture = Picture{}
		if err := s.store(ctx, tx, by, old, e); err != nil {
			return err
		}
		return removePictures(ctx, tx, id)
	})
}

// insertWithPicture saves a new event with a copy of the picture of the event from; without one if from is empty or has none.
func (s *Service) insertWithPicture(ctx context.Context, tx *db.Tx, by auth.Actor, e Event, from string) error {
	if from != "" {
		original, err := current(ctx, tx, from, nil)
		if err != nil && errs.KindOf(err) != errs.KindNotFound {
			return err
		}
		e.Picture = original.Picture
	}
	if err := s.insert(ctx, tx, by, e); err != nil || !e.Picture.Shown() {
		return err
	}
	return copyPicture(ctx, tx, from, e, s.at())
}

// OpenPicture returns the bytes of the picture of an event: a JPEG.
func (s *Service) OpenPicture(ctx context.Context, id string) (p Picture, data []byte, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		e, err := byID(ctx, q, id)
		if err != nil {
			return err
		}
		if p = e.Picture; !p.Shown() {
			return errs.NotFound("picture")
		}
		data, err = pictureData(ctx, q, p.Hash, LargePicture)
		return err
	})
	return p, data, err
}

// PublicPicture returns the bytes of the picture with a hash. It asks for no permission: the hash is only known from pages and e-mails that
// show the picture.
func (s *Service) PublicPicture(ctx context.Context, hash string, size PictureSize) ([]byte, error) {
	if !isPictureHash(hash) || size != SmallPicture && size != LargePicture {
		return nil, errs.NotFound("picture")
	}
	return pictureData(ctx, s.db, hash, size)
}

// isPictureHash reports whether a text has the form of Picture.Hash.
func isPictureHash(s string) bool {
	decoded, err := hex.DecodeString(s)
	return err == nil && len(decoded) == 16
}
