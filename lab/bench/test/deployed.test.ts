import { expect, test } from '@jest/globals';
import { variablesOf } from '../deployed.ts';

test("a function's settings are found, and not what the template makes for it", () => {
  expect(variablesOf('Proxy')).toMatchObject({ OVERLAP_READS: 'on', LOG_LEVEL: expect.any(String) });
  expect(Object.keys(variablesOf('Proxy'))).not.toContain('RECORDS_TABLE');
});
