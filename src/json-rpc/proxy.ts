import type { Clock } from '../clock.ts';
import { BatchTooLargeError, type GatewayError, InvalidRequestError, toGatewayError } from '../errors.ts';
import type { Admissions, Admitted } from '../limits/admissions.ts';
import type { Standing } from '../limits/standing.ts';
import { secondOfDay } from '../limits/windows.ts';
import type { Log } from '../log.ts';
import type { Plan } from '../plans/plans.ts';
import { newRequestId } from '../records/new-request-id.ts';
import type { Outcome } from '../records/outcome.ts';
import { countCalls, overallOutcome, type RequestRecord } from '../records/record.ts';
import { writeRecord } from '../records/record-writer.ts';
import type { ItemTable } from '../table/table.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import { type ProxyAnswer, toProxyAnswer } from './proxy-answer.ts';
import { refuseAll } from './refusal.ts';
import { type Relayed, relay } from './relay.ts';
import { isValid, parseRequest, type RpcRequest, requireJson } from './request.ts';

/** A request of a key that the authorizer has let in. */
export type ProxyRequest = {
  readonly network: string;
  readonly keyId: string;
  readonly accountId: string;
  readonly plan: Plan;
  readonly contentType: string | undefined;
  readonly acceptGzip: boolean;
  readonly body: string;
};

/** What the proxy works with. */
export type ProxyParts = {
  readonly admissions: Admissions;
  readonly forwarder: Forwarder;
  readonly records: ItemTable;
  readonly clock: Clock;
  readonly log: Log;
};

/** How a request went: the answer, and what the record and the headers need beside it. */
type Handled = {
  readonly relayed: Relayed;
  readonly error?: GatewayError;
  readonly standing?: Standing;
  readonly admitted?: Admitted;
  readonly upstreamMs?: number;
};

/** Outcomes that are no fault of the caller: such calls are given back to the day's quota. */
const faultless: ReadonlySet<Outcome> = new Set(['upstream_error', 'upstream_timeout', 'internal_error']);

/** The request path of the gateway: parse, admit, forward, record, answer. */
export class RpcProxy {
  readonly #parts: ProxyParts;

  constructor(parts: ProxyParts) {
    this.#parts = parts;
  }

  /** Answers one request. Never rejects: whatever goes wrong is an answer, and is recorded. */
  async serve(request: ProxyRequest): Promise<ProxyAnswer> {
    const at = this.#parts.clock();
    const requestId = newRequestId(at);
    const handled = await this.#handle(request, requestId);
    const standing = handled.standing ?? (await this.#standing(request, handled.error));
    await this.#record(request, requestId, at, handled);
    return toProxyAnswer(handled.relayed, requestId, request.plan.limits, standing, handled.error);
  }

  async #handle(request: ProxyRequest, requestId: string): Promise<Handled> {
    let parsed: RpcRequest | undefined;
    try {
      requireJson(request.contentType);
      parsed = parseRequest(request.body);
      return await this.#admit(request, parsed, requestId);
    } catch (thrown) {
      const error = this.#report(thrown, requestId);
      return { error, relayed: refuseAll(error, parsed, requestId) };
    }
  }

  async #admit(request: ProxyRequest, parsed: RpcRequest, requestId: string): Promise<Handled> {
    const { limits } = request.plan;
    const n = parsed.elements.filter(isValid).length;
    if (n === 0) throw new InvalidRequestError('No call of the batch is valid.');
    if (n > limits.callsPerSecond) {
      throw new BatchTooLargeError(
        `The batch has ${n} calls, and this key's plan admits ${limits.callsPerSecond} a second. Split the batch.`,
      );
    }
    const verdict = await this.#parts.admissions.admit(request.keyId, limits, n);
    if (!('refused' in verdict)) return this.#forward(request, parsed, verdict, requestId);
    const { refused: error, standing } = verdict;
    return { error, standing, relayed: refuseAll(error, parsed, requestId) };
  }

  async #forward(request: ProxyRequest, parsed: RpcRequest, admitted: Admitted, requestId: string): Promise<Handled> {
    const { clock, forwarder } = this.#parts;
    const startedAt = clock();
    const handled = await relay({ ...request, request: parsed, requestId }, forwarder).then(
      (relayed) => ({ relayed }),
      (thrown: unknown) => {
        const error = this.#report(thrown, requestId);
        return { error, relayed: refuseAll(error, parsed, requestId) };
      },
    );
    const upstreamMs = clock() - startedAt;
    const standing = await this.#giveBack(request.keyId, admitted, handled);
    return { ...handled, admitted, upstreamMs, standing };
  }

  async #giveBack(keyId: string, admitted: Admitted, { relayed, error }: Handled): Promise<Standing> {
    // An answer too large to pass on was asked for: giving it back would make such calls free.
    if (error?.reason === 'response_too_large') return admitted.standing;
    const n = relayed.calls.filter(({ outcome }) => faultless.has(outcome)).length;
    if (n === 0) return admitted.standing;
    try {
      return await this.#parts.admissions.giveBack(keyId, admitted, n);
    } catch (cause) {
      this.#parts.log.warn('give_back_failed', { keyId, day: admitted.day, calls: n, detail: String(cause) });
      return admitted.standing;
    }
  }

  async #standing(request: ProxyRequest, error: GatewayError | undefined): Promise<Standing | undefined> {
    if (error?.reason === 'limits_unavailable') return undefined;
    try {
      return await this.#parts.admissions.standing(request.keyId, request.plan.limits);
    } catch (cause) {
      this.#parts.log.warn('standing_unknown', { keyId: request.keyId, detail: String(cause) });
      return undefined;
    }
  }

  async #record(request: ProxyRequest, requestId: string, at: number, handled: Handled): Promise<void> {
    const { clock, log, records } = this.#parts;
    const { relayed, admitted, upstreamMs } = handled;
    const record: RequestRecord = {
      requestId,
      keyId: request.keyId,
      accountId: request.accountId,
      network: request.network,
      at,
      durationMs: Math.max(0, clock() - at),
      upstreamMs: upstreamMs === undefined ? undefined : Math.max(0, upstreamMs),
      admittedSecond: admitted && epochSecond(admitted),
      status: relayed.status,
      outcome: overallOutcome(relayed.calls),
      calls: countCalls(relayed.calls),
      requestBytes: Buffer.byteLength(request.body),
      responseBytes: bytesOf(relayed),
    };
    await writeRecord(records, log, record, request.plan.historyDays);
  }

  #report(thrown: unknown, requestId: string): GatewayError {
    const error = toGatewayError(thrown);
    if (error.cause !== undefined) {
      this.#parts.log.error('request_failed', { requestId, reason: error.reason, detail: String(error.cause) });
    }
    return error;
  }
}

const epochSecond = ({ second, standing }: Admitted): number =>
  Math.floor(standing.at / 1_000) + second - secondOfDay(standing.at);

const bytesOf = ({ payload }: Relayed): number => Buffer.byteLength(payload.body, payload.base64 ? 'base64' : 'utf8');
