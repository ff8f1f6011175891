import { chains } from '../../src/chains/chains.ts';
import { codesOf } from './failure-codes.ts';
import type { NodeFailure, ShownTo } from './node-failure.ts';
import {
  asItCame,
  filledUp,
  fresher,
  late,
  newConnection,
  nextNode,
  oneMore,
  type Shown,
  sameNode,
  tooLarge,
  tooMuch,
  unavailable,
} from './shown-answer.ts';

const always = (shown: Shown): ShownTo => ({ another: shown, alone: shown });
const orNextNode = (alone: Shown): ShownTo => ({ another: nextNode, alone });

/** For failures that leave no usable answer, after which a transaction may have been executed. */
const received = {
  read: orNextNode(unavailable.certain),
  signed: always(unavailable.inDoubt),
  write: always(unavailable.inDoubt),
  outcome: 'upstream_error',
  quota: 'all',
  health: 'healthy',
} as const satisfies Partial<NodeFailure>;

/** For failures before anything was sent: a write goes to the next node as a read does. */
const notSent = {
  ...received,
  signed: orNextNode(unavailable.certain),
  write: orNextNode(unavailable.certain),
} as const;

/** For refusals: nothing was executed. */
const refused = {
  ...received,
  signed: orNextNode(unavailable.certain),
  write: always(unavailable.certain),
} as const;

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
    signed: always(newConnection),
    write: always(newConnection),
    outcome: 'ok',
    quota: 'none',
    health: 'unchanged',
  },
  silent: {
    node: 'does not answer within its share of the time (with two nodes, half of it; for a write, all of it)',
    read: orNextNode(late.certain),
    signed: always(late.inDoubt),
    write: always(late.inDoubt),
    outcome: 'upstream_timeout',
    quota: 'none',
    health: 'asked',
    code: 'timeout',
    alarm: 'node-down',
  },
  status: {
    ...received,
    node: 'answers with the HTTP status 3xx (never followed), 408 or 5xx, or with another 4xx and no JSON-RPC error for this call',
    code: 'status',
    alarm: 'node-down',
  },
  tooManyRequests: {
    ...refused,
    node: 'answers with the HTTP status 429',
    code: 'status',
    alarm: 'node-down',
  },
  credentials: {
    ...refused,
    node: 'answers with the HTTP status 401, 402 or 403, and rejects the gateway’s credentials in the health check too',
    health: 'asked',
    code: 'credentials_rejected',
    event: 'upstream_credentials_rejected',
    alarm: 'credentials-rejected',
  },
  forbidden: {
    ...refused,
    node: 'answers with the HTTP status 401, 402 or 403, and says that it is healthy: the method is not on the operator’s plan',
    code: 'credentials_rejected',
  },
  requestRefused: {
    node: 'answers with the HTTP status 413, 414, 415 or 431, and no JSON-RPC error',
    read: orNextNode(tooMuch),
    signed: orNextNode(tooMuch),
    write: always(tooMuch),
    outcome: 'invalid_request',
    quota: 'none',
    health: 'unchanged',
    code: 'request_refused',
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
    signed: always(filledUp.inDoubt),
    write: always(filledUp.inDoubt),
    outcome: 'upstream_error',
    quota: 'missing',
    health: 'healthyBatch',
    code: 'incomplete',
  },
  behind: {
    node: `says that it is behind its chain (${codesOf(chains.solana, 'behind')})`,
    read: orNextNode(asItCame),
    signed: orNextNode(asItCame),
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
    signed: always(asItCame),
    write: always(asItCame),
    outcome: 'rpc_error',
    quota: 'none',
    health: 'unchanged',
  },
  limited: {
    ...refused,
    node: `says by the code of a JSON-RPC error that the operator’s account there has reached a limit (${codesOf(chains.solana, 'limited')})`,
    code: 'limited',
    alarm: 'node-down',
  },
  account: {
    ...refused,
    node: `says by the code of a JSON-RPC error that it refuses the operator’s account (${codesOf(chains.solana, 'refused')})`,
    code: 'credentials_rejected',
  },
  limitedText: {
    ...received,
    node: 'says either in the [text](failures.md#errors-of-nodes) of a JSON-RPC error, under a code that means nothing',
    code: 'limited',
    alarm: 'node-down',
  },
  doubtful: {
    node: 'answers with a JSON-RPC error that is in no [table](failures.md#errors-of-nodes), and a status of 2xx or 4xx',
    read: { another: oneMore, alone: asItCame },
    signed: always(asItCame),
    write: always(asItCame),
    outcome: 'rpc_error',
    quota: 'none',
    health: 'doubtful',
  },
  tooLarge: {
    node: 'answers with more than 6 MB',
    read: always(tooLarge.certain),
    signed: always(tooLarge.inDoubt),
    write: always(tooLarge.inDoubt),
    outcome: 'response_too_large',
    quota: 'none',
    health: 'unchanged',
    code: 'too_large',
  },
  outdated: {
    node: 'gives a result whose `context.slot` is further behind the chain than the network allows',
    read: { another: fresher, alone: asItCame },
    signed: always(asItCame),
    write: always(asItCame),
    outcome: 'ok',
    quota: 'none',
    health: 'behind',
    code: 'behind',
    alarm: 'node-behind',
  },
  lagging: {
    node: 'answers, but is far behind the best node of its network',
    read: orNextNode(asItCame),
    signed: orNextNode(asItCame),
    write: orNextNode(asItCame),
    outcome: 'ok',
    quota: 'none',
    health: 'lagging',
    alarm: 'node-behind',
  },
  callersError: {
    node: 'answers with a JSON-RPC error that a [table](failures.md#errors-of-nodes) calls the caller’s',
    read: always(asItCame),
    signed: always(asItCame),
    write: always(asItCame),
    outcome: 'rpc_error',
    quota: 'none',
    health: 'unchanged',
  },
} as const satisfies Readonly<Record<string, NodeFailure>>;

export type FailureName = keyof typeof nodeFailures;
