import { setTimeout as wait } from 'node:timers/promises';
import { picker } from '../../bench/statistics.ts';
import { type Ailment, ailments, type ChainNode } from './chain-node.ts';

/**
 * How long a spell lasts at least and at most, in ms; short ones are more frequent. Writes wait for a frozen node for
 * 25 s.
 */
const spellMs: Readonly<Record<Ailment, readonly [number, number]>> = {
  frozen: [1_000, 28_000],
  rejecting: [500, 5_000],
  behind: [500, 5_000],
};

/** The nodes of a network fall ill one after another, each for a while. */
export class SickSpells {
  /** How often nodes have fallen ill, by what they suffered from. */
  readonly begun: Record<Ailment, number> = { frozen: 0, rejecting: 0, behind: 0 };
  readonly #nodes: readonly ChainNode[];
  readonly #random: () => number;
  #ending: AbortController | undefined;
  #over: Promise<void> = Promise.resolve();

  /** @param nodes in order of preference */
  constructor([first, ...others]: readonly ChainNode[], random: () => number) {
    // Most requests go to the first node, so faults of the others would not show.
    this.#nodes = first ? [first, first, first, ...others] : others;
    this.#random = random;
  }

  /** @param share of the time from now on in which a node is ill, from 0 to below 1 */
  turn(share: number): void {
    this.#ending?.abort();
    this.#ending = undefined;
    if (share === 0) return;
    const ending = new AbortController();
    this.#ending = ending;
    this.#over = this.#over.then(() => this.#run(share, ending.signal));
  }

  /** Resolves when all nodes are healthy and stay healthy. */
  async end(): Promise<void> {
    this.turn(0);
    await this.#over;
  }

  async #run(share: number, signal: AbortSignal): Promise<void> {
    const [node, ailment] = [picker(this.#nodes, this.#random), picker(ailments, this.#random)];
    while (!signal.aborted) {
      const [sick, from] = [node(), ailment()];
      const [least, most] = spellMs[from];
      const ms = least + this.#random() ** 4 * (most - least);
      this.begun[from] += 1;
      sick.suffer(from);
      await pause(ms, signal);
      sick.suffer(undefined);
      await pause((ms * (1 - share)) / share, signal);
    }
  }
}

/** Waits, unless it is cut short. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => {});
