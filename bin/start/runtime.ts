import { loadSettings, settingsFileOf } from '../../lib/settings/load-settings.ts';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { freePort, portAfter } from '../../packages/cdk-local/listeners.ts';
import type { BeforeTemplate } from '../../packages/cdk-local/local-stack-options.ts';
import { silent } from '../../packages/cdk-local/logs.ts';
import type { VpcNode } from '../../packages/cdk-local/vpc/vpc-options.ts';
import type { Network, Upstreams } from '../../src/network.ts';
import { ensureDemoKey } from './demo-key.ts';
import { type DemoUser, type DemoUserOptions, makeDemoUser } from './demo-user.ts';
import {
  billingSecrets,
  type FakeBilling,
  type LocalBilling,
  newBillingKeys,
  startFakeBilling,
} from './local-billing.ts';
import { checkPlaces, keepPrivateNodes, vpcOptionsOf } from './local-vpc.ts';
import { type NodePlaces, OptionsError } from './options.ts';
import { type Gateway, type ServeOptions, serveTemplate } from './serve-template.ts';
import { tablesOf } from './stack-outputs.ts';
import { type StartChainNode, startUpstreams } from './start-upstreams.ts';
import { type SynthOptions, synthesize } from './synth.ts';

export type RuntimeOptions = Omit<ServeOptions, 'template' | 'instances' | 'fillTables' | 'vpc'> & {
  /** The RPC API's port; a free one by default. */
  readonly port?: number;
  /** The management API's port; by default the next after `port`. The user pool gets the next one. */
  readonly apiPort?: number | undefined;
  /** The dashboard's port; by default the next after the user pool's. */
  readonly dashboardPort?: number | undefined;
  /** Starts a fake Stripe, with which customers pay for plans. Without it, the settings' billing is ignored. */
  readonly billing?: boolean;
  /** The fake Stripe's port; by default the next after the dashboard's. */
  readonly stripePort?: number | undefined;
  /** The path of the settings file; by default that of the repository. */
  readonly config?: string | undefined;
  /** Networks listed here get no local chain node. */
  readonly upstreams?: Upstreams;
  /** The security group or CIDR block of networks' local nodes, if the settings have a VPC. */
  readonly nodePlaces?: NodePlaces;
  /** Default: a process for each node. */
  readonly startNode?: StartChainNode | undefined;
  /** Default: runs the CDK app. */
  readonly synth?: ((options: SynthOptions) => Promise<string>) | undefined;
  /** Called with the path of the synthesized template before it is served. Tests change the template. */
  readonly onTemplate?: ((path: string) => void) | undefined;
  /** Creates the demo account and its key. */
  readonly demo?: boolean;
  /** Creates a user with keys and a week of usage. */
  readonly demoUser?: boolean;
  /** Called with the progress of the demo user's usage, such as `600 of 6000`. */
  readonly onDemoProgress?: ((text: string) => void) | undefined;
};

/** The gateway, running on this machine. */
export type Runtime = Gateway & {
  /** The path of the settings file. */
  readonly config: string;
  /** The demo key's secret, if it was requested and is known. */
  readonly demoKey: string | undefined;
  /** The demo user, if requested. */
  readonly demoUser: DemoUser | undefined;
  /** The fake Stripe, if requested. */
  readonly billing: LocalBilling | undefined;
};

/** A SluiceStack's instance: its outputs begin with no construct's id. */
const only = '';

/**
 * Starts the gateway: a local chain node for each network without upstreams, a fake Stripe with `billing`, and the
 * synthesized stack, which packages/cdk-local/local-stack.ts serves with DynamoDB, functions, HTTP APIs, user pools and
 * distributions. Then it creates the demo's account and user.
 * @throws the first error, after it has stopped everything it had started; the signal's reason if it is aborted
 */
