import type { Outcome } from '../../../src/records/outcome.ts';
import { type Asked, type AskedCall, reads, useOf } from './asked.ts';
import type { ErrorShape, Fault, PlainKind } from './fault.ts';
import type { Showing } from './node-health.ts';

// The effect of each fault on a request: the table of docs/failures.md, written independently of the code.

/** How a call ends for its client, and whether it counts against the quota. */
export type CallEnd = {
  readonly method: string;
  /** The answer in the format of `describeAnswer`. */
  readonly gave: string;
  readonly outcome: Outcome;
  readonly counts: boolean;
  /** The node is behind: given back if no other node is left to ask. */
  readonly isBehind?: boolean;
  /** An error that no table knows, by its code. */
  readonly doubt?: number;
};

/** The node gives nothing that can be passed on. */
export type Nothing = {
  readonly gives: 'nothing';
  /** `sent`: the node may have executed the request. */
  readonly state: 'not sent' | 'refused' | 'sent';
  readonly why: 'upstream_unavailable' | 'upstream_timeout' | 'response_too_large' | 'invalid_request';
  readonly shows: Showing;
};

/** The node gives an answer. It is passed on unless another node may give a better one. */
export type ScriptedAnswer = {
  readonly gives: 'answer';
  /** `behind`: for all calls. */
  readonly fault?: 'incomplete' | 'behind' | 'lacking' | undefined;
  readonly shows: Showing;
  readonly status: number;
  readonly calls: readonly CallEnd[];
  /** One line for the whole answer, if it does not answer each call. */
  readonly whole?: string;
};

export type Conduct = Nothing | ScriptedAnswer;

const useless = (shows: Showing, more: Partial<Nothing> = {}): Nothing => ({
  gives: 'nothing',
  state: 'sent',
  why: 'upstream_unavailable',
  shows,
  ...more,
});

const plainConducts: Readonly<Partial<Record<PlainKind, Nothing>>> = {
  'refuses connections': useless('rests', { state: 'not sent' }),
  'no credentials': useless('fails', { state: 'not sent' }),
  'resets at once': useless('fails'),
  'resets after reading': useless('fails'),
  'page with 200': useless('asks'),
  'empty 200': useless('asks'),
  'not HTTP': useless('asks'),
  'another id': useless('asks'),
  'null id': useless('asks'),
  'cut off': useless('fails'),
  'cut JSON': useless('asks'),
  'two results': useless('asks'),
  'too large': useless('nothing', { why: 'response_too_large' }),
};

const refused = useless('asks', { state: 'refused' });

/** An answer without a JSON-RPC error, by its status. */
function byStatus(status: number): Nothing {
  if ([413, 415].includes(status)) return useless('nothing', { state: 'refused', why: 'invalid_request' });
  return [401, 402, 403, 429].includes(status) ? refused : useless('asks');
}

/** The reaction of a node with this fault to a request. */
export function conductOf(fault: Fault, node: string, asked: Asked, calls: readonly AskedCall[]): Conduct {
  switch (fault.kind) {
    case 'silent':
      return useless('asks', { why: 'upstream_timeout' });
    case 'status':
    case 'refusal':
      return byStatus(fault.status);
    case 'echo':
      // Withheld, if the status could reach the client.
      return fault.status === 401 ? refused : useless('asks');
    case 'rpc error':
      return rpcErrors(fault, node, asked, calls);
    case 'incomplete':
      return incomplete(node, asked, calls);
    default:
      return plainConducts[fault.kind] ?? good(node, calls);
  }
}

const wellEnd = (node: string, { id, method }: AskedCall): CallEnd => ({
  method,
  gave: `${id}: ${node}`,
  outcome: 'ok',
  counts: true,
});

const good = (node: string, calls: readonly AskedCall[]): ScriptedAnswer => ({
  gives: 'answer',
  shows: 'succeeds',
  status: 200,
  calls: calls.map((call) => wellEnd(node, call)),
});

