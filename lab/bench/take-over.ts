import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prod } from '../../src/cost/deployment.ts';
import { takeFigures } from './cost/take-figures.ts';
import { ResultFiles } from './results.ts';

// node lab/bench/take-over.ts: from now on, costs are computed from the newest results (docs/how-to-add.md, "Measured
// figures").

const results = new ResultFiles(fileURLToPath(new URL('results', import.meta.url))).newest();
const file = fileURLToPath(new URL('../../src/cost/measured-figures.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(takeFigures(results, prod.batching), null, 2)}\n`);
process.stdout.write('Wrote src/cost/measured-figures.json. npm run lab -- cost computes the pages from it.\n');
