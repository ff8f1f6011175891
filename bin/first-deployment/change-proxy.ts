import { createHash } from 'node:crypto';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { CommandError } from '../command-errors.ts';

const json = v.pipe(v.string(), v.parseJson());
const assets = v.pipe(
  json,
  v.object({ files: v.record(v.string(), v.object({ source: v.object({ path: v.string() }) })) }),
);
const proxyFunction = v.object({
  Type: v.literal('AWS::Lambda::Function'),
  Metadata: v.object({ 'aws:asset:path': v.string() }),
});
const templateSchema = v.pipe(json, v.object({ Resources: v.record(v.string(), v.unknown()) }));

/** Copies a cloud assembly, with another code of the proxy: for CloudFormation and CodeDeploy a new version. */
export function changeProxy(
  assembly: string,
  { stack, into, change }: { readonly stack: string; readonly into: string; readonly change: (code: string) => string },
): void {
  cpSync(assembly, into, { recursive: true });
  const template = join(into, `${stack}.template.json`);
  const folder = codeOfTheProxy(readFileSync(template, 'utf8'));
  const bundle = join(into, folder, 'index.mjs');
  const code = change(readFileSync(bundle, 'utf8'));
  const hash = createHash('sha256').update(code).digest('hex');
  // It may be a link to what was built.
  rmSync(bundle);
  writeFileSync(bundle, code);
  renameSync(join(into, folder), join(into, `asset.${hash}`));
  const { files } = v.parse(assets, readFileSync(join(into, `${stack}.assets.json`), 'utf8'));
  const [templateHash = ''] = Object.entries(files).find(([, { source }]) => template.endsWith(source.path)) ?? [];
  // The CDK uploads no file whose name is there already.
  const newTemplateHash = createHash('sha256')
    .update(templateHash + hash)
    .digest('hex');
  for (const name of [`${stack}.template.json`, `${stack}.assets.json`, `${stack}.metadata.json`, 'manifest.json']) {
    const file = join(into, name);
    const text = readFileSync(file, 'utf8')
      .replaceAll(folder.replace('asset.', ''), hash)
      .replaceAll(templateHash, newTemplateHash)
      .replace(/(DataPlaneProxyFunctionCurrentVersion[\dA-F]{8})[\da-f]{32}/g, `$1${hash.slice(0, 32)}`);
    writeFileSync(file, text);
  }
}

function codeOfTheProxy(template: string): string {
  for (const [id, resource] of Object.entries(v.parse(templateSchema, template).Resources)) {
    const parsed = v.safeParse(proxyFunction, resource);
    if (parsed.success && id.startsWith('DataPlaneProxyFunction')) return parsed.output.Metadata['aws:asset:path'];
  }
  throw new CommandError('The template has no proxy.');
}
