import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const manifest = v.pipe(
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
 * The folder that a deployment would have packed and staged under this key of the bucket for assets (the CDK's cloud
 * assembly schema, "asset manifest"); undefined where the assembly has none.
 */
export function stagedFolder(assembly: string, objectKey: string): string | undefined {
  const { artifacts } = v.parse(manifest, readFileSync(join(assembly, 'manifest.json'), 'utf8'));
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
