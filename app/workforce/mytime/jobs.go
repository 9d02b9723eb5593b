package mytime

import (
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/activities"
	"presence/views/ui"
)

// Jobs are the customers and activities of a period's lines, and those that its forms offer.
type Jobs struct {
	Activities []activities.Activity // by code, archived ones included
	Customers  map[int64]activities.Customer

	// Of a page with forms:
	Recent       []activities.Customer // that the owner used last
	HasCustomers bool                  // there is one to choose
}

func (j Jobs) activity(id int64) (a activities.Activity) {
	for _, x := range j.Activities {
		if x.ID == id {
			return x
		}
	}
	return a
}

// text describes a job: the customer and the activity; "" for none.
func (j Jobs) text(l i18n.Lang, job activities.Job) string {
	var parts []string
	if job.CustomerID != 0 {
		parts = append(parts, j.Customers[job.CustomerID].Name)
	}
	if job.ActivityID != 0 {
		parts = append(parts, j.activity(job.ActivityID).Name(l))
	}
	return strings.Trim(strings.Join(parts, " · "), " ·")
}

// chosenCustomer begins the value of a customer that is chosen from a list; their id follows.
const chosenCustomer = "id:"

// jobFields returns the fields of the job of a line: those for which there is something to choose. values get what the line has.
func (d *presenter) jobFields(values url.Values, job activities.Job) (fields []ui.Field) {
	jobs := d.view.Jobs
	if jobs.HasCustomers || job.CustomerID != 0 {
		values.Set("customer", jobs.Customers[job.CustomerID].Label())
		x := ui.Field{Name: "customer", Label: d.lang.T(i18n.JobCustomer), Optional: d.lang.T(i18n.Optional),
			Placeholder:  d.lang.T(i18n.JobCustomerHint),
			AutoComplete: "off", MaxLength: 200}
		for _, c := range jobs.Recent {
			x.Known = append(x.Known, c.Label())
		}
		if n := len(d.open.customers); n > 0 {
			if n > 1 {
				x.Options = []ui.Option{{Value: d.open.values.Get("customer"), Label: d.lang.T(i18n.JobChoose)}}
			}
			for _, c := range d.open.customers {
				x.Options = append(x.Options, ui.Option{Value: chosenCustomer + formatID(c.ID), Label: c.Label()})
			}
			x.Options = append(x.Options, ui.Option{Label: d.lang.T(i18n.JobNoCustomer)})
		}
		fields = append(fields, x)
	}
	options := []ui.Option{{Label: d.lang.T(i18n.JobNone)}}
	for _, a := range jobs.Activities {
		if !a.Archived || a.ID == job.ActivityID {
			options = append(options, ui.Option{Value: formatID(a.ID), Label: a.Code + " · " + a.Name(d.lang)})
		}
	}
	if len(options) > 1 {
		values.Set("activity_id", "")
		if job.ActivityID != 0 {
			values.Set("activity_id", formatID(job.ActivityID))
		}
		fields = append(fields, ui.Field{Name: "activity_id", Label: d.lang.T(i18n.JobActivity), Optional: d.lang.T(i18n.Optional),
			Options: options})
	}
	return fields
}

// postedJob reads the job of a deleted line that is added again.
func postedJob(c *gin.Context) activities.Job {
	return activities.Job{CustomerID: httpx.ID(c.PostForm("customer_id")), ActivityID: httpx.ID(c.PostForm("activity_id"))}
}

// jobOf calls readJob. If several customers match what was typed, the form shows them as choices; so it does with one that was chosen.
func (p pages) jobOf(c *gin.Context, form *openForm, old activities.Job) (j activities.Job, err error) {
	var faults errs.Fields
	if j, form.customers, err = p.readJob(c, &faults, old); err == nil {
		err = faults.Err()
	}
	return j, err
}

// readJob reads the job of a line from its form; what the form has no field for stays as it is. It returns the choices
// for the customer: those that the text means if they are several, or the one that was chosen.
func (p pages) readJob(c *gin.Context, faults *errs.Fields, old activities.Job) (
	j activities.Job, choices []activities.Customer, err error,
) {
	ctx := c.Request.Context()
	j = old
	if id, sent := c.GetPostForm("activity_id"); sent {
		j.ActivityID = httpx.ID(id)
	}
	text, sent := c.GetPostForm("customer")
	text = strings.TrimSpace(text)
	if !sent || text == "" {
		if sent {
			j.CustomerID = 0
		}
		return j, nil, nil
	}
	if id, chosen := strings.CutPrefix(text, chosenCustomer); chosen {
		x, err := p.s.customer(ctx, httpx.ID(id))
		if j.CustomerID = x.ID; err == nil && x.ID == 0 {
			faults.Add("customer", "customer_unknown", "No customer has this name or number.")
			return j, nil, nil
		}
		return j, []activities.Customer{x}, err
	}
	if old.CustomerID != 0 {
		known, err := p.s.customer(ctx, old.CustomerID)
		if err != nil || known.Label() == text {
			return j, nil, err
		}
	}
	found, err := p.s.findCustomers(ctx, text)
	if err != nil {
		return j, nil, err
	}
	if id := activities.OnlyCustomer(faults, found); id != 0 {
		j.CustomerID = id
	} else {
		choices = found
	}
	return j, choices, nil
}