export async function startRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const {
    port = 0,
    apiPort,
    dashboardPort,
    upstreams,
    nodePlaces,
    demo,
    demoUser,
    billing,
    stripePort,
    ...others
  } = options;
  const config = settingsFileOf(options.config);
  const settings = await loadSettings({ file: config, stage: 'dev' });
  const keys = newBillingKeys();
  const fakePort = stripePort ?? portAfterAll(options);
  if (billing && fakePort !== 0) await freePort(fakePort, 'fake Stripe');
  let demoKey: string | undefined;
  let fake: FakeBilling | undefined;
  let nodes: readonly VpcNode[] = [];
  const { gateway } = await serveTemplate({
    ...others,
    ...(billing && { secrets: { ...others.secrets, ...billingSecrets(keys) } }),
    instances: { [only]: { settings, port, apiPort, dashboardPort } },
    template: async (before) => {
      const fakeOptions = { port: fakePort, progress: progressOf(options), keys, dataDir: options.dataDir };
      fake = billing ? await startFakeBilling(settings, before, fakeOptions) : undefined;
      const made = await makeTemplate(options, fake?.settings ?? withoutBilling(settings), before);
      nodes = made.nodes;
      return made.path;
    },
    vpc: () => vpcOptionsOf(settings, nodes),
    fillTables: async (outputsOf, url) => {
      if (demo)
        demoKey = await progressOf(options)(
          'Demo account',
          ensureDemoKey(tablesOf(outputsOf(only)).directory, url, { dataDir: options.dataDir, config }),
        );
    },
  });
  const served = gateway(only);
  const runtime = { ...served, demoKey, settings: fake?.settings ?? withoutBilling(settings), config };
  try {
    const connected = await fake?.connect(served.apiUrl);
    const { userPool, callUserPool: call, tables, dynamodbUrl } = served;
    const made = demoUser && (await createDemoUser(options, { ...userPool, call, tables, dynamodbUrl, config }));
    options.signal?.throwIfAborted();
    return { ...runtime, billing: connected, demoUser: made || undefined };
  } catch (error) {
    await served.stop();
    throw error;
  }
}

const progressOf = ({ progress = silent }: RuntimeOptions) => progress;

const createDemoUser = (
  { dataDir, onDemoProgress: onProgress = () => {}, ...options }: RuntimeOptions,
  where: Omit<DemoUserOptions, 'dataDir' | 'onProgress'>,
): Promise<DemoUser> =>
  progressOf(options)('Demo user with a week of usage', makeDemoUser({ ...where, dataDir, onProgress }));

/** A local gateway without a fake has no key for Stripe, and must not need one. */
const withoutBilling = (settings: EffectiveSettings): EffectiveSettings => ({ ...settings, billing: undefined });

/** The port after the dashboard's; the others follow each other unless they are given. */
function portAfterAll({ port = 0, apiPort, dashboardPort }: RuntimeOptions): number {
  const management = apiPort ?? portAfter(port);
  return portAfter(dashboardPort ?? portAfter(portAfter(management)));
}

/** Starts the nodes first: the template contains their addresses. */
async function makeTemplate(
  { upstreams = {}, nodePlaces = {}, signal, startNode, synth = synthesize, onTemplate, ...options }: RuntimeOptions,
  settings: EffectiveSettings,
  { folder, teardown, logs }: BeforeTemplate,
): Promise<{ path: string; nodes: readonly VpcNode[] }> {
  const progress = progressOf(options);
  checkPlaces(settings, nodePlaces);
  const startOptions = { teardown, progress, logs, startNode };
  const started = await startUpstreams(withUpstreams(settings.networks, upstreams), startOptions);
  signal?.throwIfAborted();
  const { networks, nodes } = keepPrivateNodes(settings, started, nodePlaces);
  // A run of watch that is started by hand has one round, and does not last a minute.
  const oneRound = options.schedules !== 'on' && { watchEverySeconds: 60 };
  // With light operations, as dev is deployed, the functions would emit no metrics to look at.
  const own = { networks, operations: 'full' as const, ...oneRound };
  const path = await progress('Template', synth({ outDir: folder, stage: 'dev', settings: { ...settings, ...own } }));
  onTemplate?.(path);
  return { path, nodes };
}

/**
 * Networks that get no upstreams here get a local chain node. Whatever nodes there are, their own chain is expected: local
 * nodes and forks have the names of the public networks.
 * @throws {OptionsError} for an unknown network
 */
function withUpstreams(networks: readonly Network[], given: Upstreams): Network[] {
  const known = networks.map(({ network }) => network);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new OptionsError(
      `--upstream ${unknown}=…: the settings have no such network. Networks: ${known.join(', ')}.`,
    );
  }
  return networks.map(({ genesisHash: _, chainId: __, ...network }) => {
    return { ...network, upstreams: given[network.network] ?? [] };
  });
}
