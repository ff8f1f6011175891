import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { synthesize } from '../../bin/start/synth.ts';
import { loadSettings, settingsFileOf } from '../../lib/settings/load-settings.ts';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { billingSettingEntries } from '../../src/billing/billing-settings.ts';

export const functionsSchema = v.record(
  v.string(),
  v.object({
    handler: v.string(),
    timeoutSeconds: v.number(),
    /** As in the template: values may be intrinsic functions. */
    variables: v.record(v.string(), v.unknown()),
    /** The bundle and the settings, by file name. */
    files: v.record(v.string(), v.string()),
  }),
);

/** The functions of a version by logical id, with all that it takes to run them. */
export type ReleasedFunctions = v.InferOutput<typeof functionsSchema>;

const resourceSchema = v.object({
  Type: v.literal('AWS::Lambda::Function'),
  Properties: v.object({
    Runtime: v.pipe(v.string(), v.startsWith('nodejs')),
    Handler: v.string(),
    Timeout: v.number(),
    Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }),
  }),
  Metadata: v.object({ 'aws:asset:path': v.string() }),
});

const templateSchema = v.pipe(v.string(), v.parseJson(), v.object({ Resources: v.record(v.string(), v.unknown()) }));

/** The canary replaces these addresses by those of its own nodes and its own Stripe. */
export const placeholderNode = (network: string, index: number): string => `http://${network}-${index}.invalid`;

export const placeholderStripe = 'http://stripe.invalid';

const nodesPerNetwork = 2;

const withPlaceholders = (settings: EffectiveSettings): EffectiveSettings => ({
  ...settings,
  billing: {
    ...v.parse(v.strictObject(billingSettingEntries), { secretName: 'local/fake-stripe' }),
    apiUrl: placeholderStripe,
  },
  networks: settings.networks.map((network) => ({
    ...network,
    upstreams: Array.from({ length: nodesPerNetwork }, (_, index) => ({
      url: placeholderNode(network.network, index),
    })),
  })),
});

/** Builds the present code. */
export async function presentFunctions(): Promise<ReleasedFunctions> {
  const outDir = mkdtempSync(join(tmpdir(), 'sluice-functions-'));
  try {
    const settings = withPlaceholders(await loadSettings({ file: settingsFileOf(undefined), stage: 'dev' }));
    return functionsOf(await synthesize({ outDir, stage: 'dev', settings }));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Those of the CDK's own custom resources serve no request. */
function functionsOf(path: string): ReleasedFunctions {
  const { Resources } = v.parse(templateSchema, readFileSync(path, 'utf8'));
  const functions: ReleasedFunctions = {};
  for (const [logicalId, resource] of Object.entries(Resources)) {
    const parsed = v.safeParse(resourceSchema, resource);
    if (!parsed.success) continue;
    const { Properties, Metadata } = parsed.output;
    functions[logicalId] = {
      handler: Properties.Handler,
      timeoutSeconds: Properties.Timeout,
      variables: Properties.Environment.Variables,
      files: filesIn(join(dirname(path), Metadata['aws:asset:path'])),
    };
  }
  return functions;
}

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
