import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wholeProcessorMb } from '../../src/cost/assumptions.ts';
import { prod } from '../../src/cost/deployment.ts';
import { heldRates, hotKeyTable, overloadTable, recoveryTable } from '../simulation/scale-sections.ts';
import { tryAllRates } from '../simulation/try-all-rates.ts';
import { provenanceText } from './provenance.ts';
import { replaceSection } from './report-format.ts';
import { ResultFiles } from './results.ts';
import { needs, needsTable } from './scale/needs.ts';
import { speedOf } from './scale/tally-speed.ts';
import { tallyTables } from './scale/tally-table.ts';
import { thisRun } from './this-run.ts';

// npm run lab -- scale: calculates the AWS resources that large loads need from the measurements, simulates the lag of the
// tally and the load of hot keys, and writes them into docs/scale.md; the rates that hold, into lib/settings. The
// simulations are seeded: they produce the same figures every time. `npm run lab -- scale NAME` makes one section.

const page = fileURLToPath(new URL('../../docs/scale.md', import.meta.url));
const heldRatesFile = fileURLToPath(new URL('../../lib/settings/held-rates.ts', import.meta.url));

const measured = () => new ResultFiles(fileURLToPath(new URL('results', import.meta.url))).newest();

function makeTallySection(): string {
  const { batching } = prod;
  const [speed, { memory }] = [speedOf(measured()), prod.functions.tally];
  return tallyTables({
    [`as deployed, ${memory} MB`]: { speed, memory, batching },
    [`a whole processor, ${wholeProcessorMb.toLocaleString('en-US')} MB`]: {
      speed,
      memory: wholeProcessorMb,
      batching,
    },
  });
}

async function makeHotKeySection(): Promise<string> {
  const results = await tryAllRates();
  const file = readFileSync(heldRatesFile, 'utf8');
  writeFileSync(heldRatesFile, file.replace(/(?<=heldRates = )\{.*\}/, ratesText(heldRates(results))));
  return [hotKeyTable(results), recoveryTable(results)].join('\n\n');
}

const ratesText = (rates: Readonly<Record<string, number>>): string =>
  `{ ${Object.entries(rates)
    .map(([ms, rate]) => `${ms}: ${rate}`)
    .join(', ')} }`;

const sections: Readonly<Record<string, () => string | Promise<string>>> = {
  needs: () => needsTable(needs(measured(), prod)),
  tally: makeTallySection,
  'hot-keys': makeHotKeySection,
  overload: overloadTable,
};

const [chosen] = process.argv.slice(2);
for (const [name, make] of Object.entries(sections)) {
  if (chosen !== undefined && chosen !== name) continue;
  const run = provenanceText(thisRun(`npm run lab -- scale ${name}`));
  const text = `${await make()}\n\n${run}`;
  process.stdout.write(`${text}\n\n`);
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), name, text));
}
