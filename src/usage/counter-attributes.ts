import { chains } from '../chains/chains.ts';
import type { TalliedErrorCode } from '../network-chains.ts';
import { noMethod, otherMethod } from '../network-chains.ts';
import { type Outcome, outcomes } from '../records/outcome.ts';
import { codeLength, shortCode } from '../short-code.ts';

export const talliedMethods: ReadonlySet<string> = new Set([
  ...Object.values(chains).flatMap(({ methods }) => [...methods.keys()]),
  otherMethod,
  noMethod,
]);

const methodsByCode = new Map([...talliedMethods].map((method) => [shortCode(method), method]));

/** `other` for the code of a method that no chain lists any more. */
export const methodOfCode = (code: string): string => methodsByCode.get(code) ?? otherMethod;

export type CounterEntry =
  | { readonly method: string; readonly outcome: Outcome; readonly amount: number }
  | { readonly method: string; readonly milliseconds: number }
  /** Answered calls of all methods in one bucket of the latency histogram. */
  | { readonly latencyBucket: number; readonly amount: number }
  | { readonly errorCode: TalliedErrorCode; readonly amount: number };

/** Stored in the names of attributes: never change a letter. */
const letters: Readonly<Record<Outcome, string>> = {
  ok: 'o',
  rpc_error: 'r',
  invalid_request: 'i',
  response_too_large: 'b',
  call_too_slow: 's',
  rate_limited: 'l',
  quota_exceeded: 'q',
  key_revoked: 'v',
  key_expired: 'x',
  plan_inactive: 'p',
  upstream_error: 'u',
  upstream_timeout: 't',
  internal_error: 'n',
};

const outcomesByLetter = new Map(outcomes.map((outcome) => [letters[outcome], outcome]));

const millisecondsLetter = 'm';

// Names are short because a busy counter has a hundred attributes, and a write to an item above 1 KB costs twice.

export const callsAttribute = (method: string, outcome: Outcome): string => `${shortCode(method)}${letters[outcome]}`;

export const millisecondsAttribute = (method: string): string => `${shortCode(method)}${millisecondsLetter}`;

export const latencyAttribute = (bucket: number): string => `l${bucket}`;

export const errorAttribute = (code: TalliedErrorCode): string => `e${code}`;

const ofMethod = new RegExp(`^([\\da-zA-Z]{${codeLength}})([a-z])$`);

/** Returns undefined for attributes that count nothing, such as `position`. */
type Read = (amount: number) => CounterEntry | undefined;

/** A cache, because a report reads the same few hundred names a million times. */
const reads = new Map<string, Read>();

export function readAttribute(name: string, amount: unknown): CounterEntry | undefined {
  if (typeof amount !== 'number') return undefined;
  let read = reads.get(name);
  if (!read) {
    read = readOf(name);
    reads.set(name, read);
  }
  return read(amount);
}

function readOf(name: string): Read {
  if (/^l\d+$/.test(name)) return entryOf({ latencyBucket: Number(name.slice(1)) });
  if (/^e-?\d+$/.test(name)) return entryOf({ errorCode: Number(name.slice(1)) });
  if (name === errorAttribute('other')) return entryOf({ errorCode: 'other' as const });
  const [, code = '', letter = ''] = ofMethod.exec(name) ?? [];
  const method = methodOfCode(code);
  if (letter === millisecondsLetter) return (milliseconds) => ({ method, milliseconds });
  const outcome = outcomesByLetter.get(letter);
  return outcome ? entryOf({ method, outcome }) : () => undefined;
}

const entryOf =
  <T extends object>(counted: T) =>
  (amount: number) => ({ ...counted, amount });
