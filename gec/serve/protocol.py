"""The messages of the language server. This is pygls's protocol with three differences: how the server ends, how texts
are stored, and that every request gets an answer. pygls splits lines as Python does and keeps a future for each change.
It does not answer a request with wrong parameters, or one that comes before `initialize` or after `shutdown`.

`lsp.py` decides what the server does for a message.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import RPCMessage
from pygls.protocol.language_server import lsp_method

if TYPE_CHECKING:
    from gec.serve.lsp import EditorServer


LOOK = 2.0  # seconds between two checks whether the editor's process still exists


class Protocol(LanguageServerProtocol):
    """The protocol between the editor and the server."""

    _server: EditorServer

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.opened(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.changed(params.text_document, params.content_changes)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._server.closed(params.text_document.uri)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> Generator[Any, Any, Any]:
        params.arguments = params.arguments or []  # pygls would not handle a command without arguments
        if handler := self.fm.commands.get(params.command):
            _check_kinds(handler, params.arguments)
        return (yield from super().lsp_workspace__execute_command(params))

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> NoReturn:
        """End at once. pygls would first wait for another line from the editor, which never comes."""
        os._exit(0 if self._shutdown else 1)

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "result" not in data and "error" not in data:  # responses get no answer
                self._refuse_unread(data)
            raise

    def _refuse_unread(self, data: dict[str, Any]) -> None:
        method, number = data.get("method"), _number(data)
        if not isinstance(method, str) or ("id" in data and number is None):
            self._refuse(number, JsonRpcInvalidRequest())
        elif number is not None:
            known = self.get_message_type(method) is not None
            wrong = JsonRpcInvalidParams() if known else JsonRpcMethodNotFound.of(method)
            self._refuse(number, self._out_of_turn(method) or wrong)

    def refuse_nonsense(self, error: Exception) -> None:
        """Answer a message that is no JSON. The answer has no id, because the message has none."""
        if isinstance(error, ValueError | RecursionError):
            self._refuse(None, JsonRpcParseError())

    def handle_message(self, message: RPCMessage) -> None:
        if getattr(message, "jsonrpc", None) != self.VERSION:
            self._refuse(_number(message), JsonRpcInvalidRequest())
            return
        refusal = self._out_of_turn(getattr(message, "method", None))
        if refusal is None:
            super().handle_message(message)
        elif (number := getattr(message, "id", None)) is not None:
            self._refuse(number, refusal)

    def _out_of_turn(self, method: str | None) -> JsonRpcException | None:
        """The error for a message that comes before `initialize` or after `shutdown`; None for other messages."""
        begun = self._workspace is not None
        if method is None or method == types.EXIT:
            return None
        if self._shutdown:
            return JsonRpcInvalidRequest("the server was told to shut down")
        if begun and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("the server is initialized already")
        return None if begun or method == types.INITIALIZE else JsonRpcServerNotInitialized()

    def _refuse(self, number: int | str | None, error: JsonRpcException) -> None:
        """Send an error. It is not made with lsprotocol's class, which would leave out an id that is null."""
        self._send_data({"jsonrpc": self.VERSION, "id": number, "error": error.to_response_error()})


async def end_with(process: int) -> None:
    """End when the editor's process has ended. The pipes do not show this if another process holds them too. A process
    that does not exist at the start runs outside this container or on another machine, so it is not watched."""
    if os.name == "posix" and _alive(process):  # on Windows, the check would end the process
        while _alive(process):
            await asyncio.sleep(LOOK)
        os._exit(1)  # the exit code of the protocol for an end without `shutdown`


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return process > 0  # other numbers are process groups


def _number(message: object) -> int | str | None:
    """The id of a request; None if the message has none that is valid."""
    number = message.get("id") if isinstance(message, dict) else getattr(message, "id", None)
    return number if isinstance(number, int | str) and not isinstance(number, bool) else None


def _check_kinds(command: Callable[..., Any], arguments: Sequence[object]) -> None:
    """Raises an error unless each argument has the type that the command expects. pygls would convert a number to a
    string."""
    kinds = inspect.get_annotations(getattr(command, "func", command), eval_str=True)
    kinds.pop("return", None)
    for (name, kind), given in zip(list(kinds.items())[1:], arguments, strict=False):  # the first is the server
        if type(given) is not kind:
            raise JsonRpcInvalidParams.of(TypeError(f"{name} must be {kind.__name__}, not {json.dumps(given)[:40]}"))
