#!/usr/bin/env python3
"""Shapes and what can be asked of them."""

from __future__ import annotations

import math
import os, sys
from abc import ABC, abstractmethod
from dataclasses import (
    dataclass,
    field,
)

PI = math.pi
_cache = {}


class Shape(ABC):
    """A shape.

    def not_a_function(): in a docstring
    """

    sides = 0

    def __init__(self, name):
        self.name = name

    @abstractmethod
    def area(self) -> float:
        ...

    @property
    def label(self):
        def shorten(text):
            return text[:3]

        return shorten(self.name)

    class Meta:
        ordering = ["name"]

        def describe(self):
            return self.ordering


@dataclass(
    frozen=True,
)
class Square(Shape):
    side: float = 1.0
    tags: list[str] = field(default_factory=list)

    def area(self):
        return self.side ** 2

    async def load(
        self,
        path: str,
        *,
        encoding: str = "utf-8",
    ) -> bytes:
        with open(os.path.join(path), "rb") as f:
            return f.read()

    @staticmethod
    def of(side): return Square(side)


def total(shapes):
    return sum(s.area() for s in shapes)


async def fetch(url):
    pass


if sys.platform == "win32":
    def home():
        return os.environ["USERPROFILE"]
else:
    def home():
        return os.environ["HOME"]

try:
    import numpy as np
except ImportError:
    np = None

area_of = lambda s: s.area()
