import type { Outcome } from '../../src/records/outcome.ts';
import type { Shown } from './shown-answer.ts';

/** The answers that a caller gets if the network has another, healthy node, and if it has none. */
export type ShownTo = { readonly another: Shown; readonly alone: Shown };

const decidedByCheck =
  'is asked for its health at once, and rests if it does not say that it is healthy. If it does, it is the last for this ' +
  'method only, after faults in calls of two accounts, and for one account after three of it in a row, until one succeeds';

/** What becomes of a node's health, by what the process that saw the failure does with its next reads. */
export const healthEffects = {
  rests: 'rests at once: is used after the others, first for 5 s',
  counts: 'rests after three failures in a row',
  /** The examples' health check fails. */
  asked: decidedByCheck,
  /** The examples' node says that it is healthy. */
  healthy: decidedByCheck,
  /** Likewise, and nobody knows which method of a batch is at fault. */
  healthyBatch: decidedByCheck,
  behind: 'is used after the healthy nodes for 15 s',
  lagging: 'is used after the healthy nodes until it has caught up',
  doubtful:
    'not changed; it is the last for this method after three such calls in a row, of two accounts, in which another node ' +
    'had a result (-32601: as after a failure)',
  unchanged: 'not changed',
} as const;

type HealthEffect = keyof typeof healthEffects;

/** Which calls the day's quota gets back where the caller is not given another node's answer. */
export const quotaEffects = {
  all: 'gets the call back',
  fromEvery: 'gets the call back if every node said so; otherwise keeps it, as an `rpc_error`',
  missing: 'gets back the calls without an answer',
  none: 'keeps the call',
} as const;

type QuotaEffect = keyof typeof quotaEffects;

/** One way in which a node fails: a row of the tables in docs/api.md and docs/architecture.md, and a set of tests. */
export type NodeFailure = {
  /** What the node does, as the rest of a sentence that begins with "The node". */
  readonly node: string;
  readonly read: ShownTo;
  /** A signed transaction. */
  readonly signed: ShownTo;
  /** Any other call. */
  readonly write: ShownTo;
  /** What the history shows, and what the quota gets back, unless another node answered. */
  readonly outcome: Outcome;
  readonly quota: QuotaEffect;
  readonly health: HealthEffect;
  /** `code` of the log line `upstream_failed`; none where the node has not failed. */
  readonly code?: string;
  /** A further event that the log has for it. */
  readonly event?: string;
  /** The runbook's entry of the alarm that tells of it, beside `upstream-failures`. */
  readonly alarm?: 'node-down' | 'node-behind' | 'credentials-rejected';
};
