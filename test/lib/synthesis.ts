import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { Construct } from 'constructs';
import * as v from 'valibot';
import { functionSources } from '../../lib/functions/function-sources.ts';
import type { Artifacts } from '../../lib/instance/artifacts.ts';
import { type Stage, stageNamed } from '../../lib/instance/stage.ts';
import { type EffectiveSettings, parseSettings } from '../../lib/settings/settings.ts';
import { Sluice } from '../../lib/sluice.ts';
import type { SluiceProps } from '../../lib/sluice-props.ts';
import { SluiceStack, type SluiceStackProps } from '../../lib/sluice-stack.ts';
import type { Network, Upstreams } from '../../src/network.ts';
import fixedConfig from '../support/fixed.config.ts';
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
export const { billing } = parseSettings({ ...fixedConfig, billing: { secretName: 'sluice/stripe' } }, 'these tests');

/** The other origin that may call the management API. */
export const dashboardOrigin = 'https://dashboard.example';

export const stageNames = ['dev', 'prod'] as const;

const folder = mkdtempSync(join(tmpdir(), 'sluice-stacks-'));

/** Replace the built dashboard and functions, so that no test of the stack waits for Vite and esbuild. */
export const artifacts: Artifacts = { functions: join(folder, 'functions'), dashboard: join(folder, 'dashboard') };
const files = [
  ...['index.html', 'favicon.svg', 'assets/index-1.js'].map((file) => join(artifacts.dashboard, file)),
  ...Object.keys(functionSources).map((name) => join(artifacts.functions, name, 'index.js')),
];
for (const file of files) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, basename(file));
}

/** A stage as it is deployed, for tests of single constructs. */
export const deployed = (stageName: string): Stage => ({
  ...stageNamed(stageName),
  instance: stageName,
  functions: artifacts.functions,
});

const repository = fileURLToPath(new URL('../../', import.meta.url));
const cdkJson = v.pipe(v.string(), v.parseJson(), v.object({ context: v.record(v.string(), v.unknown()) }));

/** The context of cdk.json, with the tests' dashboard. */
export const context = (): Record<string, unknown> => ({
  ...v.parse(cdkJson, readFileSync(join(repository, 'cdk.json'), 'utf8')).context,
  dashboardOrigin,
});

/** The context of an app in which no asset is copied. */
export const unbundled = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true };

/**
 * Options of the apps of tests. The CDK's validation of a template takes seconds: cdk-nag.test.ts and `npm run synth` do
 * it, and other tests leave it out. The tree of constructs, which nothing reads, would take a fifth of a synthesis.
 */
export const appOptions = {
  analyticsReporting: false,
  builtinCloudFormationValidation: false,
  treeMetadata: false,
} as const;

export type StackChanges = Partial<Omit<SluiceStackProps, 'settings'>> & {
  readonly settings?: Partial<EffectiveSettings>;
  /** The CDK validates the template when the app is synthesized. */
  readonly validated?: boolean;
};

/** An app of tests: copying assets takes long and changes nothing but hashes. */
export const testApp = (contextValues: Record<string, unknown> = {}, validated = false): App =>
  new App({
    ...appOptions,
    builtinCloudFormationValidation: validated,
    outdir: mkdtempSync(join(folder, 'stack-')),
    context: { ...contextValues, ...unbundled },
  });

/** Makes constructs without the stack traces that the CDK keeps of them: with Jest's source maps, these take it long. */
function withoutTraces<T>(make: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The stack of a stage in an app, without real artifacts. */
export function stackIn(app: App, stageName: string, given: Omit<StackChanges, 'validated'> = {}): SluiceStack {
  const { settings: changed, ...changes } = given;
  const props = {
    stage: stageNamed(stageName),
    settings: { ...stackSettings, ...changed },
    dashboardOrigin,
    artifacts,
    ...changes,
  };
  return withoutTraces(() => new SluiceStack(app, props));
}

/** The stack of a stage in an app of its own with the context of cdk.json. */
export const stackOf = (stageName: string, { validated = false, ...given }: StackChanges = {}): SluiceStack =>
  stackIn(testApp(context(), validated), stageName, given);

/** An instance in a stack, of the stage dev with full operations, and without real artifacts. */
export const embed = (scope: Construct, id: string, props: Partial<SluiceProps> = {}): Sluice => {
  const settings = { operations: 'full' as const, ...(props.settings ?? stackSettings) };
  return withoutTraces(() => new Sluice(scope, id, { stage: 'dev', artifacts, ...props, settings }));
};

/** The template of a stage, made with {@link stackOf}: once in a run of the tests, if its changes are plain data. */
export function templateOf(stageName: string, changes: StackChanges = {}): Template {
  const text = JSON.stringify([stageName, changes], (_, value) => (isPlain(value) ? value : unshared));
  if (text.includes(unshared)) return makeTemplate(stageName, changes);
  // The folder is new in each run, and all workers have the same.
  const file = join(tmpdir(), `template-${createHash('sha256').update(text).digest('hex')}.json`);
  if (!existsSync(file)) {
    const whole = join(folder, basename(file));
    writeFileSync(whole, JSON.stringify(makeTemplate(stageName, changes).toJSON()));
    renameSync(whole, file);
  }
  return Template.fromString(readFileSync(file, 'utf8'));
}

const unshared = '(cannot be shared)';
/** Whether JSON keeps the value. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return !['undefined', 'function'].includes(typeof value);
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** The warnings of a stage that is not ready for customers would be printed with every test. */
export function acknowledgeLaunch(stack: Construct): void {
  for (const warning of ['sharedConcurrency', 'noAlarmEmail', 'publicNodes', 'noMail', 'noPrefixList'])
    Validations.of(stack).acknowledge({ id: `Annotation::sluice:${warning}`, reason: 'Nothing is deployed.' });
}

function makeTemplate(stageName: string, changes: StackChanges): Template {
  const stack = stackOf(stageName, changes);
  acknowledgeLaunch(stack);
  return withoutTraces(() => Template.fromStack(stack));
}

/** The properties of every resource of a type, or of those whose logical id begins as given, by their logical ids. */
export const propertiesOf = (template: Template, type: string, beginning = '') =>
  Object.fromEntries(
    Object.entries(template.findResources(type))
      .filter(([id]) => id.startsWith(beginning))
      .map(([id, { Properties }]) => [id, Properties]),
  );
