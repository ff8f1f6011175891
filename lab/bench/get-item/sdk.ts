import { connect } from '../../../src/table/connect.ts';
import { createTable } from '../../../src/table/table.ts';
import { key, tableName } from './request.ts';

const table = createTable(connect(), tableName);

export const getItem = (): Promise<unknown> => table.get(key);
