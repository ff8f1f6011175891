import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as v from 'valibot';
import { readProperties, UnsupportedResourceError, withoutLocalEffect } from '../resource-properties.ts';
import { stagedFolder } from '../template/cloud-assembly.ts';
import type { Resource, Template } from '../template/template.ts';
import { wildcards } from '../wildcards.ts';
import { type Buckets, contentTypeOf } from './buckets.ts';

// "aws s3 sync" also supports [sequences].
const patterns = v.optional(v.array(v.pipe(v.string(), v.regex(/^[^[]*$/, '[sequences] are not emulated'))), []);
const header = v.picklist(
  ['cache-control', 'content-disposition', 'content-language', 'content-type'],
  'is not emulated',
);

// The properties that the CDK's aws-s3-deployment passes to its function.
const schema = v.strictObject({
  SourceObjectKeys: v.array(v.string()),
  SourceMarkers: v.optional(v.array(v.record(v.string(), v.string())), []),
  SourceMarkersConfig: v.optional(v.array(v.strictObject({ jsonEscape: v.optional(v.boolean(), false) })), []),
  DestinationBucketName: v.string(),
  Exclude: patterns,
  Include: patterns,
  Prune: v.literal(false, 'only false is emulated'),
  SystemMetadata: v.optional(v.record(header, v.string()), {}),
  ServiceToken: withoutLocalEffect,
  SourceBucketNames: withoutLocalEffect,
  // Nothing is cached locally.
  DistributionId: withoutLocalEffect,
  DistributionPaths: withoutLocalEffect,
  WaitForDistributionInvalidation: withoutLocalEffect,
  OutputObjectKeys: withoutLocalEffect,
});

type Deployment = v.InferOutput<typeof schema>;

/**
 * Carries out the template's bucket deployments (`Custom::CDKBucketDeployment`): copies the selected files of the cloud
 * assembly into their buckets, with the given metadata.
 * @throws {UnsupportedResourceError} for properties that are not emulated, and for a source outside the assembly
 */
export async function deployToBuckets(template: Template, buckets: Buckets): Promise<void> {
  for (const resource of template.ofType('Custom::CDKBucketDeployment')) {
    const deployment = readProperties(resource, schema);
    for (const [index, key] of deployment.SourceObjectKeys.entries()) {
      const folder = stagedFolder(template.folder, key) ?? noSource(resource, key);
      await copy(folder, index, deployment, buckets);
    }
  }
}

const noSource = (resource: Resource, key: string): never => {
  throw new UnsupportedResourceError(resource, `SourceObjectKeys: the cloud assembly has no folder for ${key}`);
};

async function copy(folder: string, index: number, deployment: Deployment, buckets: Buckets): Promise<void> {
  const { DestinationBucketName: bucket, SystemMetadata, SourceMarkers, SourceMarkersConfig } = deployment;
  const isChosen = choice(deployment);
  for (const file of await filesIn(folder)) {
    const key = relative(folder, file).replaceAll(sep, '/');
    if (!isChosen(key)) continue;
    const body = replaceMarkers(await readFile(file), SourceMarkers[index], SourceMarkersConfig[index]);
    await buckets.put(bucket, key, body, { 'content-type': contentTypeOf(key), ...SystemMetadata });
  }
}

/** A later filter overrides an earlier one (AWS CLI command reference, "s3", "Use of Exclude and Include Filters"). */
function choice({ Exclude, Include }: Deployment): (key: string) => boolean {
  const [exclude, include] = [Exclude, Include].map((list) => list.map((pattern) => wildcards(pattern)));
  const fits = (list: readonly RegExp[] | undefined, key: string) => list?.some((pattern) => pattern.test(key));
  return (key) => fits(include, key) || !fits(exclude, key);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Values that only a deployment knows, by the markers that they replace in files. */
export type MarkerValues = Readonly<Record<string, string>>;

/**
 * Replaces markers with their values (the CDK's aws-s3-deployment, "Data with deploy-time values").
 * @param options whether to escape the values for JSON strings
 */
export function replaceMarkers(body: Buffer, markers: MarkerValues = {}, { jsonEscape = false } = {}): Buffer {
  // Each byte as one character, so that binary content stays unchanged.
  let filled = body.toString('latin1');
  for (const [marker, value] of Object.entries(markers)) {
    const written = jsonEscape ? JSON.stringify(value).slice(1, -1) : value;
    filled = filled.replaceAll(marker, () => Buffer.from(written).toString('latin1'));
  }
  return Buffer.from(filled, 'latin1');
}
