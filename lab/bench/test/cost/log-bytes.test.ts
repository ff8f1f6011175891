import { expect, test } from '@jest/globals';
import { accessLogBytes, platformLogBytes } from '../../cost/log-bytes.ts';
import { accessLogFormat } from '../../deployed.ts';

test('variables of an access log are counted as their values, those of errors as a dash', () => {
  expect(accessLogBytes('{"a":"$context.status","b":"$context.error.message"}')).toBe('{"a":"200","b":"-"}'.length);
});

test('the line that prod logs for a call is counted whole', () => {
  expect(accessLogBytes(accessLogFormat)).toBeGreaterThan(200);
});

test("Lambda's lines are counted unless they are filtered out", () => {
  expect(platformLogBytes({ logFormat: 'Text', logsEveryRun: true })).toBeGreaterThan(200);
  expect(platformLogBytes({ logFormat: 'JSON', logsEveryRun: true })).toBeGreaterThan(200);
  expect(platformLogBytes({ logFormat: 'JSON', logsEveryRun: false })).toBe(0);
});
