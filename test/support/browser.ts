import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import * as v from 'valibot';

/** Chromium is not installed. */
class ChromiumMissingError extends Error {
  override readonly name = 'ChromiumMissingError';
  readonly code = 'chromium_missing';

  constructor() {
    super(
      `The dashboard’s tests drive a real Chromium, and none is at ${places.join(', ')}. ` +
        'Install it (Debian: apt-get install chromium), or name one: CHROMIUM=/path/to/chromium npm test.',
    );
  }
}

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function findChromium(): string {
  const found = [process.env.CHROMIUM, ...places].find((place) => place !== undefined && existsSync(place));
  if (found === undefined) throw new ChromiumMissingError();
  return found;
}

/** Starts Chromium without its calls home, which a closed network refuses many at a time. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

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
