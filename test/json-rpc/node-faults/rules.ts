import type { Outcome } from '../../../src/records/outcome.ts';
import { type Asked, type AskedCall, onlyReads } from './asked.ts';
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
};

/** The node gives nothing that can be passed on. */
export type Nothing = {
  readonly gives: 'nothing';
  /** The node may have received the request. */
  readonly sent: boolean;
  readonly why: 'upstream_unavailable' | 'upstream_timeout' | 'response_too_large';
  readonly shows: Showing;
};

/** The node gives an answer. It is passed on unless another node may give a better one. */
export type ScriptedAnswer = {
  readonly gives: 'answer';
  readonly fault?: 'incomplete' | 'behind' | 'missing' | 'limited' | undefined;
  readonly shows: Showing;
  readonly status: number;
  readonly calls: readonly CallEnd[];
  /** One line for the whole answer, if it does not answer each call. */
  readonly whole?: string;
};

export type Conduct = Nothing | ScriptedAnswer;

const useless = (shows: Showing, more: Partial<Nothing> = {}): Nothing => ({
  gives: 'nothing',
  sent: true,
  why: 'upstream_unavailable',
  shows,
  ...more,
});

const plainConducts: Readonly<Partial<Record<PlainKind, Nothing>>> = {
  'refuses connections': useless('rests', { sent: false }),
  'no credentials': useless('fails', { sent: false }),
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

/** The reaction of a node with this fault to a request. */
export function conductOf(fault: Fault, node: string, asked: Asked, calls: readonly AskedCall[]): Conduct {
  switch (fault.kind) {
    case 'silent':
      return useless('asks', { why: 'upstream_timeout' });
    case 'status':
    case 'echo':
      // A status that never reaches the client.
      return useless('asks');
    case 'refusal':
      return refusal(fault.status, node, asked, calls);
    case 'rpc error':
      return rpcErrors(fault.code, fault.shape, node, asked, calls);
    case 'incomplete':
      return incomplete(node, asked, calls);
    default:
      return plainConducts[fault.kind] ?? good(node, calls);
  }
}

const good = (node: string, calls: readonly AskedCall[]): ScriptedAnswer => ({
  gives: 'answer',
  shows: 'succeeds',
  status: 200,
  calls: calls.map(({ id, method }) => ({ method, gave: `${id}: ${node}`, outcome: 'ok', counts: true })),
});

/** The caller's own error. If the batch has invalid elements, each call gets its own error. */
function refusal(status: number, node: string, { methods }: Asked, calls: readonly AskedCall[]): ScriptedAnswer {
  const whole = methods.length === calls.length;
  return {
    gives: 'answer',
    shows: 'succeeds',
    status: whole ? status : 200,
    calls: calls.map(({ id, method }) => ({
      method,
      gave: `${id}: invalid_request`,
      outcome: 'rpc_error',
      counts: true,
    })),
    ...(whole && { whole: `refused by ${node}` }),
  };
}

/** The errors by which Solana nodes report their own state. */
const faultOf = (code: number): 'behind' | 'missing' | 'limited' | undefined => {
  if (code === -32_005) return 'behind';
  if (code === -32_429) return 'limited';
  return [-32_001, -32_004, -32_011, -32_016].includes(code) ? 'missing' : undefined;
};

function rpcErrors(
  code: number,
  shape: ErrorShape,
  node: string,
  asked: Asked,
  calls: readonly AskedCall[],
): ScriptedAnswer {
  const fault = faultOf(code);
  const isItsOwn = fault === 'behind' || fault === 'limited';
  const idOf = ({ id }: AskedCall) => (shape === 'null ids' ? 'null' : String(id));
  const ends = calls.map((call, index): CallEnd => {
    if (asked.batch && shape === 'first' && index > 0) {
      return { method: call.method, gave: `${call.id}: ${node}`, outcome: 'ok', counts: true };
    }
    // A write asks one of the three nodes, and only what every node says is given back.
    const isFree = isItsOwn && onlyReads(asked);
    const outcome = isFree ? 'upstream_error' : 'rpc_error';
    return { method: call.method, gave: `${idOf(call)}: ${code} ${node}`, outcome, counts: !isFree };
  });
  const whole = asked.batch && shape === 'whole' && asked.methods.length === calls.length;
  return {
    gives: 'answer',
    fault,
    shows: { behind: 'behind', limited: 'asks', missing: 'succeeds', none: 'succeeds' }[fault ?? 'none'] as Showing,
    status: 200,
    calls: ends,
    ...(whole && { whole: `null: ${code} ${node}` }),
  };
}

function incomplete(node: string, asked: Asked, calls: readonly AskedCall[]): Conduct {
  if (!asked.batch) return good(node, calls);
  const last = calls.at(-1);
  if (!last || calls.length === 1) return useless('asks');
  const error = onlyReads(asked) ? 'upstream_unavailable' : 'upstream_unavailable, in doubt';
  const gap: CallEnd = { method: last.method, gave: `${last.id}: ${error}`, outcome: 'upstream_error', counts: false };
  return {
    ...good(node, calls),
    fault: 'incomplete',
    shows: 'asks',
    calls: [...good(node, calls.slice(0, -1)).calls, gap],
  };
}
