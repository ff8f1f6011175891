import { setTimeout as pause } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createRequestLimit } from '../src/accounts/account-request-limit.ts';
import { longAwsCallLimits } from '../src/aws/aws-client.ts';
import { createAwsClient, dynamoDb } from '../src/aws/aws-services.ts';
import { createSecretReader, readSecret } from '../src/aws/secret-reader.ts';
import { createBillingConnection } from '../src/billing/billing-connection.ts';
import { controlPlaneEnvironment } from '../src/environment.ts';
import { createReadCalls } from '../src/keys/key-slots.ts';
import { createLog } from '../src/log.ts';
import { createApi } from '../src/management-api/app.ts';
import { createClientAddress } from '../src/management-api/client-address.ts';
import { NetworkChains } from '../src/network-chains.ts';
import { Plans } from '../src/plans.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createDirectory } from '../src/table/directory-table.ts';
import { connectDynamoDb, createSdkTable, sdkTimeLimits } from '../src/table/sdk-table.ts';
import { createQueryableTable } from '../src/table/signed-table.ts';
import { systemClock } from '../src/time.ts';
import { connectSendMail, formerAddressText } from '../src/users/customer-mails.ts';
import { UserDirectory } from '../src/users/user-directory.ts';
import { onHttpEvents } from './http-event.ts';

const environment = readEnvironment(controlPlaneEnvironment, process.env);
const settings = readFunctionSettings(process.env);
const client = connectDynamoDb();

const directory = createDirectory(client, environment.DIRECTORY_TABLE);
const admissions = createSdkTable(client, environment.ADMISSIONS_TABLE);
const plans = new Plans(settings.plans);
const log = createLog(environment.LOG_LEVEL);
const secrets = new SecretsManagerClient(sdkTimeLimits);

const { service } = settings;
const sendMail = connectSendMail(environment, service);

const { BILLING_SETTINGS, DASHBOARD_URL } = environment;
const connectionDeps = { readSecret: (name: string) => readSecret(secrets, name), clock: systemClock, log };
const billing =
  BILLING_SETTINGS && DASHBOARD_URL
    ? { connect: createBillingConnection(BILLING_SETTINGS, connectionDeps), dashboardUrl: DASHBOARD_URL }
    : undefined;

/** The management API, called by the HTTP API after its JWT authorizer. */
export const handler = onHttpEvents(
  createApi({
    settings,
    plans,
    sale: { plans, currency: settings.currency, canPay: billing !== undefined },
    billing,
    chains: new NetworkChains(settings.networks),
    directory,
    admissions,
    readCalls: createReadCalls(admissions),
    secretPrefix: environment.SECRET_PREFIX,
    records: createSdkTable(client, environment.RECORDS_TABLE),
    usage: createQueryableTable(
      createAwsClient(dynamoDb, process.env, { limits: longAwsCallLimits }),
      environment.USAGE_TABLE,
    ),
    usageRows: createSdkTable(client, environment.USAGE_TABLE),
    networkStates: createSdkTable(client, environment.NETWORKS_TABLE),
    takeTokens: createRequestLimit(directory, systemClock, log),
    signingKey: createSecretReader(secrets, environment.CURSOR_SECRET),
    clientAddress: createClientAddress(
      createSecretReader(secrets, environment.ORIGIN_SECRET),
      systemClock,
      log,
      settings.isBehindFirewall,
    ),
    users: new UserDirectory(new CognitoIdentityProviderClient(sdkTimeLimits), environment.USER_POOL_ID),
    tellFormerAddress:
      sendMail && ((email) => sendMail(email, formerAddressText(service.name, environment.SUPPORT_URL))),
    serverClientId: environment.SERVER_CLIENT_ID,
    rpcUrl: environment.RPC_URL,
    clock: systemClock,
    pause,
    log,
  }),
);
