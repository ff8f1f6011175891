import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { type EffectiveSettings, parseSettings } from '../../lib/settings/settings.ts';
import { SluiceStack, type SluiceStackProps } from '../../lib/sluice-stack.ts';
import { stageNamed } from '../../lib/stage.ts';
import sluiceConfig from '../../sluice.config.ts';
import type { Network, Upstreams } from '../../src/network.ts';
import { networks, settings } from '../support/settings.ts';

/** The upstreams of the tests. */
export const upstreams: Upstreams = {
  ...Object.fromEntries(networks.map(({ network }) => [network, [{ url: `https://${network}.example` }]])),
  mainnet: [{ url: 'https://first.example', secretName: 'nodes/first' }, { url: 'https://second.example' }],
};

/** The networks of the repository with other nodes. */
export const withNodes = (nodes: Upstreams): Network[] =>
  networks.map((each) => ({ ...each, upstreams: nodes[each.network] ?? [] }));

/** The settings of the tests' stacks. */
export const stackSettings: EffectiveSettings = { ...settings, networks: withNodes(upstreams) };

/** The settings of an installation with billing. */
export const { billing } = parseSettings({ ...sluiceConfig, billing: { secretName: 'sluice/stripe' } }, 'these tests');

/** The other origin that may call the management API. */
export const dashboardOrigin = 'https://dashboard.example';

export const stageNames = ['dev', 'prod'] as const;

const folder = mkdtempSync(join(tmpdir(), 'sluice-stacks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Replaces the built dashboard, so that no test of the stack waits for Vite. */
const dashboardFolder = join(folder, 'dashboard');
mkdirSync(join(dashboardFolder, 'assets'), { recursive: true });
for (const file of ['index.html', 'favicon.svg', 'assets/index-1.js']) writeFileSync(join(dashboardFolder, file), file);

const repository = fileURLToPath(new URL('../../', import.meta.url));
const cdkJson = v.pipe(v.string(), v.parseJson(), v.object({ context: v.record(v.string(), v.unknown()) }));

/** The context of cdk.json, with the tests' dashboard. */
export const context = (): Record<string, unknown> => ({
  ...v.parse(cdkJson, readFileSync(join(repository, 'cdk.json'), 'utf8')).context,
  dashboardOrigin,
});

const unbundled = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true };

/**
 * Options of the apps of tests. The CDK's validation of a template takes seconds: cdk-nag.test.ts, the judge and
 * `npm run synth` do it, and other tests leave it out.
 */
export const appOptions = { analyticsReporting: false, builtinCloudFormationValidation: false } as const;

type StackChanges = Partial<Omit<SluiceStackProps, 'settings'>> & {
  readonly settings?: Partial<EffectiveSettings>;
  /** The CDK validates the template when the app is synthesized. */
  readonly validated?: boolean;
};

/**
 * The stack of a stage, with the handlers left unbundled and no asset copied, for that takes long and changes nothing
 * but hashes.
 */
export function stackOf(stageName: string, given: StackChanges = {}): SluiceStack {
  const { settings: changed, validated = false, ...changes } = given;
  const outdir = mkdtempSync(join(folder, 'stack-'));
  const app = new App({
    ...appOptions,
    builtinCloudFormationValidation: validated,
    outdir,
    context: { ...context(), ...unbundled },
  });
  const stage = stageNamed(stageName);
  return new SluiceStack(app, {
    stage,
    settings: { ...stackSettings, ...changed },
    dashboardOrigin,
    dashboardFolder,
    ...changes,
  });
}

/** The template of a stage, made as {@link stackOf} says. */
export function templateOf(stageName: string, changes?: StackChanges): Template {
  const stack = stackOf(stageName, changes);
  // It would be printed with every test.
  Validations.of(stack).acknowledge({ id: 'Annotation::sluice:sharedConcurrency', reason: 'Nothing is deployed.' });
  return Template.fromStack(stack);
}

/** The properties of every resource of a type, or of those whose logical id begins as given, by their logical ids. */
export const propertiesOf = (template: Template, type: string, beginning = '') =>
  Object.fromEntries(
    Object.entries(template.findResources(type))
      .filter(([id]) => id.startsWith(beginning))
      .map(([id, { Properties }]) => [id, Properties]),
  );
