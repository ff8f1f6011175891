import * as v from 'valibot';
import type { ListenerNameOf } from '../../packages/cdk-local/load-stack.ts';
import type { Template } from '../../packages/cdk-local/template/template.ts';
import type { ConstructPaths } from '../../packages/cdk-local/template/template-part.ts';
import { errorClass } from '../../src/error-class.ts';
import { endpointOutput, type Network } from '../../src/network.ts';

/** The outputs of an instance by their names, such as `DashboardUrl`. */
export type InstanceOutputs = Template['outputs'];

/**
 * The outputs of one instance, without the beginning of their names.
 * @param instance how they begin: with the id of the construct in its stack, or with nothing in a SluiceStack
 */
export const outputsOf = ({ outputs }: Pick<Template, 'outputs'>, instance: string): InstanceOutputs =>
  Object.fromEntries(
    Object.entries(outputs)
      .filter(([name]) => name.startsWith(instance))
      .map(([name, value]) => [name.slice(instance.length), value]),
  );

const tables = v.pipe(
  v.object({
    DirectoryTable: v.string(),
    AdmissionsTable: v.string(),
    RecordsTable: v.string(),
    UsageTable: v.string(),
  }),
  v.transform((names) => ({
    directory: names.DirectoryTable,
    admissions: names.AdmissionsTable,
    records: names.RecordsTable,
    usage: names.UsageTable,
  })),
);

/** The names of an instance's tables. */
export type TableNames = v.InferOutput<typeof tables>;

/** Reads the tables' names from the instance's outputs. */
export const tablesOf = (outputs: InstanceOutputs): TableNames => v.parse(tables, outputs);

const userPool = v.object({ UserPoolId: v.string(), UserPoolClientId: v.string() });

/** Reads the ids of the user pool and its client from the instance's outputs. */
export function clientOf(outputs: InstanceOutputs): { id: string; clientId: string } {
  const { UserPoolId, UserPoolClientId } = v.parse(userPool, outputs);
  return { id: UserPoolId, clientId: UserPoolClientId };
}

/** Reads the address of each network's RPC endpoint from the instance's outputs. */
export const endpointsOf = (outputs: InstanceOutputs, networks: readonly Network[]): Record<string, string> =>
  Object.fromEntries(
    networks.map((network) => [network.network, (outputs[endpointOutput(network)] ?? '').replace(/\/$/, '')]),
  );

/** The names of an instance's listeners. */
export const listenerNames = (instance: string) => {
  const named = (service: string) => (instance === '' ? service : `${instance} ${service}`);
  return { rpc: named('rpc'), management: named('management'), dashboard: named('dashboard') };
};

/** The networks of each instance, by the id of its construct. */
export type NetworksOf = Readonly<Record<string, readonly Network[]>>;

/**
 * Distinguishes the HTTP APIs and distributions by the outputs of their instance: the addresses of the dashboard, of the
 * management API, and of each network, which are all addresses of the RPC API.
 */
export const nameListeners =
  (instances: NetworksOf): ListenerNameOf =>
  ({ type, attributes }, all) => {
    const isDistribution = type === 'AWS::CloudFront::Distribution';
    const address = isDistribution ? `https://${attributes.DomainName}` : String(attributes.ApiEndpoint);
    for (const [instance, networks] of Object.entries(instances)) {
      const outputs = outputsOf({ outputs: all }, instance);
      const has = (name: string) => outputs[name]?.startsWith(address);
      const names = listenerNames(instance);
      if (networks.some((network) => has(endpointOutput(network)))) return names.rpc;
      if (has('ApiUrl')) return names.management;
      if (has('DashboardUrl')) return names.dashboard;
    }
    return undefined;
  };

/** The template has no outputs of an instance. */
class UnknownInstanceError extends errorClass('UnknownInstanceError', 'unknown_instance') {
  constructor(instance: string) {
    super(
      `The template has no output ${instance}DashboardUrl. Give the id of a Sluice construct in the stack, or an empty ` +
        'text for a SluiceStack.',
    );
  }
}

/**
 * The path of an instance's construct, from that of its output.
 * @throws {UnknownInstanceError}
 */
export function constructOf(instance: string, paths: ConstructPaths): string {
  const path = paths.get(`${instance}DashboardUrl`);
  if (path === undefined) throw new UnknownInstanceError(instance);
  return path.slice(0, path.lastIndexOf('/'));
}
