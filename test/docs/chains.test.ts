import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { chains } from '../../src/chains/chains.ts';
import { networks } from '../support/settings.ts';

const page = readFileSync('docs/api.md', 'utf8');

/** Rows of the page's table of chains, by the chain's id. */
const rows = new Map(
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, name = '', id = '', call = '', result = '']) =>
      /^`\w+`$/.test(id) ? [[id.slice(1, -1), { name, call: call.slice(1, -1), result: result.slice(1, -1) }]] : [],
    ),
);

describe('docs/api.md', () => {
  test.each(Object.entries(chains))('has a row for %s, with its health call and a healthy result', (id, chain) => {
    const row = rows.get(id);
    expect(row?.name).toContain(chain.name);
    expect(row?.call).toBe(chain.health.method);
    expect(chain.health.read(JSON.parse(row?.result ?? 'null'))).toBe(true);
  });

  test('and docs/how-to-add.md link to every file that needs an entry for a new chain', () => {
    const tables = ['bin', 'dashboard', 'src'].flatMap(tablesIn);
    expect(tables.length).toBeGreaterThan(0);
    const howToAdd = readFileSync('docs/how-to-add.md', 'utf8');
    for (const table of tables) expect(howToAdd).toContain(`(../${table})`);
  });

  test('names no path of a network, so that a new network of the settings contradicts nothing', () => {
    for (const { path } of networks) if (path !== '/') expect(page).not.toContain(`{base_url}${path}`);
  });
});

/** Source files under a folder that need an entry for each chain. */
function tablesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : tablesIn(path);
    return /\.tsx?$/.test(path) && readFileSync(path, 'utf8').includes('Record<ChainId,') ? [path] : [];
  });
}
