import { expect, test } from '@jest/globals';
import { platformLogBytes } from '../../src/cost/log-bytes.ts';

test("Lambda's lines are counted unless they are filtered out", () => {
  expect(platformLogBytes({ logFormat: 'Text', logsEveryRun: true })).toBeGreaterThan(200);
  expect(platformLogBytes({ logFormat: 'JSON', logsEveryRun: true })).toBeGreaterThan(200);
  expect(platformLogBytes({ logFormat: 'JSON', logsEveryRun: false })).toBe(0);
});
