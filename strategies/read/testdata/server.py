# Copyright 2026 The Authors.
#
# Licensed under the Apache License, Version 2.0.

"""Serves requests."""

import os
import sys

MAX_CONNECTIONS = 10


class Server:
    """A server."""

    backlog_size = 5

    def start(self, listen_address):
        # Nothing is bound twice.
        if self.is_running:
            return
        self.is_running = True
        bind_socket(listen_address)

    def stop(self):
        self.is_running = False


def main():
    Server().start(sys.argv[1])


if __name__ == "__main__":
    main()
