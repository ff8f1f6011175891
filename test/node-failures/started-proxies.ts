import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { ExecutionEnvironment } from '../../packages/cdk-local/functions/execution-environment.ts';
import type { MakeFunction } from '../../packages/cdk-local/functions/functions.ts';
import { LambdaFunction, type LambdaFunctionOptions } from '../../packages/cdk-local/functions/lambda-function.ts';
import type { Upstream } from '../../src/network.ts';
import { type FunctionSettings, readFunctionSettings } from '../../src/settings.ts';
import { writeFunctionSettings } from '../support/function-settings.ts';

const clockSkew = fileURLToPath(new URL('../support/faults/clock-skew.ts', import.meta.url));

/** The request header that names the network of a request, in place of its path. */
export const networkHeader = 'x-network';

const eventSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ headers: v.looseObject({ [networkHeader]: v.string() }) }),
);

type Networks = Readonly<Record<string, readonly Upstream[]>>;

/** A proxy that was started: the lines that it has logged, and its end. */
export type StartedProxy = {
  readonly lines: () => readonly string[];
  /** Resolves when its code is loaded, so that no request's time goes into that. */
  readonly ready: () => Promise<void>;
  /** Sets its clock ahead, so that its kept connections have been idle for so long, in ms. */
  readonly letIdle: (ms: number) => void;
  readonly stop: () => Promise<void>;
};

/** The functions of a local runtime, in which proxies can be started that have networks of their own. */
export class Proxies {
  readonly #environments = new Map<string, ExecutionEnvironment>();
  #options: LambdaFunctionOptions | undefined;

  /** In place of the runtime's own. */
  readonly make: MakeFunction = (options) => {
    if (!options.definition.name.includes('DataPlaneProxy')) return new LambdaFunction(options);
    this.#options = options;
    return {
      invoke: (event, requestId = randomUUID()) => this.#invoke(event, requestId),
      stop: async () => {
        await Promise.all([...this.#environments.values()].map((environment) => environment.stop()));
      },
    };
  };

  /** Starts a proxy for requests whose header has one of these names. Each network's health is its own. */
  start(networks: Networks): StartedProxy {
    if (!this.#options) throw new Error('The template has no proxy.');
    const lines: string[] = [];
    const deployed = this.#options.variables;
    const settings = writeFunctionSettings(withNetworks(readFunctionSettings(deployed), networks));
    const jumpFile = join(tmpdir(), `clock-jump-${randomUUID()}`);
    const clock = { NODE_OPTIONS: `--import=${clockSkew}`, CLOCK_JUMP_FILE: jumpFile };
    const environment = new ExecutionEnvironment({
      ...this.#options,
      variables: { ...deployed, ...settings.variables, ...clock },
      onLine: (line) => lines.push(line),
    });
    for (const name of Object.keys(networks)) this.#environments.set(name, environment);
    return {
      lines: () => lines,
      ready: () => environment.ready(),
      letIdle: (ms) => writeFileSync(jumpFile, String(ms)),
      stop: async () => {
        for (const name of Object.keys(networks)) this.#environments.delete(name);
        await environment.stop();
        settings.remove();
        rmSync(jumpFile, { force: true });
      },
    };
  }

  #invoke(event: string, requestId: string) {
    const request = v.parse(eventSchema, event);
    const name = request.headers[networkHeader];
    const environment = this.#environments.get(name);
    if (!environment) throw new Error('No proxy was started for this request.');
    return environment.invoke(requestId, JSON.stringify({ ...request, rawPath: `/${name}` }));
  }
}

function withNetworks(settings: FunctionSettings, networks: Networks): FunctionSettings {
  const mainnet = settings.networks.find(({ network }) => network === 'mainnet');
  if (!mainnet) throw new Error('The settings have no mainnet.');
  return {
    ...settings,
    networks: Object.entries(networks).map(([network, upstreams]) => ({
      ...mainnet,
      network,
      path: `/${network}`,
      upstreams,
    })),
  };
}
