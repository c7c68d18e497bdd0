"""What some tests need from the machine: Chromium, a Chinese font, PostgreSQL, programs that open what is exported.

`python tests/needs.py` installs them as root on a Debian-like system; elsewhere it says what is missing.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HEADLESS = "chromium-headless-shell"
"""Chromium without windows: it takes a third less of the processor for the same page."""
PROGRAMS = (HEADLESS, "chromium", "chromium-browser", "google-chrome")
BROWSER = {"chromium": (HEADLESS,), "a Chinese font": ("fonts-noto-cjk", "fontconfig")}
READERS = {"soffice": ("libreoffice-calc-nogui",), "pdftotext": ("poppler-utils",)}
DATABASE = {"PostgreSQL": ("postgresql",)}
PACKAGES = {**BROWSER, **READERS, **DATABASE}


def chromium() -> str:
    """Path of a Chromium, the one without windows if there is one, or ""."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), "")


def quicker() -> list[str]:
    """The package without which the tests run, but longer, in the version of the Chromium that is there."""
    if shutil.which(HEADLESS) or not shutil.which("dpkg-query"):
        return []
    asked = ["dpkg-query", "--show", "--showformat", "${Version}", "chromium-common"]
    version = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return [f"{HEADLESS}={version}"] if version else []


def has_chinese_font() -> bool:
    """Ask fontconfig."""
    if not shutil.which("fc-list"):
        return False
    listing = subprocess.run(["fc-list", ":lang=zh-cn"], capture_output=True, text=True, check=False)
    return bool(listing.stdout.strip())


def postgresql() -> str:
    """The folder of PostgreSQL's programs, of the newest where there are several, or ""."""
    several = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = max(several, key=lambda one: int(one.parts[-3]), default=None) or shutil.which("initdb")
    return str(Path(found).parent) if found else ""


def missing() -> list[str]:
    """Names of what is not there, the keys of PACKAGES."""
    there = {"chromium": bool(chromium()), "a Chinese font": has_chinese_font()}
    there["PostgreSQL"] = bool(postgresql())
    there |= {program: bool(shutil.which(program)) for program in READERS}
    return [name for name, found in there.items() if not found]


def missing_for_browsers() -> list[str]:
    """Those of them without which no page can be looked at."""
    return [name for name in missing() if name in BROWSER]


def apt(*arguments: str) -> bool:
    """Let apt do something in silence; say whether it could."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-y", "-qq", "--no-install-recommends", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def install() -> None:
    """Install what is missing; fetch the list of packages only when it is absent or old."""
    if absent := missing():
        print("Installing for the tests:", ", ".join(absent), flush=True)
        packages = [package for name in absent for package in PACKAGES[name]]
        if not apt("install", *packages):
            apt("update")
            apt("install", *packages)
    if packages := quicker():
        print("Installing for quicker tests:", ", ".join(packages), flush=True)
        apt("install", *packages)


def main() -> None:
    """Install what can be installed, and name the rest in one line."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root and shutil.which("apt-get"):
        install()
    if missing():
        print(f"Missing: {', '.join(missing())}; the tests that need them are skipped.", flush=True)


if __name__ == "__main__":
    sys.exit(main())
