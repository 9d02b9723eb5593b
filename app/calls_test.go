package app_test

import (
	"net/http"
	"strings"
)

// call is one good request to a route. An @ stands for whose record it is about: {@.shift} becomes {employee.shift}.
type call struct {
	path string // empty: the route's own
	body string // JSON, or a form when it begins with a letter
}

// whose are the owners of the records that a call is made about: a member of a crew, the head of it, one who may
// approve everyone but themselves, and one of another crew.
var whose = []string{"employee", "supervisor", "payroll", "stranger"}

// calls has a good request for every route. A route without one fails TestAccess. The version 7 of a sheet is what the
// six changes of its lines have made of it.
var calls = map[string]call{
	"GET /":                      {},
	"GET /health":                {},
	"GET /livez":                 {},
	"GET /readyz":                {},
	"GET /openapi.json":          {},
	"GET /docs":                  {path: "/docs?group=shifts"},
	"GET /.well-known/jwks.json": {},
	"GET /static/*file":          {path: "/static/none.css"},
	"GET /auth/v1/login":         {},
	"POST /auth/v1/login":        {body: "email=nobody@example.com&password="},
	"GET /auth/callback":         {path: "/auth/callback?state=s&code=c"},
	"GET /auth/first/:token":     {path: "/auth/first/none"},
	"POST /auth/first/:token": {path: "/auth/first/none",
		body: "name=N&email=nobody@example.com&password=long-enough-a-password"},
	"GET /auth/password/:token":           {path: "/auth/password/none"},
	"POST /auth/password/:token":          {path: "/auth/password/none", body: "password=long-enough-a-password"},
	"POST /auth/v1/token":                 {body: `{"grant_type":"refresh_token","refresh_token":"none"}`},
	"POST /auth/v1/logout":                {},
	"GET /auth/v1/me":                     {},
	"GET /auth/v1/people":                 {},
	"POST /staff/preferences":             {body: "lang=en&next=%2Fstaff%2F"},
	"GET /staff/":                         {},
	"GET /staff/search":                   {path: "/staff/search?q=tru"},
	"GET /staff/help":                     {},
	"GET /help":                           {},
	"GET /staff/help/:guide":              {path: "/staff/help/employee"},
	"GET /staff/help/pictures/:name":      {path: "/staff/help/pictures/hours.en.webp"},
	"GET /staff/periods":                  {},
	"GET /staff/periods/:year/:number":    {path: "/staff/periods/2026/25"},
	"GET /auth/forgotten":                 {path: "/auth/forgotten"},
	"POST /auth/forgotten":                {path: "/auth/forgotten", body: "email=nobody@example.com"},
	"POST /auth/v1/forgotten-password":    {body: `{"email":"nobody@example.com"}`},
	"POST /auth/v1/people/:id/invitation": {path: "/auth/v1/people/{@.user}/invitation", body: `{"by":"link"}`},
	"GET /auth/v1/factor":                 {},
	"POST /auth/v1/factor":                {body: "code=123456"},
	"POST /auth/v1/passkey":               {body: "passkey="},
	"POST /staff/periods/:year/:number/approve": {path: "/staff/periods/2026/25/approve",
		body: "which=row&sheets={@.timesheet}-7&employee_id={@}"},
	"POST /staff/periods/:year/:number/withdraw": {path: "/staff/periods/2026/25/withdraw",
		body: "which=row&sheets={@.timesheet}-7&employee_id={@}"},
	"GET /staff/periods/:year/:number/people/:employee":  {path: "/staff/periods/2026/25/people/{@}"},
	"POST /staff/periods/:year/:number/people/:employee": {path: "/staff/periods/2026/25/people/{@}"},
	"POST /staff/periods/:year/:number/undo":             {path: "/staff/periods/2026/25/undo", body: "at=1795179600000"},
	"POST /staff/periods/:year/:number/remind":           {path: "/staff/periods/2026/25/remind", body: "employees={@}"},

	"GET /staff/payroll":                       {},
	"POST /staff/payroll/exports":              {body: "period=2026-25&format=csv&partial=true"},
	"GET /staff/payroll/exports/:id":           {path: "/staff/payroll/exports/1"},
	"POST /staff/payroll/exports/:id/withdraw": {path: "/staff/payroll/exports/1/withdraw"},

	"GET /staff/payroll/presets":             {},
	"POST /staff/payroll/presets":            {body: "name=Nomina&kind=columns&order=hours&column=hours"},
	"POST /staff/payroll/presets/:id":        {path: "/staff/payroll/presets/1", body: "name=Nomina&order=hours&column=hours"},
	"POST /staff/payroll/presets/:id/delete": {path: "/staff/payroll/presets/1/delete"},

	"POST /events/:event_id/audience": {path: "/events/{event}/audience",
		body: `{"mode":"filters","filters":{"customer_type":"commercial","name":"é"}}`},
	"GET /events/:event_id/audience/entries": {path: "/events/{event}/audience/entries?q=odile"},
	"POST /events/:event_id/audience/entries": {path: "/events/{event}/audience/entries",
		body: `{"source":"manual","entries":[{"email":"nouvelle@example.com","firstname":"Nouvelle"}]}`},
	"DELETE /events/:event_id/audience/entries":     {path: "/events/{event}/audience/entries"},
	"DELETE /events/:event_id/audience/entries/:id": {path: "/events/{event}/audience/entries/{listed}"},
	"POST /events/:event_id/audience/import":        {path: "/events/{event}/audience/import", body: "csv=courriel%0Anouvelle@example.com"},

	"GET /staff/events/:event/audience": {path: "/staff/events/{event}/audience?customer_type=all&q=la"},
	"POST /staff/events/:event/audience/filters": {path: "/staff/events/{event}/audience/filters",
		body: "customer_type=commercial"},
	"POST /staff/events/:event/audience/picks": {path: "/staff/events/{event}/audience/picks",
		body: "email=nouvelle@example.com"},
	"POST /staff/events/:event/audience/csv": {path: "/staff/events/{event}/audience/csv",
		body: "csv=courriel%0Anouvelle@example.com"},
	"POST /staff/events/:event/audience/check": {path: "/staff/events/{event}/audience/check",
		body: "csv=courriel%0Anouvelle@example.com"},
	"POST /staff/events/:event/audience/entries/:entry/remove": {path: "/staff/events/{event}/audience/entries/{listed}/remove", body: "x=1"},
	"POST /staff/events/:event/audience/clear":                 {path: "/staff/events/{event}/audience/clear", body: "x=1"},

	"GET /staff/events/:event/send":            {path: "/staff/events/{event}/send"},
	"POST /staff/events/:event/send":           {path: "/staff/events/{event}/send", body: "people=1&seen={seen}&count=1&ack_outbox=true&ack_untested_fr=true&ack_again={campaign}"},
	"POST /staff/events/:event/send/test":      {path: "/staff/events/{event}/send/test", body: "lang=fr&emails=essai@example.com"},
	"GET /staff/campaigns":                     {},
	"GET /staff/campaigns/:id":                 {path: "/staff/campaigns/{campaign}"},
	"POST /staff/campaigns/:id/pause":          {path: "/staff/campaigns/{campaign}/pause", body: "x=1"},
	"POST /staff/campaigns/:id/resume":         {path: "/staff/campaigns/{campaign}/resume", body: "x=1"},
	"POST /staff/campaigns/:id/cancel":         {path: "/staff/campaigns/{campaign}/cancel", body: "x=1"},
	"POST /staff/campaigns/:id/unconfirmed":    {path: "/staff/campaigns/{campaign}/unconfirmed", body: "action=mark_sent"},
	"GET /staff/campaigns/:id/reminder":        {path: "/staff/campaigns/{campaign}/reminder"},
	"POST /staff/campaigns/:id/reminder":       {path: "/staff/campaigns/{campaign}/reminder", body: "people=1&count=1&ack_outbox=true&ack_untested_fr=true&ack_again={campaign}"},
	"POST /staff/campaigns/:id/reminder/test":  {path: "/staff/campaigns/{campaign}/reminder/test", body: "lang=en&emails=essai@example.com"},
	"GET /staff/outbox":                        {},
	"GET /staff/outbox/:name":                  {path: "/staff/outbox/none"},
	"GET /staff/outbox/:name/html":             {path: "/staff/outbox/none/html"},
	"GET /staff/outbox/:name/file":             {path: "/staff/outbox/none/file"},
	"GET /staff/outbox/:name/parts/:part":      {path: "/staff/outbox/none/parts/0"},
	"GET /staff/settings/channels":             {},
	"POST /staff/settings/channels/test":       {body: "channel=bulk"},
	"POST /staff/settings/channels/tracking":   {body: "track_people=false"},
	"GET /staff/settings/suppressions":         {},
	"POST /staff/settings/suppressions":        {body: "email=assez@example.com"},
	"POST /staff/settings/suppressions/remove": {body: "email=personne@example.com"},
	"POST /staff/settings/suppressions/decide": {body: "email=personne@example.com&decision=keep"},

	"GET /staff/hours":                  {},
	"GET /staff/hours/shifts":           {path: "/staff/hours/shifts?as=csv"},
	"GET /staff/bank-codes":             {},
	"POST /staff/bank-codes":            {body: "type=sick&categorie=leave&modifier=1&bank_code=G105"},
	"POST /staff/bank-codes/:id":        {path: "/staff/bank-codes/{regular}", body: "type=regular&categorie=shift&modifier=1&bank_code=G2"},
	"POST /staff/bank-codes/:id/delete": {path: "/staff/bank-codes/{vacation}/delete"},

	"GET /bank-codes":        {},
	"POST /bank-codes":       {body: `{"type":"sick","categorie":"leave","modifier":1,"bank_code":"G105"}`},
	"GET /bank-codes/:id":    {path: "/bank-codes/{regular}"},
	"PATCH /bank-codes/:id":  {path: "/bank-codes/{regular}", body: `{"bank_code":"G2"}`},
	"DELETE /bank-codes/:id": {path: "/bank-codes/{vacation}"},

	"POST /events/:event_id/send":            {path: "/events/{event}/send", body: `{"channel":"bulk","from":"events@example.com"}`},
	"POST /events/:event_id/send/pause":      {path: "/events/{event}/send/pause"},
	"POST /events/:event_id/send/cancel":     {path: "/events/{event}/send/cancel"},
	"GET /events/:event_id/campaigns":        {path: "/events/{event}/campaigns"},
	"GET /events/:event_id/reminder-preview": {path: "/events/{event}/reminder-preview?source={campaign}"},
	"POST /events/:event_id/reminder-send":   {path: "/events/{event}/reminder-send", body: `{"source":{campaign}}`},
	"POST /events/campaign-resume":           {body: `{"campaign_id":{campaign}}`},
	"GET /campaigns":                         {},
	"GET /campaigns/:id":                     {path: "/campaigns/{campaign}"},
	"GET /campaigns/:id/report.csv":          {path: "/campaigns/{campaign}/report.csv"},
	"POST /campaigns/:id/unconfirmed":        {path: "/campaigns/{campaign}/unconfirmed", body: `{"action":"mark_sent"}`},
	"GET /t/o/:token":                        {path: "/t/o/none"},
	"GET /t/c/:token/:to":                    {path: "/t/c/none/rsvp"},
	"GET /u/:token":                          {path: "/u/none"},
	"POST /u/:token":                         {path: "/u/none", body: "List-Unsubscribe=One-Click"},
	"POST /webhooks/mailjet":                 {body: `[]`},
	"POST /webhooks/ses":                     {body: `{}`},
	"POST /webhooks/postmark":                {body: `{}`},

	"GET /employees": {},
	"POST /employees": {body: `{"user_id":"7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11","first_name":"Aurèle","last_name":"Tanguay","email":"aurele.tanguay@example.com",
		"phone_number":5145550199,"external_payroll_id":7799,"company_code":271583,"first_work_day":"2026-11-02"}`},
	"GET /employees/:id":             {path: "/employees/{@}"},
	"PATCH /employees/:id":           {path: "/employees/{@}", body: `{"residence":"Sainte-Adèle"}`},
	"DELETE /employees/:id":          {path: "/employees/{@}"},
	"POST /employees/:id/invitation": {path: "/employees/{@}/invitation", body: `{"by":"email"}`},
	"POST /employees/invitations":    {},
	"POST /employees/password-links": {},

	"GET /staff/employees":     {},
	"GET /staff/employees/new": {},
	"POST /staff/employees": {body: "first_name=Aurèle&last_name=Tanguay&email=aurele.tanguay@example.com&phone_number=514+555-0199" +
		"&residence=&external_payroll_id=7799&company_code=271583&first_work_day=2026-11-02"},
	"GET /staff/employees/:id":                {path: "/staff/employees/{@}"},
	"POST /staff/employees/:id":               {path: "/staff/employees/{@}", body: "residence=Saint-Jérôme"},
	"GET /staff/employees/:id/edit":           {path: "/staff/employees/{@}/edit"},
	"GET /staff/employees/:id/supervisor":     {path: "/staff/employees/{@}/supervisor"},
	"POST /staff/employees/:id/supervisor":    {path: "/staff/employees/{@}/supervisor", body: "supervisor_id={foreman}"},
	"POST /staff/employees/:id/leave":         {path: "/staff/employees/{@}/leave", body: "last_work_day=2026-11-27"},
	"POST /staff/employees/:id/delete":        {path: "/staff/employees/{@}/delete"},
	"POST /staff/employees/:id/restore":       {path: "/staff/employees/{@}/restore"},
	"POST /staff/employees/:id/invitation":    {path: "/staff/employees/{@}/invitation"},
	"POST /staff/employees/:id/password-link": {path: "/staff/employees/{@}/password-link"},
	"POST /staff/employees/invitations":       {},
	"POST /staff/employees/password-links":    {},

	"GET /staff/imports":                 {},
	"POST /staff/imports":                {body: "kind=employees"},
	"GET /staff/imports/samples/:name":   {path: "/staff/imports/samples/employees-fr.csv"},
	"GET /staff/imports/:id":             {path: "/staff/imports/{import}"},
	"POST /staff/imports/:id/columns":    {path: "/staff/imports/{import}/columns", body: "column_0=external_payroll_id"},
	"POST /staff/imports/:id/day-order":  {path: "/staff/imports/{import}/day-order", body: "day_order=day_first"},
	"POST /staff/imports/:id/rows/:line": {path: "/staff/imports/{import}/rows/3", body: "last_name=Lussier"},
	"POST /staff/imports/:id/apply":      {path: "/staff/imports/{import}/apply", body: "skip_wrong=on"},
	"POST /staff/imports/:id/undo":       {path: "/staff/imports/{import}/undo"},
	"POST /staff/imports/:id/delete":     {path: "/staff/imports/{import}/delete"},

	"GET /staff/archive":                    {path: "/staff/archive?kind=shifts&q=t"},
	"GET /staff/archive/:kind/:id":          {path: "/staff/archive/shifts/{@.shift}"},
	"POST /staff/archive/:kind/:id/restore": {path: "/staff/archive/shifts/{@.shift}/restore", body: "version=1"},
	"POST /staff/archive/:kind/:id/delete":  {path: "/staff/archive/shifts/{@.shift}/delete", body: "version=1"},

	"GET /staff/customers": {},
	"POST /staff/customers": {body: "first_name=Aurèle&last_name=Tanguay&email=aurele.tanguay@example.com&phone_number=514+555-0199" +
		"&residence=&invoice_id="},
	"GET /staff/customers/new":          {},
	"GET /staff/customers/:id":          {path: "/staff/customers/{customer}"},
	"POST /staff/customers/:id":         {path: "/staff/customers/{customer}", body: "residence=Saint-Jérôme"},
	"POST /staff/customers/:id/delete":  {path: "/staff/customers/{customer}/delete"},
	"POST /staff/customers/:id/restore": {path: "/staff/customers/{customer}/restore"},

	"GET /staff/settings":                                    {},
	"GET /staff/settings/tokens":                             {},
	"POST /staff/settings/tokens":                            {body: "name=Script&days=30"},
	"POST /staff/settings/tokens/revoke":                     {body: "token=0c1b9f5e-52f5-4c6d-8a0e-5d1c2f3b4a59"},
	"GET /staff/settings/sessions":                           {},
	"POST /staff/settings/sessions/end":                      {body: "session=00"},
	"POST /staff/settings/sessions/others":                   {},
	"GET /staff/first-steps":                                 {},
	"POST /staff/first-steps":                                {body: "codes=none"},
	"GET /settings":                                          {},
	"PATCH /settings":                                        {body: `{"values":{"COMPANY_NAME":"Rivière"}}`},
	"GET /staff/settings/company":                            {},
	"GET /staff/settings/export":                             {},
	"POST /staff/settings/export":                            {},
	"POST /company-data":                                     {},
	"POST /staff/settings/company":                           {body: "COMPANY_NAME=Rivi%C3%A8re"},
	"GET /staff/settings/sign-in":                            {},
	"POST /staff/settings/sign-in":                           {body: "OIDC_ISSUER="},
	"GET /staff/settings/customers":                          {},
	"POST /staff/settings/customers":                         {body: "kind=none"},
	"GET /staff/settings/applications":                       {},
	"POST /staff/settings/applications/disconnect":           {body: "session={employee.session}"},
	"GET /staff/settings/applications/all":                   {},
	"POST /staff/settings/applications/all/disconnect":       {body: "session={employee.session}"},
	"GET /staff/settings/notifications":                      {},
	"POST /staff/settings/notifications":                     {path: "/staff/settings/notifications", body: "account.security=now"},
	"GET /u/notifications/:token":                            {path: "/u/notifications/none"},
	"POST /u/notifications/:token":                           {path: "/u/notifications/none", body: "List-Unsubscribe=One-Click"},
	"GET /staff/settings/password":                           {},
	"POST /staff/settings/password":                          {body: "current_password=not+the+one&password=short"},
	"GET /staff/settings/people":                             {},
	"POST /staff/settings/people":                            {body: "email=aurele.tanguay@example.com&name=Aurèle+Tanguay&role=employee&language=fr"},
	"GET /staff/settings/people/new":                         {},
	"GET /staff/settings/people/:person":                     {path: "/staff/settings/people/{@.user}"},
	"POST /staff/settings/people/:person":                    {path: "/staff/settings/people/{@.user}", body: "language=fr"},
	"POST /staff/settings/people/:person/invitation":         {path: "/staff/settings/people/{@.user}/invitation"},
	"POST /staff/settings/people/:person/password-link":      {path: "/staff/settings/people/{@.user}/password-link"},
	"POST /staff/settings/people/:person/disable":            {path: "/staff/settings/people/{@.user}/disable"},
	"POST /staff/settings/people/:person/enable":             {path: "/staff/settings/people/{@.user}/enable"},
	"GET /staff/settings/audit":                              {},
	"GET /staff/settings/security":                           {},
	"POST /staff/settings/security/passkeys":                 {body: "name=Phone&passkey=none"},
	"POST /staff/settings/security/passkeys/:passkey":        {path: "/staff/settings/security/passkeys/1", body: "name=Phone"},
	"POST /staff/settings/security/passkeys/:passkey/remove": {path: "/staff/settings/security/passkeys/1/remove"},
	"GET /staff/settings/security/codes":                     {},
	"POST /staff/settings/security/codes":                    {body: "key=none&code=123456"},
	"POST /staff/settings/security/codes/remove":             {},
	"POST /staff/settings/security/recovery":                 {},
	"GET /staff/settings/second-factors":                     {},
	"POST /staff/settings/second-factors":                    {body: "roles=payroll"},
	"POST /staff/settings/people/:person/reset-factors":      {path: "/staff/settings/people/{@.user}/reset-factors"},
	"POST /settings/mail/test":                               {body: `{"channel":"bulk"}`},
	"GET /settings/mail/senders/:domain":                     {path: "/settings/mail/senders/example.com"},
	"GET /staff/settings/mail/senders":                       {path: "/staff/settings/mail/senders?domain=example.com"},
	"GET /staff/settings/mail":                               {},
	"POST /staff/settings/mail":                              {body: "SEND_RATE=5"},
	"POST /staff/settings/mail/bulk":                         {body: "bulk=none&do=test"},
	"POST /staff/settings/mail/mailbox":                      {body: "mailbox=none&do=test"},
	"POST /staff/settings/mail/bounces":                      {body: "bounces=none&do=test"},

	"GET /timesheets":                   {},
	"POST /timesheets":                  {body: `{"employee_id":{@},"is_approved":false}`},
	"GET /timesheets/:id":               {path: "/timesheets/{@.timesheet}"},
	"PATCH /timesheets/:id":             {path: "/timesheets/{@.timesheet}", body: `{"is_approved":true}`},
	"POST /timesheets/:id/restore":      {path: "/timesheets/{@.timesheet}/restore"},
	"DELETE /timesheets/:id":            {path: "/timesheets/{@.timesheet}"},
	"PATCH /timesheets/:id/approval":    {path: "/timesheets/{@.timesheet}/approval", body: `{"is_approved":true}`},
	"PUT /timesheets/:id/submission":    {path: "/timesheets/{@.timesheet}/submission"},
	"DELETE /timesheets/:id/submission": {path: "/timesheets/{@.timesheet}/submission"},

	"GET /shifts":                {},
	"POST /shifts":               {body: `{"timesheet_id":{@.timesheet},"bank_code_id":{regular},"date":"2026-11-18","start_time":"2026-11-18T08:00:00-05:00","end_time":"2026-11-18T16:00:00-05:00"}`},
	"GET /shifts/:id":            {path: "/shifts/{@.shift}"},
	"PATCH /shifts/:id":          {path: "/shifts/{@.shift}", body: `{"end_time":"2026-11-16T15:00:00-05:00"}`},
	"POST /shifts/:id/restore":   {path: "/shifts/{@.shift}/restore"},
	"DELETE /shifts/:id":         {path: "/shifts/{@.shift}"},
	"PATCH /shifts/:id/approval": {path: "/shifts/{@.shift}/approval", body: `{"is_approved":true}`},

	"GET /Expenses":                {},
	"POST /Expenses":               {body: `{"timesheet_id":{@.timesheet},"bank_code_id":{per-diem},"date":"2026-11-18","amount":12.5,"description":"Stationnement","is_approved":false,"supervisor_comment":""}`},
	"GET /Expenses/:id":            {path: "/Expenses/{@.expense}"},
	"PATCH /Expenses/:id":          {path: "/Expenses/{@.expense}", body: `{"amount":13}`},
	"POST /Expenses/:id/restore":   {path: "/Expenses/{@.expense}/restore"},
	"DELETE /Expenses/:id":         {path: "/Expenses/{@.expense}"},
	"PATCH /Expenses/:id/approval": {path: "/Expenses/{@.expense}/approval", body: `{"is_approved":true}`},

	"GET /leave-requests":                {},
	"POST /leave-requests":               {body: `{"employee_id":{@},"bank_code_id":{vacation},"leave_type":"Sick","start_date_time":"2026-12-07T08:00","end_date_time":"2026-12-07T16:00","comment":"","approval_status":"Pending"}`},
	"GET /leave-requests/:id":            {path: "/leave-requests/{@.leave}"},
	"PATCH /leave-requests/:id":          {path: "/leave-requests/{@.leave}", body: `{"approval_status":"Cancelled"}`},
	"POST /leave-requests/:id/restore":   {path: "/leave-requests/{@.leave}/restore"},
	"DELETE /leave-requests/:id":         {path: "/leave-requests/{@.leave}"},
	"PATCH /leave-requests/:id/approval": {path: "/leave-requests/{@.leave}/approval", body: `{"approval_status":"True"}`},

	"GET /events/:event_id/rsvps":             {path: "/events/{event}/rsvps?limit=5"},
	"GET /events/:event_id/rsvp-totals":       {path: "/events/{event}/rsvp-totals"},
	"GET /events/:event_id/rsvp-totals.csv":   {path: "/events/{event}/rsvp-totals.csv"},
	"GET /events/:event_id/rsvps.csv":         {path: "/events/{event}/rsvps.csv"},
	"GET /events/:event_id/rsvps/:rsvp_id":    {path: "/events/{event}/rsvps/{rsvp}"},
	"DELETE /events/:event_id/rsvps/:rsvp_id": {path: "/events/{event}/rsvps/{rsvp}"},

	"GET /rsvp/:event_id": {path: "/rsvp/{event}?t={link}"},
	"POST /rsvp/:event_id/submit": {path: "/rsvp/{event}/submit",
		body: `{"name":"Jeanne","email":"jeanne@example.com","people":2}`},
	"GET /rsvp/:event_id/waiting-list": {path: "/rsvp/{event}/waiting-list?t={link}"},
	"POST /rsvp/:event_id/waiting-list": {path: "/rsvp/{event}/waiting-list",
		body: `{"name":"Jeanne","email":"jeanne@example.com","people":2}`},
	"POST /rsvp/:event_id/waiting-list/take":         {path: "/rsvp/{event}/waiting-list/take", body: `{"t":"none"}`},
	"POST /rsvp/:event_id/waiting-list/leave":        {path: "/rsvp/{event}/waiting-list/leave", body: `{"t":"none"}`},
	"GET /events/:event_id/waiting-list":             {path: "/events/{event}/waiting-list"},
	"GET /events/:event_id/waiting-list.csv":         {path: "/events/{event}/waiting-list.csv"},
	"PATCH /events/:event_id/waiting-list/:party_id": {path: "/events/{event}/waiting-list/9001", body: `{"move":"top"}`},
	"GET /staff/events/:event/waiting-list":          {path: "/staff/events/{event}/waiting-list"},
	"POST /staff/events/:event/waiting-list/:party":  {path: "/staff/events/{event}/waiting-list/9001", body: "do=top"},
	"GET /rsvp/:event_id/calendar.ics":               {path: "/rsvp/{event}/calendar.ics"},
	"GET /staff/events/:event/rsvps":                 {path: "/staff/events/{event}/rsvps"},
	"POST /staff/events/:event/rsvps":                {path: "/staff/events/{event}/rsvps", body: "name=Jeanne&people=2&language=fr"},
	"GET /staff/events/:event/rsvps/new":             {path: "/staff/events/{event}/rsvps/new"},
	"GET /staff/events/:event/rsvps/totals":          {path: "/staff/events/{event}/rsvps/totals"},
	"GET /staff/events/:event/rsvps/badges":          {path: "/staff/events/{event}/rsvps/badges"},
	"GET /staff/events/:event/rsvps/guest-list":      {path: "/staff/events/{event}/rsvps/guest-list"},
	"GET /staff/events/:event/door":                  {path: "/staff/events/{event}/door"},
	"POST /staff/events/:event/door/arrivals": {path: "/staff/events/{event}/door/arrivals",
		body: "registration={rsvp}&people=1&key=a-tap"},
	"GET /staff/events/:event/door/parties":             {path: "/staff/events/{event}/door/parties"},
	"POST /staff/events/:event/door/kept":               {path: "/staff/events/{event}/door/kept", body: `[{"key":"kept","party":{rsvp},"people":1}]`},
	"POST /staff/events/:event/door/held":               {path: "/staff/events/{event}/door/held", body: "held=999&count=1"},
	"GET /staff/events/:event/door/links":               {path: "/staff/events/{event}/door/links"},
	"POST /staff/events/:event/door/links":              {path: "/staff/events/{event}/door/links", body: "name=Entrance+B"},
	"POST /staff/events/:event/door/links/:link/revoke": {path: "/staff/events/{event}/door/links/{door.link}/revoke", body: "x=1"},
	"GET /door/open/:token":                             {path: "/door/open/none"},
	"GET /door/:code":                                   {path: "/door/AAAAAAAAAAAAAAAAAAAAAAAAAA"},
	"GET /events/:event_id/check-in-links":              {path: "/events/{event}/check-in-links"},
	"POST /events/:event_id/check-in-links":             {path: "/events/{event}/check-in-links", body: `{"name":"Entrance B"}`},
	"DELETE /events/:event_id/check-in-links/:link_id":  {path: "/events/{event}/check-in-links/{door.link}"},
	"POST /staff/events/:event/door/walk-ins": {path: "/staff/events/{event}/door/walk-ins",
		body: "name=Jeanne&people=2&key=a-walk-in"},
	"POST /staff/events/:event/rsvps/updates":      {path: "/staff/events/{event}/rsvps/updates", body: "version=0"},
	"POST /staff/events/:event/rsvps/:rsvp/settle": {path: "/staff/events/{event}/rsvps/{rsvp}/settle", body: "same=no"},
	"GET /staff/events/:event/rsvps/:rsvp":         {path: "/staff/events/{event}/rsvps/{rsvp}"},
	"GET /staff/events/:event/rsvps/:rsvp/edit":    {path: "/staff/events/{event}/rsvps/{rsvp}/edit"},
	"POST /staff/events/:event/rsvps/:rsvp/edit": {path: "/staff/events/{event}/rsvps/{rsvp}/edit",
		body: "name=Jeanne&people=2&language=fr"},
	"POST /staff/events/:event/rsvps/:rsvp/delete":  {path: "/staff/events/{event}/rsvps/{rsvp}/delete"},
	"POST /staff/events/:event/rsvps/:rsvp/restore": {path: "/staff/events/{event}/rsvps/{rsvp}/restore", body: "version=1"},

	"GET /imports":     {},
	"POST /imports":    {body: "kind=employees"},
	"GET /imports/:id": {path: "/imports/{import}"},
	"PATCH /imports/:id": {path: "/imports/{import}",
		body: `{"fields":["external_payroll_id","company_code","first_name","last_name","email","phone_number","","",""]}`},
	"DELETE /imports/:id":           {path: "/imports/{import}"},
	"GET /imports/:id/rows":         {path: "/imports/{import}/rows"},
	"PATCH /imports/:id/rows/:line": {path: "/imports/{import}/rows/3", body: `{"cells":{"last_name":"Lussier"}}`},
	"POST /imports/:id/apply":       {path: "/imports/{import}/apply", body: `{"skip_wrong":true}`},
	"POST /imports/:id/undo":        {path: "/imports/{import}/undo"},

	"GET /customers": {},
	"POST /customers": {body: `{"user_id":"7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11","first_name":"Aurèle","last_name":"Tanguay","email":"aurele.tanguay@example.com",
		"phone_number":5145550199}`},
	"GET /customers/:id":    {path: "/customers/{customer}"},
	"PATCH /customers/:id":  {path: "/customers/{customer}", body: `{"residence":"Sainte-Adèle"}`},
	"DELETE /customers/:id": {path: "/customers/{customer}"},

	"GET /templates":                       {},
	"POST /templates":                      {body: `{"name":"event-rentree","content":{"fr":{"html":"<p>{{greeting}}</p>{{rsvp_button}}"}}}`},
	"GET /templates/:name":                 {path: "/templates/{template}"},
	"PATCH /templates/:name":               {path: "/templates/{template}", body: `{"content":{"en":{"subject":"{{event_title}}"}}}`},
	"DELETE /templates/:name":              {path: "/templates/{template}"},
	"GET /events/:event_id/invite-preview": {path: "/events/{event}/invite-preview?look=festive&lang=en"},

	"GET /staff/templates":               {},
	"POST /staff/templates":              {body: "name=event-rentree&content.fr.html=%3Cp%3Ebonjour%3C%2Fp%3E"},
	"GET /staff/templates/new":           {},
	"GET /staff/templates/:name":         {path: "/staff/templates/{template}"},
	"POST /staff/templates/:name":        {path: "/staff/templates/{template}", body: "content.fr.html=%3Cp%3Ebonjour%3C%2Fp%3E"},
	"POST /staff/templates/:name/delete": {path: "/staff/templates/{template}/delete"},
	"GET /staff/templates/:name/sample":  {path: "/staff/templates/{template}/sample"},
	"GET /staff/template-draft":          {},
	"POST /staff/template-draft":         {body: "content.fr.html=%3Cp%3Ebonjour%3C%2Fp%3E"},

	"GET /staff/events":        {},
	"GET /staff/events/new":    {},
	"POST /staff/events":       {body: "content.fr.title=Le+bal&starts_at=2027-02-12T19:00&ends_at=2027-02-12T23:00&status=draft&palette=nuit"},
	"GET /staff/events/:event": {path: "/staff/events/{event}"},
	"POST /staff/events/:event": {path: "/staff/events/{event}",
		body: "capacity=80&content.en.address=12+Quay+Street"},
	"POST /staff/events/:event/preview":                  {path: "/staff/events/{event}/preview", body: "content.fr.title=Autre&preview=fr"},
	"POST /staff/events/:event/delete":                   {path: "/staff/events/{event}/delete"},
	"POST /staff/events/:event/attachments":              {path: "/staff/events/{event}/attachments", body: "language=fr"},
	"POST /staff/events/:event/attachments/:file/delete": {path: "/staff/events/{event}/attachments/{attachment}/delete"},

	"GET /events":           {},
	"POST /events":          {body: `{"id":"bal-2027","starts_at":"2027-02-12T19:00:00-05:00","ends_at":"2027-02-12T23:00:00-05:00","content":{"fr":{"title":"Le bal"}}}`},
	"GET /events/:event_id": {path: "/events/{event}"},
	"PATCH /events/:event_id": {path: "/events/{event}",
		body: `{"capacity":80,"content":{"en":{"address":"12 Quay Street, Sorel"}}}`},
	"DELETE /events/:event_id": {path: "/events/{event}"},
	"POST /events/:event_id/attachments": {path: "/events/{event}/attachments",
		body: `{"filename":"menu.pdf","language":"fr","data":"JVBERi0xLjQKJSVFT0YK"}`},
	"GET /events/:event_id/attachments/:id":    {path: "/events/{event}/attachments/{attachment}"},
	"DELETE /events/:event_id/attachments/:id": {path: "/events/{event}/attachments/{attachment}"},

	"GET /oauth-sessions":        {},
	"POST /oauth-sessions":       {body: `{"user_id":"{@.user}","application":"https://api.example.com","access_token":"a","refresh_token":"r","access_token_expiry":"2026-11-20T14:00:00Z"}`},
	"GET /oauth-sessions/:id":    {path: "/oauth-sessions/{employee.session}"},
	"PATCH /oauth-sessions/:id":  {path: "/oauth-sessions/{employee.session}", body: `{"access_token":"b"}`},
	"DELETE /oauth-sessions/:id": {path: "/oauth-sessions/{employee.session}"},

	"GET /archives":                   {path: "/archives?kind=shifts"},
	"GET /archives/employees":         {path: "/archives/employees?id={@}"},
	"GET /archives/employees/:id":     {path: "/archives/employees/{@}"},
	"GET /archives/expenses":          {path: "/archives/expenses?id={@.gone}"},
	"GET /archives/expenses/:id":      {path: "/archives/expenses/{@.gone}"},
	"GET /archives/leaveRequests":     {path: "/archives/leaveRequests?id={@.leave}"},
	"GET /archives/leaveRequests/:id": {path: "/archives/leaveRequests/{@.leave}"},
	"GET /archives/shifts":            {path: "/archives/shifts?id={@.shift}"},
	"GET /archives/shifts/:id":        {path: "/archives/shifts/{@.shift}"},
	"GET /archives/timesheets":        {path: "/archives/timesheets?id={@.timesheet}"},
	"GET /archives/timesheets/:id":    {path: "/archives/timesheets/{@.timesheet}"},

	"GET /collab/customer-search":    {path: "/collab/customer-search?q=marchesault"},
	"GET /staff/directory":           {path: "/staff/directory?q=quebec"},
	"GET /staff/directory/customer":  {path: "/staff/directory/customer?id=C-0003"},
	"GET /staff/directory/syncs":     {},
	"GET /staff/directory/syncs/:id": {path: "/staff/directory/syncs/1"},
	"POST /staff/directory/sync":     {},

	"GET /notifications/summary":       {},
	"GET /notifications/preferences":   {},
	"PATCH /notifications/preferences": {body: `{"email":{"account.security":"now"}}`},
	"GET /notifications/stream":        {},
	"GET /staff/notifications":         {},
	"POST /staff/notifications/read":   {path: "/staff/notifications/read", body: "up_to=1"},

	"GET /staff/directory/uploads":               {},
	"POST /staff/directory/uploads":              {},
	"GET /staff/directory/uploads/samples/:name": {path: "/staff/directory/uploads/samples/customers-fr.csv"},
	"GET /staff/directory/uploads/:id":           {path: "/staff/directory/uploads/{upload}"},
	"POST /staff/directory/uploads/:id/columns":  {path: "/staff/directory/uploads/{upload}/columns", body: "column_0=customer_id&column_1=name"},
	"POST /staff/directory/uploads/:id/publish":  {path: "/staff/directory/uploads/{upload}/publish"},
	"POST /staff/directory/uploads/:id/undo":     {path: "/staff/directory/uploads/{upload}/undo"},
	"POST /staff/directory/uploads/:id/delete":   {path: "/staff/directory/uploads/{upload}/delete"},
	"DELETE /directory/uploads/:id":              {path: "/directory/uploads/{upload}"},
	"POST /directory/uploads":                    {},
	"GET /directory/uploads/:id":                 {path: "/directory/uploads/{upload}"},
	"PATCH /directory/uploads/:id":               {path: "/directory/uploads/{upload}", body: `{"fields":["customer_id","name","emails"]}`},
	"POST /directory/uploads/:id/publish":        {path: "/directory/uploads/{upload}/publish", body: `{"force":true}`},
	"POST /directory/uploads/:id/undo":           {path: "/directory/uploads/{upload}/undo"},

	"GET /staff/leave":                 {},
	"POST /staff/leave":                {body: "leave_type=Vacation&bank_code_id={vacation}&start_date=2026-12-21&end_date=2026-12-23&span=days"},
	"POST /staff/leave/:id":            {path: "/staff/leave/{@.leave}", body: "approval_status=Cancelled&version=1"},
	"POST /staff/timesheets/:id/lines": {path: "/staff/timesheets/{@.timesheet}/lines", body: "items=shift-{@.shift}-1"},

	"GET /staff/approvals":       {},
	"POST /staff/approvals":      {body: "item=sheet-{@.timesheet}&version=7&decision=approve&note=Merci"},
	"POST /staff/approvals/many": {body: "items=leave-{@.leave}-1"},
	"POST /staff/approvals/undo": {body: "items=leave-{@.leave}-1"},

	"GET /pay-periods":                                   {},
	"GET /pay-periods/bundle/current-and-all":            {},
	"GET /pay-periods/date/:date":                        {path: "/pay-periods/date/2026-11-20"},
	"GET /pay-periods/:year/:periodNumber":               {path: "/pay-periods/2026/25"},
	"PATCH /pay-periods/:year/:periodNumber/approval":    {path: "/pay-periods/2026/25/approval"},
	"GET /pay-periods/:year/:periodNumber/overview":      {path: "/pay-periods/2026/25/overview"},
	"GET /pay-periods/:year/:periodNumber/crew-overview": {path: "/pay-periods/2026/25/crew-overview"},
	"GET /shifts/summary":                                {path: "/shifts/summary?period=2026-25"},
	"GET /shifts/export.csv":                             {path: "/shifts/export.csv?period=2026-25"},
	"GET /exports/csv":                                   {path: "/exports/csv?period=2026-25"},
}

