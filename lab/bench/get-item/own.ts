import { createAwsClient, dynamoDb } from '../../../src/aws/aws-services.ts';
import { createSignedTable } from '../../../src/table/signed-table.ts';
import { key, tableName } from './request.ts';

const table = createSignedTable(createAwsClient(dynamoDb, process.env), tableName);

export const getItem = (): Promise<unknown> => table.get(key);
