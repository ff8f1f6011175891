import { readFile } from 'node:fs/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { longCallLimits } from '../../src/aws/aws-client.ts';
import { createAwsClient, dynamoDb } from '../../src/aws/aws-services.ts';
import { createDirectory, type Directory } from '../../src/table/directory-table.ts';
import type { Table } from '../../src/table/item-table.ts';
import { connectDynamoDb, createSdkTable } from '../../src/table/sdk-table.ts';
import { createQueryableTable, type QueryableTable } from '../../src/table/signed-table.ts';
import { CommandError } from '../command-errors.ts';
import { localAccess } from '../local-access.ts';
import { bucketFailures, type FailureObjects, folderFailures } from './failure-objects.ts';

/** The tables of one gateway, deployed or local, and its failure bucket. */
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

/** What a local runtime leaves for commands while it runs: see bin/start/connection-file.ts. */
const whereabouts = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    dynamodbUrl: v.string(),
    tables: tableNamesSchema,
    /** The folder that stands for the failure bucket. */
    failures: v.string(),
  }),
);

/**
 * The tables of the local runtime on a port.
 * @throws {CommandError} when none runs there
 */
export async function localTables(port: string): Promise<OperatorTables> {
  const file = `.local/${port}.json`;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(
      `No local gateway runs on port ${port}: npm start, or name another with --port, or --stage.`,
    );
  });
  const { dynamodbUrl, tables, failures } = v.parse(whereabouts, text);
  const client = connectDynamoDb({ endpoint: dynamodbUrl, ...localAccess });
  return openTables(client, tables, folderFailures(failures), { AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl });
}

/**
 * The tables of a deployed stage, by the outputs of its stack.
 * @throws {CommandError} when there is no such stack in the account and region of the environment
 */
export async function stageTables(stage: string): Promise<OperatorTables> {
  const stackName = `Sluice-${stage}`;
  const found = await new CloudFormationClient()
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((error) => {
      throw new CommandError(
        `The stack ${stackName} cannot be read: ${error instanceof Error ? error.message : error}`,
      );
    });
  const output = (name: string) => found.Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
  const tables = v.safeParse(tableNamesSchema, {
    directory: output('DirectoryTable'),
    admissions: output('AdmissionsTable'),
    records: output('RecordsTable'),
    usage: output('UsageTable'),
  });
  if (!tables.success) throw new CommandError(`The stack ${stackName} does not name its tables: deploy it anew.`);
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

/** The gateway's own client with the access that the SDK has found; no command outlasts it. */
async function signedClient({ config }: DynamoDBDocumentClient, variables: NodeJS.ProcessEnv) {
  const { accessKeyId, secretAccessKey, sessionToken } = await config.credentials();
  const access = {
    AWS_REGION: await config.region(),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  };
  return createAwsClient(dynamoDb, { ...variables, ...access }, { limits: longCallLimits });
}
