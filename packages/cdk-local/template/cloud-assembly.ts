import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import type { ConstructPaths } from './template-part.ts';

/** The cloud assembly does not hold exactly one stack. */
class CloudAssemblyError extends Error {
  override readonly name = 'CloudAssemblyError';
  readonly code = 'not_one_stack';
}

const metadata = v.record(v.string(), v.array(v.object({ type: v.string(), data: v.optional(v.unknown()) })));

const artifact = v.object({
  type: v.string(),
  properties: v.optional(v.object({ templateFile: v.optional(v.string()), file: v.optional(v.string()) }), {}),
  metadata: v.optional(metadata, {}),
  additionalMetadataFile: v.optional(v.string()),
});
const manifest = v.pipe(v.string(), v.parseJson(), v.object({ artifacts: v.record(v.string(), artifact) }));

/** What the manifest of a cloud assembly lists (the CDK's cloud assembly schema). */
export const artifactsOf = (folder: string): v.InferOutput<typeof artifact>[] =>
  Object.values(v.parse(manifest, readFileSync(join(folder, 'manifest.json'), 'utf8')).artifacts);

/**
 * Returns the path of the only stack's template.
 * @throws {CloudAssemblyError} if it holds no stack or several.
 */
export function templateFileOf(folder: string): string {
  const files = artifactsOf(folder)
    .filter(({ type }) => type === 'aws:cloudformation:stack')
    .map(({ properties }) => properties.templateFile);
  const [file] = files;
  if (files.length === 1 && file !== undefined) return join(folder, file);
  throw new CloudAssemblyError(`${folder} holds ${files.length} stacks; the local runtime serves exactly one.`);
}

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
  for (const { type, properties } of artifactsOf(assembly)) {
    if (type !== 'cdk:asset-manifest' || properties.file === undefined) continue;
    const { files } = v.parse(assets, readFileSync(join(assembly, properties.file), 'utf8'));
    const found = Object.values(files).find(
      ({ source, destinations }) =>
        source.packaging === 'zip' && Object.values(destinations).some((it) => it.objectKey === objectKey),
    );
    if (found) return join(assembly, found.source.path);
  }
  return undefined;
}

const metadataFile = v.pipe(v.string(), v.parseJson(), metadata);

/**
 * Reads the path in the tree of constructs of each resource and output of a template (the CDK's cloud assembly schema,
 * "aws:cdk:logicalId"). Newer versions of the CDK keep it in a file beside the manifest.
 * @param template the path of the template in its cloud assembly
 */
export function constructPaths(template: string): ConstructPaths {
  const folder = dirname(template);
  const stack = artifactsOf(folder).find(({ properties }) => properties.templateFile === basename(template));
  const file = stack?.additionalMetadataFile;
  const entries =
    file === undefined ? stack?.metadata : v.parse(metadataFile, readFileSync(join(folder, file), 'utf8'));
  return new Map(
    Object.entries(entries ?? {}).flatMap(([path, list]) =>
      list.flatMap(({ type, data }): [string, string][] =>
        type === 'aws:cdk:logicalId' && typeof data === 'string' ? [[data, path]] : [],
      ),
    ),
  );
}
