import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, firefox, type Locator, type Page } from 'playwright-core';
import * as v from 'valibot';
import { fullChromium, installedChromium, shippedFirefox } from '../tools/browsers.ts';

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Without a path Playwright looks for its own, and says how to install it. */
const program = (executablePath: string | undefined) => (executablePath === undefined ? {} : { executablePath });

/** Starts Chromium without its calls home, which a closed network refuses many at a time. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ ...program(installedChromium()), args: chromiumArguments });

/** Starts Chromium with a profile in a folder, and a port on which other tools can drive it. */
export async function launchProfile(folder: string): Promise<{ context: BrowserContext; port: number }> {
  const args = [...chromiumArguments, '--remote-debugging-port=0'];
  const context = await chromium.launchPersistentContext(folder, { ...program(fullChromium()), args });
  const port = Number(readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
  return { context, port };
}

/** Starts Firefox as Mozilla or Debian ships it, which Playwright drives by WebDriver BiDi; otherwise Playwright's. */
export function launchFirefox(): Promise<Browser> {
  const executablePath = shippedFirefox();
  return firefox.launch(executablePath === undefined ? {} : { channel: 'moz-firefox', executablePath });
}

const findings = v.array(
  v.object({ id: v.string(), impact: v.nullish(v.string()), nodes: v.array(v.object({ html: v.string() })) }),
);

// The package's own `source` is twice as long, and each page has to compile it.
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

declare const axe: {
  readonly run: (where: { include: readonly unknown[] }, options: object) => Promise<{ violations: unknown }>;
};

/** Runs in the page. What axe says of passed elements is not read, and to describe them takes it longer than all its checks. */
const findViolations = async (include: readonly unknown[]) =>
  (await axe.run({ include }, { resultTypes: ['violations'] })).violations;

/**
 * What axe finds on the page as it is now and calls serious or critical: the rule, and the elements that break it.
 *
 * @param parts only these are looked at; without any, the whole page
 */
export async function seriousFindings(page: Page, parts: readonly Locator[] = []): Promise<string[]> {
  // Evaluated by the debugger: a script element would be refused by the page's content security policy.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource);
  const looked = parts.length > 0 ? parts : [page.locator('html')];
  const elements = await Promise.all(looked.map((part) => part.elementHandle()));
  return v
    .parse(findings, await page.evaluate(findViolations, elements))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
