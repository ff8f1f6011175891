import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { buildDashboard } from '../../../bin/build/build-dashboard.ts';

// What the browser loads for a page before anybody clicks, from the built files: no browser is needed.

const folder = buildDashboard();
const assets = readdirSync(join(folder, 'assets'));
const codeOf = (script: string): string => readFileSync(join(folder, 'assets', script), 'utf8');

/** The script with this name: that of a page, or what several pages share (dashboard/build/chunks.ts). */
function scriptNamed(name: string): string {
  const found = assets.find(
    (file) => file.startsWith(`${name}-`) && /^[\w-]{8}\.js$/.test(file.slice(name.length + 1)),
  );
  if (found === undefined) throw new Error(`The build has no script named ${name}.`);
  return found;
}

/** The scripts that the given ones import, and themselves. */
function withImports(scripts: readonly string[], found = new Set<string>()): ReadonlySet<string> {
  for (const script of scripts) {
    if (found.has(script)) continue;
    found.add(script);
    const imports = codeOf(script).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
    withImports(
      [...imports].map(([, imported = '']) => imported),
      found,
    );
  }
  return found;
}

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** As CloudFront compresses it; it uses no better quality while it serves. */
const compressedSize = (script: string): number => brotliCompressSync(codeOf(script), quality).length;

const index = readFileSync(join(folder, 'index.html'), 'utf8');
const entry = /src="\/assets\/([^"]+)"/.exec(index)?.[1] ?? '';

/** The page's own script, and its frame's. */
function scriptsOf(page: string): ReadonlySet<string> {
  const frame = page.includes('pages/sign-in/') ? [scriptNamed('front')] : [scriptNamed('session')];
  // It asks the user pool for the second factor, and shows some cards late.
  const more = page.includes('account-page') ? ['amplify-sign-in', 'late-cards'].map(scriptNamed) : [];
  return withImports([entry, ...frame, scriptNamed(basename(page, '.tsx')), ...more]);
}

const pages = readdirSync('dashboard/pages', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-page.tsx'))
  .map((path) => `pages/${path}`);

describe('a page loads little before it is shown', () => {
  const limitOf = (page: string) => (page.includes('pages/sign-in/') ? 150_000 : 250_000);

  test.each(pages.map((page) => [page, limitOf(page)] as const))('%s: at most %i bytes of script', (page, limit) => {
    const scripts = [...scriptsOf(page)];
    const bytes = scripts.reduce((sum, script) => sum + compressedSize(script), 0);
    // A wrong pattern of imports would find the entry alone.
    expect(bytes).toBeGreaterThan(100_000);
    expect({ bytes, fits: bytes <= limit }).toEqual({ bytes, fits: true });
  });

  test.each(pages)('%s: few files', (page) => {
    expect(scriptsOf(page).size).toBeLessThanOrEqual(10);
  });

  test('one style sheet for all pages, which is loaded with the first', () => {
    const sheets = assets.filter((file) => file.endsWith('.css'));
    expect(sheets).toHaveLength(1);
    expect(index).toContain(`href="/assets/${sheets[0]}"`);
  });
});
