import { runInFunction } from '../../../bin/operator/function/run-in-function.ts';
import type { OperatorGateway } from '../../../bin/operator/operator-gateway.ts';
import { createLog } from '../../../src/log.ts';
import type { ManagementApiDeps } from '../../../src/management-api/operation.ts';
import { PublicNodeNames } from '../../../src/networks/public-node-names.ts';
import type { OperatorAnswer } from '../../../src/operator-function/function-event.ts';
import { createScan } from '../../../src/table/directory-table.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { createSignedReads, createSignedScan } from '../../../src/table/signed-table.ts';
import { documentClient, signedDynamoDb } from '../../support/dynamodb.ts';
import { readByFunctions } from '../../support/settings.ts';

/** Invokes the function that runs all commands, or the one that only reads. */
export type InvokeOperator = (kind: 'all' | 'reads', event: object) => Promise<OperatorAnswer>;

export const operatorRegion = 'us-east-1';

/** The operator's functions of a gateway whose attackers have AWS credentials that belong to no principal of the account. */
export function operatorFunctionsOf(deps: ManagementApiDeps): InvokeOperator {
  // For commands that the attacker does not use.
  const directoryName = 'none';
  const client = documentClient();
  const { plans, directory, usage, users } = deps;
  const gateway: Omit<OperatorGateway, 'origin'> = {
    ...deps,
    client,
    directoryName,
    admissions: createSdkTable(client, directoryName),
    secretPrefix: 'slc',
    publicNodes: new PublicNodeNames(deps.settings.networks),
    scanDirectory: createScan(client, directoryName, 1),
    scanAccounts: createSignedScan(signedDynamoDb(), directoryName),
    marginDeps: { directory: createSignedReads(signedDynamoDb(), directoryName), usage, plans, nodesHaveCosts: false },
    usageRows: deps.records,
    failures: undefined,
    openUsers: async () => users,
    openBilling: () => Promise.reject(new Error('Billing is off.')),
  };
  const functionDeps = {
    region: operatorRegion,
    settings: { ...readByFunctions, billing: undefined, secretPrefix: 'slc' },
    openGateway: async ({ origin }: Pick<OperatorGateway, 'origin'>) => ({ ...gateway, directory, origin }),
    // A fake of STS, which knows nobody.
    askSts: async () => ({
      status: 403,
      headers: {},
      body: Buffer.from('{"Error":{"Code":"InvalidClientTokenId"}}'),
    }),
    clock: deps.clock,
    log: createLog('error'),
  };
  return (kind, event) =>
    runInFunction({ ...functionDeps, readOnly: kind === 'reads', functionName: `sluice-dev-operator-${kind}` }, event);
}
