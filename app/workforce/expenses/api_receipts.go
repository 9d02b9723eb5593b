package expenses

import (
	"context"
	"io"
	"mime"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
)

// receiptJSON is a receipt in the JSON API.
type receiptJSON struct {
	ID        int64  `json:"id" doc:"The record's id" example:"7"`
	Name      string `json:"name" doc:"Of the file that was uploaded, with the ending of what is kept" example:"IMG_2041.jpg"`
	MediaType string `json:"media_type" enum:"image/jpeg,application/pdf" doc:"Of what is kept: photos become JPEGs"`
	Size      int64  `json:"size" doc:"In bytes" example:"412345"`
	Width     int64  `json:"width" doc:"In pixels; 0 of a PDF" example:"1500"`
	Height    int64  `json:"height" doc:"In pixels; 0 of a PDF" example:"2000"`
	SHA256    string `json:"sha256" doc:"SHA-256 of the file, in hexadecimal" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	By        string `json:"uploaded_by" doc:"Who uploaded it" example:"Marie Tremblay"`
	At        string `json:"created_at" format:"date-time" doc:"When" example:"2026-11-20T16:00:00Z"`
}

// Tag returns the record's id and its only version.
func (f receiptJSON) Tag() (id, version int64) { return f.ID, 1 }

func toReceiptJSON(r Receipt) receiptJSON {
	return receiptJSON{r.ID, r.Name, r.MediaType, r.Size, r.Width, r.Height, r.Hash, r.By, r.At.String()}
}

// ReceiptPath names a receipt of an expense.
type ReceiptPath struct {
	ID      int64 `path:"id" minimum:"1" doc:"The expense's id" example:"12"`
	Receipt int64 `path:"receipt_id" minimum:"1" doc:"The receipt's id" example:"7"`
}

func (a api) receipts(ctx context.Context, in *httpx.ByID, each func(receiptJSON) error) error {
	list, err := a.s.ReceiptsOf(ctx, auth.From(ctx), in.ID)
	for i := 0; err == nil && i < len(list); i++ {
		err = each(toReceiptJSON(list[i]))
	}
	return err
}

type receiptInput struct {
	ReceiptPath
	Size string `query:"size" enum:"small" doc:"A small picture of a photo; a PDF has none and is answered whole" example:"small"`
}

func (a api) receipt(ctx context.Context, in *receiptInput) (*httpx.Download, error) {
	r, data, err := a.s.OpenReceipt(ctx, auth.From(ctx), in.ID, in.Receipt, in.Size != "")
	return &httpx.Download{
		ContentType: r.MediaType, Disposition: r.disposition(), ETag: r.etag(in.Size), Sandboxed: true, Kept: true,
		Write: func(w io.Writer) error { _, err := w.Write(data); return err },
	}, err
}

// etag returns the ETag of the receipt in a size.
func (r Receipt) etag(size string) string {
	if size != "" {
		size = "-" + size
	}
	return `"` + r.Hash + size + `"`
}

// disposition shows a picture, and has a PDF saved, which can contain scripts.
func (r Receipt) disposition() string {
	how := "inline"
	if r.IsPDF() {
		how = "attachment"
	}
	return mime.FormatMediaType(how, map[string]string{"filename": r.Name})
}

type removeReceiptInput struct {
	httpx.IfMatchInput       // of the expense
	Receipt            int64 `path:"receipt_id" minimum:"1" doc:"The receipt's id" example:"7"`
}

func (a api) removeReceipt(ctx context.Context, in *removeReceiptInput) (*httpx.NoContent, error) {
	return nil, a.s.RemoveReceipt(ctx, auth.From(ctx), in.ID, in.Receipt, in.ExpectedVersion())
}

var receiptTypes = []string{"image/jpeg", "image/png", "image/webp", "image/heic", "image/avif", "application/pdf"}

// addReceipt adds a receipt. Sent again, the same file is answered as before.
func (a api) addReceipt(c *gin.Context) error {
	ctx := c.Request.Context()
	if err := httpx.OnlyQuery(c, "filename"); err != nil {
		return err
	}
	id, err := httpx.PathID(c, "id", table.Kind)
	if err != nil {
		return err
	}
	if _, err := a.s.Get(ctx, auth.From(ctx), id); err != nil { // before a large body is read
		return err
	}
	// The limit is above that of a receipt, so that the service refuses a large file and names the field.
	held, err := httpx.HoldFile(c, MaxReceipt+1<<20, a.s.o.TempDir,
		"Send a JPEG, PNG or WebP picture or a PDF, as itself or in a form as multipart/form-data.", receiptTypes...)
	if err != nil {
		return err
	}
	defer func() { _ = held.Discard() }()
	list, added, err := a.s.AddReceipts(ctx, auth.From(ctx), id, nil, UploadsOf(held)...)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if added > 0 {
		status = http.StatusCreated
		c.Header("Location", paths.Receipt(id, list[len(list)-1].ID))
	}
	c.PureJSON(status, receiptsJSON{toReceiptsJSON(list)})
	return nil
}

// UploadsOf returns files of a request as uploads.
func UploadsOf(held httpx.HeldFiles) (list []Upload) {
	for _, f := range held {
		list = append(list, Upload{f.Name, f.Size, f.Open()})
	}
	return list
}

// receiptsJSON are the receipts of an expense after one was added.
type receiptsJSON struct {
	Receipts []receiptJSON `json:"receipts" doc:"All receipts of the expense, in the order in which they were added"`
}

func toReceiptsJSON(list []Receipt) []receiptJSON {
	out := make([]receiptJSON, len(list))
	for i, r := range list {
		out[i] = toReceiptJSON(r)
	}
	return out
}

// receiptsAPI registers the JSON routes of receipts.
func receiptsAPI(r *httpx.Router, a api) {
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/Expenses/{id}/receipts" + path, Rule: httpx.SignedIn, ID: id, Tag: "expenses", Summary: summary,
			Success: success, NotFoundStatus: httpx.LegacyStatuses.NotFoundGet}
	}
	const one = "/{receipt_id}"
	httpx.HandleList(r, op(http.MethodGet, "", "list-receipts", "List the receipts of an expense", http.StatusOK), a.receipts)
	httpx.HandleFile(r, op(http.MethodGet, one, "get-receipt", "Download a receipt", http.StatusOK),
		[]string{ReceiptJPEG, ReceiptPDF}, a.receipt)
	httpx.Handle(r, op(http.MethodDelete, one, "delete-receipt", "Remove a receipt", http.StatusNoContent), a.removeReceipt)
	add := op(http.MethodPost, "", "add-receipt", "Add a photo or a PDF to an expense", http.StatusCreated)
	r.HandleRaw(add.With(httpx.MaxBody(MaxReceiptsForm), httpx.Described(httpx.OperationDoc{
		Parameters: []httpx.ParameterDoc{{Name: "id", Text: "The expense's id", Example: "12"},
			{Name: "filename", Text: "What the file is called, when the body is the file itself", Example: "IMG_2041.jpg"}},
		Body:      "",
		BodyMedia: []string{"image/jpeg", "image/png", "image/webp", "application/pdf", "multipart/form-data"},
		Responses: []httpx.ResponseDoc{
			{Status: http.StatusOK, Text: "The expense has this receipt already", Body: receiptsJSON{}},
			{Status: http.StatusCreated, Text: "All receipts of the expense, the new one last", Body: receiptsJSON{}},
			{Status: http.StatusBadRequest, Text: "This is no receipt, and errors says why; or there is no such expense"},
			{Status: http.StatusUnauthorized, Text: "No credentials, or they are no longer valid"},
			{Status: http.StatusConflict, Text: "The timesheet or the expense is approved"},
			{Status: http.StatusRequestEntityTooLarge, Text: "The body is over 15 MiB"},
			{Status: http.StatusUnsupportedMediaType, Text: "The body is neither a picture, nor a PDF, nor a form"},
			{Status: http.StatusServiceUnavailable, Text: "Storage is unavailable, or too many pictures are being read"},
		},
	})), a.addReceipt)
}
