import type { ErrorReason } from '../../src/runtime/gateway-errors.ts';

/** What a caller is shown after a node has failed. */
export type Shown = {
  /** As the tables of the docs put it. */
  readonly text: string;
  /** The node that gave the answer; undefined for the gateway's own answers. */
  readonly from?: 'first' | 'second';
  /** Of the gateway's own answer. */
  readonly status?: number;
  /** Of the gateway's own error, which in a batch may stand beside a node's answers. */
  readonly reason?: ErrorReason;
  /** The error says that the call may have reached the chain, and to check before sending it again. */
  readonly inDoubt?: boolean;
};

const doubt = ', “may have reached the chain”';

const failing = (status: number, reason: ErrorReason) => ({
  certain: { text: `${status} \`${reason}\``, status, reason },
  inDoubt: { text: `${status} \`${reason}\`${doubt}`, status, reason, inDoubt: true },
});

export const unavailable = failing(502, 'upstream_unavailable');
export const late = failing(504, 'upstream_timeout');
export const tooLarge = failing(502, 'response_too_large');

/** In the gateway's words. */
export const tooMuch: Shown = { text: '400 `invalid_request`', status: 400, reason: 'invalid_request' };

export const nextNode: Shown = { text: 'the next node answers', from: 'second' };
export const oneMore: Shown = {
  text: 'the result of one more node, or else the node’s answer as it came',
  from: 'second',
};
export const fresher: Shown = { text: 'the fresher of two nodes’ answers' };
export const sameNode: Shown = { text: 'the same node answers, over a new connection', from: 'first' };
export const newConnection: Shown = { text: 'never sent over such a connection', from: 'first' };
export const asItCame: Shown = { text: 'the node’s answer as it came', from: 'first' };

/** A batch in which the node left a call out. */
const filled = '200; each call that the node left out gets `upstream_unavailable`';
export const filledUp = {
  certain: { text: filled, from: 'first', status: 200, reason: 'upstream_unavailable' },
  inDoubt: { text: `${filled}${doubt}`, from: 'first', status: 200, reason: 'upstream_unavailable', inDoubt: true },
} as const satisfies Record<string, Shown>;
