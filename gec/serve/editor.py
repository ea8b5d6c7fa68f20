"""What an editor can do, and what the language server asks it for: its settings, and reports of changes."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types
from pygls.lsp.server import LanguageServer

SECTION = "gec"  # of an editor's settings


def can(ls: LanguageServer, path: str) -> bool:
    """Whether the editor has a capability."""
    found: object = ls.client_capabilities
    for name in path.split("."):
        found = getattr(found, name, None)
    return bool(found)


def section(given: object) -> object:
    """The settings without the object for their section, which some editors put around them."""
    return given[SECTION] if isinstance(given, dict) and SECTION in given else given


async def settings(ls: LanguageServer) -> object:
    """The settings of the editor, or None if it has none or cannot be asked. Raises an error if it does not answer."""
    if not can(ls, "workspace.configuration"):
        return None
    item = types.ConfigurationItem(section=SECTION)
    answer = await ls.workspace_configuration_async(types.ConfigurationParams([item]))
    return answer[0] if answer else None


async def watch(ls: LanguageServer, files: Iterable[str]) -> None:
    """Ask the editor to report changes of its settings and of these files."""
    wanted = []
    if can(ls, "workspace.did_change_configuration.dynamic_registration"):
        options = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        what = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        wanted.append(types.Registration(what, what, options))
    if can(ls, "workspace.did_change_watched_files.dynamic_registration"):
        watchers = [types.FileSystemWatcher(f"**/{name}") for name in files]
        what = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        wanted.append(types.Registration(what, what, types.DidChangeWatchedFilesRegistrationOptions(watchers)))
    if wanted:
        await ls.client_register_capability_async(types.RegistrationParams(wanted))
