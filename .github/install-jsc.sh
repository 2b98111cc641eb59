#!/usr/bin/env bash
# Installs jsc, the shell of JavaScriptCore, on Debian and its kin. Its package's name holds the version of its library.
set -euo pipefail
sudo apt-get update
package=$(apt-cache search --names-only '^libjavascriptcoregtk.*-bin$' | cut -d ' ' -f 1 | tail -n 1)
sudo apt-get install -y "$package"
command -v jsc
