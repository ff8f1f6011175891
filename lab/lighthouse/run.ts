import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import * as v from 'valibot';
import { startRuntime } from '../../bin/start/runtime.ts';
import { signIn } from '../../test/dashboard/browser/sign-in.ts';
import { launchProfile } from '../../test/support/browser.ts';
import { thisMachine } from '../bench/machine.ts';
import { median } from '../bench/statistics.ts';
import { thisRun } from '../bench/this-run.ts';

// `npm run lab -- lighthouse [PAGE…]` measures the dashboard of the local runtime, on a phone with a slow network as
// Lighthouse simulates them. Run it on a quiet machine. The first run downloads Lighthouse. Only a run of all pages is kept.

const lighthouse = 'lighthouse@13.5.0';
const rounds = 5;

/** A first visit loads every file by the slow network; all others find them in the browser's cache. */
const pages = [
  { name: 'first-visit', path: '/sign-in', isFirstVisit: true, isSignedIn: false, least: 90 },
  { name: 'sign-in', path: '/sign-in', isFirstVisit: false, isSignedIn: false, least: 100 },
  { name: 'overview', path: '/', isFirstVisit: false, isSignedIn: true, least: 95 },
  { name: 'usage', path: '/usage', isFirstVisit: false, isSignedIn: true, least: 90 },
  { name: 'history', path: '/history', isFirstVisit: false, isSignedIn: true, least: 90 },
] as const;

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !pages.some((page) => page.name === name));
if (unknown !== undefined) throw new Error(`There is no page ${unknown}: ${pages.map(({ name }) => name).join(', ')}.`);
const isWhole = chosen.length === 0;
const provenance = thisRun('npm run lab -- lighthouse');

const numericValue = v.object({ numericValue: v.number() });
const reportSchema = v.object({
  environment: v.object({ benchmarkIndex: v.number() }),
  categories: v.object({ performance: v.object({ score: v.number() }) }),
  audits: v.object({
    'first-contentful-paint': numericValue,
    'largest-contentful-paint': numericValue,
    'total-blocking-time': numericValue,
    'cumulative-layout-shift': numericValue,
  }),
});

type Measured = ReturnType<typeof summary>;

const summary = ({ environment, categories, audits }: v.InferOutput<typeof reportSchema>) => ({
  score: Math.round(categories.performance.score * 100),
  firstPaintMs: Math.round(audits['first-contentful-paint'].numericValue),
  largestPaintMs: Math.round(audits['largest-contentful-paint'].numericValue),
  blockingMs: Math.round(audits['total-blocking-time'].numericValue),
  layoutShift: Number(audits['cumulative-layout-shift'].numericValue.toFixed(3)),
  /** How fast Lighthouse found the machine: lab/README.md. */
  benchmarkIndex: Math.round(environment.benchmarkIndex),
});

async function clearCache(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.clearBrowserCache');
  await page.close();
}

/** Runs Lighthouse. It sometimes records no trace, and asks to be run again. */
async function runLighthouse(args: readonly string[], times = 3): Promise<void> {
  try {
    await promisify(execFile)('npm', args);
  } catch (error) {
    if (times === 1 || !String(error).includes('NO_NAVSTART')) throw error;
    await runLighthouse(args, times - 1);
  }
}

/** Runs Lighthouse once in the browser that listens on the port. */
async function measure(url: string, port: number, folder: string): Promise<Measured> {
  const output = join(folder, 'report.json');
  const options = ['--form-factor=mobile', '--throttling-method=simulate', '--only-categories=performance'];
  const files = ['--output=json', `--output-path=${output}`, '--quiet', '--no-enable-error-reporting'];
  // Without the reset of storage, which would end the session.
  const args = [
    'exec',
    '--yes',
    '--',
    lighthouse,
    url,
    `--port=${port}`,
    '--disable-storage-reset',
    ...options,
    ...files,
  ];
  await runLighthouse(args);
  return summary(v.parse(v.pipe(v.string(), v.parseJson(), reportSchema), readFileSync(output, 'utf8')));
}

const medianOf = (runs: readonly Measured[]): Measured => ({
  score: median(runs.map(({ score }) => score)),
  firstPaintMs: median(runs.map(({ firstPaintMs }) => firstPaintMs)),
  largestPaintMs: median(runs.map(({ largestPaintMs }) => largestPaintMs)),
  blockingMs: median(runs.map(({ blockingMs }) => blockingMs)),
  layoutShift: median(runs.map(({ layoutShift }) => layoutShift)),
  benchmarkIndex: median(runs.map(({ benchmarkIndex }) => benchmarkIndex)),
});

/**
 * Lets the browser go first, which Playwright starts in a session of its own: on AWS, the service runs on other machines.
 * Linux shares the processor between sessions first, by a value of their own (sched(7), "The autogroup feature").
 */
function giveWay(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', `${constants.priority.PRIORITY_LOW}`);
}

giveWay();
const folder = mkdtempSync(join(tmpdir(), 'sluice-lighthouse-'));
const runtime = await startRuntime({ demoUser: true });
const { context, port } = await launchProfile(join(folder, 'profile'));
try {
  if (!runtime.demoUser) throw new Error('The runtime has made no demo user.');
  await runtime.drained();
  const results: Record<string, unknown> = {};
  let hasSession = false;
  for (const { name, path, isFirstVisit, isSignedIn, least } of pages.filter(
    ({ name }) => isWhole || chosen.includes(name),
  )) {
    if (isSignedIn && !hasSession) {
      hasSession = true;
      const page = await context.newPage();
      await page.goto(runtime.dashboardUrl);
      await signIn(page, runtime.demoUser);
      await page.close();
    }
    const runs: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      if (isFirstVisit) await clearCache(context);
      runs.push(await measure(runtime.dashboardUrl + path, port, folder));
    }
    const middle = medianOf(runs);
    results[name] = { least, median: middle, scores: runs.map(({ score }) => score) };
    console.log(`${name}: ${middle.score} (at least ${least})`, middle);
    if (middle.score < least) process.exitCode = 1;
  }
  const kept = fileURLToPath(new URL(`results/${provenance.date.slice(0, 10)}.json`, import.meta.url));
  mkdirSync(fileURLToPath(new URL('results', import.meta.url)), { recursive: true });
  const measured = {
    ...provenance,
    lighthouse,
    rounds,
    machine: thisMachine(),
    browser: context.browser()?.version(),
    results,
  };
  if (isWhole) writeFileSync(kept, `${JSON.stringify(measured, null, 1)}\n`);
} finally {
  await context.close();
  await runtime.stop();
  rmSync(folder, { recursive: true, force: true });
}
