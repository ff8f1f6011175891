import type { AdmittedCalls } from '../../../src/limits/limit-status.ts';
import type { GatewayProcess } from './gateway-process.ts';
import type { Ledger } from './ledger.ts';
import type { Scenario } from './scenarios.ts';

/** Sends arrivals to their processes and records each answer in the ledger. */
export class Fleet {
  readonly #scenario: Scenario;
  readonly #processes: readonly GatewayProcess[];
  readonly #ledger: Ledger;
  readonly #random: () => number;

  constructor(scenario: Scenario, processes: readonly GatewayProcess[], ledger: Ledger, random: () => number) {
    this.#scenario = scenario;
    this.#processes = processes;
    this.#ledger = ledger;
    this.#random = random;
  }

  /** A request, and the calls that it may give back. A killed process gets none. */
  async serve({ process: index, key: keyIndex, n }: Arrival): Promise<void> {
    const process = this.#processes[index];
    if (!process || process.killed) return;
    const key = `key_${keyIndex}`;
    const admitted = await this.#admit(process, key, n);
    if (admitted && this.#random() < this.#scenario.givenBack) await this.#giveBack(process, key, admitted);
  }

  /** Kills processes until so many are left. */
  killDownTo(left: number): void {
    for (const process of this.#processes.slice(left)) process.kill();
  }

  async #admit(process: GatewayProcess, key: string, n: number): Promise<AdmittedCalls | undefined> {
    this.#ledger.asked += n;
    try {
      const admitting = process.admissions.admit(key, this.#scenario.limits, n);
      const [verdict] = await Promise.all([admitting, process.admissions.returnOwedCalls()]);
      if (process.killed) return undefined;
      if (!('refused' in verdict)) {
        this.#ledger.admitted(key, verdict);
        return verdict;
      }
      const by = verdict.refused.reason === 'rate_limited' ? 'second' : 'day';
      // Not the time of the request: after a lost answer the admission has chosen its second again.
      this.#ledger.refused({ key, at: verdict.limitStatus.at, n, by });
    } catch {
      if (!process.killed) this.#ledger.unavailable += n;
    }
    return undefined;
  }

  async #giveBack(process: GatewayProcess, key: string, admitted: AdmittedCalls): Promise<void> {
    const n = Math.ceil(admitted.n / 2);
    this.#ledger.returning(key, admitted.day, n);
    await process.admissions.giveBack(key, admitted, n);
  }
}

/** A request: when it comes in, to which process, for which key, with how many calls. */
export type Arrival = { readonly at: number; readonly process: number; readonly key: number; readonly n: number };

/** The requests of a scenario in the order they come in, at random times (Poisson). */
export function* arrivals(scenario: Scenario, random: () => number): Generator<Arrival> {
  const { startAt, seconds, keys, limits, load, maxCalls, processes } = scenario;
  const perSecond = (keys * limits.callsPerSecond * load) / ((1 + maxCalls) / 2);
  const oneOf = (count: number) => Math.floor(random() * count);
  const gap = () => (-Math.log(1 - random()) * 1_000) / perSecond;
  for (let at = startAt + gap(); at < startAt + seconds * 1_000; at += gap()) {
    yield { at, process: oneOf(processes), key: oneOf(keys), n: 1 + oneOf(maxCalls) };
  }
}
