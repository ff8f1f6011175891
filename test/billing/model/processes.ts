import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';

/** What happens to a call that leaves a process. */
export type Fate = 'answered' | 'refused' | 'answer lost' | 'crash before' | 'crash after';

/** How a process ended. */
export type Ending = 'done' | 'crashed' | Error;

type Call = { readonly process: Process; readonly run: (fate: Fate) => Promise<void> };
type Process = { readonly name: string; readonly calls: Call[]; ending?: Ending };

/** What decides about the calls of a step: numbers from 0 to less than 1, and what happens to a call. */
export type Chance = { readonly random: () => number; readonly fate: () => Fate };

const maxTurns = 200_000;

/**
 * Runs processes that take turns: each waits at every call that leaves it, to Stripe or to Directory, until it is chosen.
 * So a seed decides the order of all calls, and a process can crash between any two.
 */
export class Processes {
  readonly #current = new AsyncLocalStorage<Process>();
  readonly #onCall: () => void;
  #running: Process[] = [];

  /** @param onCall called before each call, for the time that it takes */
  constructor(onCall: () => void) {
    this.#onCall = onCall;
  }

  /** A call that leaves the process; outside of a process it is made at once. */
  call<T>(carryOut: () => T | Promise<T>, lost?: () => Error): Promise<T> {
    const process = this.#current.getStore();
    if (!process) return Promise.resolve(carryOut());
    return new Promise((resolve, reject) => {
      const run = async (fate: Fate): Promise<void> => {
        if (fate === 'refused' && lost) return reject(lost());
        if (fate === 'crash before') return this.#crash(process);
        try {
          const result = await carryOut();
          if (fate === 'crash after') this.#crash(process);
          else if (fate === 'answer lost' && lost) reject(lost());
          else resolve(result);
        } catch (error) {
          if (fate === 'crash after') this.#crash(process);
          else reject(error);
        }
      };
      process.calls.push({ process, run });
    });
  }

  /** Starts a process; it runs while `run` does. */
  start(name: string, work: () => Promise<void>, onEnd: (ending: Ending) => void): void {
    const process: Process = { name, calls: [] };
    this.#running.push(process);
    const end = (ending: Ending) => {
      if (process.ending !== undefined) return;
      process.ending = ending;
      onEnd(ending);
    };
    this.#current.run(process, () => {
      work().then(
        () => end('done'),
        (error: unknown) => end(error instanceof Error ? error : new Error(String(error))),
      );
    });
    this.#onCrash.set(process, () => end('crashed'));
  }

  readonly #onCrash = new WeakMap<Process, () => void>();

  #crash(process: Process): void {
    process.calls.length = 0;
    this.#onCrash.get(process)?.();
  }

  /** Runs until every process has ended. `between` may start further ones. */
  async run({ random, fate }: Chance, between: () => void = () => {}): Promise<void> {
    for (;;) {
      between();
      await this.#untilAllWait();
      const calls = this.#running.flatMap((process) => process.calls);
      const next = calls[Math.floor(random() * calls.length)];
      if (!next) return;
      next.process.calls.splice(next.process.calls.indexOf(next), 1);
      this.#onCall();
      await next.run(fate());
      await turn();
    }
  }

  async #untilAllWait(): Promise<void> {
    for (let turns = 0; ; turns += 1) {
      this.#running = this.#running.filter(({ ending }) => ending === undefined);
      const busy = this.#running.find(({ calls }) => calls.length === 0);
      if (!busy) return;
      if (turns > maxTurns) throw new Error(`The process "${busy.name}" waits for something that is not a call.`);
      await turn();
    }
  }
}
