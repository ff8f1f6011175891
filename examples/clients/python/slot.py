"""Prints the current slot: python slot.py [HOW OFTEN]"""

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

from httpx2 import HTTPStatusError, Response
from solana.exceptions import SolanaRpcException
from solana.rpc.async_api import AsyncClient
from solana.rpc.core import RPCException
from solders.errors import SerdeJSONError

# All waits of a call together. A daily quota may need hours, so a program should stop and say so.
MAX_WAIT_SECONDS = 10

T = TypeVar("T")


def refusal_in(error: Exception) -> Response | None:
    """The gateway's answer if it was not 200."""
    return error.__cause__.response if isinstance(error.__cause__, HTTPStatusError) else None


def retry_after(refusal: Response) -> int:
    """Seconds until the next try. At a spent daily quota, only RateLimit says when the day ends.

    API Gateway's own 429 says nothing, and something in between may write a date.
    """
    day = re.search(r'"day";r=0;t=(\d+)', refusal.headers.get("RateLimit", ""))
    seconds = refusal.headers.get("Retry-After", day[1] if day else "")
    return max(1, int(seconds)) if seconds.isdecimal() else 1


async def waiting_for_limits(call: Callable[[], Awaitable[T]]) -> T:
    """Waits when a limit is reached. This is safe for transactions too: the gateway has not forwarded a refused one."""
    waited = 0
    while True:
        try:
            return await call()
        except SolanaRpcException as error:
            refusal = refusal_in(error)
            if refusal is None or refusal.status_code != 429:
                raise
            seconds = retry_after(refusal)
            if waited + seconds > MAX_WAIT_SECONDS:
                raise
            print(f"Limit reached: waiting {seconds} s.", file=sys.stderr)
            await asyncio.sleep(seconds)
            waited += seconds


def explained(error: Exception) -> str:
    """What to tell the user. It never contains the key."""
    refusal = refusal_in(error)
    if refusal is None:
        return f"The call failed: {error.__cause__ or error}"
    # API Gateway makes the answer 403 itself, so that its own id is the only one.
    request_id = refusal.headers.get("X-Request-Id") or refusal.headers.get("Apigw-Requestid", "none")
    return f"{message_of(refusal)} Request id: {request_id}"


def message_of(refusal: Response) -> str:
    if refusal.status_code == 403:
        return "The gateway rejected the key (403). Check RPC_API_KEY and ENDPOINT, or create another key."
    if refusal.status_code != 429:
        return f"The gateway answered {refusal.status_code}."
    return f"Limit reached: the next call is possible in {retry_after(refusal)} s."


async def main(how_often: str) -> None:
    # Files of variables often leave a line break behind the key.
    url, key = os.environ.get("ENDPOINT"), os.environ.get("RPC_API_KEY", "").strip()
    if not url or not key:
        sys.exit("Set ENDPOINT and RPC_API_KEY.")
    if not all("!" <= character <= "~" for character in key):  # The error of the client would show it.
        sys.exit("RPC_API_KEY has characters that no key has. Copy the key again.")
    if not how_often.isdecimal() or how_often == "0":
        sys.exit("HOW OFTEN must be a number, such as 3.")
    # Without retries of its own: after a lost connection, only you know whether the call may be sent twice.
    async with AsyncClient(url, extra_headers={"X-API-KEY": key}, timeout=60, max_transport_retries=0) as client:
        for _ in range(int(how_often)):
            print((await waiting_for_limits(client.get_slot)).value)


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "1"))
    except (SolanaRpcException, RPCException, SerdeJSONError) as error:
        sys.exit(explained(error))
