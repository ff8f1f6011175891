import { builtIn } from '../built-in.ts';
import { chains } from '../chains/chains.ts';
import type { TalliedErrorCode } from '../chains/error-codes.ts';
import { noMethod, otherMethod } from '../chains/network-chain.ts';
import { type Outcome, outcomes } from '../records/outcome.ts';

const { crc32 } = builtIn('node:zlib');

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** How many characters a code has. */
export const methodCodeLength = 3;

/**
 * The code of a method, by which counters name it: an update is billed by the whole item's size. A code depends on the name
 * alone, so lists of methods may grow and change their order. A test checks that no two methods of all chains share one.
 */
export function methodCode(method: string): string {
  let code = '';
  for (let rest = crc32(method); code.length < methodCodeLength; rest = Math.floor(rest / digits.length)) {
    code += digits[rest % digits.length];
  }
  return code;
}

/** Every name that a tally may count a method under. */
export const talliedMethods: ReadonlySet<string> = new Set([
  ...Object.values(chains).flatMap(({ methods }) => [...methods]),
  otherMethod,
  noMethod,
]);

const methodsByCode = new Map([...talliedMethods].map((method) => [methodCode(method), method]));

/** The method of a code; `other` where no chain lists the method now. */
export const methodOfCode = (code: string): string => methodsByCode.get(code) ?? otherMethod;

/** What one attribute of a counter has counted. */
export type CounterEntry =
  /** Calls of a method that ended so. */
  | { readonly method: string; readonly outcome: Outcome; readonly amount: number }
  /** How long the answered calls of a method took, added up. */
  | { readonly method: string; readonly milliseconds: number }
  /** Answered calls in one bucket of the latency histogram (latency-histogram.ts), of all methods. */
  | { readonly latencyBucket: number; readonly amount: number }
  /** Calls with that JSON-RPC error, of all methods. */
  | { readonly errorCode: TalliedErrorCode; readonly amount: number };

/** Each outcome's letter. A stored counter has them, so they never change. */
const letters: Readonly<Record<Outcome, string>> = {
  ok: 'o',
  rpc_error: 'r',
  invalid_request: 'i',
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

// Names are short, as a busy counter has a hundred of them, and above 1 KB each of its writes costs twice.

/** The attribute that counts calls of a method by outcome. */
export const callsAttribute = (method: string, outcome: Outcome): string => `${methodCode(method)}${letters[outcome]}`;

/** The attribute that adds up how long the answered calls of a method took. */
export const millisecondsAttribute = (method: string): string => `${methodCode(method)}${millisecondsLetter}`;

/** The attribute that counts answered calls in one bucket of the latency histogram. */
export const latencyAttribute = (bucket: number): string => `l${bucket}`;

/** The attribute that counts calls by JSON-RPC error. */
export const errorAttribute = (code: TalliedErrorCode): string => `e${code}`;

const ofMethod = new RegExp(`^([\\da-zA-Z]{${methodCodeLength}})([a-z])$`);

/** Makes an entry of an amount; nothing for an attribute that counts nothing, as the position. */
type Read = (amount: number) => CounterEntry | undefined;

/** How each attribute is read: a report reads the same few hundred names a million times. */
const reads = new Map<string, Read>();

/** Reads an attribute; undefined for one that counts nothing. */
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
