import type { TalliedErrorCode } from '../chains/error-codes.ts';
import { type Outcome, outcomes } from '../records/outcome.ts';
import { methodCode, methodCodeLength, methodOfCode } from './method-code.ts';

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

/** Reads an attribute; undefined for one that counts nothing, as the position. */
export function readAttribute(name: string, amount: unknown): CounterEntry | undefined {
  if (typeof amount !== 'number') return undefined;
  if (/^l\d+$/.test(name)) return { latencyBucket: Number(name.slice(1)), amount };
  if (/^e-?\d+$/.test(name)) return { errorCode: Number(name.slice(1)), amount };
  if (name === errorAttribute('other')) return { errorCode: 'other', amount };
  const [, code = '', letter = ''] = ofMethod.exec(name) ?? [];
  if (letter === millisecondsLetter) return { method: methodOfCode(code), milliseconds: amount };
  const outcome = outcomesByLetter.get(letter);
  return outcome && { method: methodOfCode(code), outcome, amount };
}
