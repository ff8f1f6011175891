import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';

/** npx fetches it when the command runs: it brings 171 packages, which nothing else needs. */
const stryker = ['@stryker-mutator/core@10.0.0', '@stryker-mutator/jest-runner@10.0.0'];

const mutant = v.object({
  status: v.picklist([
    'Killed',
    'Survived',
    'NoCoverage',
    'Timeout',
    'RuntimeError',
    'CompileError',
    'Ignored',
    'Pending',
  ]),
  statusReason: v.optional(v.string()),
});

/** A change of the code, and what became of it. */
export type Mutant = v.InferOutput<typeof mutant>;

const report = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ files: v.record(v.string(), v.object({ mutants: v.array(mutant) })) }),
);

/**
 * Runs the tests of a folder of `src` against each of its mutants, and prints the survivors. All of Stryker's mutators
 * are used, on every line. Requires a DynamoDB at `TEST_DYNAMODB_URL`.
 */
export async function mutate(folder: string): Promise<Mutant[]> {
  const temporary = mkdtempSync(join(tmpdir(), 'sluice-mutation-'));
  try {
    const [config, result] = [join(temporary, 'stryker.json'), join(temporary, 'mutants.json')];
    writeFileSync(config, JSON.stringify({ ...optionsFor(folder), jsonReporter: { fileName: result } }));
    const packages = stryker.map((name) => `--package=${name}`);
    const child = spawn('npx', ['--yes', ...packages, 'stryker', 'run', config], { stdio: 'inherit' });
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`Stryker ended with ${status}.`);
    return Object.values(v.parse(report, readFileSync(result, 'utf8')).files).flatMap(({ mutants }) => mutants);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

const optionsFor = (folder: string) => ({
  mutate: [`src/${folder}/**/*.ts`],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  coverageAnalysis: 'perTest',
  jest: {
    configFile: 'lab/mutation/jest.config.ts',
    // Which tests reach a mutant is known, and finding the files that import it takes longer than that saves.
    enableFindRelatedTests: false,
    config: {
      testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
      // They start the whole gateway, or live many histories. What they alone would kill counts as alive.
      testPathIgnorePatterns: [
        '/test/keys/life-cycle.test.ts',
        '/test/keys/next-request.test.ts',
        '/test/limits/clock.test.ts',
        '/test/limits/model/',
      ],
    },
  },
  concurrency: 2,
  // Modules of finished runs stay in memory (ES modules in node:vm), some 15 MB a mutant.
  maxTestRunnerReuse: 50,
  // A multiple of what its tests took unmutated: other work on the machine is to kill no mutant.
  timeoutFactor: 4,
  timeoutMS: 15_000,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  tempDirName: '.stryker-tmp',
  // What no test of these folders reads; and tsconfig.json, which Stryker would rewrite by an API that TypeScript 7
  // has not.
  ignorePatterns: ['/dashboard', '/docs', '/lab/bench/results', '/cdk.out', '/.local', '/.artifacts', '/tsconfig.json'],
});
