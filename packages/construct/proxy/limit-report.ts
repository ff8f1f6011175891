import type { IncomingHttpHeaders } from 'node:http';

/** What is left of a window, and of how many calls. */
type Window = { readonly left: number; readonly of: number };

/** Shows the rate limits in the gateway's answers. */
export type LimitReport = (status: number, headers: IncomingHttpHeaders) => void;

const everyMs = 10_000;

/**
 * Prints a line for each refusal by a limit, at most one a second, and what is left at most every ten seconds.
 * @param now the current time in ms
 */
export function createLimitReport(print: (line: string) => void, now: () => number): LimitReport {
  let nextRefusal = 0;
  let nextReport = 0;
  return (status, headers) => {
    const windows = readWindows(headers);
    const at = now();
    if (status === 429 && at >= nextRefusal) {
      nextRefusal = at + 1_000;
      print(refusalText(headers, windows));
    } else if (status !== 429 && windows.day && at >= nextReport) {
      nextReport = at + everyMs;
      print(`left: ${leftText(windows)}`);
    }
  };
}

function refusalText(headers: IncomingHttpHeaders, windows: Windows): string {
  const { 'retry-after': retryAfter } = headers;
  const when = retryAfter === undefined ? '' : `; try again in ${retryAfter} s`;
  return `429, a limit of the key${when}${windows.day ? ` (left: ${leftText(windows)})` : ''}`;
}

type Windows = { readonly second?: Window | undefined; readonly day?: Window | undefined };

const leftText = ({ second, day }: Windows): string =>
  [textOf('today', day), textOf('this second', second)].filter((text) => text !== '').join(', ');

const textOf = (name: string, window: Window | undefined): string =>
  window ? `${count(window.left)} of ${count(window.of)} calls ${name}` : '';

const count = (calls: number): string => calls.toLocaleString('en-US');

/** `RateLimit: "second";r=9;t=1, "day";r=9988;t=3600` and `RateLimit-Policy: "second";q=10;w=1, …`. */
function readWindows(headers: IncomingHttpHeaders): Windows {
  const [limits, policy] = [String(headers.ratelimit ?? ''), String(headers['ratelimit-policy'] ?? '')];
  const windowOf = (name: string): Window | undefined => {
    const left = numberIn(limits, name, 'r');
    const of = numberIn(policy, name, 'q');
    return left === undefined || of === undefined ? undefined : { left, of };
  };
  return { second: windowOf('second'), day: windowOf('day') };
}

function numberIn(header: string, name: string, parameter: string): number | undefined {
  const item = header.split(',').find((one) => one.trim().startsWith(`"${name}"`));
  const [, value] = new RegExp(`;\\s*${parameter}=(\\d+)`).exec(item ?? '') ?? [];
  return value === undefined ? undefined : Number(value);
}
