import { loadSettings, settingsFileOf } from '../../lib/settings/load-settings.ts';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { freePort } from '../../packages/cdk-local/listeners.ts';
import { silent } from '../../packages/cdk-local/logs.ts';
import { localAccess } from '../local-access.ts';
import type { ChosenNetwork } from './choose-nodes.ts';
import { ensureDemoKey } from './demo-key.ts';
import { type DemoUser, makeDemoUser } from './demo-user.ts';
import {
  billingSecrets,
  type FakeBilling,
  type LocalBilling,
  newBillingKeys,
  startFakeBilling,
} from './local-billing.ts';
import { vpcOptionsOf } from './local-vpc.ts';
import { type LocalTemplate, makeTemplate, networksOf, type TemplateOptions } from './make-template.ts';
import { refuseSharedPorts, stripePortOf } from './ports.ts';
import { type Gateway, type ServeOptions, serveTemplate } from './serve-template.ts';
import { tablesOf } from './stack-outputs.ts';

export type RuntimeOptions = Omit<ServeOptions, 'template' | 'instances' | 'fillTables' | 'vpc'> &
  TemplateOptions & {
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
    /** Turns the operator's function on, whatever the settings say. */
    readonly operatorFunction?: boolean;
    /** Creates the demo account and its key. */
    readonly demo?: boolean;
    /** Called with the progress of the demo user's usage, such as `600 of 6000`. */
    readonly onDemoProgress?: ((text: string) => void) | undefined;
  };

/** The gateway, running on this machine. */
export type Runtime = Gateway & {
  /** The path of the settings file. */
  readonly config: string;
  /** A settings file with what differs on this machine. It is deleted when the gateway stops. */
  readonly localConfig: string;
  /** Which nodes each network asks, and which ones of the settings they replace. */
  readonly nodeNotes: readonly string[];
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
  refuseSharedPorts(options);
  const config = settingsFileOf(options.config);
  const loaded = await loadSettings({ file: config, stage: 'dev' });
  const settings = options.operatorFunction ? { ...loaded, operatorFunction: true } : loaded;
  const chosen = networksOf(settings, options);
  const { served, demoKey, fake, localConfig } = await serveSettings(options, { settings, chosen, config });
  const files = { config, localConfig, nodeNotes: chosen.map(({ note }) => note) };
  const runtime = { ...served, ...files, demoKey, settings: fake?.settings ?? withoutBilling(settings) };
  try {
    const billing = await fake?.connect(served.apiUrl);
    const demoUser = options.demoUser ? await createDemoUser(options, runtime) : undefined;
    options.signal?.throwIfAborted();
    return { ...runtime, billing, demoUser };
  } catch (error) {
    await served.stop();
    throw error;
  }
}

type LocalSettings = {
  readonly settings: EffectiveSettings;
  readonly chosen: readonly ChosenNetwork[];
  /** The path of the settings file. */
  readonly config: string;
};

async function serveSettings(options: RuntimeOptions, { settings, chosen, config }: LocalSettings) {
  const { port = 0, apiPort, dashboardPort, demo, billing, stripePort = stripePortOf(options), ...others } = options;
  const keys = newBillingKeys();
  if (billing && stripePort !== 0) await freePort(stripePort, 'fake Stripe');
  let demoKey: string | undefined;
  let fake: FakeBilling | undefined;
  let made: LocalTemplate | undefined;
  const { gateway } = await serveTemplate({
    ...others,
    administrator: localAccess.credentials,
    ...(billing && { secrets: { ...others.secrets, ...billingSecrets(keys) } }),
    instances: { [only]: { settings, port, apiPort, dashboardPort } },
    template: async (before) => {
      const fakeOptions = { port: stripePort, progress: progressOf(options), keys, dataDir: options.dataDir };
      fake = billing ? await startFakeBilling(settings, before, fakeOptions) : undefined;
      const used = fake?.settings ?? withoutBilling(settings);
      made = await makeTemplate(options, { settings: used, chosen }, before);
      return made.path;
    },
    vpc: () => vpcOptionsOf(settings, made?.nodes ?? []),
    fillTables: async (outputsOf, url) => {
      const { directory } = tablesOf(outputsOf(only));
      const ensured = () => ensureDemoKey(directory, url, { dataDir: options.dataDir, config });
      if (demo) demoKey = await progressOf(options)('Demo account', ensured());
    },
  });
  return { served: gateway(only), demoKey, fake: fake as FakeBilling | undefined, localConfig: made?.config ?? config };
}

const progressOf = ({ progress = silent }: RuntimeOptions) => progress;

function createDemoUser(
  { dataDir, onDemoProgress: onProgress = () => {}, ...options }: RuntimeOptions,
  gateway: Gateway & Pick<Runtime, 'localConfig'>,
): Promise<DemoUser> {
  const { userPool, callUserPool: call, tables, dynamodbUrl, localConfig: config } = gateway;
  const where = { ...userPool, call, tables, dynamodbUrl, config, dataDir, onProgress };
  return progressOf(options)('Demo user with a week of usage', makeDemoUser(where));
}

/** A local gateway without a fake has no key for Stripe, and must not need one. */
const withoutBilling = (settings: EffectiveSettings): EffectiveSettings => ({ ...settings, billing: undefined });
