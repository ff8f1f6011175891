import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { additions } from './additions.ts';
import { commandsBySection, linesBelow } from './page-sections.ts';
import { ScratchCopy } from './scratch-copy.ts';
import { startAndEnd } from './start-and-end.ts';

const help = `Follows CONTRIBUTING.md and docs/how-to-add.md, word by word, in a fresh clone of the commit that is checked out.

  npm run walk [-- SECTION…] [--since COMMIT]

  SECTION          "first change", or a heading of docs/how-to-add.md, like "A plan"   (default: all)
  --since COMMIT   only what the changes since this commit concern
`;

const firstChange = 'first change';
const ofFirstChange = [
  'CONTRIBUTING.md',
  'package.json',
  'package-lock.json',
  'jest.config.ts',
  'test/run.ts',
  'test/tools/',
];
const concerns: Readonly<Record<string, readonly string[]>> = {
  [firstChange]: ofFirstChange,
  ...Object.fromEntries(
    Object.entries(additions).map(([name, { concerns: more, edits }]) => [
      name,
      [...more, ...edits.map(({ file }) => file), 'docs/how-to-add.md', '.ci/walk/'],
    ]),
  ),
};

function changedSince(commit: string): string[] {
  const changed = execFileSync('git', ['diff', '--name-only', `${commit}...HEAD`], { encoding: 'utf8' }).split('\n');
  return Object.keys(concerns).filter((name) =>
    changed.some((file) => concerns[name]?.some((path) => file.startsWith(path))),
  );
}

/** CONTRIBUTING's first commands. The clone is that of this checkout, and npm start is ended when it answers. */
async function walkFirstChange(copy: ScratchCopy): Promise<void> {
  for (const line of linesBelow('CONTRIBUTING.md', 'Your first change in five commands')) {
    if (line === 'npm start') await startAndEnd(copy.folder);
    else if (!line.startsWith('git clone')) copy.run(line);
  }
}

function walkAddition(copy: ScratchCopy, name: string): void {
  const { edits } = additions[name] ?? { edits: [] };
  for (const edit of edits) copy.apply(edit);
  for (const command of commandsBySection('docs/how-to-add.md').get(name) ?? []) copy.run(command);
  copy.run('npm run test:fast');
  copy.reset();
}

async function walk(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const copy = new ScratchCopy();
  try {
    copy.run('npm ci --no-audit --no-fund');
    for (const name of names) {
      process.stdout.write(`${name}\n`);
      if (name === firstChange) await walkFirstChange(copy);
      else walkAddition(copy, name);
    }
  } finally {
    copy.remove();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const all = values.since === undefined ? Object.keys(concerns) : changedSince(values.since);
const unknown = positionals.filter((name) => concerns[name] === undefined);
if (values.help) process.stdout.write(help);
else if (unknown.length > 0) {
  process.stderr.write(`There is no section ${unknown.join(', ')}.\n${help}`);
  process.exitCode = 2;
} else await walk(positionals.length > 0 ? positionals : all);
