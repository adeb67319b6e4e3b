"""The documentation, built by Sphinx: pages by hand, references from the sources, every command run while it is built."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE))

from dpsym.version import __version__  # noqa: E402

project, author, release = "dpsym", "the dpsym authors", __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "generated"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "dpsym"
html_show_sourcelink = False
html_copy_source = False
autodoc_typehints = "description"
autodoc_member_order = "bysource"
