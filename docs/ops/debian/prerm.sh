#!/bin/sh
# Stops the service before its files are removed. During an upgrade it goes on until postinst starts the new version.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now --quiet presence.service
fi
