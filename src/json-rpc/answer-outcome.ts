import type { ErrorRule } from '../chains/chain.ts';
import type { AnswerReading } from '../upstream/node-request.ts';
import { isPassable, outcomeOfStatus } from '../upstream/upstream-failure.ts';
import type { ValidElement } from './rpc-request.ts';

/**
 * The result of one call: success, or what the chain's rules say of its error. `doubtful`: no rule knows the error.
 * `unreadable`: the answer does not answer the call.
 */
export type CallResult = 'ok' | ErrorRule['means'] | 'doubtful' | 'unreadable';

export type CallAnswer = {
  readonly result: CallResult;
  /** The code of the node's error, if it is an integer. */
  readonly errorCode?: number;
  /** The error's code alone says that the node did not execute the call. */
  readonly isRefused?: boolean;
  /** The height at which the result was made, if it says so. */
  readonly height?: number | undefined;
  /** The answer's text, if the call is in a batch and has an answer that the caller may get. */
  readonly raw?: Buffer | undefined;
};

/** A node's answer to a request: its answers to the calls, in order, and what the whole is worth. */
export type NodeAnswer = AnswerReading & {
  readonly calls: readonly CallAnswer[];
  /** The raw error, if the node answered a whole batch with one error that the caller may get. */
  readonly batchError?: Buffer | undefined;
};

/** The answers to the calls, as the body has them. */
export type ReadAnswer = Pick<NodeAnswer, 'calls' | 'batchError'>;

/** What an answer is worth, by its status too. */
export function withOutcome(read: ReadAnswer, status: number, sent: readonly ValidElement[]): NodeAnswer {
  const height = lowestHeight(read.calls);
  if (isSuccess(status) && read.calls.every(({ result }) => result === 'ok')) {
    return { ...read, outcome: 'answered', height };
  }
  const calls = read.calls.map((call) => withoutUnusable(call, status));
  const results = calls.map(({ result }) => result);
  return {
    ...read,
    calls,
    outcome: outcomeOfCalls(calls, status),
    height,
    cause: results.find((result) => result === 'limited' || result === 'refused'),
    isBehind: results.includes('behind'),
    doubtful: doubtfulMethods(sent, results),
  };
}

function lowestHeight(calls: readonly CallAnswer[]): number | undefined {
  let lowest: number | undefined;
  for (const { height } of calls) if (height !== undefined) lowest = Math.min(height, lowest ?? height);
  return lowest;
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** Nothing of these answers reaches the caller. */
const isUnusable = ({ result }: CallAnswer): boolean =>
  result === 'unreadable' || result === 'limited' || result === 'refused';

/** Only a 2xx status belongs to a result, and only one that callers may see to an error that no rule knows. */
function withoutUnusable(call: CallAnswer, status: number): CallAnswer {
  const isRight = call.result === 'ok' ? isSuccess(status) : call.result !== 'doubtful' || isPassable(status);
  if (!isRight) return { result: 'unreadable' };
  return isUnusable(call) ? { ...call, raw: undefined } : call;
}

function outcomeOfCalls(calls: readonly CallAnswer[], status: number): AnswerReading['outcome'] {
  const areAll = (wanted: CallResult) => calls.every(({ result }) => result === wanted);
  const byStatus = outcomeOfStatus(status);
  if (areAll('unreadable')) return byStatus;
  if (calls.every(({ isRefused }) => isRefused)) return areAll('behind') ? 'behind' : 'refused';
  if (calls.every(isUnusable)) return byStatus === 'refused' ? 'refused' : 'refused_by_text';
  if (calls.some(isUnusable)) return 'incomplete';
  return calls.some(({ result }) => result === 'missing' || result === 'behind') ? 'lacking' : 'answered';
}

function doubtfulMethods(
  calls: readonly ValidElement[],
  results: readonly CallResult[],
): readonly string[] | undefined {
  if (!results.includes('doubtful')) return undefined;
  const methods = (isWanted: (result: CallResult | undefined) => boolean) =>
    new Set(calls.flatMap(({ call }, index) => (isWanted(results[index]) ? call.method : [])));
  return [...methods((result) => result === 'doubtful').difference(methods((result) => result !== 'doubtful'))];
}
