import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The cloud assembly does not hold exactly one stack. */
class CloudAssemblyError extends Error {
  override readonly name = 'CloudAssemblyError';
  readonly code = 'not_one_stack';
}

const stackManifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    artifacts: v.record(
      v.string(),
      v.object({ type: v.string(), properties: v.optional(v.object({ templateFile: v.optional(v.string()) })) }),
    ),
  }),
);

/**
 * Returns the path of the only stack's template, from the assembly's manifest (the CDK's cloud assembly schema).
 * @throws {CloudAssemblyError} if it holds no stack or several.
 */
export function templateFileOf(folder: string): string {
  const { artifacts } = v.parse(stackManifest, readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const files = Object.values(artifacts)
    .filter(({ type }) => type === 'aws:cloudformation:stack')
    .map(({ properties }) => properties?.templateFile);
  const [file] = files;
  if (files.length === 1 && file !== undefined) return join(folder, file);
  throw new CloudAssemblyError(`${folder} holds ${files.length} stacks; the local runtime serves exactly one.`);
}

const assetManifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    artifacts: v.record(
      v.string(),
      v.object({ type: v.string(), properties: v.optional(v.object({ file: v.optional(v.string()) })) }),
    ),
  }),
);

const assets = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    files: v.record(
      v.string(),
      v.object({
        source: v.object({ path: v.optional(v.string(), ''), packaging: v.optional(v.string()) }),
        destinations: v.record(v.string(), v.object({ objectKey: v.string() })),
      }),
    ),
  }),
);

/**
 * Returns the folder that a deployment would pack and upload under this key of the asset bucket (the CDK's cloud
 * assembly schema, "asset manifest"); undefined if the assembly has none.
 */
export function stagedFolder(assembly: string, objectKey: string): string | undefined {
  const { artifacts } = v.parse(assetManifest, readFileSync(join(assembly, 'manifest.json'), 'utf8'));
  for (const { type, properties } of Object.values(artifacts)) {
    if (type !== 'cdk:asset-manifest' || properties?.file === undefined) continue;
    const { files } = v.parse(assets, readFileSync(join(assembly, properties.file), 'utf8'));
    const found = Object.values(files).find(
      ({ source, destinations }) =>
        source.packaging === 'zip' && Object.values(destinations).some((it) => it.objectKey === objectKey),
    );
    if (found) return join(assembly, found.source.path);
  }
  return undefined;
}
