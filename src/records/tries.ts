import { codeLength, shortCode } from '../short-code.ts';
import type { CallCount, RequestRecord } from './record-schema.ts';

// Each time that a call is sent to a node is a try: what the node's provider charges. A record has the tries of its calls
// as text, four characters for each: the node's short code, and a letter for how the try ended.

/** Stored in records: never change a letter. */
const letters = {
  /** The node answered, perhaps with an error of the call. */
  answered: 'a',
  /** The call was sent, and no answer came. */
  unanswered: 'u',
  /** The gateway gave up its own early forward, because the call was over a limit. */
  cancelled: 'c',
  /** The node answered with a fault of its own: a status such as 503, or no JSON-RPC. */
  failed: 'f',
  /** The node refused the call: 401, 402, 403, 429, or an error that names the provider's limit. */
  refused: 'r',
} as const;

export type TryEnd = keyof typeof letters;

const tryEnds: readonly TryEnd[] = ['answered', 'unanswered', 'cancelled', 'failed', 'refused'];

const endsByLetter = new Map<string, TryEnd>(tryEnds.map((end) => [letters[end], end]));

/** The tries of calls that are sent together. */
export class Tries {
  #tries: { readonly node: string; end: TryEnd }[] = [];

  /**
   * Notes a try, which counts as cancelled until its end is set.
   * @returns sets how it ended; undefined if the call was not sent
   */
  start(url: string): (end: TryEnd | undefined) => void {
    const started: { readonly node: string; end: TryEnd } = { node: shortCode(url), end: 'cancelled' };
    this.#tries.push(started);
    return (end) => {
      if (end) started.end = end;
      else this.#tries = this.#tries.filter((other) => other !== started);
    };
  }

  toString(): string {
    return this.#tries.map(({ node, end }) => node + letters[end]).join('');
  }
}

/** The tries of a request's calls. Calls of the same method are sent together, at first. */
export class RequestTries {
  readonly #byMethod = new Map<string, Tries>();
  /** By the index of the call in the request. */
  readonly #again = new Map<number, Tries>();

  /** The tries of a part of the request. */
  ofMethods(methods: readonly string[]): Tries {
    const tries = new Tries();
    for (const method of methods) this.#byMethod.set(method, tries);
    return tries;
  }

  /** The further tries of some calls, by their indexes in the request. */
  again(calls: readonly number[]): Tries {
    const tries = new Tries();
    for (const call of calls) this.#again.set(call, tries);
    return tries;
  }

  /** As text; empty if the call was not sent. */
  of(method: string | undefined, index: number): string {
    const first = method === undefined ? undefined : this.#byMethod.get(method);
    return first ? `${first}${this.#again.get(index) ?? ''}` : '';
  }
}

/** `text` is the try as records have it. */
export type NodeTry = { readonly text: string; readonly node: string; readonly end: TryEnd };

/** Reads tries from their text. Ends that only a later version knows count as answered. */
export const readTries = (text: string): NodeTry[] =>
  Array.from({ length: Math.floor(text.length / (codeLength + 1)) }, (_, index) => {
    const one = text.slice(index * (codeLength + 1), (index + 1) * (codeLength + 1));
    return { text: one, node: one.slice(0, codeLength), end: endsByLetter.get(one.slice(codeLength)) ?? 'answered' };
  });

type TriedCalls = Pick<RequestRecord, 'calls' | 'tries'>;

/** The tries of some calls of a record, as text. */
export const triesOf = ({ tries = '' }: Pick<RequestRecord, 'tries'>, call: CallCount): string =>
  call.tries ?? (call.outcome === 'invalid_request' ? '' : tries);

/** A record's calls, each with its tries. */
export const withOwnTries = (record: TriedCalls): CallCount[] =>
  record.calls.map((call) => ({ ...call, tries: triesOf(record, call) }));

/** Puts the tries that most calls have in common at the record, so that a row grows by a few bytes only. */
export function shareTries(calls: readonly CallCount[]): TriedCalls {
  const counts = new Map<string, number>();
  for (const { tries, count } of calls) if (tries) counts.set(tries, (counts.get(tries) ?? 0) + count);
  const [[shared] = [undefined]] = [...counts].toSorted(([, one], [, other]) => other - one);
  const rest = calls.map(({ tries = '', ...call }): CallCount => {
    return tries === triesOf({ tries: shared }, call) ? call : { ...call, tries };
  });
  return { calls: rest, ...(shared !== undefined && { tries: shared }) };
}