// entries are the forms of the two-week grid and of a timesheet's page, which take the same (W6a).
var entries = map[string]string{
	"GET ": "", "POST /shifts": "date=2026-11-18&bank_code_id={regular}&start_time=08:00&end_time=16:00",
	"POST /shifts/restore": "date=2026-11-18&bank_code_id={regular}&start=1795010400000&end=1795039200000&timesheet_id={@.timesheet}",
	"POST /shifts/:line":   "date=2026-11-16&bank_code_id={regular}&start_time=09:00&end_time=16:00", "POST /shifts/:line/delete": "",
	"POST /expenses":         "date=2026-11-18&bank_code_id={per-diem}&amount=12&description=Stationnement",
	"POST /expenses/restore": "date=2026-11-18&bank_code_id={per-diem}&cents=1200&description=Stationnement&timesheet_id={@.timesheet}",
	"POST /expenses/:line":   "date=2026-11-17&bank_code_id={per-diem}&amount=13&description=Stationnement", "POST /expenses/:line/delete": "",
	"POST /copy": "what=week&date=2026-11-22", "POST /submit": "", "POST /withdraw": "",
}

func init() {
	for entry, form := range entries {
		method, rest, _ := strings.Cut(entry, " ")
		line := "{@.shift}"
		if strings.HasPrefix(rest, "/expenses") {
			line = "{@.expense}"
		}
		at := strings.ReplaceAll(rest, ":line", line)
		calls[method+" /staff/time/:period"+rest] = call{path: "/staff/time/2026-25" + at, body: form}
		calls[method+" /staff/timesheets/:id"+rest] = call{path: "/staff/timesheets/{@.timesheet}" + at, body: form}
	}
	for _, decision := range []string{"approve", "unapprove", "return", "comment"} {
		calls["POST /staff/timesheets/:id/"+decision] = call{path: "/staff/timesheets/{@.timesheet}/" + decision,
			body: "supervisor_comment=Merci"}
	}
	calls["GET /staff/time"] = call{}
}

// owners are whose records the call is made about: one empty name when it is about nobody's.
func (c call) owners() []string {
	if strings.Contains(c.path+c.body, "{@") {
		return whose
	}
	return []string{""}
}

// about is the call made about somebody's records.
func (c call) about(route, owner string) (method, path, body string, headers []string) {
	method, path, _ = strings.Cut(route, " ")
	if c.path != "" {
		path = c.path
	}
	fill := func(s string) string { return strings.ReplaceAll(s, "{@", "{"+owner) }
	path, body = fill(path), fill(c.body)
	if body != "" && body[0] != '{' || body == "" && method == http.MethodPost && isPage(path) {
		headers = []string{"Content-Type", "application/x-www-form-urlencoded"}
	}
	return method, path, body, headers
}

// isPage reports whether a route serves HTML pages.
func isPage(path string) bool { return strings.HasPrefix(path, "/staff/") }

// reads reports whether a route must not change anything.
func reads(route string) bool { return strings.HasPrefix(route, http.MethodGet+" ") }
