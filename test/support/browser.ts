import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, firefox, type Page } from 'playwright-core';
import * as v from 'valibot';

/** A browser is not installed. The message says how to install it. */
class BrowserMissingError extends Error {
  override readonly name = 'BrowserMissingError';
  readonly code = 'browser_missing';

  constructor({ name, variable, debian, places }: InstalledBrowser) {
    super(
      `The dashboard’s tests drive a real ${name}, and none is at ${places.join(', ')}. ` +
        `Install it (Debian: apt-get install ${debian}), or name one: ${variable}=/path/to/${debian} npm test.`,
    );
  }
}

type InstalledBrowser = {
  readonly name: string;
  /** The environment variable with its path. */
  readonly variable: string;
  readonly debian: string;
  readonly places: readonly string[];
};

const installedChromium: InstalledBrowser = {
  name: 'Chromium',
  variable: 'CHROMIUM',
  debian: 'chromium',
  places: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};

const installedFirefox: InstalledBrowser = {
  name: 'Firefox',
  variable: 'FIREFOX',
  debian: 'firefox-esr',
  places: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
};

/** The path of an installed browser. @throws {BrowserMissingError} */
function find(browser: InstalledBrowser): string {
  const found = [process.env[browser.variable], ...browser.places].find(
    (place) => place !== undefined && existsSync(place),
  );
  if (found === undefined) throw new BrowserMissingError(browser);
  return found;
}

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium without its calls home, which a closed network refuses many at a time. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: find(installedChromium), args: chromiumArguments });

/** Starts Chromium with a profile in a folder, and a port on which other tools can drive it. */
export async function launchProfile(folder: string): Promise<{ context: BrowserContext; port: number }> {
  const args = [...chromiumArguments, '--remote-debugging-port=0'];
  const context = await chromium.launchPersistentContext(folder, { executablePath: find(installedChromium), args });
  const port = Number(readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
  return { context, port };
}

/** Starts Firefox as Mozilla or Debian ships it, which Playwright drives by WebDriver BiDi. */
export const launchFirefox = (): Promise<Browser> =>
  firefox.launch({ channel: 'moz-firefox', executablePath: find(installedFirefox) });

const findings = v.array(
  v.object({ id: v.string(), impact: v.nullish(v.string()), nodes: v.array(v.object({ html: v.string() })) }),
);

// What axe says of passed elements is not read, and to describe them takes it longer than all its checks.
const findViolations = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)";

/** What axe finds on the page as it is now and calls serious or critical: the rule, and the elements that break it. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated by the debugger: a script element would be refused by the page's content security policy.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  return v
    .parse(findings, await page.evaluate(findViolations))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
