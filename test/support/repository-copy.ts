import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { RpcRoute } from '../../src/rpc-routes.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** What synth and npm start read of the repository, beside its dependencies. */
const sources = [
  ...['bin', 'dashboard', 'lambda', 'lib', 'packages', 'src'],
  ...['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'],
];

/** A network as somebody adds it: its row and its upstream. */
export type AddedNetwork = { readonly row: RpcRoute; readonly upstream: string };

/** A copy of the repository with more networks; `remove` deletes it. */
export type RepositoryCopy = { readonly folder: string; readonly remove: () => void };

/** Copies the repository, and adds networks by the two lines that the documentation names and nothing else. */
export function copyWithNetworks(added: readonly AddedNetwork[]): RepositoryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-copy-'));
  for (const name of sources) cpSync(join(repository, name), join(folder, name), { recursive: true, filter: isSource });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(repository, 'dashboard/node_modules'), join(folder, 'dashboard/node_modules'));
  const rows = added.map(({ row }) => `  ${JSON.stringify(row)},\n`).join('');
  edit(join(folder, 'src/rpc-routes.ts'), (text) =>
    text.replace(/(\nexport const routes\b.* = \[\n[^\]]*)/, `$1${rows}`),
  );
  edit(join(folder, 'cdk.json'), (text) => withUpstreams(text, added));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const isSource = (path: string): boolean => !/[\\/](node_modules|dist)$/.test(path);

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${path} is not as expected: nothing was added to it`);
  writeFileSync(path, changed);
}

const cdkJson = v.looseObject({ context: v.looseObject({ upstreams: v.looseObject({}) }) });

function withUpstreams(text: string, added: readonly AddedNetwork[]): string {
  const config = v.parse(cdkJson, JSON.parse(text));
  for (const { row, upstream } of added) config.context.upstreams[row.network] = [{ url: upstream }];
  return JSON.stringify(config);
}
