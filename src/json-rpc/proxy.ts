import type { Caller } from '../keys/caller.ts';
import type { Admissions } from '../limits/admissions.ts';
import type { AdmittedCalls, LimitStatus } from '../limits/limit-status.ts';
import type { Log } from '../log.ts';
import type { Outcome } from '../records/outcome.ts';
import { writeRecord } from '../records/record.ts';
import type { RefusalRecords } from '../records/refusal-records.ts';
import { newRequestId } from '../records/request-id.ts';
import { RequestTries } from '../records/tries.ts';
import { LimitError, LimitsUnavailableError } from '../runtime/gateway-errors.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock, EpochMs } from '../time.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import { EarlyForwards, forwardFor } from './early-forward.ts';
import { refuseRequest } from './error-answer.ts';
import { type PendingForward, startForward } from './forward-calls.ts';
import {
  type AuthorizedRequest,
  callsToAdmit,
  type ParsedRequest,
  type ProxyRequest,
  parseOnce,
  withinRate,
} from './parse-request.ts';
import { forbidden, type ProxyAnswer, toProxyAnswer } from './proxy-answer.ts';
import { RequestFailures } from './request-failures.ts';
import { type HandledRequest, recordOf } from './request-result.ts';
import type { RpcRequest } from './rpc-request.ts';

export type ProxyDeps = {
  /** Reads the key of a secret; undefined if it is refused, which is then recorded. Rejects if the read fails. */
  readonly authorize: (secret: string, network: string) => Promise<Caller | undefined>;
  readonly admissions: Admissions;
  readonly forwarder: Forwarder;
  readonly records: ItemTable;
  readonly refusals: RefusalRecords;
  readonly clock: Clock;
  readonly log: Log;
  /** Forwards reads while their keys are being read and they are being admitted, instead of afterwards. */
  readonly overlapReads?: boolean;
};

/** What the gateway knows of a request from its start. */
type ServedRequest = {
  readonly requestId: string;
  readonly at: EpochMs;
  readonly tries: RequestTries;
  readonly parse: () => ParsedRequest;
  /** Began before the key was read. */
  readonly early?: PendingForward | undefined;
};

/** The request path of the gateway: authorize, parse, admit, forward, record, answer. */
export class RpcProxy {
  readonly #deps: ProxyDeps;
  readonly #failures: RequestFailures;
  readonly #earlyForwards: EarlyForwards | undefined;

  constructor(deps: ProxyDeps) {
    this.#deps = deps;
    this.#failures = new RequestFailures(deps.log);
    if (deps.overlapReads) this.#earlyForwards = new EarlyForwards(deps.admissions);
  }

  /** Answers one request. Never rejects: every failure becomes an answer and is recorded. */
  async serve(request: ProxyRequest): Promise<ProxyAnswer> {
    const { authorize, clock, refusals } = this.#deps;
    const at = clock();
    const served = { requestId: newRequestId(at), at, tries: new RequestTries(), parse: parseOnce(request) };
    const earlierRefusalsWritten = refusals.writePending();
    const reading = authorize(request.secret, request.network);
    const foreseen = this.#earlyForwards?.foresee(request, served, (known, rpc) => this.#start(known, rpc, served));
    // Nothing is counted before the key has been read: it may have been revoked since the last request.
    const answer = await reading.then(
      (caller) => {
        this.#earlyForwards?.saw(request.secret, caller);
        const early = forwardFor(caller, foreseen);
        return caller ? this.#serveCaller({ ...request, ...caller }, { ...served, early }) : forbidden;
      },
      (cause: unknown) => {
        foreseen?.forward.cancel();
        return this.#answerWithoutKey(request, served, cause);
      },
    );
    await earlierRefusalsWritten;
    return answer;
  }

