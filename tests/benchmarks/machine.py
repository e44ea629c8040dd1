"""Which machine and which versions were measured, read when it is asked for."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

LIBRARIES = ("reportlab", "typst", "uharfbuzz", "pydantic-core", "pillow", "pypdfium2", "flask", "waitress", "click")


def described() -> str:
    """Return the machine and the libraries in one paragraph."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    libraries = ", ".join(f"{name} {found}" for name in LIBRARIES if (found := _version(name)))
    return (
        f"{_processor()}, {cores} cores, {memory:.0f} GB, {platform.system()} {platform.release().split('-')[0]}; "
        f"{platform.python_implementation()} {platform.python_version()}; {libraries}. "
        f"Load when it began: {os.getloadavg()[0]:.1f}."
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
