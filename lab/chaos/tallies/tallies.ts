import { faultKinds } from '../../../test/support/faults/fault-kinds.ts';
import { streamFaults } from '../../../test/support/faults/stream-faults.ts';
import { table } from '../../bench/report-format.ts';
import { startWorld } from '../gateway/chaos-world.ts';
import type { Part } from '../part.ts';
import { runTallies } from './run-tallies.ts';

const weather = { dynamoDb: 0.004, upstream: 0, spells: 0, stream: 0.5, kills: 0.05 };

/** The stream and the tally alone, with far more records than requests could make in the time. */
export const tallies: Part = async ({ seed, scale, say }) => {
  const world = await startWorld(seed);
  const findings = await runTallies(world, { seed, records: Math.round(20_000 * scale), chunk: 200, weather });
  await world.stop();
  const { plan, streams, kills } = world.functions;
  const injected = {
    ...Object.fromEntries(faultKinds.map((kind) => [`Usage: ${kind}`, plan.injected(kind)])),
    ...Object.fromEntries(
      streamFaults.map((fault) => [`batch ${fault}`, streams.reduce((sum, one) => sum + one.injected[fault], 0)]),
    ),
    'tally killed in the middle of a batch': kills,
  };
  say('tallies', { ...findings, injected });
  const { records, counted, twice, lost } = findings;
  const rows = Object.entries({
    ...injected,
    'records written': records,
    'calls in them': counted / 2,
    'calls tallied twice': twice,
    'calls missing in the tallies': lost,
  });
  return {
    section: {
      name: 'tallies',
      text: table(
        ['what', 'how many'],
        rows.map(([what, count]) => [what, count.toLocaleString('en-US')]),
      ),
    },
    broken: twice + lost > 0 ? [`tallied twice: ${twice}, missing: ${lost}`] : [],
    counted: counted / 2,
  };
};
