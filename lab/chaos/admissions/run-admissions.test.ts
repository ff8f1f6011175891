import { beforeAll, describe, expect, test } from '@jest/globals';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { documentClient, dynamoDbOptions, makeTable } from '../../../test/support/dynamodb.ts';
import { brokenBy } from './admissions.ts';
import type { Findings } from './findings.ts';
import { runAdmissions } from './run-admissions.ts';
import { scenarios } from './scenarios.ts';

describe.each(scenarios(1, 0.02))('limits under faults: $name', (scenario) => {
  let findings: Findings;
  beforeAll(async () => {
    const tableName = await makeTable(false);
    const place = { url: dynamoDbOptions().endpoint, tableName, table: createSdkTable(documentClient(), tableName) };
    ({ findings } = await runAdmissions(scenario, place));
  });

  test('no call is admitted over a limit, lost, counted twice, or refused while there is room', () => {
    expect(brokenBy(findings)).toEqual([]);
    expect(findings.admitted).toBeGreaterThan(0);
  });
});
