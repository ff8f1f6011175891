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
import { readFunctionSettings } from '../../src/settings.ts';
import { replaceNodes, writeFunctionSettings } from '../support/function-settings.ts';

const clockSkew = fileURLToPath(new URL('../support/faults/clock-skew.ts', import.meta.url));

/** The request header that says whose proxy a request is for. */
export const proxyHeader = 'x-proxy';

const eventSchema = v.pipe(v.string(), v.parseJson(), v.object({ headers: v.object({ [proxyHeader]: v.string() }) }));

/** A proxy that was started: the lines that it has logged, and its end. */
export type StartedProxy = {
  readonly lines: () => readonly string[];
  /** Resolves when its code is loaded, so that no request's time goes into that. */
  readonly ready: () => Promise<void>;
  /** Sets its clock ahead, so that its kept connections have been idle for so long, in ms. */
  readonly letIdle: (ms: number) => void;
  readonly stop: () => Promise<void>;
};

/**
 * The functions of a local runtime, in which proxies can be started that have nodes of their own and know of no other's
 * health.
 */
export class Proxies {
  readonly #environments = new Map<string, ExecutionEnvironment>();
  #options: LambdaFunctionOptions | undefined;

  /** In place of the runtime's own. */
  readonly make: MakeFunction = (options) => {
    if (!options.definition.name.includes('DataPlaneProxy')) return new LambdaFunction(options);
    this.#options = options;
    return {
      invoke: (event, requestId = randomUUID()) => this.#environmentOf(event).invoke(requestId, event),
      stop: async () => {
        await Promise.all([...this.#environments.values()].map((environment) => environment.stop()));
      },
    };
  };

  /** Starts a proxy for requests whose header has this name. */
  start(name: string, mainnet: readonly Upstream[]): StartedProxy {
    if (!this.#options) throw new Error('The template has no proxy.');
    const lines: string[] = [];
    const deployed = this.#options.variables;
    const settings = writeFunctionSettings(replaceNodes(readFunctionSettings(deployed), { mainnet }));
    const jumpFile = join(tmpdir(), `clock-jump-${name}`);
    const clock = { NODE_OPTIONS: `--import=${clockSkew}`, CLOCK_JUMP_FILE: jumpFile };
    const environment = new ExecutionEnvironment({
      ...this.#options,
      variables: { ...deployed, ...settings.variables, ...clock },
      onLine: (line) => lines.push(line),
    });
    this.#environments.set(name, environment);
    return {
      lines: () => lines,
      ready: () => environment.ready(),
      letIdle: (ms) => writeFileSync(jumpFile, String(ms)),
      stop: async () => {
        this.#environments.delete(name);
        await environment.stop();
        settings.remove();
        rmSync(jumpFile, { force: true });
      },
    };
  }

  #environmentOf(event: string): ExecutionEnvironment {
    const environment = this.#environments.get(v.parse(eventSchema, event).headers[proxyHeader]);
    if (!environment) throw new Error('No proxy was started for this request.');
    return environment;
  }
}
