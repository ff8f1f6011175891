import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { CommandError } from '../command-errors.ts';
import { type Resource, templateSchema } from './template.ts';

/** A stack as `cdk deploy` will deploy it. */
export type SynthesizedStack = {
  readonly stackName: string;
  /** Undefined if the stack can be deployed to any. */
  readonly account: string | undefined;
  readonly region: string | undefined;
  /** The name of the parameter in which the CDK's bootstrap keeps its version, and the version that the stack needs. */
  readonly bootstrap: { readonly parameter: string; readonly version: number } | undefined;
  /** With those of its nested stacks. */
  readonly resources: readonly Resource[];
  /** The warnings of the synthesis. */
  readonly warnings: readonly string[];
};

const metadata = v.record(v.string(), v.array(v.looseObject({ type: v.string(), data: v.optional(v.unknown()) })));

const stackSchema = v.object({
  type: v.literal('aws:cloudformation:stack'),
  environment: v.pipe(v.string(), v.regex(/^aws:\/\/[^/]+\/[^/]+$/)),
  metadata: v.optional(metadata, {}),
  additionalMetadataFile: v.optional(v.string()),
  properties: v.object({
    templateFile: v.string(),
    stackName: v.optional(v.string()),
    bootstrapStackVersionSsmParameter: v.optional(v.string()),
    requiresBootstrapStackVersion: v.optional(v.number(), 0),
    lookupRole: v.optional(v.object({ requiresBootstrapStackVersion: v.optional(v.number(), 0) }), {}),
  }),
});

const assemblySchema = v.object({
  type: v.literal('cdk:cloud-assembly'),
  properties: v.object({ directoryName: v.string() }),
});

const manifestSchema = v.object({
  artifacts: v.optional(v.record(v.string(), v.looseObject({ type: v.string() })), {}),
});

const readJson = <S extends v.GenericSchema>(path: string, schema: S): v.InferOutput<S> =>
  v.parse(v.pipe(v.string(), v.parseJson(), schema), readFileSync(path, 'utf8'));

/**
 * The stacks that a synthesis has written to a folder.
 * @throws {CommandError} for a folder without them
 */
export function readAssembly(folder: string): SynthesizedStack[] {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path))
    throw new CommandError(`${folder} has no synthesized stacks. Run cdk synth first, or name its folder with --app.`);
  return Object.entries(readJson(path, manifestSchema).artifacts).flatMap(([id, artifact]) => {
    if (v.is(assemblySchema, artifact))
      return readAssembly(join(folder, v.parse(assemblySchema, artifact).properties.directoryName));
    const stack = v.safeParse(stackSchema, artifact);
    return stack.success ? [readStack(folder, id, stack.output)] : [];
  });
}

function readStack(folder: string, id: string, stack: v.InferOutput<typeof stackSchema>): SynthesizedStack {
  const { environment, properties, additionalMetadataFile: file } = stack;
  const [account, region] = environment.slice('aws://'.length).split('/');
  const { bootstrapStackVersionSsmParameter: parameter, requiresBootstrapStackVersion, lookupRole } = properties;
  const version = Math.max(requiresBootstrapStackVersion, lookupRole.requiresBootstrapStackVersion);
  const entries = { ...stack.metadata, ...(file !== undefined && readJson(join(folder, file), metadata)) };
  return {
    stackName: properties.stackName ?? id,
    account: account === 'unknown-account' ? undefined : account,
    region: region === 'unknown-region' ? undefined : region,
    bootstrap: parameter === undefined ? undefined : { parameter, version },
    resources: readResources(folder, properties.templateFile),
    warnings: Object.values(entries)
      .flat()
      .filter(({ type }) => type === 'aws:cdk:warning')
      .map(({ data }) => String(data).replace(/ \[ack: [^\]]+\]$/, '')),
  };
}

/** The CDK names the template of a nested stack in its metadata. */
function readResources(folder: string, file: string): Resource[] {
  const { Resources } = readJson(join(folder, file), templateSchema);
  return Object.entries(Resources).flatMap(([logicalId, { Type, Properties, Metadata }]) => {
    const nested = Type === 'AWS::CloudFormation::Stack' ? Metadata['aws:asset:path'] : undefined;
    return [
      { logicalId, type: Type, properties: Properties },
      ...(typeof nested === 'string' ? readResources(folder, nested) : []),
    ];
  });
}
