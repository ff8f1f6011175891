import { systemClock } from '../../../src/clock.ts';
import { chainNodeDialect } from '../../support/faults/dialect.ts';
import { type FaultKind, faultKinds, type Rates } from '../../support/faults/fault-kinds.ts';
import { FaultPlan } from '../../support/faults/fault-plan.ts';
import { FaultProxy } from '../../support/faults/fault-proxy.ts';
import { FaultyFunctions } from '../../support/faults/faulty-functions.ts';
import type { Weather } from '../../support/faults/weather.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { type ChainNode, startChainNode } from './chain-node.ts';
import { Journal } from './journal.ts';

/** The whole gateway in bad weather. */
export type World = {
  readonly running: TestRuntime;
  readonly node: ChainNode;
  readonly functions: FaultyFunctions;
  /** Faults before the chain nodes. */
  readonly upstreamPlan: FaultPlan;
  readonly journal: Journal;
  /** Connections that functions hold open to chain nodes. */
  upstreamConnections(): Promise<number>;
  turn(weather: Weather): void;
  /** Fair weather: writes what was lost to the log into the history, and resolves when all is tallied. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

/** Of each chain node's requests. A node that does not answer for 25 s is a test of its own. */
const upstreamRates = (share: number): Rates =>
  Object.fromEntries(faultKinds.map((kind): [FaultKind, number] => [kind, kind === 'stall' ? 0 : share / 9]));

export async function startWorld(seed: number): Promise<World> {
  const node = await startChainNode();
  const upstreamPlan = new FaultPlan(seed + 2, {});
  const waits = { delayMs: 50, stallMs: 50, clock: systemClock };
  const proxyOf = () => new FaultProxy({ to: node.url, plan: upstreamPlan, dialect: chainNodeDialect, ...waits });
  const proxies = [proxyOf(), proxyOf(), proxyOf()];
  const [first = '', second = '', third = ''] = await Promise.all(proxies.map((proxy) => proxy.listen()));
  const functions = new FaultyFunctions(seed);
  const journal = new Journal();
  const running = await startTestRuntime(
    { mainnet: [first, second], devnet: [third] },
    { makeFunction: functions.make, onLine: (line) => journal.hear(line) },
  );
  return {
    running,
    node,
    functions,
    upstreamPlan,
    journal,
    async upstreamConnections() {
      const counts = await Promise.all(proxies.map((proxy) => proxy.connections()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    turn(weather) {
      functions.turn(weather);
      upstreamPlan.rates = upstreamRates(weather.upstream);
    },
    async settle() {
      await functions.quiet();
      for (const item of journal.lost.splice(0)) await running.records.put(item);
      await running.runtime.drained();
      for (const stream of functions.streams) while (!(await stream.flush()));
    },
    async stop() {
      await running.stop();
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await node.stop();
    },
  };
}
