# SPDX-License-Identifier: MIT
import abc
import collections
import dataclasses
import enum
import json
import typing


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> float: ...


@dataclasses.dataclass
class Square(Shape):
    side: float

    def area(self) -> float:
        return self.side**2


class Colour(enum.Enum):
    RED = 1


Pair = typing.NamedTuple("Pair", [("a", int), ("b", "list[int]")])
print(isinstance(Square(2), Shape), Square(2).area(), Colour.RED, Pair(1, [2]))
print(json.dumps(collections.Counter("hello")))
