#!/bin/sh
# Data in /var/lib/presence and the user are kept, also when the package is purged: only people delete records.
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi
