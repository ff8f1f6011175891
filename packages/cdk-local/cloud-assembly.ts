import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The cloud assembly is not one that can be served. */
export class CloudAssemblyError extends Error {
  override readonly name = 'CloudAssemblyError';
  readonly code = 'not_one_stack';
}

const manifest = v.pipe(
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
 * The path of the one stack's template, from the assembly's manifest (the CDK's cloud assembly schema).
 * @throws {CloudAssemblyError} when it holds no stack or several.
 */
export function templateFileOf(folder: string): string {
  const { artifacts } = v.parse(manifest, readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const files = Object.values(artifacts)
    .filter(({ type }) => type === 'aws:cloudformation:stack')
    .map(({ properties }) => properties?.templateFile);
  const [file] = files;
  if (files.length === 1 && file !== undefined) return join(folder, file);
  throw new CloudAssemblyError(`${folder} holds ${files.length} stacks; the local runtime serves exactly one`);
}
