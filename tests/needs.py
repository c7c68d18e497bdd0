"""What some tests need from the machine: Chromium, a Chinese font, PostgreSQL, programs that open what is exported.

`python tests/needs.py` installs them as root on a Debian-like system; elsewhere it says what is missing.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = {"chromium": "chromium", "a Chinese font": "fonts-noto-cjk"}
READERS = {"soffice": "libreoffice-calc-nogui", "pdftotext": "poppler-utils"}
DATABASE = {"PostgreSQL": "postgresql"}
PACKAGES = {**BROWSER, **READERS, **DATABASE}


def chromium() -> str:
    """Path of a Chromium, or ""."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), "")


def has_chinese_font() -> bool:
    """Ask fontconfig, which comes with Chromium."""
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


def install(names: list[str]) -> None:
    """Install the Debian packages; fetch the list of packages only when it is absent or old."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *(PACKAGES[n] for n in names)]
    if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        subprocess.run(["apt-get", "update", "-qq"], env=environment, check=False)
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)


def main() -> None:
    """Install what can be installed, and name the rest in one line."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if missing() and is_root and shutil.which("apt-get"):
        print("Installing for the tests:", ", ".join(missing()), flush=True)
        install(missing())
    if missing():
        print(f"Missing: {', '.join(missing())}; the tests that need them are skipped.", flush=True)


if __name__ == "__main__":
    sys.exit(main())
