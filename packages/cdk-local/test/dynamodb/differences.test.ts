import { beforeAll, expect, test } from '@jest/globals';
import { chooseEngine } from '../../dynamodb/choose-engine.ts';
import type { DynamoDbEngineName } from '../../dynamodb/engine.ts';
import { differences } from './differences.ts';
import { sharedDynamoDb } from './shared-dynamodb.ts';
import { TestTable } from './test-table.ts';

// A row that fails here has changed in the engine: correct the row, and what the local runtime does about it.

const dynamodb = sharedDynamoDb();
let name: DynamoDbEngineName;

beforeAll(async () => {
  name = (await chooseEngine()).name;
});

test.each(differences)('the engine does as the table says: $what', async (row) => {
  expect(await row.observe(new TestTable(dynamodb.url), dynamodb.url)).toBe(row[name]);
});

test('each row is a difference', () => {
  for (const { what, embedded, amazon } of differences) expect([what, embedded]).not.toEqual([what, amazon]);
});
