import { readFile } from 'node:fs/promises';
import { CloudFormationClient, DescribeStacksCommand, type Output } from '@aws-sdk/client-cloudformation';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { billingSettingEntries } from '../../src/billing/billing-settings.ts';
import { CommandError, NotFoundError, UsageError } from '../command-errors.ts';
import { localAccess } from '../local-access.ts';
import { NotRunningError } from '../start/connection-file.ts';
import { bucketFailures, type FailureObjects, folderFailures } from './failure-objects.ts';

const tables = v.object({ directory: v.string(), admissions: v.string(), records: v.string(), usage: v.string() });

const resourcesSchema = v.object({ tables, userPoolId: v.string() });

const localBilling = v.object({ apiKey: v.string(), settings: v.strictObject(billingSettingEntries) });

/** Where a gateway keeps its data: names and addresses. */
export type GatewayLocation = v.InferOutput<typeof resourcesSchema> & {
  /** For messages. */
  readonly name: string;
  /** The ids of the plans that the gateway runs with; undefined in the operator's function, which has its settings. */
  readonly planIds: readonly string[] | undefined;
  readonly failures?: FailureObjects;
  /** The settings file of a local gateway. */
  readonly config?: string | undefined;
  /** The fake Stripe of a local gateway, null without one; undefined for a deployed gateway. */
  readonly billing?: v.InferOutput<typeof localBilling> | null;
  readonly dynamoDb: DynamoDBClientConfig;
  /** Endpoints for the clients that read them from the environment. */
  readonly endpoints: Readonly<Record<string, string>>;
};

/** Written by a running local gateway: see bin/start/connection-file.ts. */
const connectionFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    dynamodbUrl: v.string(),
    tables,
    /** Folder used as the failure bucket. */
    failures: v.string(),
    config: v.optional(v.string()),
    plans: v.optional(v.string()),
    billing: v.optional(localBilling),
    variables: v.object({ USER_POOL_URL: v.string(), USER_POOL_ID: v.string() }),
  }),
);

/**
 * Finds the local gateway on a port.
 * @throws {UsageError} for a port that is not a number @throws {NotRunningError} if none is running there
 */
export async function localGateway(port: string): Promise<GatewayLocation> {
  if (!/^[1-9]\d{0,4}$/.test(port)) throw new UsageError(`--port must be a number like 8545, not ${port}.`);
  const text = await readFile(`.local/${port}.json`, 'utf8').catch(() => {
    throw new NotRunningError(port);
  });
  const { dynamodbUrl, tables, failures, config, plans, billing = null, variables } = v.parse(connectionFile, text);
  return {
    tables,
    userPoolId: variables.USER_POOL_ID,
    name: `the local gateway on port ${port}`,
    planIds: plans?.split(','),
    config,
    billing,
    failures: folderFailures(failures),
    dynamoDb: { endpoint: dynamodbUrl, ...localAccess },
    endpoints: {
      AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: variables.USER_POOL_URL,
    },
  };
}

/** A stack, and the construct of the instance in it: its id, or several with slashes; empty in a stack of `-c stage=…`. */
export type DeployedInstance = { readonly stackName: string; readonly instance: string };

/** What the logical ids of an instance in a stack of another app begin with. */
export const idPrefix = (instance: string): string => instance.replace(/[^A-Za-z0-9]/g, '');

/**
 * Finds a deployed instance by the outputs of its stack.
 * @throws {NotFoundError} if the stack does not exist in the AWS account and region of the environment, or does not have
 * the instance
 */
export async function deployedGateway({ stackName, instance }: DeployedInstance): Promise<GatewayLocation> {
  const { Outputs = [] } = (await describeStack(stackName)) ?? {};
  const prefix = idPrefix(instance);
  const output = (name: string) => Outputs.find(({ OutputKey }) => OutputKey === `${prefix}${name}`)?.OutputValue;
  if (output('DirectoryTable') === undefined) refuseUnknownInstance({ stackName, instance }, Outputs);
  const resources = v.safeParse(resourcesSchema, {
    tables: {
      directory: output('DirectoryTable'),
      admissions: output('AdmissionsTable'),
      records: output('RecordsTable'),
      usage: output('UsageTable'),
    },
    userPoolId: output('UserPoolId'),
  });
  if (!resources.success) {
    throw new CommandError(`The stack ${stackName} lacks outputs for its tables and users. Deploy it again.`);
  }
  const failureBucket = output('FailureBucket');
  return {
    ...resources.output,
    name: instance === '' ? stackName : `${instance} of the stack ${stackName}`,
    planIds: output('Plans')?.split(','),
    ...(failureBucket !== undefined && { failures: bucketFailures(failureBucket) }),
    dynamoDb: {},
    endpoints: {},
  };
}

/** A stack that has other instances. One without any is too old: its message says so. */
function refuseUnknownInstance({ stackName, instance }: DeployedInstance, outputs: readonly Output[]): void {
  const found = outputs.flatMap(({ OutputKey = '' }) => /^(.*)DirectoryTable$/.exec(OutputKey)?.[1] ?? []);
  if (found.length === 0) return;
  const asked = instance === '' ? 'is not of one instance alone' : `has no instance ${instance}`;
  const others = found.map((id) => (id === '' ? `--stack ${stackName} alone` : `--instance ${id}`));
  throw new NotFoundError(`The stack ${stackName} ${asked}. Use ${others.join(' or ')}.`);
}

/** In ms. Without them, a command without a network hangs for minutes. */
const timeLimits = { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true };

async function describeStack(StackName: string) {
  try {
    const client = new CloudFormationClient({ maxAttempts: 2, requestHandler: timeLimits });
    return (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0];
  } catch (error) {
    // CloudFormation has no error of its own for a stack that does not exist.
    if (!(error instanceof Error && error.name === 'ValidationError')) throw error;
    throw new NotFoundError(`AWS has no stack ${StackName} in the account and region of the environment.`, {
      cause: error,
    });
  }
}
