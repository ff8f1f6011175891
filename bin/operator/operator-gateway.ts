import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { longAwsCallLimits } from '../../src/aws/aws-client.ts';
import { createAwsClient, dynamoDb, secretsManager } from '../../src/aws/aws-services.ts';
import { NodePrices } from '../../src/cost/node-prices.ts';
import type { ChangeOrigin } from '../../src/directory/activity.ts';
import { createReadCalls, type ReadCalls } from '../../src/keys/key-slots.ts';
import type { PlanSale } from '../../src/management-api/schemas/account-schemas.ts';
import type { MarginDeps } from '../../src/margin/account-margin.ts';
import { NetworkChains } from '../../src/network-chains.ts';
import { PublicNodeNames } from '../../src/networks/public-node-names.ts';
import type { Plans } from '../../src/plans.ts';
import { createDirectory, createScan, type Directory, type ScanTable } from '../../src/table/directory-table.ts';
import type { ItemTable, Table } from '../../src/table/item-table.ts';
import { connectDynamoDb, createSdkTable } from '../../src/table/sdk-table.ts';
import {
  createQueryableTable,
  createSignedReads,
  createSignedScan,
  type QueryableTable,
} from '../../src/table/signed-table.ts';
import { type Clock, systemClock } from '../../src/time.ts';
import type { UserDirectory } from '../../src/users/user-directory.ts';
import { type OperatorBilling, openBilling } from './billing-access.ts';
import type { FailureObjects } from './failure-objects.ts';
import type { GatewayLocation } from './gateway-location.ts';
import { type GatewaySettings, saleOf } from './gateway-settings.ts';

/** Who runs a command, and where its warnings go. */
export type CommandCaller = { readonly origin: ChangeOrigin; readonly warn: (text: string) => void };

/** The data of one gateway, deployed or local, and the plans and networks of its settings. */
export type OperatorGateway = {
  readonly plans: Plans;
  readonly sale: PlanSale;
  readonly chains: NetworkChains;
  readonly publicNodes: PublicNodeNames;
  readonly client: DynamoDBDocumentClient;
  readonly directoryName: string;
  readonly directory: Directory;
  readonly scanDirectory: ScanTable;
  readonly scanAccounts: ReturnType<typeof createSignedScan>;
  readonly marginDeps: MarginDeps;
  readonly admissions: ItemTable;
  readonly readCalls: ReadCalls;
  readonly secretPrefix: string;
  readonly records: Table;
  readonly usage: QueryableTable;
  readonly usageRows: Table;
  /** Undefined if the location does not name them. */
  readonly failures: FailureObjects | undefined;
  /** Loads the client of the user pool, which most commands do not need. */
  readonly openUsers: () => Promise<UserDirectory>;
  /** Reads the API key, and loads Stripe's SDK, which most commands do not need. */
  readonly openBilling: () => Promise<OperatorBilling>;
  readonly clock: Clock;
  /** Who runs the command, for the activity of the accounts that it changes. */
  readonly origin: ChangeOrigin;
};

/** Items of Directory; at most a megabyte is read at once anyway. */
const scanPageSize = 500;

/** Connects to the data of a gateway, once for all commands of a process. */
export async function connectGateway(
  location: GatewayLocation,
  settings: GatewaySettings,
): Promise<(caller: CommandCaller) => OperatorGateway> {
  const { tables, failures } = location;
  const sale = saleOf(settings);
  const client = connectDynamoDb(location.dynamoDb);
  const variables = await signedVariables(client, location);
  const admissions = createSdkTable(client, tables.admissions);
  const directory = createDirectory(client, tables.directory);
  const secrets = () => createAwsClient(secretsManager, variables, { limits: longAwsCallLimits });
  const signed = createAwsClient(dynamoDb, variables, { limits: longAwsCallLimits });
  const usage = createQueryableTable(signed, tables.usage);
  const rules = { plans: sale.plans, directory, clock: systemClock };
  const gateway = {
    ...rules,
    sale,
    chains: new NetworkChains(settings.networks),
    publicNodes: new PublicNodeNames(settings.networks),
    client,
    directoryName: tables.directory,
    scanDirectory: createScan(client, tables.directory, scanPageSize),
    admissions,
    readCalls: createReadCalls(admissions),
    secretPrefix: settings.secretPrefix,
    records: createSdkTable(client, tables.records),
    usage,
    scanAccounts: createSignedScan(signed, tables.directory),
    marginDeps: {
      directory: createSignedReads(signed, tables.directory),
      usage,
      plans: sale.plans,
      nodesHaveCosts: new NodePrices(settings.networks).any,
    },
    usageRows: createSdkTable(client, tables.usage),
    failures,
    openUsers: () => openUsers(client, location),
  };
  const billingDeps = { ...rules, usage: gateway.usageRows };
  return ({ origin, warn }) => ({
    ...gateway,
    origin,
    openBilling: () => openBilling(billingDeps, { location, settings, secretsManager: secrets(), warn }),
  });
}

/** For the gateway's own client: the credentials that the SDK has found, read once, because no command outlives them. */
async function signedVariables({ config }: DynamoDBDocumentClient, { endpoints }: GatewayLocation) {
  const { accessKeyId, secretAccessKey, sessionToken } = await config.credentials();
  return {
    ...process.env,
    ...endpoints,
    AWS_REGION: await config.region(),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  };
}

async function openUsers({ config }: DynamoDBDocumentClient, { endpoints, userPoolId }: GatewayLocation) {
  const { CognitoIdentityProviderClient } = await import('@aws-sdk/client-cognito-identity-provider');
  const { UserDirectory } = await import('../../src/users/user-directory.ts');
  const endpoint = endpoints.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER;
  const { credentials, region } = config;
  const client = new CognitoIdentityProviderClient({ credentials, region, ...(endpoint && { endpoint }) });
  return new UserDirectory(client, userPoolId);
}
