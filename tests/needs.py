"""What the browser tests need from the machine: Chromium and a font with Chinese characters.

`python tests/needs.py` installs both as root on a Debian-like system; elsewhere it says what is missing.
"""

import os
import shutil
import subprocess
import sys

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
PACKAGES = {"chromium": "chromium", "a Chinese font": "fonts-noto-cjk"}


def chromium() -> str:
    """Path of a Chromium, or ""."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), "")


def has_chinese_font() -> bool:
    """Ask fontconfig, which comes with Chromium."""
    if not shutil.which("fc-list"):
        return False
    listing = subprocess.run(["fc-list", ":lang=zh-cn"], capture_output=True, text=True, check=False)
    return bool(listing.stdout.strip())


def missing() -> list[str]:
    """Names of what is not there, the keys of PACKAGES."""
    there = {"chromium": bool(chromium()), "a Chinese font": has_chinese_font()}
    return [name for name, found in there.items() if not found]


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
        print("Installing for the browser tests:", ", ".join(missing()), flush=True)
        install(missing())
    if missing():
        print(f"Missing: {', '.join(missing())}; the browser tests are skipped.", flush=True)


if __name__ == "__main__":
    sys.exit(main())
