package directory

import "context"

// customerJSON is a customer in the answer to a search.
type customerJSON struct {
	CustomerID    string `json:"customer_id" doc:"The number that customers know" example:"C-000123"`
	Name          string `json:"name" doc:"The name" example:"Maude Thériault"`
	AccountName   string `json:"account_name" doc:"The name on the account" example:"Maude Thériault"`
	Email         string `json:"email" doc:"The first of its addresses; empty if none" example:"maude.theriault@example.com"`
	Phone         string `json:"phone" doc:"The first of its numbers, E.164 if possible; empty if none" example:"+15145550142"`
	City          string `json:"city" doc:"Where the customer lives; empty if unknown" example:"Trois-Rivières"`
	Type          string `json:"type" enum:"Individual,Company" doc:"A person, or a company" example:"Individual"`
	AccountStatus string `json:"account_status" enum:"active,resiliated" doc:"Cancelled: the customer has left" example:"active"`
	Language      string `json:"language" enum:"fr,en," doc:"What the customer speaks; empty if unknown" example:"fr"`
}

type api struct{ s *Service }

type searchInput struct {
	Q string `query:"q" required:"true" minLength:"2" maxLength:"200" doc:"Words of a name, the beginning of an address, a phone number or a customer number; accents, case and small typos do not matter" example:"theriau"`
}

type searchOutput struct{ Body []customerJSON }

func (a api) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	list, err := a.s.Search(ctx, in.Q)
	out := &searchOutput{Body: make([]customerJSON, len(list))}
	for i, m := range list {
		out.Body[i] = customerJSON{CustomerID: m.ID, Name: m.Name, AccountName: m.AccountName, Email: m.Email, Phone: m.Phone, City: m.City,
			Type: m.Type, AccountStatus: m.AccountStatus, Language: m.Language}
	}
	return out, err
}
