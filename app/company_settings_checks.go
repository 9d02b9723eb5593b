package app

import (
	"context"
	"strings"

	"presence/app/accounts/openid"
	"presence/app/hub/directory"
	"presence/app/platform/bouncemail"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// allow refuses changes of the settings that stored records do not permit, and prepares the records for those that it permits.
func (c Config) allow(ctx context.Context, tx *db.Tx, before, after map[string]string) error {
	old, _ := c.withStored(before)
	next, _ := c.withStored(after)
	if old.Norm != next.Norm {
		if err := leaverequests.ForgetCounts(ctx, tx); err != nil {
			return err
		}
	}
	if next.HolidayPay && !old.HolidayPay {
		codes, err := bankcodes.Live(ctx, tx)
		if err == nil && holidaypay.CodeOf(codes) == 0 {
			err = errs.InvalidField("HOLIDAY_PAY", "no_holiday_code", "Holidays are paid under a bank code of categorie leave and of type "+
				"statutory_holiday or holiday: create one first.")
		}
		if err != nil {
			return err
		}
	}
	return c.keepPeriods(ctx, tx, before, after)
}

// keepPeriods refuses a change that moves the boundaries of pay periods while timesheets or payroll exports are stored by period.
// A change of their numbers alone is allowed.
func (c Config) keepPeriods(ctx context.Context, tx *db.Tx, before, after map[string]string) error {
	old, _ := c.withStored(before)
	next, _ := c.withStored(after)
	if payperiods.SameBoundaries(old.PeriodAnchor, next.PeriodAnchor) {
		return nil
	}
	stored, err := payperiods.HasRecordsByPeriod(ctx, tx)
	if err == nil && stored {
		err = errs.InvalidField("PAY_PERIOD_ANCHOR", "periods_in_use", "Timesheets or payroll exports are stored by pay period: its first "+
			"day can move by whole periods of two weeks only.")
	}
	return err
}

// testSignIn fetches the discovery document and the keys of the identity provider that the settings in values would configure. It returns
// nil if they configure none.
func (c Config) testSignIn(ctx context.Context, values map[string]string) error {
	next, _ := c.withStored(values)
	if next.OIDC.Issuer == "" {
		return nil
	}
	return openid.Check(ctx, next.OIDC, strings.TrimRight(c.PublicURL.String(), "/"), c.Now)
}

// testCustomers reads the first customers from the source that the settings in values would configure. It returns nil if they configure
// none.
func (c Config) testCustomers(ctx context.Context, values map[string]string) error {
	next, _ := c.withStored(values)
	if next.Directory == nil {
		return nil
	}
	return directory.Check(ctx, next.Directory)
}

// testBounces opens the bounce mailbox that the settings in values would configure, and asks the SMTP server whether it takes a message
// from their envelope sender to an address. What they do not configure is not tested.
func (c Config) testBounces(ctx context.Context, to string, values map[string]string) error {
	next, _ := c.withStored(values)
	m := next.Mail
	if m.BounceMailbox != nil {
		if err := bouncemail.Test(ctx, *m.BounceMailbox); err != nil {
			return err
		}
	}
	if relay, ok := m.Bulk.(*mail.Relay); ok && m.BounceAddress != "" {
		return relay.TestEnvelope(ctx, m.BounceAddress.For("test"), to)
	}
	return nil
}
