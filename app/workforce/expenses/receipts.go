package expenses

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"path"
	"strings"
	"time"

	"presence/app/platform/capacity"
	"presence/app/platform/errs"
	"presence/app/platform/filecheck"
	"presence/app/platform/httpx"
	"presence/app/platform/pictures"
	"presence/db"
)

// Receipt is a photo or a PDF that shows what an expense was, without its bytes. It never changes.
type Receipt struct {
	ID            int64
	ExpenseID     int64
	Hash          string // SHA-256 of its bytes, in hexadecimal
	Name          string // of the file that was uploaded, with the ending of what is stored
	MediaType     string // ReceiptJPEG or ReceiptPDF
	Size          int64  // bytes
	Width, Height int64  // pixels; 0: a PDF
	By            string // who uploaded it
	At            db.Instant
}

// The media types of what is stored.
const (
	ReceiptJPEG = "image/jpeg"
	ReceiptPDF  = "application/pdf"
)

// IsPDF reports whether the receipt is a PDF, which has no small picture.
func (r Receipt) IsPDF() bool { return r.MediaType == ReceiptPDF }

// Limits of receipts.
const (
	MaxReceipts     = 10       // of one expense
	MaxReceipt      = 15 << 20 // bytes of a photo that is uploaded
	maxPDF          = 10 << 20 // bytes
	MaxReceiptsForm = 40 << 20 // bytes of a form with several of them

	maxReceiptsDay = 200 << 20 // bytes that are stored of an employee within 24 hours

	receiptSide = 2000 // pixels of the longer side, so that small print stays legible
	smallSide   = 240  // twice the size in which a page shows it, for sharp screens
)

// Upload is a file that is to become a receipt.
type Upload struct {
	Name    string
	Size    int64 // bytes of the content
	Content io.Reader
}

// stored is a receipt with its bytes.
type stored struct {
	Receipt
	content, small []byte
}

// memory is what uploads take of it, in bytes, from before they are read until they are saved. Photos are decoded one after the other
// (package pictures); what is decoded is not counted here.
var memory = capacity.New(2*MaxReceiptsForm, errBusy)

// Uploads of one person are read one after the other, so that they leave room for those of others.
var turns = capacity.NewTurns(1, errBusy)

var errBusy = &errs.Error{Kind: errs.KindUnavailable, Code: "busy",
	Detail: "Too many pictures are being read; nothing was saved. Try again in a moment.", RetryAfter: 5}

const workWait = 2 * time.Minute // phones send the receipts of a month at its end

// Receipts are uploads as they are stored. They hold memory until they are released.
type Receipts struct {
	list   []stored
	person string // who uploaded them
	size   int64  // what they take of memory
}

// Release lets other uploads be read.
func (r *Receipts) Release() {
	if r != nil {
		memory.Release(r.size)
		turns.Release(r.person)
	}
}

// PrepareReceipts reads uploads of a person: photos are turned upright, made smaller and encoded anew, without the metadata about where
// and with which device they were taken. This takes too long for a transaction. Its errors are those of the field file, with the name of
// the file.
func PrepareReceipts(ctx context.Context, person string, uploads ...Upload) (*Receipts, error) {
	if len(uploads) == 0 {
		return nil, nil
	}
	if err := turns.Acquire(ctx, person, workWait); err != nil {
		return nil, err
	}
	r := &Receipts{person: person}
	for _, u := range uploads {
		r.size += min(u.Size, MaxReceipt+1)
	}
	if err := memory.Acquire(ctx, r.size, workWait); err != nil {
		turns.Release(person)
		return nil, err
	}
	var faults errs.Fields
	for _, u := range uploads {
		s, err := u.read(ctx)
		if fields := errs.FieldsOf(err); fields != nil {
			faults.AddOther("file", fields[0].Code, fields[0].Detail, u.Name)
			continue
		}
		if err != nil {
			r.Release()
			return nil, err
		}
		r.list = append(r.list, s)
	}
	if err := faults.Err(); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

// read returns an upload as it is stored.
func (u Upload) read(ctx context.Context) (s stored, err error) {
	data, err := io.ReadAll(io.LimitReader(u.Content, min(u.Size, MaxReceipt+1)))
	if err != nil {
		return s, err
	}
	switch {
	case len(data) > MaxReceipt, filecheck.BeginsPDF(data) && len(data) > maxPDF:
		return s, errs.InvalidField("file", "receipt_too_large", "A photo of a receipt has at most 15 MB, a PDF 10 MB.")
	case filecheck.BeginsPDF(data):
		if filecheck.IsMixed(data) || !filecheck.EndsPDF(data) {
			return s, errs.InvalidField("file", "mixed_file", "This file is damaged, or its content doesn’t match its type.")
		}
		s.content, s.MediaType = data, ReceiptPDF
	case len(data) > 12 && string(data[4:8]) == "ftyp":
		return s, errs.InvalidField("file", "receipt_heic", "Browsers cannot show HEIC and AVIF: send the photo as a JPEG.")
	case !pictures.Reads(data):
		return s, errs.InvalidField("file", "receipt_kind", "Expected a JPEG, PNG or WebP picture, or a PDF.")
	default:
		sizes, err := pictures.Fit(ctx, data, workWait, receiptSide, smallSide)
		if err != nil {
			return s, err
		}
		s.content, s.small, s.MediaType = sizes[0].Data, sizes[1].Data, ReceiptJPEG
		s.Width, s.Height = int64(sizes[0].Width), int64(sizes[0].Height)
	}
	sum := sha256.Sum256(s.content)
	s.Hash, s.Size, s.Name = hex.EncodeToString(sum[:]), int64(len(s.content)), receiptName(u.Name, s.IsPDF())
	return s, nil
}

const maxReceiptName = 100 // characters

// receiptName returns a file name with the ending of what is stored.
func receiptName(name string, pdf bool) string {
	name = httpx.FileName(name)
	stem := []rune(strings.Trim(strings.TrimSuffix(name, path.Ext(name)), ". "))
	stem = stem[:min(len(stem), maxReceiptName)]
	if len(stem) == 0 {
		stem = []rune("receipt")
	}
	if pdf {
		return string(stem) + ".pdf"
	}
	return string(stem) + ".jpg"
}

// errTooManyReceipts is the error for an expense that would have more than MaxReceipts.
func errTooManyReceipts() error {
	return errs.InvalidField("file", "too_many_receipts", "An expense has at most 10 receipts: remove one first.")
}

// errReceiptsOfDay is the error for an employee who would have more than maxReceiptsDay.
func errReceiptsOfDay() error {
	return errs.InvalidField("file", "too_many_receipts_today", "The receipts added within 24 hours take at most 200 MB: add more tomorrow.")
}

// errNeedReceipts is the error for submitting expenses that need a receipt and have none.
func errNeedReceipts(list []Expense, more int64) error {
	var names []string
	for _, e := range list {
		names = append(names, e.Day.String()+", "+dollars(e.Amount)+", "+e.Description)
	}
	detail := "These expenses need a receipt: " + strings.Join(names, "; ")
	if more > 0 {
		detail += "; and others"
	}
	return errs.Conflict(CodeNeedReceipts, detail+".")
}

// CodeNeedReceipts is the code of the error for submitting a sheet with expenses that need a receipt.
const CodeNeedReceipts = "receipts_needed"

// errSameReceipt ends a transaction that has nothing to save.
var errSameReceipt = errors.New("expenses: the receipts are there already")
