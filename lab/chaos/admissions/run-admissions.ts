import type { ItemTable } from '../../../src/table/item-table.ts';
import { dynamoDbDialect } from '../../../test/support/faults/dialect.ts';
import { FaultPlan } from '../../../test/support/faults/fault-plan.ts';
import { FaultProxy } from '../../../test/support/faults/fault-proxy.ts';
import { seededRandom } from '../../bench/statistics.ts';
import { arrivals, Fleet } from './faulty-fleet.ts';
import { type Findings, findingsOf } from './findings.ts';
import { answerMs, GatewayProcess } from './gateway-process.ts';
import { Ledger } from './ledger.ts';
import { maxSkewMs, type Scenario } from './scenarios.ts';
import { VirtualTime } from './virtual-time.ts';

/** Where the items are: an empty table, and the same one past all faults. */
export type ItemLocation = { readonly url: string; readonly tableName: string; readonly table: ItemTable };

/** Requests that are under way at once: few, for on a busy machine those that wait for each other are late. */
const concurrency = 16;

/** Runs a scenario and compares the table with the answers that each process got. */
export async function runAdmissions(
  scenario: Scenario,
  place: ItemLocation,
): Promise<{ findings: Findings; plan: FaultPlan }> {
  const random = seededRandom(scenario.seed);
  const plan = new FaultPlan(scenario.seed + 1, scenario.rates);
  const time = new VirtualTime(scenario.startAt);
  const faults = { plan, dialect: dynamoDbDialect, delayMs: 30, stallMs: 1.3 * answerMs, clock: time.now };
  const proxy = new FaultProxy({ to: place.url, ...faults });
  const endpoint = await proxy.listen();
  const ledger = new Ledger();
  const processes = Array.from({ length: scenario.processes }, (_, index) => {
    const skewMs = Math.round((2 * random() - 1) * maxSkewMs);
    const seed = scenario.seed + 2 + index;
    const onWrite = ledger.written.bind(ledger);
    return new GatewayProcess({ endpoint, tableName: place.tableName, seed, clock: time.now, skewMs, onWrite });
  });
  const fleet = new Fleet(scenario, processes, ledger, random);
  const killFrom = scenario.startAt + (scenario.seconds * 1_000) / 2;
  await time.live(
    arrivals(scenario, random),
    concurrency,
    () => proxy.oldest(),
    async (arrival) => {
      if (arrival.at >= killFrom) fleet.killDownTo(scenario.processes - scenario.kills);
      await fleet.serve(arrival);
    },
  );
  await proxy.close();
  return { findings: await findingsOf(ledger, place.table, scenario.limits), plan };
}
