import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wholeProcessorMb } from './cost/assumptions.ts';
import { batching, functions } from './deployed.ts';
import { replaceSection } from './report-format.ts';
import { ResultFiles } from './results.ts';
import { needs, needsTable } from './scale/needs.ts';
import { speedOf } from './scale/tally-speed.ts';
import { tallyTables } from './scale/tally-table.ts';

// npm run scale: calculates the AWS resources that large loads need from the measurements, simulates the lag of the
// tally, and writes both into docs/scale.md. The simulation is seeded: it produces the same figures every time.

const page = fileURLToPath(new URL('../../docs/scale.md', import.meta.url));
const results = new ResultFiles(fileURLToPath(new URL('results', import.meta.url))).newest();

const speed = speedOf(results);
const { memory } = functions.tally;
const tallies = {
  [`as deployed, ${memory} MB`]: { speed, memory, batching },
  [`a whole processor, ${wholeProcessorMb.toLocaleString('en-US')} MB`]: { speed, memory: wholeProcessorMb, batching },
};

const sections = {
  needs: needsTable(needs(results, functions)),
  tally: tallyTables(tallies),
};

for (const [name, text] of Object.entries(sections)) {
  process.stdout.write(`${text}\n\n`);
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), name, text));
}
