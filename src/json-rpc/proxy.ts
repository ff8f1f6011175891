import type { Clock } from '../clock.ts';
import { type GatewayError, LimitError, toGatewayError } from '../errors.ts';
import type { Admissions } from '../limits/admissions.ts';
import type { Admitted, LimitStatus } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import type { Plan } from '../plans/plans.ts';
import { newRequestId } from '../records/new-request-id.ts';
import type { Outcome } from '../records/outcome.ts';
import type { RequestRecord } from '../records/record.ts';
import { writeRecord } from '../records/record-writer.ts';
import type { RefusalRecords } from '../records/refusal-records.ts';
import type { ItemTable } from '../table/table.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import { HeadStarts } from './head-starts.ts';
import { type ProxyAnswer, toProxyAnswer } from './proxy-answer.ts';
import { countOf, type ReadCalls, type ReadRequest, readRequest } from './read-request.ts';
import { refuseAll } from './refusal.ts';
import type { Relay, Relayed } from './relay.ts';
import { type Relaying, startRelay } from './relaying.ts';
import type { RpcRequest } from './request.ts';
import { recordOf } from './request-record.ts';

/** A request of a key that the authorizer has let in. */
export type ProxyRequest = {
  readonly network: string;
  readonly keyId: string;
  readonly accountId: string;
  readonly plan: Plan;
  readonly contentType: string | undefined;
  readonly contentEncoding?: string | undefined;
  /** As the header has it. */
  readonly contentLength?: string | undefined;
  readonly acceptGzip: boolean;
  readonly body: string;
};

/** What the proxy works with. */
export type ProxyParts = {
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
  readonly relayed: Relayed;
  readonly error?: GatewayError;
  readonly standing?: LimitStatus;
  readonly admitted?: Admitted;
  readonly upstreamMs?: number;
};

/** Outcomes that give a call back to the day's quota: no node could be used, or the gateway failed. */
const givenBack: ReadonlySet<Outcome> = new Set(['upstream_error', 'internal_error']);

/** The request path of the gateway: parse, admit, forward, record, answer. */
export class RpcProxy {
  readonly #parts: ProxyParts;
  readonly #headStarts: HeadStarts | undefined;

  constructor(parts: ProxyParts) {
    this.#parts = parts;
    if (parts.overlapReads) this.#headStarts = new HeadStarts(parts.admissions);
  }

  /** Answers one request. Never rejects: whatever goes wrong is an answer, and is recorded. */
  async serve(request: ProxyRequest): Promise<ProxyAnswer> {
    const { clock, refusals } = this.#parts;
    const at = clock();
    const requestId = newRequestId(at);
    const endedWritten = refusals.writeEnded();
    const handled = await this.#handle(request, requestId);
    const { relayed, error, admitted, upstreamMs, standing } = handled;
    const durationMs = Math.max(0, clock() - at);
    const record = recordOf(request, { requestId, at, durationMs, upstreamMs, admitted, relayed });
    await Promise.all([this.#record(record, request, error), endedWritten]);
    return toProxyAnswer(relayed, requestId, request.plan.limits, standing, error);
  }

  #record(record: RequestRecord, { plan }: ProxyRequest, error: GatewayError | undefined): Promise<void> {
    const { log, records, refusals } = this.#parts;
    if (error instanceof LimitError) return refusals.add(record, plan.historyDays);
    return writeRecord(records, log, record, plan.historyDays);
  }

  async #handle(request: ProxyRequest, requestId: string): Promise<Handled> {
    let read: ReadRequest | undefined;
    try {
      read = readRequest(request);
      return await this.#admit(request, read, requestId);
    } catch (thrown) {
      return this.#refuse(thrown, read?.rpc, requestId);
    }
  }

  /** Asks the limits first, also for a request that is then refused for what it is: that one counts, too. */
  async #admit(request: ProxyRequest, read: ReadRequest, requestId: string): Promise<Handled> {
    const { keyId, plan } = request;
    const begun = 'calls' in read ? this.#startEarly(request, read, requestId) : undefined;
    try {
      const verdict = await this.#parts.admissions.admit(keyId, plan.limits, countOf(read));
      if ('refused' in verdict) {
        const { refused, limitStatus: standing } = verdict;
        return { error: refused, standing, relayed: refuseAll(refused, read.rpc, requestId) };
      }
      if ('error' in read) {
        return { ...this.#refuse(read.error, read.rpc, requestId), admitted: verdict, standing: verdict.limitStatus };
      }
      const relay = relayOf(request, read.rpc, requestId);
      return await this.#forward(keyId, relay, verdict, begun ?? this.#start(relay));
    } finally {
      begun?.cancel();
    }
  }

  #startEarly(request: ProxyRequest, { rpc, calls }: ReadCalls, requestId: string) {
    return this.#headStarts?.give(request, calls, () => this.#start(relayOf(request, rpc, requestId)));
  }

  #start(relay: Relay): Relaying {
    return startRelay(relay, this.#parts.forwarder, this.#parts.clock);
  }

  async #forward(keyId: string, relay: Relay, admitted: Admitted, { ended }: Relaying): Promise<Handled> {
    const { result, upstreamMs } = await ended;
    const handled =
      result.status === 'fulfilled'
        ? { relayed: result.value }
        : this.#refuse(result.reason, relay.request, relay.requestId);
    const standing = await this.#giveBack(keyId, admitted, handled);
    return { ...handled, admitted, upstreamMs, standing };
  }

  async #giveBack(keyId: string, admitted: Admitted, { relayed, error }: Handled): Promise<LimitStatus> {
    // An answer too large to pass on was asked for: giving it back would make such calls free.
    if (error?.reason === 'response_too_large') return admitted.limitStatus;
    const n = relayed.calls.filter(({ outcome }) => givenBack.has(outcome)).length;
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
    return { error, relayed: refuseAll(error, request, requestId) };
  }
}

const relayOf = (request: ProxyRequest, rpc: RpcRequest, requestId: string): Relay => ({
  ...request,
  request: rpc,
  requestId,
  timeLimitMs: request.plan.longestCallSeconds * 1_000,
});
