import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billingSecrets, newBillingKeys, startFakeBilling } from '../../bin/start/local-billing.ts';
import { serveTemplate } from '../../bin/start/serve-template.ts';
import { type EffectiveSettings, parseSettings } from '../../lib/settings/settings.ts';
import { LambdaFunction, type LambdaFunctionOptions } from '../../packages/cdk-local/functions/lambda-function.ts';
import { type LogLine, silent } from '../../packages/cdk-local/logs.ts';
import { Teardown } from '../../packages/cdk-local/teardown.ts';
import { templateFileOf } from '../../packages/cdk-local/template/cloud-assembly.ts';
import { startChain } from '../../packages/solana-node/chain.ts';
import { type LocalTarget, targetOf } from '../conformance/target.ts';
import fixedConfig from '../support/fixed.config.ts';
import { runInHost } from '../support/program-host.ts';
import { type SickNode, startSickNode } from '../support/sick-node.ts';
import { operate } from '../support/test-runtime.ts';
import type { AppOptions } from './app-options.ts';

/** Two instances of one stack, served: each with a mainnet node of its own. */
export type TwoInstances = {
  readonly alpha: LocalTarget;
  readonly beta: LocalTarget;
  /** The variables of each function, with which it reaches AWS, by its name. */
  readonly variables: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** The calls to AWS that roles did not allow. */
  readonly denials: readonly string[];
  stop(): Promise<void>;
};

const app = fileURLToPath(new URL('app.ts', import.meta.url));

/** Synthesizes the app's stack, and serves its instances. */
export async function startTwoInstances(): Promise<TwoInstances> {
  const teardown = new Teardown();
  try {
    return await start(teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

async function start(teardown: Teardown): Promise<TwoInstances> {
  const node = await teardown.started(startChain({ network: 'devnet' }));
  const [first, second] = [await teardown.started(startSickNode()), await teardown.started(startSickNode())];
  const keys = newBillingKeys();
  const fakeOptions = { port: 0, progress: silent, keys, dataDir: undefined };
  const fake = await startFakeBilling(settingsOfAlpha(first, node.url), { teardown }, fakeOptions);
  const instances = { Alpha: { settings: fake.settings }, Beta: { settings: settingsOfBeta(second, node.url) } };
  const template = await synthesize({ alpha: instances.Alpha.settings, beta: instances.Beta.settings }, teardown);
  const variables = new Map<string, Readonly<Record<string, string>>>();
  const makeFunction = (options: LambdaFunctionOptions) => {
    variables.set(options.definition.name, options.variables);
    return new LambdaFunction(options);
  };
  const denials: string[] = [];
  const onLine = ({ line }: LogLine) => void (line.includes('"aws_call_denied"') && denials.push(line));
  const { gateway } = await teardown.started(
    serveTemplate({ template, instances, makeFunction, onLine, secrets: billingSecrets(keys) }),
  );
  await fake.connect(gateway('Alpha').apiUrl);
  const targetWith = (id: string, sick: SickNode): LocalTarget => {
    const local = operate(gateway(id));
    return { ...targetOf(local), local, node: sick };
  };
  const [alpha, beta] = [targetWith('Alpha', first), targetWith('Beta', second)];
  const stop = async () => {
    for (const target of [alpha, beta]) await target.stop();
    await teardown.run();
  };
  return { alpha, beta, variables, denials, stop };
}

async function synthesize(settings: Omit<AppOptions, 'outdir'>, teardown: Teardown): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-instances-'));
  teardown.add(() => rmSync(folder, { recursive: true }));
  const outdir = join(folder, 'cdk.out');
  const options = join(folder, 'options.json');
  writeFileSync(options, JSON.stringify({ outdir, ...settings } satisfies AppOptions));
  const { code, err } = await runInHost({ script: app, args: [options], cwd: folder, env: process.env, input: '' });
  if (code !== 0) throw new Error(`The app of two instances failed: ${err}`);
  return templateFileOf(outdir);
}

const network = (name: string, path: string, url: string) =>
  ({ network: name, chain: 'solana', path, upstreams: [{ url }] }) as const;

/** The repository's plans and networks, sold with a fake Stripe, after a trial. */
const settingsOfAlpha = ({ url }: SickNode, nodeUrl: string): EffectiveSettings =>
  parseSettings(
    {
      ...fixedConfig,
      operations: 'full',
      service: { ...fixedConfig.service, name: 'Alpha RPC' },
      networks: [network('mainnet', '/', url), network('devnet', '/devnet', nodeUrl)],
      billing: { secretName: 'alpha/stripe', trialDays: 14 },
    },
    'Alpha',
  );

/** Other plans, a network more, other customers, and no billing. */
const settingsOfBeta = ({ url }: SickNode, nodeUrl: string): EffectiveSettings =>
  parseSettings(
    {
      operations: 'full',
      service: { ...fixedConfig.service, name: 'Beta Gateway', support: 'mailto:help@beta.example' },
      plans: [
        {
          id: 'trial',
          limits: { callsPerSecond: 20, callsPerDay: 2_000 },
          keys: 2,
          historyDays: 3,
          longestCallSeconds: 5,
          pricePerMonth: 0,
        },
        {
          id: 'business',
          limits: { callsPerSecond: 300, callsPerDay: 90_000 },
          keys: 4,
          historyDays: 10,
          longestCallSeconds: 20,
          pricePerMonth: 70,
        },
      ],
      networks: [
        network('mainnet', '/', url),
        network('devnet', '/devnet', nodeUrl),
        network('testnet', '/testnet', nodeUrl),
      ],
      signUp: { emailDomains: ['beta.example'] },
    },
    'Beta',
  );
