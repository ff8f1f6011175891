import { type GatewayError, LimitError, toGatewayError } from '../gateway-errors.ts';
import type { Admissions } from '../limits/admissions.ts';
import type { AdmittedCalls, LimitStatus } from '../limits/limit-status.ts';
import type { Log } from '../log.ts';
import type { Outcome } from '../records/outcome.ts';
import { writeRecord } from '../records/record.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import type { RefusalRecords } from '../records/refusal-records.ts';
import { newRequestId } from '../records/request-id.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import { EarlyForwards } from './early-forward.ts';
import { refuseRequest } from './error-answer.ts';
import { type ForwardRequest, type PendingForward, startForward } from './forward-calls.ts';
import {
  callsToAdmit,
  type ForwardableRequest,
  type ParsedRequest,
  type ProxyRequest,
  parseRequest,
} from './parse-request.ts';
import { type ProxyAnswer, type RequestResult, recordOf, toProxyAnswer } from './request-result.ts';
import type { RpcRequest } from './rpc-request.ts';

/** What the proxy works with. */
export type ProxyDeps = {
  readonly admissions: Admissions;
  readonly forwarder: Forwarder;
  readonly records: ItemTable;
  readonly refusals: RefusalRecords;
  readonly clock: Clock;
  readonly log: Log;
  /** Forwards calls that only read while they are admitted, not after it. */
  readonly overlapReads?: boolean;
};

/** How a request went: the answer, and what the record and the headers need beside it. */
type Handled = {
  readonly relayed: RequestResult;
  readonly error?: GatewayError;
  readonly limitStatus?: LimitStatus;
  readonly admitted?: AdmittedCalls;
  readonly upstreamMs?: number;
};

/** Outcomes that give a call back to the day's quota: no node could be used, or the gateway failed. */
const refundedOutcomes: ReadonlySet<Outcome> = new Set(['upstream_error', 'internal_error']);

/** The request path of the gateway: parse, admit, forward, record, answer. */
export class RpcProxy {
  readonly #parts: ProxyDeps;
  readonly #headStarts: EarlyForwards | undefined;

  constructor(parts: ProxyDeps) {
    this.#parts = parts;
    if (parts.overlapReads) this.#headStarts = new EarlyForwards(parts.admissions);
  }

  /** Answers one request. Never rejects: whatever goes wrong is an answer, and is recorded. */
  async serve(request: ProxyRequest): Promise<ProxyAnswer> {
    const { clock, refusals } = this.#parts;
    const at = clock();
    const requestId = newRequestId(at);
    const endedWritten = refusals.writePending();
    const handled = await this.#handle(request, requestId);
    const { relayed, error, admitted, upstreamMs, limitStatus } = handled;
    const durationMs = Math.max(0, clock() - at);
    const record = recordOf(request, { requestId, at, durationMs, upstreamMs, admitted, relayed });
    await Promise.all([this.#record(record, request, error), endedWritten]);
    return toProxyAnswer(relayed, requestId, request.plan.limits, limitStatus, error);
  }

  #record(record: RequestRecord, { plan }: ProxyRequest, error: GatewayError | undefined): Promise<void> {
    const { log, records, refusals } = this.#parts;
    if (error instanceof LimitError) return refusals.add(record, plan.historyDays);
    return writeRecord(records, log, record, plan.historyDays);
  }

  async #handle(request: ProxyRequest, requestId: string): Promise<Handled> {
    let read: ParsedRequest | undefined;
    try {
      read = parseRequest(request);
      return await this.#admit(request, read, requestId);
    } catch (thrown) {
      return this.#refuse(thrown, read?.rpc, requestId);
    }
  }

  /** Asks the limits first, also for a request that is then refused for what it is: that one counts, too. */
  async #admit(request: ProxyRequest, read: ParsedRequest, requestId: string): Promise<Handled> {
    const { keyId, plan } = request;
    const begun = 'calls' in read ? this.#startEarly(request, read, requestId) : undefined;
    try {
      const verdict = await this.#parts.admissions.admit(keyId, plan.limits, callsToAdmit(read));
      if ('refused' in verdict) {
        const { refused, limitStatus } = verdict;
        return { error: refused, limitStatus, relayed: refuseRequest(refused, read.rpc, requestId) };
      }
      if ('error' in read) {
        return {
          ...this.#refuse(read.error, read.rpc, requestId),
          admitted: verdict,
          limitStatus: verdict.limitStatus,
        };
      }
      const relay = relayOf(request, read.rpc, requestId);
      return await this.#forward(keyId, relay, verdict, begun ?? this.#start(relay));
    } finally {
      begun?.cancel();
    }
  }

  #startEarly(request: ProxyRequest, { rpc, calls }: ForwardableRequest, requestId: string) {
    return this.#headStarts?.give(request, calls, () => this.#start(relayOf(request, rpc, requestId)));
  }

  #start(relay: ForwardRequest): PendingForward {
    return startForward(relay, this.#parts.forwarder, this.#parts.clock);
  }

  async #forward(
    keyId: string,
    relay: ForwardRequest,
    admitted: AdmittedCalls,
    { ended }: PendingForward,
  ): Promise<Handled> {
    const { result, upstreamMs } = await ended;
    const handled =
      result.status === 'fulfilled'
        ? { relayed: result.value }
        : this.#refuse(result.reason, relay.request, relay.requestId);
    const limitStatus = await this.#giveBack(keyId, admitted, handled);
    return { ...handled, admitted, upstreamMs, limitStatus };
  }

  async #giveBack(keyId: string, admitted: AdmittedCalls, { relayed, error }: Handled): Promise<LimitStatus> {
    // An answer too large to pass on was asked for: giving it back would make such calls free.
    if (error?.reason === 'response_too_large') return admitted.limitStatus;
    const n = relayed.calls.filter(({ outcome }) => refundedOutcomes.has(outcome)).length;
    if (n === 0) return admitted.limitStatus;
    try {
      return await this.#parts.admissions.giveBack(keyId, admitted, n);
    } catch (cause) {
      this.#parts.log.warn('give_back_failed', { keyId, day: admitted.day, calls: n, detail: String(cause) });
      return admitted.limitStatus;
    }
  }

  #refuse(thrown: unknown, request: RpcRequest | undefined, requestId: string): Handled {
    const error = toGatewayError(thrown);
    if (error.cause !== undefined) {
      this.#parts.log.error('request_failed', { requestId, reason: error.reason, detail: String(error.cause) });
    }
    return { error, relayed: refuseRequest(error, request, requestId) };
  }
}

const relayOf = (request: ProxyRequest, rpc: RpcRequest, requestId: string): ForwardRequest => ({
  ...request,
  request: rpc,
  requestId,
  timeLimitMs: request.plan.longestCallSeconds * 1_000,
});
