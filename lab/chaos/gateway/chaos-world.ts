import type { RuntimeOptions } from '../../../bin/start/runtime.ts';
import { systemClock } from '../../../src/time.ts';
import { chainNodeDialect } from '../../../test/support/faults/dialect.ts';
import { type FaultKind, faultKinds, type Rates } from '../../../test/support/faults/fault-kinds.ts';
import { FaultPlan } from '../../../test/support/faults/fault-plan.ts';
import { FaultProxy } from '../../../test/support/faults/fault-proxy.ts';
import { FaultyFunctions, type SplitFunction } from '../../../test/support/faults/faulty-functions.ts';
import { ForgetfulNetwork } from '../../../test/support/faults/forgetful-network.ts';
import type { Weather } from '../../../test/support/faults/weather.ts';
import { startTestRuntime, type TestRuntime } from '../../../test/support/test-runtime.ts';
import { seededRandom } from '../../bench/statistics.ts';
import { type ChainNode, startChainNode, type Writes } from './chain-node.ts';
import { Journal } from './journal.ts';
import { SickSpells } from './sick-spells.ts';

/** The whole gateway in bad weather. */
export type World = {
  readonly running: TestRuntime;
  /** Two for each network. */
  readonly nodes: readonly ChainNode[];
  readonly writes: Writes;
  readonly functions: FaultyFunctions;
  /** Faults before the chain nodes. */
  readonly upstreamPlan: FaultPlan;
  /** Of each network's nodes. */
  readonly spells: readonly SickSpells[];
  /** Kept connections to chain nodes that the network has forgotten. */
  forgotten(): number;
  readonly journal: Journal;
  /** Connections that functions hold open to chain nodes. */
  upstreamConnections(): Promise<number>;
  turn(weather: Weather): void;
  /** Fair weather: writes what was lost to the log into the history, and resolves when all is tallied. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

/** Of each chain node's requests. Frozen nodes are spells. */
const upstreamRates = (share: number): Rates =>
  Object.fromEntries(faultKinds.map((kind): [FaultKind, number] => [kind, kind === 'stall' ? 0 : share / 9]));

/** What differs from a gateway of one version. */
export type WorldOptions = RuntimeOptions & { readonly split?: SplitFunction };

export async function startWorld(seed: number, { split, ...options }: WorldOptions = {}): Promise<World> {
  const writes: Writes = new Map();
  const nodes = await Promise.all(Array.from({ length: 4 }, () => startChainNode(writes)));
  const spells = [nodes.slice(0, 2), nodes.slice(2)].map((two, n) => new SickSpells(two, seededRandom(seed + 4 + n)));
  const upstreamPlan = new FaultPlan(seed + 2, {});
  const forgetting = seededRandom(seed + 3);
  const ways = await Promise.all(nodes.map(({ url }) => openWay(url, upstreamPlan, forgetting)));
  const [first = '', second = '', third = '', fourth = ''] = ways.map(({ url }) => url);
  const journal = new Journal();
  const functions = new FaultyFunctions(seed, split, (exchange) => journal.noteLost(exchange));
  const running = await startTestRuntime(
    { mainnet: [first, second], devnet: [third, fourth] },
    { ...options, makeFunction: functions.make, onLine: (line) => journal.hear(line) },
  );
  return {
    running,
    nodes,
    writes,
    functions,
    upstreamPlan,
    spells,
    journal,
    forgotten: () => ways.reduce((sum, { network }) => sum + network.forgotten, 0),
    async upstreamConnections() {
      const counts = await Promise.all(ways.map(({ proxy }) => proxy.connections()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    turn(weather) {
      functions.turn(weather);
      upstreamPlan.rates = upstreamRates(weather.upstream);
      for (const { network } of ways) network.rate = weather.upstream;
      for (const spell of spells) spell.turn(weather.spells);
    },
    async settle() {
      await Promise.all(spells.map((spell) => spell.end()));
      await functions.quiet();
      for (const item of journal.lost.splice(0)) await running.records.put(item);
      await running.runtime.drained();
      for (const stream of functions.streams) while (!(await stream.flush()));
    },
    async stop() {
      await Promise.all(spells.map((spell) => spell.end()));
      await running.stop();
      await Promise.all(ways.map(({ network }) => network.close()));
      await Promise.all(ways.map(({ proxy }) => proxy.close()));
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

/** A connection that has been idle for so long, in ms, may be forgotten. */
const idleMs = 50;

/** The way from the gateway to a node: a network that forgets connections, and faults before the node. */
async function openWay(to: string, plan: FaultPlan, random: () => number) {
  const waits = { delayMs: 50, stallMs: 50, clock: systemClock };
  const proxy = new FaultProxy({ to, plan, dialect: chainNodeDialect, ...waits });
  const network = new ForgetfulNetwork({ to: await proxy.listen(), idleMs, random });
  return { proxy, network, url: await network.listen() };
}
