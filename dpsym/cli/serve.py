"""The command that answers on a page in the browser."""

from __future__ import annotations

import click

from dpsym.cli.frame import NO_PROGRAM, Bad, leave, main, say


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="A host name under which it is asked, besides localhost."
)  # fmt: skip
@click.option(
    "--seconds", type=click.IntRange(1, 3600), default=30, show_default=True,
    help="Processor time that a request may take.",
)  # fmt: skip
@click.option(
    "--at-once", type=click.IntRange(1, 64), default=2, show_default=True, help="Requests that are worked on at a time."
)  # fmt: skip
def serve(host: str, port: int, names: tuple[str, ...], seconds: int, at_once: int) -> None:
    """A page in the browser: claims, best bounds, numbers with curves, exercises, the library.

    For this machine alone, unless --host says otherwise. Nothing is kept; a request is stopped when its time is used up.
    """
    try:
        from werkzeug.serving import WSGIRequestHandler, make_server

        from dpsym.serve import Limits, Workers, application
        from dpsym.serve.app import LOCAL
    except ModuleNotFoundError as e:
        if e.name not in ("werkzeug", "networkx"):
            raise
        say(f"dpsym: the server needs {e.name}: pip install 'dpsym[serve]'")
        leave(NO_PROGRAM)

    class Quiet(WSGIRequestHandler):
        timeout = 30  # seconds that a connection may stay silent

        def log(self, type: str, message: str, *args: object) -> None:
            """What is asked is nobody's business."""

    workers = Workers(Limits(seconds=seconds, at_once=at_once))
    shown = f"[{host}]" if ":" in host else host  # as a browser writes it
    try:
        server = make_server(
            host, port, application(workers, (*LOCAL, shown, *names)), threaded=True, request_handler=Quiet
        )
    except (OSError, SystemExit) as e:
        raise Bad(
            f"{host}:{port} cannot be listened on: {getattr(e, 'strerror', None) or 'it is in use'}"
        ) from e
    click.echo(f"http://{shown}:{server.port}/ (end with Ctrl-C)")
    with server:
        server.serve_forever()
