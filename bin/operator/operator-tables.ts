import { readFile } from 'node:fs/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { longAwsCallLimits } from '../../src/aws/aws-client.ts';
import { createAwsClient, dynamoDb } from '../../src/aws/aws-services.ts';
import { createDirectory, type Directory } from '../../src/table/directory-table.ts';
import type { Table } from '../../src/table/item-table.ts';
import { connectDynamoDb, createSdkTable } from '../../src/table/sdk-table.ts';
import { createQueryableTable, type QueryableTable } from '../../src/table/signed-table.ts';
import { CommandError } from '../command-errors.ts';
import { localAccess } from '../local-access.ts';
import { bucketFailures, type FailureObjects, folderFailures } from './failure-objects.ts';

/** The tables and the failure bucket of one gateway, deployed or local. */
export type OperatorTables = {
  readonly client: DynamoDBDocumentClient;
  readonly directoryName: string;
  readonly directory: Directory;
  readonly admissions: Table;
  readonly records: Table;
  readonly usage: QueryableTable;
  readonly failures: FailureObjects;
};

const tableNamesSchema = v.object({
  directory: v.string(),
  admissions: v.string(),
  records: v.string(),
  usage: v.string(),
});

/** Written by a running local gateway: see bin/start/connection-file.ts. */
const connectionFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    dynamodbUrl: v.string(),
    tables: tableNamesSchema,
    /** Folder used as the failure bucket. */
    failures: v.string(),
  }),
);

/**
 * Opens the tables of the local gateway on a port.
 * @throws {CommandError} if none is running there
 */
export async function localTables(port: string): Promise<OperatorTables> {
  const file = `.local/${port}.json`;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`No local gateway is running on port ${port}. Run npm start, or use --port or --stage.`);
  });
  const { dynamodbUrl, tables, failures } = v.parse(connectionFile, text);
  const client = connectDynamoDb({ endpoint: dynamodbUrl, ...localAccess });
  return openTables(client, tables, folderFailures(failures), { AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl });
}

/**
 * Opens the tables of a deployed stage, found by the outputs of its stack.
 * @throws {CommandError} if the stack does not exist in the AWS account and region of the environment
 */
export async function stageTables(stage: string): Promise<OperatorTables> {
  const stackName = `Sluice-${stage}`;
  const found = await new CloudFormationClient()
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((error) => {
      throw new CommandError(`Cannot read the stack ${stackName}: ${error instanceof Error ? error.message : error}`);
    });
  const output = (name: string) => found.Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
  const tables = v.safeParse(tableNamesSchema, {
    directory: output('DirectoryTable'),
    admissions: output('AdmissionsTable'),
    records: output('RecordsTable'),
    usage: output('UsageTable'),
  });
  if (!tables.success) throw new CommandError(`The stack ${stackName} has no outputs for its tables. Deploy it again.`);
  return openTables(connectDynamoDb(), tables.output, bucketFailures(output('FailureBucket') ?? ''));
}

async function openTables(
  client: DynamoDBDocumentClient,
  tables: v.InferOutput<typeof tableNamesSchema>,
  failures: FailureObjects,
  variables: NodeJS.ProcessEnv = process.env,
): Promise<OperatorTables> {
  return {
    client,
    directoryName: tables.directory,
    directory: createDirectory(client, tables.directory),
    admissions: createSdkTable(client, tables.admissions),
    records: createSdkTable(client, tables.records),
    usage: createQueryableTable(await signedClient(client, variables), tables.usage),
    failures,
  };
}

/** The gateway's signed client with the credentials that the SDK has found. They are read once: no command outlives them. */
async function signedClient({ config }: DynamoDBDocumentClient, variables: NodeJS.ProcessEnv) {
  const { accessKeyId, secretAccessKey, sessionToken } = await config.credentials();
  const access = {
    AWS_REGION: await config.region(),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  };
  return createAwsClient(dynamoDb, { ...variables, ...access }, { limits: longAwsCallLimits });
}
