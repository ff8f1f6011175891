import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packDocs, withLinks } from '../../../bin/build/packed-docs.ts';

test('every relative link of the packed docs leads to a file of the package', () => {
  const dist = mkdtempSync(join(tmpdir(), 'packed-docs-'));
  packDocs(process.cwd(), dist);
  const pages = globSync('docs/*.md', { cwd: dist });
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(dist, page), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(dist, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect([pages.length > 20, broken]).toEqual([true, []]);
  rmSync(dist, { recursive: true });
});

test('links that leave the package keep their anchor, and those of the web and of the page stay', () => {
  const packed = new Set(['docs/api.md']);
  const page =
    '[a](api.md#errors) [b](../README.md#platforms) [c](decisions/0001.md) [d](https://x.example/y) [e](#top)';
  const main = 'https://github.com/sluice-dev/sluice/blob/main';
  expect(withLinks(page, packed)).toBe(
    `[a](api.md#errors) [b](${main}/README.md#platforms) [c](${main}/docs/decisions/0001.md) [d](https://x.example/y) [e](#top)`,
  );
});
