import { loadSettings, settingsFileOf } from '../../lib/settings/load-settings.ts';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { type LocalStack, type LocalStackOptions, startLocalStack } from '../../packages/cdk-local/local-stack.ts';
import { silent } from '../../packages/cdk-local/logs.ts';
import type { Network, Upstreams } from '../../src/network.ts';
import { ensureDemoKey } from './demo-key.ts';
import { type DemoUser, makeDemoUser } from './demo-user.ts';
import { OptionsError } from './options.ts';
import { clientOf, nameApis, type TableNames, tablesOf } from './stack-outputs.ts';
import { startUpstreams } from './start-upstreams.ts';
import { synthesize } from './synth.ts';

export type RuntimeOptions = Omit<LocalStackOptions, 'makeTemplate' | 'place' | 'ports' | 'nameApi' | 'fillTables'> & {
  /** The RPC API's port; a free one by default. */
  readonly port?: number;
  /** The management API's port; by default the next after `port`. The user pool gets the next one. */
  readonly apiPort?: number | undefined;
  /** The dashboard's port; by default the next after the user pool's. */
  readonly dashboardPort?: number | undefined;
  /** The path of the settings file; by default that of the repository. */
  readonly config?: string | undefined;
  /** Networks listed here get no local chain node. */
  readonly upstreams?: Upstreams;
  /** Creates the demo account and its key. */
  readonly demo?: boolean;
  /** Creates a user with keys and a week of usage. */
  readonly demoUser?: boolean;
  /** Called with the progress of the demo user's usage, such as `600 of 6000`. */
  readonly onDemoProgress?: ((text: string) => void) | undefined;
};

/** The gateway, running on this machine. */
export type Runtime = Omit<LocalStack, 'urls' | 'callUserPool'> & {
  /** The dashboard's address, without a path. */
  readonly dashboardUrl: string;
  readonly settings: EffectiveSettings;
  /** The path of the settings file. */
  readonly config: string;
  /** The address of each network's RPC endpoint. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The management API's address, without a path. */
  readonly apiUrl: string;
  /** The user pool's address and id, and the id of the client for sign-up and sign-in. */
  readonly userPool: { readonly url: string; readonly id: string; readonly clientId: string };
  readonly tables: TableNames;
  /** The demo key's secret, if it was requested and is known. */
  readonly demoKey: string | undefined;
  /** The demo user, if requested. */
  readonly demoUser: DemoUser | undefined;
};

/** Where the stack is said to live: no account and no region of anybody. */
const place = { accountId: '000000000000', region: 'us-east-1', stackName: 'Sluice-local' };

/**
 * Synthesizes the stack, with a local chain node for each network without upstreams, and serves it.
 * @throws the first error, after it has stopped everything it had started; the signal's reason if it is aborted
 */
export async function startRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const { port = 0, apiPort, dashboardPort, upstreams, demo, demoUser, ...others } = options;
  const config = settingsFileOf(options.config);
  const settings = await loadSettings({ file: config, stage: 'dev' });
  let demoKey: string | undefined;
  const { urls, callUserPool, ...stack } = await startLocalStack({
    ...others,
    place,
    ports: { apis: { rpc: port, management: apiPort }, distribution: dashboardPort },
    nameApi: nameApis(settings.networks),
    makeTemplate: templateMaker(options, settings),
    fillTables: async (template, url) => {
      if (demo)
        demoKey = await progressOf(options)(
          'Demo account',
          ensureDemoKey(tablesOf(template).directory, url, { dataDir: options.dataDir, config }),
        );
    },
  });
  const { rpc = '', management = '' } = urls.apis;
  const tables = tablesOf(stack.template);
  const userPool = { url: urls.userPool, ...clientOf(stack.template) };
  const runtime = {
    ...stack,
    tables,
    userPool,
    demoKey,
    dashboardUrl: urls.distribution,
    settings,
    config,
    endpoints: endpointsOf(rpc, settings.networks),
    apiUrl: management,
  };
  if (!demoUser) return { ...runtime, demoUser: undefined };
  try {
    const { dataDir, onDemoProgress: onProgress = () => {} } = options;
    const where = { tables, dynamodbUrl: stack.dynamodbUrl, dataDir, config };
    const making = makeDemoUser({ ...userPool, call: callUserPool, ...where, onProgress });
    const made = await progressOf(options)('Demo user with a week of usage', making);
    options.signal?.throwIfAborted();
    return { ...runtime, demoUser: made };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

const progressOf = ({ progress = silent }: RuntimeOptions) => progress;

/** Starts the nodes first: the template contains their addresses. */
const templateMaker =
  (
    { upstreams = {}, signal, ...options }: RuntimeOptions,
    settings: EffectiveSettings,
  ): LocalStackOptions['makeTemplate'] =>
  async ({ folder, teardown, logs }) => {
    const progress = progressOf(options);
    const networks = await startUpstreams(withUpstreams(settings.networks, upstreams), { teardown, progress, logs });
    signal?.throwIfAborted();
    return progress('Template', synthesize({ outDir: folder, stage: 'dev', settings: { ...settings, networks } }));
  };

/** Networks that get no upstreams here get a local chain node. @throws {OptionsError} for an unknown network */
function withUpstreams(networks: readonly Network[], given: Upstreams): Network[] {
  const known = networks.map(({ network }) => network);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new OptionsError(
      `--upstream ${unknown}=…: the settings have no such network. Networks: ${known.join(', ')}.`,
    );
  }
  return networks.map((network) => ({ ...network, upstreams: given[network.network] ?? [] }));
}

const endpointsOf = (url: string, networks: readonly Network[]): Record<string, string> =>
  Object.fromEntries(networks.map(({ network, path }) => [network, path === '/' ? url : url + path]));
