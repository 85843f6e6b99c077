"""Build the Cython extensions over csrc/; every other fact about the package is in pyproject.toml.

Environment switches, each `1` to turn it on:

    HAKEM_DEBUG     bounds checks and C asserts, -O1 -g
    HAKEM_SANITIZE  the same under AddressSanitizer and UndefinedBehaviorSanitizer (see .ci/run for how to run it)
    HAKEM_NATIVE    -march=native: for this machine only, never for a wheel that travels
"""

from __future__ import annotations

import os
import runpy
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
BUILD_ID: str = runpy.run_path(str(ROOT / "solver" / "search" / "build_id.py"))["source_id"](ROOT)

DEBUG, SANITIZE, NATIVE = (
    os.environ.get(f"HAKEM_{switch}", "0") not in ("", "0") for switch in ("DEBUG", "SANITIZE", "NATIVE")
)
CHECKS = DEBUG or SANITIZE

# A universal macOS build compiles every file for arm64 too, so its platform name must say x86-64 and nothing else.
X86_64 = sys.maxsize > 2**32 and sysconfig.get_platform().lower().endswith(("x86_64", "amd64", "x64"))
PEXT = ["-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt", "-mavx2"]


def engine(name: str, *, flags: list[str] | None = None) -> Extension:
    """Describe the extension solver.search.<name>, compiled from the .pyx of that name."""
    return Extension(
        f"solver.search.{name}",
        [f"solver/search/{name}.pyx"],
        include_dirs=["csrc"],
        depends=[
            path.relative_to(ROOT).as_posix()
            for folder, pattern in (("csrc", "*.h"), ("solver/search", "*.px[di]"))
            for path in sorted((ROOT / folder).glob(pattern))
        ],
        define_macros=[("HAKEM_BUILD_ID", f'"{BUILD_ID}"')],
        extra_compile_args=[*common_flags(), *(flags or [])],
        extra_link_args=["-fsanitize=address,undefined"] if SANITIZE else [],
    )


def common_flags() -> list[str]:
    """Return the flags of every extension; they follow, and so override, those Python itself was built with."""
    flags = ["-std=c11", "-fvisibility=hidden"]
    if SANITIZE:
        flags += ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
    # Python's own flags define NDEBUG and -fwrapv: asserts are off, and overflows unseen, unless both are taken back.
    flags += ["-O1", "-g", "-UNDEBUG", "-fno-wrapv"] if CHECKS else ["-O3", "-g0"]
    if NATIVE:
        flags.append("-march=native")
    return flags


def engines(name: str) -> list[Extension]:
    """Describe the two builds of one search: portable, and on x86-64 for CPUs with a fast PEXT (csrc/compiler.h)."""
    portable = engine(f"{name}_portable", flags=["-mno-bmi2"] if NATIVE and X86_64 else [])
    return [portable, engine(f"{name}_bmi2", flags=PEXT)] if X86_64 else [portable]


# One line a game.
EXTENSIONS = [
    engine("_cpu"),
    *engines("_whist"),
    *engines("_double_sir"),
    *engines("_dehla"),
    engine("_coinche"),
    engine("_dehla_six"),
]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKS,
    "wraparound": False,
    "initializedcheck": CHECKS,
    "cdivision": True,
    "binding": True,
    "embedsignature": True,
    "embedsignature.format": "python",
    "freethreading_compatible": True,
    "warn.unreachable": False,  # the copies of a fused function keep only the branches of their type
}


class BuildEngines(build_ext):
    """Translate with Cython only when something is built (metadata needs none), and rebuild whatever is out of date."""

    def build_extensions(self) -> None:
        """Check that a build is possible, translate all modules, compile them side by side."""
        self._require_compiler()
        from Cython.Build import cythonize  # noqa: PLC0415 - not needed, and not there, for metadata

        translated = cythonize(
            [Extension(ext.name, ext.sources) for ext in self.extensions],
            build_dir="build/cython-checks" if CHECKS else "build/cython",
            compiler_directives=DIRECTIVES,
            force=self.force or None,
        )
        sources = {ext.name: ext.sources for ext in translated}
        stamp = self._stamp()
        for ext in self.extensions:
            ext.sources = sources[ext.name]
            ext.depends = [*ext.depends, stamp]
        self.parallel = self.parallel or min(4, os.cpu_count() or 1)
        super().build_extensions()

    def _stamp(self) -> str:
        """Return a file whose time changes with the sources' id or the flags, which file times alone do not show."""
        stamp = ROOT / "build" / "engines.txt"
        text = "\n".join([BUILD_ID, *(f"{ext.name} {' '.join(ext.extra_compile_args)}" for ext in self.extensions)])
        if not stamp.is_file() or stamp.read_text(encoding="utf-8") != text:
            stamp.parent.mkdir(exist_ok=True)
            stamp.write_text(text, encoding="utf-8")
        return stamp.relative_to(ROOT).as_posix()

    def _require_compiler(self) -> None:
        """Stop with one sentence when the compiler or Python's headers are missing."""
        if self.compiler.compiler_type == "msvc":
            sys.exit("hakem's C core needs GCC or Clang: build with MinGW-w64 (--compiler=mingw32) or in WSL.")
        command = self.compiler.compiler_so[0]
        if shutil.which(command) is None:
            sys.exit(
                f"hakem needs a C compiler to build and {command!r} was not found: install one (Debian, Ubuntu: "
                "apt install gcc libc6-dev; Fedora: dnf install gcc; macOS: xcode-select --install) or name it in CC."
            )
        headers = Path(sysconfig.get_path("include"), "Python.h")
        if not headers.is_file():
            sys.exit(
                f"hakem needs Python's C headers to build and {str(headers)!r} was not found: install them "
                "(Debian, Ubuntu: apt install python3-dev; Fedora: dnf install python3-devel)."
            )


setup(ext_modules=EXTENSIONS, cmdclass={"build_ext": BuildEngines})
