"""A server of the finished jar, and a client for it that sends what no published client would send."""

import collections
import json
import os
import pathlib
import shlex
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

TOP = pathlib.Path(__file__).resolve().parent.parent


class Reply(collections.namedtuple("Reply", "status body headers")):
    def json(self):
        return json.loads(self.body)


class Server:
    """`serve`, or another program of the jar, with options, on a free port; without options in memory. Its log is WORK/NAME.log."""

    def __init__(self, work, name, options, program=("serve", "--no-demo"), variables=None, ready="/ok"):
        self.ready = ready
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        command = shlex.split(os.environ.get("SERVER_COMMAND", "java -XX:TieredStopAtLevel=1 -jar target/evergraph-server.jar"))
        environment = {**os.environ, **({} if options else {"EVERGRAPH_RUNTIME": "memory"}), **(variables or {})}
        self.path = work / f"{name}.log"
        self.log = open(self.path, "wb")
        self.process = subprocess.Popen(
            [*command, *program, "--port", str(self.port), *options],
            cwd=TOP, env=environment, stdout=self.log, stderr=subprocess.STDOUT)

    def start(self, longest=120):
        until = time.monotonic() + longest
        while time.monotonic() < until and self.process.poll() is None:
            try:
                if self.ask("GET", self.ready).status == 200:
                    return
            except OSError:
                time.sleep(0.2)
        sys.exit(f"{sys.argv[0]}: it did not start; see {self.path}")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def ask(self, method, path, body=None, headers=None, timeout=30):
        data = body if body is None or isinstance(body, bytes) else body.encode()
        sent = {"Content-Type": "application/json", **(headers or {})} if data is not None else headers or {}
        request = urllib.request.Request(self.url + path, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as reply:
                return Reply(reply.status, reply.read(), reply.headers)
        except urllib.error.HTTPError as refused:
            return Reply(refused.code, refused.read(), refused.headers)

    def raw(self, request, timeout=30):
        """Sends bytes as they are: no client would send some of these."""
        with socket.create_connection(("127.0.0.1", self.port), timeout) as connection:
            connection.sendall(request)
            reply = connection.makefile("rb").read()
            status = reply.split(None, 2)[1:2]
            return Reply(int(status[0]) if status else 0, reply, {})

    def thread(self):
        return self.ask("POST", "/threads", "{}").json()["thread_id"]
