"""The messages of the language server. They are pygls's, with three differences: the end of the server, the texts, and
an answer to requests that cannot be carried out. pygls ends lines where Python does and keeps a future for each change.
It does not answer a request with wrong parameters, or one before the beginning or after the end.

`lsp.py` decides what the messages have the server do.
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


LOOK = 2.0  # seconds between two looks whether the editor lives


class Protocol(LanguageServerProtocol):
    """What is said between the editor and the server."""

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
        params.arguments = params.arguments or []  # pygls does not count those that are not there
        if handler := self.fm.commands.get(params.command):
            _check_kinds(handler, params.arguments)
        return (yield from super().lsp_workspace__execute_command(params))

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> NoReturn:
        """At once: pygls would first wait for a line that an editor which has said goodbye never writes."""
        os._exit(0 if self._shutdown else 1)

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "result" not in data and "error" not in data:  # an answer is never answered
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
        """Answer what is no JSON; it has no number that could be named."""
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
        """Why a message cannot be taken now, whatever it says."""
        begun = self._workspace is not None
        if method is None or method == types.EXIT:
            return None
        if self._shutdown:
            return JsonRpcInvalidRequest("the server was told to shut down")
        if begun and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("the server is initialized already")
        return None if begun or method == types.INITIALIZE else JsonRpcServerNotInitialized()

    def _refuse(self, number: int | str | None, error: JsonRpcException) -> None:
        """Not as a response of lsprotocol's, which leaves out a number that is null."""
        self._send_data({"jsonrpc": self.VERSION, "id": number, "error": error.to_response_error()})


async def end_with(process: int) -> None:
    """End when the editor's process has ended: the pipes do not tell if somebody else holds them, too. One that is not
    there to begin with has its number elsewhere, outside a container or on another machine."""
    if os.name == "posix" and _alive(process):  # elsewhere there is no asking without a signal
        while _alive(process):
            await asyncio.sleep(LOOK)
        os._exit(1)  # without a goodbye, as the protocol has it


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return process > 0  # others are groups


def _number(message: object) -> int | str | None:
    """What a message wants to be answered by, if it can be."""
    number = message.get("id") if isinstance(message, dict) else getattr(message, "id", None)
    return number if isinstance(number, int | str) and not isinstance(number, bool) else None


def _check_kinds(command: Callable[..., Any], arguments: Sequence[object]) -> None:
    """Raises unless each argument is of the kind that the command takes; pygls would make a word of a number."""
    kinds = inspect.get_annotations(getattr(command, "func", command), eval_str=True)
    kinds.pop("return", None)
    for (name, kind), given in zip(list(kinds.items())[1:], arguments, strict=False):  # the first is the server
        if type(given) is not kind:
            raise JsonRpcInvalidParams.of(TypeError(f"{name} must be {kind.__name__}, not {json.dumps(given)[:40]}"))
