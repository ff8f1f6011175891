import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'sluice-copied-'));
afterAll(() => rmSync(folder, { recursive: true }));

const module = fileURLToPath(new URL('../../../lib/instance/copied-folder.ts', import.meta.url));

test('everybody may read what is copied, whatever the umask and the modes of the source: Lambda could not otherwise', () => {
  const [source, copy] = [join(folder, 'source'), join(folder, 'copy')];
  mkdirSync(join(source, 'inner'), { recursive: true });
  mkdirSync(copy);
  for (const file of ['index.mjs', 'inner/file.js']) writeFileSync(join(source, file), 'code', { mode: 0o600 });
  chmodSync(join(source, 'inner'), 0o700);
  // A process of its own, because the umask is one of the whole process.
  const script = `
    import { copyOf } from ${JSON.stringify(module)};
    process.umask(0o077);
    copyOf(${JSON.stringify(source)}, { path: 'settings.json', content: '{}' }).bundling.local.tryBundle(${JSON.stringify(copy)});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
  const modes = readdirSync(copy, { recursive: true, encoding: 'utf8' }).map((path) => [
    path,
    (statSync(join(copy, path)).mode & 0o777).toString(8),
  ]);
  expect(Object.fromEntries(modes)).toEqual({
    'index.mjs': '644',
    inner: '755',
    'inner/file.js': '644',
    'settings.json': '644',
  });
});
