import { parseArgs } from 'node:util';
import { startWorld } from '../../test/security/security-world.ts';
import { aftermath, fuzz } from './fuzz.ts';
import { compareTimes } from './times.ts';

const help = `Attacks the local runtime with hostile requests over HTTP, and looks for a 5xx, a hang, a secret, a miscount.

  npm run lab -- fuzz [--cases 100000] [--seed NUMBER]

A failure prints its seed and the smallest request that still fails. The last lines tell how long refusals take.
`;

async function attack(cases: number, seed: number): Promise<void> {
  process.stdout.write(`${cases} hostile requests, seed ${seed}\n`);
  const world = await startWorld();
  try {
    const answered = await fuzz(world, { cases, lanes: 4, seed });
    for (const [status, times] of answered) process.stdout.write(`  ${status} ${String(times).padStart(8)}\n`);
    const complaints = await aftermath(world);
    for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
    if (complaints.length > 0) process.exitCode = 1;
    process.stdout.write(await compareTimes(world));
  } finally {
    await world.stop();
  }
}

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(help);
else await attack(Number(values.cases), Number(values.seed));
