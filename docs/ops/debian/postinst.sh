#!/bin/sh
# Creates the user of the service, and starts it again after an upgrade. A new installation is not started: its settings come first.
set -e
if [ "$1" = configure ]; then
  if ! getent passwd presence >/dev/null; then
    adduser --system --group --home /var/lib/presence --no-create-home --quiet presence
  fi
  chown root:presence /etc/presence /etc/presence/presence.env
  chmod 0750 /etc/presence
  install -d -o presence -g presence -m 0700 /var/lib/presence
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if systemctl is-enabled --quiet presence.service; then
      systemctl restart presence.service
    fi
  fi
fi
