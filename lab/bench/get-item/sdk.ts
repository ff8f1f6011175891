import { connectDynamoDb, createSdkTable } from '../../../src/table/sdk-table.ts';
import { key, tableName } from './request.ts';

const table = createSdkTable(connectDynamoDb(), tableName);

export const getItem = (): Promise<unknown> => table.get(key);
