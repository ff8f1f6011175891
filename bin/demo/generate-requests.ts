import { ulid } from 'ulid';
import { chains } from '../../src/chains/chains.ts';
import { serves } from '../../src/chains/served.ts';
import type { Outcome } from '../../src/records/outcome.ts';
import { type CallOutcome, countCalls, overallOutcome } from '../../src/records/record.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { shareTries, Tries, type TryEnd } from '../../src/records/tries.ts';
import type { EpochMs } from '../../src/time.ts';
import { localChains } from '../chains/chains.ts';
import type { Random, Workload } from './workloads.ts';

export type Circumstances = {
  /** The arrival time. */
  readonly at: EpochMs;
  readonly workload: Workload;
  readonly keyId: string;
  readonly accountId: string;
};

/** The failures of whole requests: their rate per thousand, HTTP status and duration. */
const troubles: readonly { outcome: Outcome; perMille: number; status: number; durationMs: number }[] = [
  { outcome: 'rate_limited', perMille: 4, status: 429, durationMs: 4 },
  { outcome: 'invalid_request', perMille: 2, status: 400, durationMs: 2 },
  { outcome: 'upstream_error', perMille: 2, status: 502, durationMs: 120 },
  { outcome: 'upstream_timeout', perMille: 0.5, status: 504, durationMs: 25_000 },
];

/** Outcomes of requests that are not forwarded. */
const refused: ReadonlySet<Outcome> = new Set(['rate_limited', 'invalid_request']);

/** The record of a plausible request of a workload. */
export function requestAt(circumstances: Circumstances, random: Random): RequestRecord {
  const { at, workload, keyId, accountId } = circumstances;
  const methods = Array.from({ length: batchSize(random) }, () => chooseMethod(workload, random));
  const trouble = troubleOf(workload, random);
  const calls = methods.map((method) => callOf(method, trouble?.outcome ?? answerOf(workload, random), random));
  const tried = calls.map((call) => ({ ...call, tries: triesOf(workload, call) }));
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
    ...shareTries(countCalls(tried)),
    requestBytes: methods.length * Math.floor(70 + 160 * random()),
    responseBytes: methods.length * Math.floor(90 + 2_000 * random() ** 3),
  };
}

const ends: Readonly<Partial<Record<Outcome, TryEnd>>> = {
  ok: 'answered',
  rpc_error: 'answered',
  upstream_error: 'failed',
  upstream_timeout: 'unanswered',
};

/** One try, at the first node that serves the method. */
function triesOf({ chain, upstreams }: Workload, { method = '', outcome }: CallOutcome): string {
  const node = upstreams.find((one) => serves(one, chains[chain], method));
  const tries = new Tries();
  if (node && ends[outcome]) tries.start(node.url)(ends[outcome]);
  return String(tries);
}

/** One request in eight is a batch of 2 to 20 calls. */
const batchSize = (random: Random): number => (random() < 0.875 ? 1 : 2 + Math.floor(19 * random() ** 2));

function troubleOf({ trouble }: Workload, random: Random) {
  let draw = (random() * 1_000) / trouble;
  return troubles.find(({ perMille }) => {
    draw -= perMille;
    return draw < 0;
  });
}

/** Frequent errors of Solana's nodes: invalid parameters, a failed simulation, a skipped slot. */
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

/** Draws a method of the workload's network by weight. */
function chooseMethod({ chain, network }: Pick<Workload, 'chain' | 'network'>, random: Random): string {
  const offered = localChains[chain].demoMethods.filter(
    (method) => method.network === undefined || method.network === network,
  );
  let draw = random() * offered.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = offered.find(({ weight }) => {
    draw -= weight;
    return draw < 0;
  });
  return chosen?.name ?? chains[chain].health.method;
}

const everyMethod = Object.values(localChains).flatMap(({ demoMethods }) => demoMethods);

const medianMs = (name: string): number => everyMethod.find((method) => method.name === name)?.medianMs ?? 50;
