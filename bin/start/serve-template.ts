import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { LambdaFunction } from '../../packages/cdk-local/functions/lambda-function.ts';
import { type LocalStack, startLocalStack } from '../../packages/cdk-local/local-stack.ts';
import type { LocalStackOptions } from '../../packages/cdk-local/local-stack-options.ts';
import type { Template } from '../../packages/cdk-local/template/template.ts';
import { localRegion } from './local-region.ts';
import {
  clientOf,
  constructOf,
  endpointsOf,
  type InstanceOutputs,
  listenerNames,
  nameListeners,
  outputsOf,
  type TableNames,
  tablesOf,
} from './stack-outputs.ts';

/** An instance to serve. Its ports are free ones by default. */
type InstanceOptions = {
  /** The settings that the template was made with. */
  readonly settings: EffectiveSettings;
  readonly port?: number | undefined;
  readonly apiPort?: number | undefined;
  readonly dashboardPort?: number | undefined;
};

export type ServeOptions = Omit<
  LocalStackOptions,
  'makeTemplate' | 'place' | 'ports' | 'nameListener' | 'select' | 'fillTables'
> & {
  /** The path of the template in its cloud assembly, or a function that makes it. */
  readonly template: string | LocalStackOptions['makeTemplate'];
  /** By the id of the construct in its stack; the id of a SluiceStack's is empty. */
  readonly instances: Readonly<Record<string, InstanceOptions>>;
  /** The account that the template names. By default it names none. */
  readonly accountId?: string | undefined;
  /** Fills the tables while the services start. */
  readonly fillTables?: (outputsOf: (instance: string) => InstanceOutputs, dynamodbUrl: string) => Promise<void>;
};

/** A served instance, with what the instances of a template share: logs, DynamoDB, buckets, and their end. */
export type Gateway = Omit<LocalStack, 'urls'> & {
  readonly settings: EffectiveSettings;
  /** The instance's outputs by their names, such as `DirectoryTable`. */
  readonly outputs: InstanceOutputs;
  readonly tables: TableNames;
  /** The dashboard's address, without a path. */
  readonly dashboardUrl: string;
  /** The address of each network's RPC endpoint. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The management API's address, without a path. */
  readonly apiUrl: string;
  /** The user pool's address and id, and the id of the client for sign-up and sign-in. */
  readonly userPool: { readonly url: string; readonly id: string; readonly clientId: string };
};

/** The instances of a template, by the ids of their constructs. */
export type Gateways = {
  /** @throws {RangeError} for an instance that is not served */
  readonly gateway: (instance: string) => Gateway;
  /** Stops all of them. */
  readonly stop: () => Promise<void>;
};

/** Where the stack is said to live. */
const place = { region: localRegion, stackName: 'Sluice-local' };
const nobodysAccount = '000000000000';

/** The first calls of DynamoDB Local take longer than DynamoDB ever does, and a laptop has other things to do. */
const patience = { CALL_PATIENCE: '10' };

/**
 * Serves instances of Sluice in a synthesized template. Other resources of the template are left out, unless an instance
 * refers to them. Nodes of the chains must run already: the template has their addresses.
 * @throws the first error, after it has stopped everything it had started; the signal's reason if it is aborted
 * @throws {UnknownInstanceError} for an instance that the template does not have
 */
export async function serveTemplate({
  template,
  instances,
  accountId = nobodysAccount,
  ...options
}: ServeOptions): Promise<Gateways> {
  const ids = Object.keys(instances);
  const { fillTables, makeFunction = (one) => new LambdaFunction(one) } = options;
  const stack = await startLocalStack({
    ...options,
    makeFunction: (one) => makeFunction({ ...one, variables: { ...one.variables, ...patience } }),
    place: { ...place, accountId },
    makeTemplate: typeof template === 'string' ? async () => template : template,
    ports: portsOf(instances),
    nameListener: nameListeners(
      Object.fromEntries(Object.entries(instances).map(([id, { settings }]) => [id, settings.networks])),
    ),
    select: (paths) => ids.map((id) => constructOf(id, paths)),
    fillTables: async (loaded: Template, url: string) => fillTables?.((id) => outputsOf(loaded, id), url),
  });
  const gateways = await stoppedOnError(
    stack,
    () => new Map(Object.entries(instances).map(([id, { settings }]) => [id, gatewayOf(id, settings, stack)])),
  );
  const gateway = (id: string): Gateway => {
    const found = gateways.get(id);
    if (found) return found;
    throw new RangeError(`The instance ${id} is not served. Instances: ${ids.join(', ')}.`);
  };
  return { gateway, stop: stack.stop };
}

/** A template may lack an output of an instance. */
async function stoppedOnError<T>(stack: LocalStack, make: () => T): Promise<T> {
  try {
    return make();
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

function portsOf(instances: ServeOptions['instances']): LocalStackOptions['ports'] {
  const all = Object.entries(instances).map(([id, ports]) => ({ names: listenerNames(id), ...ports }));
  return {
    apis: Object.fromEntries(
      all.flatMap(({ names, port = 0, apiPort }) => [
        [names.rpc, port],
        [names.management, apiPort],
      ]),
    ),
    distributions: Object.fromEntries(all.map(({ names, dashboardPort }) => [names.dashboard, dashboardPort])),
  };
}

function gatewayOf(id: string, settings: EffectiveSettings, { urls, ...stack }: LocalStack): Gateway {
  const names = listenerNames(id);
  const outputs = outputsOf(stack.template, id);
  return {
    ...stack,
    settings,
    outputs,
    tables: tablesOf(outputs),
    dashboardUrl: urls.distributions[names.dashboard] ?? '',
    endpoints: endpointsOf(outputs, settings.networks),
    apiUrl: urls.apis[names.management] ?? '',
    userPool: { url: urls.userPools, ...clientOf(outputs) },
  };
}
