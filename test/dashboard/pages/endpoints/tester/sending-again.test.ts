import { describe, expect, test } from '@jest/globals';
import { outcomes } from '../../../../../dashboard/format/outcomes.ts';
import {
  explainAnswer,
  gatewayReasons,
  jsonRpcCodes,
} from '../../../../../dashboard/pages/endpoints/tester/explain-answer.ts';
import { explainMissingAnswer } from '../../../../../dashboard/pages/endpoints/tester/missing-answer.ts';

const inDoubt: Readonly<Record<string, string>> = {
  upstream_unavailable: gatewayReasons.upstream_unavailable,
  upstream_timeout: gatewayReasons.upstream_timeout,
  response_too_large: gatewayReasons.response_too_large,
  internal_error: gatewayReasons.internal_error,
  'a node’s internal error': jsonRpcCodes[-32_603] ?? '',
  'a 500 of the HTTP API': explainAnswer(500, '{"message":"Internal Server Error"}').text,
  'a 503 of the HTTP API': explainAnswer(503, '{"message":"Service Unavailable"}').text,
  'an answer that the browser hides': explainMissingAnswer('hidden', 'good').reasons.at(-1) ?? '',
  'an answer that broke off': explainMissingAnswer('broken', 'good').text,
  'an answer that was not waited for': explainMissingAnswer('stopped', 'good').text,
  'an answer that did not come in time': explainMissingAnswer('timed out', 'good').text,
};

describe('no text of the tester invites to send again what may have arrived', () => {
  test.each(Object.entries(inDoubt))('%s: check first', (_, text) => {
    expect(text).toMatch(/[Cc]heck (whether it arrived )?before you send it again/);
    // Advice to try again is for reads alone.
    expect(text.replace(/A read: try again in a moment\./, '')).not.toMatch(/try again/i);
  });
});

test('no text says of a node that may have answered that it could not be reached', () => {
  const texts = [...Object.values(gatewayReasons), ...Object.values(outcomes).map(({ meaning }) => meaning)];
  expect(texts.filter((text) => /reach/.test(text))).toEqual([]);
});
