import { ulid } from 'ulid';
import type { Outcome } from '../../src/records/outcome.ts';
import { type CallOutcome, countCalls, overallOutcome } from '../../src/records/record.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { chooseMethod, medianMs } from './methods.ts';
import type { Random, Workload } from './week.ts';

export type Circumstances = {
  /** When it came in, ms since the epoch. */
  readonly at: number;
  readonly workload: Workload;
  readonly keyId: string;
  readonly accountId: string;
};

/** How a whole request may go wrong: how often of a thousand, its HTTP status, and how long it then takes. */
const troubles: readonly { outcome: Outcome; perMille: number; status: number; durationMs: number }[] = [
  { outcome: 'rate_limited', perMille: 4, status: 429, durationMs: 4 },
  { outcome: 'invalid_request', perMille: 2, status: 400, durationMs: 2 },
  { outcome: 'upstream_error', perMille: 2, status: 502, durationMs: 120 },
  { outcome: 'upstream_timeout', perMille: 0.5, status: 504, durationMs: 25_000 },
];

/** Outcomes of requests that no node got. */
const refused: ReadonlySet<Outcome> = new Set(['rate_limited', 'invalid_request']);

/** A believable request of a workload, as the gateway would have recorded it. */
export function requestAt(circumstances: Circumstances, random: Random): RequestRecord {
  const { at, workload, keyId, accountId } = circumstances;
  const methods = Array.from({ length: batchSize(random) }, () => chooseMethod(workload, random));
  const trouble = troubleOf(workload, random);
  const calls = methods.map((method) => callOf(method, trouble?.outcome ?? answerOf(workload, random), random));
  const upstreamMs = trouble?.durationMs ?? Math.max(...methods.map((method) => latencyOf(method, random)));
  return {
    requestId: ulid(at),
    keyId,
    accountId,
    network: workload.network,
    at,
    durationMs: upstreamMs + Math.floor(3 + 5 * random()),
    ...(trouble && refused.has(trouble.outcome) ? {} : { upstreamMs }),
    ...(trouble?.outcome === 'rate_limited' ? {} : { admittedSecond: Math.floor(at / 1_000) }),
    status: trouble?.status ?? 200,
    outcome: overallOutcome(calls),
    calls: countCalls(calls),
    requestBytes: methods.length * Math.floor(70 + 160 * random()),
    responseBytes: methods.length * Math.floor(90 + 2_000 * random() ** 3),
  };
}

/** One request in eight is a batch, of 2 to 20 calls. */
const batchSize = (random: Random): number => (random() < 0.875 ? 1 : 2 + Math.floor(19 * random() ** 2));

function troubleOf({ trouble }: Workload, random: Random) {
  let draw = (random() * 1_000) / trouble;
  return troubles.find(({ perMille }) => {
    draw -= perMille;
    return draw < 0;
  });
}

/** What Solana's nodes answer with most: bad parameters, a failed simulation, a slot that was skipped. */
const errorCodes = [-32602, -32002, -32007];

const callOf = (method: string, outcome: Outcome, random: Random): CallOutcome => ({
  method,
  outcome,
  ...(outcome === 'rpc_error' && { errorCode: errorCodes[Math.floor(errorCodes.length * random())] }),
});

const answerOf = ({ trouble }: Workload, random: Random): Outcome => (random() < 0.012 * trouble ? 'rpc_error' : 'ok');

/** Around the method's median, with a long tail: a log-normal distribution (Box and Muller's method). */
function latencyOf(method: string, random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(medianMs(method) * Math.exp(0.45 * normal));
}
