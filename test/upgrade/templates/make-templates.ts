import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { templateFileOf } from '../../../packages/cdk-local/template/cloud-assembly.ts';
import { runInHost } from '../../support/program-host.ts';
import { type TemplateJson, templateSchema } from './template-changes.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** The installations whose templates are compared: the app that makes each, and its context values. */
const installations = {
  prod: { app: join(repository, 'bin/sluice.ts'), context: { stage: 'prod', account: '123456789012' } },
  embedded: { app: fileURLToPath(new URL('./embedded-app.ts', import.meta.url)), context: {} },
};

/** The templates of one release, by installation. */
export type ReleaseTemplates = Readonly<Record<string, TemplateJson>>;

const template = v.pipe(v.string(), v.parseJson(), templateSchema);
const cdkJson = v.pipe(v.string(), v.parseJson(), v.object({ context: v.record(v.string(), v.unknown()) }));

/** The code of functions is not part of the comparison. */
const unbundled = { 'aws:cdk:bundling-stacks': [] };

/** Makes the templates of the present code. */
export async function makeTemplates(): Promise<ReleaseTemplates> {
  const { context } = v.parse(cdkJson, readFileSync(join(repository, 'cdk.json'), 'utf8'));
  const made = Object.entries(installations).map(
    async ([name, { app, context: own }]) =>
      [name, await makeTemplate(app, { ...context, ...unbundled, ...own })] as const,
  );
  return Object.fromEntries(await Promise.all(made));
}

async function makeTemplate(app: string, context: Readonly<Record<string, unknown>>): Promise<TemplateJson> {
  const outdir = mkdtempSync(join(tmpdir(), 'sluice-template-'));
  try {
    await runApp(app, { CDK_CONTEXT_JSON: JSON.stringify(context), CDK_OUTDIR: outdir, CDK_VALIDATION: 'false' });
    return v.parse(template, readFileSync(templateFileOf(outdir), 'utf8'));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

async function runApp(script: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const env = { ...process.env, ...variables };
  const { code, err } = await runInHost({ script, args: [], cwd: repository, env, input: '' });
  if (code !== 0) throw new Error(`The app made no template: ${err}`);
}