type RpcErrors = { readonly code: number; readonly shape: ErrorShape; readonly status: number };

/** What the errors of Solana nodes mean. Nothing is known of -32002 and -32602 with a text of their own, and of -32601. */
function meaningOf(code: number): 'caller' | 'behind' | 'account' | 'lacking' | 'doubtful' {
  if (code === -32_005) return 'behind';
  if (code === -32_429 || code === -32_401) return 'account';
  if (code === -32_017) return 'caller';
  return [-32_001, -32_004, -32_011, -32_016].includes(code) ? 'lacking' : 'doubtful';
}

function rpcErrors(fault: RpcErrors, node: string, asked: Asked, calls: readonly AskedCall[]): Conduct {
  const { code, shape, status } = fault;
  const meaning = meaningOf(code);
  const isPassable = [200, 400, 404].includes(status);
  const isError = (index: number) => !(asked.batch && shape === 'first' && index > 0);
  // A result has a 2xx status, and an error that no table knows one that callers may see.
  const isUsable = (index: number) =>
    isError(index) ? meaning !== 'account' && (meaning !== 'doubtful' || isPassable) : status === 200;
  const usable = calls.filter((_, index) => isUsable(index)).length;
  const areAllErrors = calls.every((_, index) => isError(index));
  if (usable === 0) return meaning === 'account' && areAllErrors ? refused : byStatus(status);
  const ends = calls.map((call, index): CallEnd => {
    if (!isUsable(index)) return gap(call, asked);
    return isError(index) ? errorEnd(call, meaning, fault, node) : wellEnd(node, call);
  });
  const whole = asked.batch && shape === 'whole' && asked.methods.length === calls.length;
  const faults = {
    behind: areAllErrors ? 'behind' : 'lacking',
    lacking: 'lacking',
    account: undefined,
    caller: undefined,
    doubtful: undefined,
  } as const;
  const isIncomplete = usable < calls.length;
  return {
    gives: 'answer',
    fault: isIncomplete ? 'incomplete' : faults[meaning],
    shows: isIncomplete ? 'asks' : meaning === 'behind' ? 'behind' : 'succeeds',
    status: wholeStatus(asked, calls, isPassable ? status : 200, isIncomplete),
    calls: ends,
    ...(whole && { whole: `null: ${code} ${node}` }),
  };
}

/** A node's answer to the whole request is passed on with its status; one that is put together has 200. */
const wholeStatus = ({ methods }: Asked, calls: readonly AskedCall[], status: number, isIncomplete: boolean): number =>
  methods.length === calls.length && !isIncomplete ? status : 200;

function errorEnd(
  { id, method }: AskedCall,
  meaning: ReturnType<typeof meaningOf>,
  { code, shape }: RpcErrors,
  node: string,
): CallEnd {
  return {
    method,
    gave: `${shape === 'null ids' ? 'null' : id}: ${code} ${node}`,
    outcome: 'rpc_error',
    counts: true,
    isBehind: meaning === 'behind',
    ...(meaning === 'doubtful' && { doubt: code }),
  };
}

const gap = ({ id, method }: AskedCall, asked: Asked): CallEnd => ({
  method,
  gave: `${id}: upstream_unavailable${useOf(asked) === 'read' ? '' : ', in doubt'}`,
  outcome: 'upstream_error',
  counts: false,
});

function incomplete(node: string, asked: Asked, calls: readonly AskedCall[]): Conduct {
  if (!asked.batch) return good(node, calls);
  const last = calls.at(-1);
  if (!last || calls.length === 1) return useless('asks');
  return {
    ...good(node, calls),
    fault: 'incomplete',
    shows: 'asks',
    calls: [...good(node, calls.slice(0, -1)).calls, gap(last, asked)],
  };
}

/** Whether another node may know better than this end of a read. */
export const isDoubtfulRead = ({ doubt, method }: CallEnd): boolean => doubt !== undefined && reads.includes(method);
