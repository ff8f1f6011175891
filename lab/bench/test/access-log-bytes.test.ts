import { expect, test } from '@jest/globals';
import { accessLogBytes } from '../access-log-bytes.ts';
import { deployed } from '../deployed.ts';

test('variables of an access log are counted as their values, those of errors as a dash', () => {
  expect(accessLogBytes('{"a":"$context.status","b":"$context.error.message"}')).toBe('{"a":"200","b":"-"}'.length);
});

test('the line that prod logs for a call is counted whole', () => {
  expect(deployed.accessLogBytes).toBeGreaterThan(200);
});
