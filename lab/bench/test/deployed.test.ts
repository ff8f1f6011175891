import { expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { accessLogFormat, batching, functions, variablesOf } from '../deployed.ts';

test('the functions have the memory that the stage gives them', () => {
  const { authorizer, proxy, tally } = stageNamed('prod').memory;
  expect(Object.values(functions).map(({ memory }) => memory)).toEqual([authorizer, proxy, tally]);
});

test('the stream is cut by a window and a size', () => {
  expect(batching).toEqual({ size: expect.any(Number), windowMs: expect.any(Number) });
});

test('the access log is that of the RPC API', () => expect(accessLogFormat).toContain('$context.authorizer.keyId'));

test("a function's settings are found, and not what the template makes for it", () => {
  expect(variablesOf('Proxy')).toMatchObject({ OVERLAP_READS: 'on', LOG_LEVEL: expect.any(String) });
  expect(Object.keys(variablesOf('Proxy'))).not.toContain('RECORDS_TABLE');
});
