import { parseArgs } from 'node:util';
import { Canary } from './canary/run-canary.ts';
import { versions } from './canary/versions.ts';
import { readNextRelease } from './next-release.ts';
import { readLastRelease, readSnapshot } from './release-snapshot.ts';

const help = `Serves the last release and the present code, one after the other and at once, in fair weather and with faults.

  npm run lab -- upgrades [--histories N] [--seed N] [--scale X]

  --histories   canaries, each with the next seed (default: 1)
  --seed        where the random numbers begin (default: 1)
  --scale       how much each sends: 1 is what CI sends (default: 1)

Ends with 1 when something is wrong.
`;

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

/** @throws if it is not a number above 0 */
function positive(option: 'histories' | 'seed' | 'scale'): number {
  const number = Number(values[option]);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new RangeError(`--${option} must be a number above 0, not ${JSON.stringify(values[option])}.`);
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function runOne(seed: number, scale: number): Promise<void> {
  const startedAt = performance.now();
  const { functions } = readSnapshot();
  const { intended, noLongerStored } = readNextRelease();
  const found = await new Canary({ seed, scale, functions, intended, noLongerStored }).run();
  const { problems, newAttributes, compared, served, kinds, ...sums } = found;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  print(JSON.stringify({ seed, seconds, ...sums, served, compared }));
  for (const [kind, { writtenBy, takenUpBy }] of kinds) {
    const figures = versions.map((version) => `${version} wrote ${writtenBy[version]}, took up ${takenUpBy[version]}`);
    print(`  ${kind.padEnd(24)} ${figures.join('; ')}`);
  }
  for (const text of newAttributes) print(`  new: ${text}`);
  for (const problem of problems) print(`  WRONG: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

if (values.help) print(help);
else {
  print(`The last release is ${JSON.stringify(readLastRelease())}.`);
  const [first, histories, scale] = [positive('seed'), positive('histories'), positive('scale')];
  for (let seed = first; seed < first + histories; seed += 1) await runOne(seed, scale);
}
