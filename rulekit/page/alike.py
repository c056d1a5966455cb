"""Compresses values that are much alike together: gzip only finds what was repeated within 32,768 bytes."""

import gzip
import pickle
from collections.abc import Mapping

BLOCK = 32  # bytes of the shortest repeat that is looked for


def pack_alike(parts: Mapping[int, bytes]) -> bytes:
    """Return values by number, compressed together: bytes that came before are copied from there."""
    data, places = b"", dict[int, slice]()
    for number, part in parts.items():
        places[number] = slice(len(data), len(data) + len(part))
        data += part
    steps: list[tuple[bytes, int, int]] = []  # new bytes, then where bytes are copied from, and how many
    known: dict[bytes, int] = {}
    at = written = indexed = 0
    while at < len(data):
        while indexed + BLOCK <= at:
            known.setdefault(data[indexed : indexed + BLOCK], indexed)
            indexed += BLOCK
        old, here = known.get(data[at : at + BLOCK]), at
        if old is None:
            at += 1
            continue
        for size in (8192, 128, 1):
            while old + size <= here and at + size <= len(data) and data[old : old + size] == data[at : at + size]:
                old, at = old + size, at + size
        steps.append((data[written:here], old - at + here, at - here))
        written = at
    return gzip.compress(pickle.dumps((places, [*steps, (data[written:], 0, 0)])), mtime=0)


def unpack_alike(plain: bytes, number: int | None) -> bytes:
    """Return one of the values, by default the first, from bytes that are no longer compressed."""
    places, steps = pickle.loads(plain)
    data = bytearray()
    for new, there, length in steps:
        data += new  # what is copied may be in it
        data += data[there : there + length]
    return bytes(data[places[number or next(iter(places))]])
