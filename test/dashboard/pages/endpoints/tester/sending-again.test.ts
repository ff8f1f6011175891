import { describe, expect, test } from '@jest/globals';
import { errorCodeView } from '../../../../../dashboard/format/error-code-view.ts';
import { outcomeNames, outcomeView } from '../../../../../dashboard/format/outcomes.ts';
import { explainAnswer, gatewayReasons } from '../../../../../dashboard/pages/endpoints/tester/explain-answer.ts';
import { explainMissingAnswer } from '../../../../../dashboard/pages/endpoints/tester/missing-answer.ts';

const inDoubt: Readonly<Record<string, string>> = {
  upstream_unavailable: gatewayReasons.upstream_unavailable,
  upstream_timeout: gatewayReasons.upstream_timeout,
  call_too_slow: gatewayReasons.call_too_slow,
  response_too_large: gatewayReasons.response_too_large,
  internal_error: gatewayReasons.internal_error,
  'a node’s internal error': errorCodeView(undefined, -32_603).advice,
  'a 500 of the HTTP API': explainAnswer(500, '{"message":"Internal Server Error"}').text,
  'a 503 of the HTTP API': explainAnswer(503, '{"message":"Service Unavailable"}').text,
  'a response that the browser hides': explainMissingAnswer('hidden', 'valid').reasons.at(-1) ?? '',
  'a response that was cut off': explainMissingAnswer('broken', 'valid').text,
  'a response whose wait was stopped': explainMissingAnswer('stopped', 'valid').text,
  'a response that took too long': explainMissingAnswer('timed out', 'valid').text,
};

describe('no text of the tester suggests repeating a transaction that may have arrived', () => {
  test.each(Object.entries(inDoubt))('%s: check before sending again', (_, text) => {
    expect(text).toMatch(/[Cc]heck (whether it arrived )?before you send it again/);
    // Only reads may be tried again.
    expect(text).not.toMatch(/try again/i);
  });
});

test('no text says that a node which may have answered could not be reached', () => {
  const texts = [...Object.values(gatewayReasons), ...outcomeNames.map((outcome) => outcomeView(outcome).meaning)];
  expect(texts.filter((text) => /reach/.test(text))).toEqual([]);
});
