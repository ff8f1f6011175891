import { expect } from '@jest/globals';
import { solana } from '../../src/chains/solana.ts';
import { createLog } from '../../src/log.ts';
import type { Upstream } from '../../src/network.ts';
import { Forwarder, type ForwarderDeps } from '../../src/upstream/forwarder.ts';
import type { AnswerReading, NodeRequest } from '../../src/upstream/node-request.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import { outcomeOfStatus } from '../../src/upstream/upstream-failure.ts';
import type { UpstreamServer } from './upstream-server.ts';

/** The forwarder's time, which tests set. */
export const time = { now: 0 };

/** The forwarder's log. */
export const lines: string[] = [];

/** Resets the time and the log. */
export function startOver(): void {
  time.now = Date.UTC(2026, 10, 20, 14, 25);
  lines.length = 0;
}

/** A forwarder to these upstreams of devnet, by default over real HTTP. */
export function forwarderTo(upstreams: readonly (string | Upstream)[], more: Partial<ForwarderDeps> = {}) {
  const forwarder = new Forwarder({
    upstreams: { devnet: upstreams.map((upstream) => (typeof upstream === 'string' ? { url: upstream } : upstream)) },
    credentials: () => Promise.reject(new Error('no credentials are expected')),
    send,
    clock: () => time.now,
    log: createLog('debug', (line) => lines.push(line)),
    ...more,
  });
  return { forward: async (request: NodeRequest<AnswerReading>) => (await forwarder.forward(request)).answer };
}

/** Accepts any answer with a good status as good. */
export const read: NodeRequest<AnswerReading> = {
  network: 'devnet',
  chain: solana,
  body: '{"method":"getSlot"}',
  callCount: 1,
  use: 'read',
  methods: ['getSlot'],
  accountId: 'acc_1',
  acceptGzip: false,
  timeLimitMs: 25_000,
  read: ({ status }) => ({ outcome: status >= 300 ? outcomeOfStatus(status) : 'answered' }),
};
export const write: NodeRequest<AnswerReading> = {
  ...read,
  body: '{"method":"requestAirdrop"}',
  methods: ['requestAirdrop'],
  use: 'write',
};

/** A signed transaction. */
export const signed: NodeRequest<AnswerReading> = {
  ...write,
  body: '{"method":"sendTransaction"}',
  methods: ['sendTransaction'],
  use: 'signed',
};

/** How many requests a node received, without health checks. */
export const callsTo = ({ received }: UpstreamServer): number =>
  received.filter(({ body }) => !body.includes('getHealth')).length;

/** The failure of a call that certainly had no effect. */
export const unavailable = {
  reason: 'upstream_unavailable',
  message: expect.stringMatching(/Try again/),
};

/** The failure of a write that certainly had no effect. */
export const notExecuted = { message: expect.stringContaining('did not reach the chain. Try again') };

/** The failure of a call that may have had an effect. */
export const inDoubt = { message: expect.stringContaining('may have reached the chain') };
