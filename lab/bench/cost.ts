import { costSections } from './cost/cost-pages.ts';
import { writeSection } from './report-format.ts';

// npm run lab -- cost: computes from src/cost and sluice.config.ts what calls, plans and a stack cost, prints it, and writes
// it into the pages. Nothing is measured: measurements stay as they are.

const sections = await costSections();
for (const { name, text, page } of sections) writeSection(name, text, page);
process.stdout.write(`${sections.find(({ name }) => name === 'cost')?.text}\n`);
