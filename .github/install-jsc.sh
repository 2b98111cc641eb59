#!/usr/bin/env bash
# Installs WebKitGTK with its driver, a screen for it, and jsc, the shell of JavaScriptCore, on Debian and its kin. The name of
# jsc's package holds the version of its library.
set -euo pipefail
sudo apt-get update
package=$(apt-cache search --names-only '^libjavascriptcoregtk.*-bin$' | cut -d ' ' -f 1 | tail -n 1)
sudo apt-get install -y "$package" webkit2gtk-driver xvfb
command -v jsc
