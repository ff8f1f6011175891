import * as v from 'valibot';
import type { ListenerNameOf } from '../../packages/cdk-local/load-stack.ts';
import type { Template } from '../../packages/cdk-local/template/template.ts';
import { endpointOutput, type Network } from '../../src/network.ts';

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

/** The names of the stack's tables. */
export type TableNames = v.InferOutput<typeof tables>;

/** Reads the tables' names from the stack's outputs. */
export const tablesOf = (template: Template): TableNames => v.parse(tables, template.outputs);

const userPool = v.object({ UserPoolId: v.string(), UserPoolClientId: v.string() });

/** Reads the ids of the user pool and its client from the stack's outputs. */
export function clientOf(template: Template): { id: string; clientId: string } {
  const { UserPoolId, UserPoolClientId } = v.parse(userPool, template.outputs);
  return { id: UserPoolId, clientId: UserPoolClientId };
}

/**
 * Distinguishes the HTTP APIs by the stack's outputs: the address of the management API, and of each network, which are
 * all addresses of the RPC API.
 */
export const nameApis =
  (networks: readonly Network[]): ListenerNameOf =>
  ({ attributes }, outputs) => {
    const has = (address: string) => address.startsWith(String(attributes.ApiEndpoint));
    if (networks.some((network) => has(outputs[endpointOutput(network)] ?? ''))) return 'rpc';
    return has(outputs.ApiUrl ?? '') ? 'management' : undefined;
  };
