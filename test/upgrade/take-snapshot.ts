import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { synthesize } from '../../bin/start/synth.ts';
import { loadSettings, settingsFileOf } from '../../lib/settings/load-settings.ts';
import { withPlaceholders } from './local-settings.ts';
import type { ReleasedFunction, ReleaseSnapshot } from './release-snapshot.ts';
import { makeTemplates } from './templates/make-templates.ts';

const functionSchema = v.object({
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

/** Builds the present code, and keeps what the next version will be compared and served with. */
export async function takeSnapshot(): Promise<ReleaseSnapshot> {
  const outDir = mkdtempSync(join(tmpdir(), 'sluice-snapshot-'));
  try {
    const settings = withPlaceholders(await loadSettings({ file: settingsFileOf(undefined), stage: 'dev' }));
    const path = await synthesize({ outDir, stage: 'dev', settings });
    return { templates: await makeTemplates(), functions: functionsOf(path) };
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** The functions of a template, by logical id. Those of the CDK's own custom resources serve no request. */
function functionsOf(path: string): Record<string, ReleasedFunction> {
  const { Resources } = v.parse(templateSchema, readFileSync(path, 'utf8'));
  const functions: Record<string, ReleasedFunction> = {};
  for (const [logicalId, resource] of Object.entries(Resources)) {
    const parsed = v.safeParse(functionSchema, resource);
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
