import { chains } from '../../src/chains/chains.ts';
import { codesOf } from './failure-codes.ts';
import type { NodeFailure, ShownTo } from './node-failure.ts';
import {
  asItCame,
  filledUp,
  late,
  newConnection,
  nextNode,
  type Shown,
  sameNode,
  tooLarge,
  unavailable,
} from './shown-answer.ts';

const always = (shown: Shown): ShownTo => ({ another: shown, alone: shown });
const orNextNode = (alone: Shown): ShownTo => ({ another: nextNode, alone });

/** For failures that leave no usable answer, and no doubt that the request may have arrived. */
const received = {
  read: orNextNode(unavailable.certain),
  write: always(unavailable.inDoubt),
  outcome: 'upstream_error',
  quota: 'all',
  health: 'healthy',
} as const satisfies Partial<NodeFailure>;

/** For failures before anything was sent: a write goes to the next node as a read does. */
const notSent = { ...received, write: orNextNode(unavailable.certain) } as const;

/** Every way in which a node fails. */
export const nodeFailures = {
  unreachable: {
    ...notSent,
    node: 'refuses the connection, or opens none (TCP and TLS) within 2 s',
    health: 'rests',
    code: 'unreachable',
    alarm: 'node-down',
  },
  secret: {
    ...notSent,
    node: 'needs credentials that the gateway cannot read',
    health: 'counts',
    code: 'no_credentials',
    alarm: 'node-down',
  },
  reset: {
    ...received,
    node: 'closes or resets the connection before its answer is whole',
    health: 'counts',
    code: 'reset',
    alarm: 'node-down',
  },
  keptSilent: {
    node: 'is silent for 2 s (or 40 % of its time, where that is less) on a kept connection that was idle for 30 s',
    read: always(sameNode),
    write: always(newConnection),
    outcome: 'ok',
    quota: 'none',
    health: 'unchanged',
  },
  silent: {
    node: 'does not answer within its share of the time (with two nodes, half of it; for a write, all of it)',
    read: orNextNode(late.certain),
    write: always(late.inDoubt),
    outcome: 'upstream_timeout',
    quota: 'none',
    health: 'asked',
    code: 'timeout',
    alarm: 'node-down',
  },
  status: {
    ...received,
    node: 'answers with the HTTP status 3xx (never followed), 404, 408, 429 or 5xx',
    code: 'status',
    alarm: 'node-down',
  },
  credentials: {
    ...received,
    node: 'answers with the HTTP status 401, 402 or 403, and rejects the gateway’s credentials in the health check too',
    health: 'asked',
    code: 'credentials_rejected',
    event: 'upstream_credentials_rejected',
    alarm: 'credentials-rejected',
  },
  forbidden: {
    ...received,
    node: 'answers with the HTTP status 401, 402 or 403, and says that it is healthy: the method is not on the operator’s plan',
    code: 'credentials_rejected',
  },
  notJsonRpc: {
    ...received,
    node: 'answers with something that is not JSON-RPC, with incomplete or invalid JSON, or with another `id` than the call’s',
    code: 'not_json_rpc',
    alarm: 'node-down',
  },
  notHttp: { ...received, node: 'answers with something that is not HTTP', code: 'damaged', alarm: 'node-down' },
  withheld: {
    ...received,
    node: 'shows the gateway’s credentials in its answer, which is withheld',
    code: 'withheld',
  },
  incomplete: {
    node: 'leaves calls of a batch out of its answer',
    read: orNextNode(filledUp.certain),
    write: always(filledUp.inDoubt),
    outcome: 'upstream_error',
    quota: 'missing',
    health: 'healthyBatch',
    code: 'incomplete',
  },
  behind: {
    node: `says that it is behind its chain (${codesOf(chains.solana, 'behind')})`,
    read: orNextNode(asItCame),
    write: always(asItCame),
    outcome: 'upstream_error',
    quota: 'fromEvery',
    health: 'behind',
    code: 'behind',
    alarm: 'node-behind',
  },
  missing: {
    node: `says that it does not have what another node may have (${codesOf(chains.solana, 'missing')})`,
    read: orNextNode(asItCame),
    write: always(asItCame),
    outcome: 'rpc_error',
    quota: 'none',
    health: 'unchanged',
  },
  limited: {
    node: `says in a JSON-RPC error that the operator’s account there has reached a limit, or that its plan lacks the method (${codesOf(chains.solana, 'limited')}, and [texts](failures.md#errors-of-nodes))`,
    read: orNextNode(asItCame),
    write: always(asItCame),
    outcome: 'upstream_error',
    quota: 'fromEvery',
    health: 'healthy',
    code: 'limited',
    alarm: 'node-down',
  },
  tooLarge: {
    node: 'answers with more than 6 MB',
    read: always(tooLarge.certain),
    write: always(tooLarge.inDoubt),
    outcome: 'upstream_error',
    quota: 'none',
    health: 'unchanged',
    code: 'too_large',
  },
  lagging: {
    node: 'answers, but is far behind the best node of its network',
    read: orNextNode(asItCame),
    write: orNextNode(asItCame),
    outcome: 'ok',
    quota: 'none',
    health: 'lagging',
    alarm: 'node-behind',
  },
  callersError: {
    node: 'answers with another 4xx status (400, 413, 415 …) or another JSON-RPC error: the call is at fault',
    read: always(asItCame),
    write: always(asItCame),
    outcome: 'rpc_error',
    quota: 'none',
    health: 'unchanged',
  },
} as const satisfies Readonly<Record<string, NodeFailure>>;

export type FailureName = keyof typeof nodeFailures;
