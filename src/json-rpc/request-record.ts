import type { Admitted } from '../limits/limits.ts';
import { secondOfDay } from '../limits/windows.ts';
import { countCalls, overallOutcome, type RequestRecord } from '../records/record.ts';
import type { ProxyRequest } from './proxy.ts';
import type { Relayed } from './relay.ts';

/** What is known of a request when it is about to be answered. */
export type Ended = {
  readonly requestId: string;
  /** When it came in, and how long it took, ms. */
  readonly at: number;
  readonly durationMs: number;
  readonly relayed: Relayed;
  readonly admitted?: Admitted | undefined;
  readonly upstreamMs?: number | undefined;
};

/** The record of a request that the authorizer has let in. */
export const recordOf = (request: ProxyRequest, { relayed, admitted, ...ended }: Ended): RequestRecord => ({
  ...ended,
  keyId: request.keyId,
  accountId: request.accountId,
  network: request.network,
  admittedSecond: admitted && epochSecond(admitted),
  status: relayed.status,
  outcome: overallOutcome(relayed.calls),
  calls: countCalls(relayed.calls),
  requestBytes: Buffer.byteLength(request.body),
  responseBytes: bytesOf(relayed),
});

const epochSecond = ({ second, limitStatus }: Admitted): number =>
  Math.floor(limitStatus.at / 1_000) + second - secondOfDay(limitStatus.at);

const bytesOf = ({ payload }: Relayed): number => Buffer.byteLength(payload.body, payload.base64 ? 'base64' : 'utf8');
