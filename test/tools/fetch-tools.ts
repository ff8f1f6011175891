import { execFile } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ImportGraph } from '../fast/import-graph.ts';
import type { MissingTool } from './missing-tools.ts';
import { testsOnAmazon } from './tests-on-amazon.ts';
import type { Tool } from './tools.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));

export type FetchOptions = {
  readonly tools: readonly Tool[];
  /** The paths of the tests that will run. Asked only if a tool is missing. */
  readonly tests: () => Promise<readonly string[]>;
  /** Whether Debian's packages may be installed. Without it, only this user's folders change. */
  readonly mayInstall: boolean;
  readonly say: (line: string) => void;
  /** Installs a package of Debian. */
  readonly install?: (debianPackage: string) => Promise<unknown>;
};

/** Fetches the tools that the tests need and this machine lacks, and returns those that cannot be had. */
export async function fetchTools(options: FetchOptions): Promise<readonly MissingTool[]> {
  const checked = await Promise.all(
    options.tools.map(async (tool) => ({ tool, problem: await problemOf(tool.check) })),
  );
  const absent = checked.flatMap(({ tool, problem }) => (problem === undefined ? [] : [{ tool, problem }]));
  if (absent.length === 0) return [];
  const tests = (await options.tests()).map((path) => relative(repository, resolve(repository, path)));
  const missing: MissingTool[] = [];
  // One after another, because package managers lock.
  for (const { tool, problem } of absent) {
    const files = filesThatNeed(tool, tests);
    if (files.length === 0) continue;
    const reason = await fetch(tool, problem, options);
    if (reason !== undefined) missing.push({ name: tool.name, reason, files, isForWholeFiles: !tool.singleTests });
  }
  return missing;
}

/** The tests that need a tool: those that load one of its modules, or run on Amazon's DynamoDB. */
export function filesThatNeed({ name, modules }: Tool, tests: readonly string[]): string[] {
  if (name === 'Java') return tests.filter((test) => testsOnAmazon().includes(test));
  const graph = new ImportGraph();
  const wanted = modules.map((module) => resolve(repository, module));
  return tests.filter((test) => {
    const loaded = graph.modulesLoadedBy(resolve(repository, test));
    return wanted.some((module) => loaded.has(module));
  });
}

/** Tries one way after another. Returns the reason if the tool cannot be had. */
async function fetch(tool: Tool, problem: string, options: FetchOptions): Promise<string | undefined> {
  const { say, mayInstall, install = installDebianPackage } = options;
  const { debian } = tool;
  const forUser = tool.fetch && { what: 'it is fetched for this user', run: tool.fetch };
  const forAll = debian && { what: `Debian’s package ${debian} is installed`, run: () => install(debian) };
  let reason = problem;
  // A language brings its program with the package, and its libraries only afterwards.
  for (const way of [forUser, ...(mayInstall && forAll ? [forAll, forUser] : [])]) {
    if (!way) continue;
    say(`${tool.name} is missing, with which tests ${tool.use}: ${way.what} …`);
    const failure = await problemOf(way.run);
    const problemLeft = await problemOf(tool.check);
    if (problemLeft === undefined) return undefined;
    reason = failure ?? problemLeft;
    if (way === forAll && failure !== undefined) break;
  }
  return reason;
}

async function problemOf(action: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    return firstLine(error);
  }
}

/** The line of an error that says most: the last one that a program wrote, or the message. */
function firstLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const written = 'stderr' in error ? String(error.stderr).trim().split('\n') : [];
  return (
    written.findLast((line) => /error|fail|cannot|unable|not found/i.test(line)) ??
    error.message.split('\n')[0] ??
    ''
  )
    .trim()
    .slice(0, 200);
}

async function installDebianPackage(name: string): Promise<void> {
  await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['install', '-y', '-qq', name], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}
