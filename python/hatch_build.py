"""Builds the simulator and the page before they are packed, when the package is built in a clone of the project."""

import shutil
import subprocess
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildSimulator(BuildHookInterface):
    def initialize(self, version, build_data):
        project = Path(self.root).parent
        # A source distribution has the built files instead of the sources.
        if not (project / "scripts" / "build-python.ts").exists():
            return
        npm = shutil.which("npm")
        if npm is None or not (project / "node_modules").exists():
            raise RuntimeError(f"The simulator is built with Node.js and npm: run `npm ci` in {project} first.")
        subprocess.run([npm, "run", "build:python"], cwd=project, check=True)
