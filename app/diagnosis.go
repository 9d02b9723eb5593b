package app

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"

	"presence/app/accounts/configuration"
	"presence/app/demo"
	"presence/app/doctor"
	"presence/app/hub/directory"
	"presence/app/platform/bouncemail"
	"presence/app/platform/i18n"
	"presence/db"
)

// Diagnose runs all checks of an installation but those of the environment and the files, and changes nothing. A server may be running.
// c.SecretKey is empty if there is no key; NewSecretKey is not called.
func Diagnose(ctx context.Context, c Config, l i18n.Lang) (list []doctor.Result) {
	database := doctor.Finding{Lang: l, Check: doctor.Database}
	d, err := db.Open(ctx, c.DatabaseURL, db.Options{Log: c.Log, ReadOnly: true, Conns: c.DatabaseConns})
	if err != nil {
		text := i18n.DoctorFailed
		if errors.Is(err, fs.ErrNotExist) {
			text = i18n.DoctorDatabaseNone
		}
		return append(list, database.Failed(i18n.DoctorDatabaseDo, text, err))
	}
	defer func() { _ = d.Close() }() // it was only read
	list = append(list, database.OK(i18n.DoctorDatabaseOK))
	p := doctor.Patient{DB: d, Lang: l, Now: c.Now}
	schema, readable := p.Schema(ctx)
	if list = append(list, schema); !readable {
		return list
	}
	list = append(list, p.Connections(ctx)...)
	list = append(list, p.References(ctx)...)
	list = append(list, p.Sums(ctx)...)
	list = append(list, p.Key(ctx, c.SecretKey), p.Clock(ctx))
	stored := map[string]string{}
	if len(c.SecretKey) > 0 {
		if stored, _, err = configuration.Load(ctx, d, c.SecretKey, isSecretSetting); err != nil {
			return list // the check of the key says so
		}
	}
	next, invalid := c.withStored(stored)
	for _, name := range slices.Sorted(maps.Keys(invalid)) {
		list = append(list, doctor.Finding{Lang: l, Check: doctor.Settings}.
			Bad(doctor.Warning, i18n.DoctorSettingStoredDo, i18n.DoctorSettingStored, name, invalid[name].Error()))
	}
	list = append(list, p.Replicas(ctx, next.announced())...)
	list = append(list, p.StoredBackup(ctx)...)
	if source, err := directory.LastSource(ctx, d); err == nil && next.Directory == nil && source == (demo.Customers{}).Name() {
		next.Directory = demo.Customers{} // as the demo has it
	}
	return append(list, next.reach(ctx, p)...)
}

// reach tests the mail channels, the mailbox of bounced messages and the source of customers, as their forms do before they save.
func (c Config) reach(ctx context.Context, p doctor.Patient) (list []doctor.Result) {
	test := func(check doctor.Check, used bool, name func() string, call func(context.Context) error) {
		if !used {
			list = append(list, p.NotUsed(check))
			return
		}
		list = append(list, p.Reach(ctx, check, name(), call))
	}
	m := c.Mail
	test(doctor.BulkMail, m.Bulk != nil, func() string { return m.Bulk.Name() }, func(ctx context.Context) error { return m.Bulk.Test(ctx) })
	test(doctor.Mailboxes, m.Mailbox != nil, func() string { return m.Mailbox.Name() },
		func(ctx context.Context) error { return m.Mailbox.Test(ctx) })
	test(doctor.Bounces, m.BounceMailbox != nil, func() string { return m.BounceMailbox.Server.Host },
		func(ctx context.Context) error { return bouncemail.Test(ctx, *m.BounceMailbox) })
	test(doctor.Customers, c.Directory != nil, func() string { return c.Directory.Name() },
		func(ctx context.Context) error { return directory.Check(ctx, c.Directory) })
	return list
}