  async #serveCaller(request: AuthorizedRequest, served: ServedRequest): Promise<ProxyAnswer> {
    const { admissions, clock } = this.#deps;
    const { requestId, at } = served;
    const handling = this.#handle(request, served);
    // After its own admission has begun, which returns what this process owes to that key.
    const owedCallsReturned = admissions.returnOwedCalls();
    const handled = await handling;
    await Promise.all([this.#record(request, served, handled), owedCallsReturned]);
    const { limits = request.limitsAt(clock()) } = handled.limitStatus ?? {};
    return toProxyAnswer(handled, { requestId, durationMs: clock() - at }, limits);
  }

  /** Directory is silent. The history has the failure if this process knows whose secret it was. */
  async #answerWithoutKey(request: ProxyRequest, served: ServedRequest, cause: unknown): Promise<ProxyAnswer> {
    const { requestId, at, parse } = served;
    const handled = this.#failures.fail(new LimitsUnavailableError(false, { cause }), parse().rpc, requestId);
    const caller = this.#earlyForwards?.lastSeen(request.secret, at);
    if (caller) await this.#record({ ...request, ...caller }, served, handled);
    return toProxyAnswer(handled, { requestId, durationMs: this.#deps.clock() - at });
  }

  async #handle(request: AuthorizedRequest, served: ServedRequest): Promise<HandledRequest> {
    let parsed: ParsedRequest | undefined;
    try {
      parsed = withinRate(served.parse(), request.plan.limits.callsPerSecond);
      return await this.#admit(request, parsed, served);
    } catch (thrown) {
      return this.#failures.fail(thrown, parsed?.rpc, served.requestId);
    }
  }

  /** Admits the request before it reports a parse error, because invalid requests count too. */
  async #admit(request: AuthorizedRequest, parsed: ParsedRequest, served: ServedRequest): Promise<HandledRequest> {
    const { requestId } = served;
    const { keyId, limitsAt } = request;
    const start = (rpc: RpcRequest) => this.#start(request, rpc, served);
    const early = served.early ?? this.#earlyForwards?.tryStart(request, parsed, start);
    try {
      const admission = await this.#deps.admissions.admit(keyId, limitsAt, callsToAdmit(parsed));
      if ('refused' in admission) {
        const { refused, limitStatus } = admission;
        return { error: refused, limitStatus, result: refuseRequest(refused, parsed.rpc, requestId) };
      }
      this.#earlyForwards?.admitted(admission.n, early !== undefined);
      if ('error' in parsed) {
        const failed = this.#failures.fail(parsed.error, parsed.rpc, requestId);
        return { ...failed, admitted: admission, limitStatus: admission.limitStatus };
      }
      const forward = early ?? start(parsed.rpc);
      return await this.#finish(request, parsed.rpc, requestId, admission, forward);
    } finally {
      early?.cancel();
    }
  }

  #start(
    { network, chain, accountId, body, acceptGzip, plan }: AuthorizedRequest,
    rpc: RpcRequest,
    served: ServedRequest,
  ): PendingForward {
    const timeLimitMs = plan.longestCallSeconds * 1_000;
    const { requestId, tries } = served;
    const forwardRequest = { network, chain, accountId, body, acceptGzip, rpc, timeLimitMs, requestId, tries };
    return startForward(forwardRequest, this.#deps.forwarder, this.#deps.clock);
  }

  async #finish(
    { keyId }: AuthorizedRequest,
    rpc: RpcRequest,
    requestId: string,
    admitted: AdmittedCalls,
    { ended }: PendingForward,
  ): Promise<HandledRequest> {
    const { result, upstreamMs } = await ended;
    const handled =
      result.status === 'fulfilled' ? { result: result.value } : this.#failures.fail(result.reason, rpc, requestId);
    if (result.status === 'fulfilled') this.#failures.logCauses(result.value, requestId);
    const limitStatus = await this.#giveBack(keyId, admitted, handled);
    return { ...handled, admitted, upstreamMs, limitStatus };
  }

  /** Gives failed calls back to the day's quota, except time-outs and errors that the node or the caller caused. */
  async #giveBack(keyId: string, admitted: AdmittedCalls, { result }: HandledRequest): Promise<LimitStatus> {
    const n = result.calls.filter((call) => refundedOutcomes.has(call.outcome)).length;
    return n === 0 ? admitted.limitStatus : this.#deps.admissions.giveBack(keyId, admitted, n);
  }

  #record(request: AuthorizedRequest, { requestId, at, tries }: ServedRequest, handled: HandledRequest): Promise<void> {
    const { clock, log, records, refusals } = this.#deps;
    const { plan } = request;
    const { error } = handled;
    const record = recordOf(request, handled, { requestId, at, durationMs: Math.max(0, clock() - at) }, tries);
    if (!(error instanceof LimitError || error instanceof LimitsUnavailableError)) {
      return writeRecord(records, log, record, plan.historyDays);
    }
    const event = 'throttled' in error && error.throttled ? 'key_throttled' : 'key_refused';
    const inManyProcesses = plan.limits.callsPerSecond > fewProcessesRate;
    return refusals.add(record, plan.historyDays, { event, inManyProcesses });
  }
}

/** At twenty times this rate, refusals one by one are the 1,000 writes a second that a key's records take. */
const fewProcessesRate = 50;

const refundedOutcomes: ReadonlySet<Outcome> = new Set(['upstream_error', 'internal_error']);
