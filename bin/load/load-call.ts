import * as v from 'valibot';
import type { Clock } from '../../src/time.ts';

/** The limits that an answer's headers name, and what was left of them. */
export type AnsweredLimits = {
  readonly callsPerSecond: number;
  readonly callsPerDay: number;
  readonly secondRemaining: number;
  readonly dayRemaining: number;
  /** The gateway's UTC second, in seconds since the epoch. */
  readonly second: number;
};

/**
 * - `ok`: a result, or an error of the node itself.
 * - `refused`: by a limit of the key.
 * - `failed`: no answer, or an error of the gateway. It may have been counted.
 */
export type CallOutcome = 'ok' | 'refused' | 'failed';

/** One call and its answer. */
export type LoadedCall = {
  readonly outcome: CallOutcome;
  /** Milliseconds from the time at which it was due to its answer. */
  readonly latency: number;
  /** Undefined without an answer. */
  readonly status: number | undefined;
  /** Why it is not ok, such as `rate_limited`, `HTTP 502` or `timeout`. */
  readonly reason: string | undefined;
  readonly limits: AnsweredLimits | undefined;
};

export type CallTarget = {
  readonly url: string;
  readonly secret: string;
  readonly method: string;
  readonly clock: Clock;
  /** Ends open calls. */
  readonly signal: AbortSignal;
};

/** Longer than the longest call of any plan, 25 s, and than API Gateway waits, 30 s. */
const timeoutMilliseconds = 35_000;

/** Makes a call that was due at `dueAt` (as `clock`). Never rejects. */
export async function makeCall(target: CallTarget, dueAt: number): Promise<LoadedCall> {
  const { url, secret, method, clock } = target;
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  const signal = AbortSignal.any([target.signal, AbortSignal.timeout(timeoutMilliseconds)]);
  const since = () => clock() - dueAt;
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    const text = await answer.text();
    const latency = since();
    return {
      ...judge(answer.status, text),
      latency,
      status: answer.status,
      limits: readLimits(answer.headers, clock()),
    };
  } catch (error) {
    return { outcome: 'failed', latency: since(), status: undefined, reason: networkReason(error), limits: undefined };
  }
}

const rpcAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    result: v.optional(v.unknown()),
    error: v.optional(v.object({ data: v.nullish(v.looseObject({ reason: v.optional(v.string()) })) })),
  }),
);

const limitReasons = new Set(['rate_limited', 'quota_exceeded']);

function judge(status: number, text: string): Pick<LoadedCall, 'outcome' | 'reason'> {
  const parsed = v.safeParse(rpcAnswer, text);
  if (status === 200 && parsed.success) return { outcome: 'ok', reason: undefined };
  const reason = (parsed.success ? parsed.output.error?.data?.reason : undefined) ?? `HTTP ${status}`;
  return { outcome: status === 429 && limitReasons.has(reason) ? 'refused' : 'failed', reason };
}

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'timeout';
  if (error.name === 'AbortError') return 'interrupted';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

const policy = /^"second";q=(\d+);w=1, "day";q=(\d+);w=86400$/;
const remaining = /^"second";r=(\d+);t=\d+, "day";r=(\d+);t=(\d+)$/;
const daySeconds = 86_400;

/** docs/api.md, "RateLimit". `t` of the day gives the gateway's second, whatever the clock of this machine. */
function readLimits(headers: Headers, now: number): AnsweredLimits | undefined {
  const [, perSecond, perDay] = policy.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const [, inSecond, inDay, untilMidnight] = remaining.exec(headers.get('ratelimit') ?? '') ?? [];
  if (perSecond === undefined || inSecond === undefined) return undefined;
  const midnight = Math.round((now / 1_000 + Number(untilMidnight)) / daySeconds) * daySeconds;
  return {
    callsPerSecond: Number(perSecond),
    callsPerDay: Number(perDay),
    secondRemaining: Number(inSecond),
    dayRemaining: Number(inDay),
    second: midnight - Number(untilMidnight),
  };
}
