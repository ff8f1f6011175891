import * as v from 'valibot';
import type { GatewayFindings } from '../../../lab/chaos/gateway/run-gateway.ts';
import { parseJson } from '../../../src/schema.ts';
import { isTimeOut } from './failed-reads.ts';
import type { VersionLine } from './two-versions.ts';

/** More time-outs are no busy machine: a version hangs. */
const mostExcused = 0.1;

const failedRequest = v.object({ event: v.literal('request_failed'), requestId: v.string() });
const failedInvocation = v.object({ event: v.literal('invocation_failed') });

type Failures = Pick<GatewayFindings, 'requests' | 'failed' | 'unanswered'>;

/**
 * Requests in fair weather that failed, a line for each kind. A time-out of DynamoDB excuses the request in whose name
 * it was logged, or one without an answer if an authorizer logged it; and only a tenth of all requests.
 */
export function unexcused({ requests, failed, unanswered }: Failures, lines: readonly VersionLine[]): string[] {
  const timeOuts = lines.filter(({ line }) => isTimeOut(line));
  const timedOut = new Set(timeOuts.map(({ line }) => requestIdIn(line)));
  const ofAuthorizers = timeOuts.filter(isFailedAuthorizer).length;
  const withoutReason = failed.filter((requestId) => !timedOut.has(requestId)).length;
  const withoutAnswer = Math.max(0, unanswered - ofAuthorizers);
  const excused = failed.length + unanswered - withoutReason - withoutAnswer;
  const problems = [
    [withoutReason, 'requests failed (500 or 503) for another reason than a time-out'],
    [withoutAnswer, 'requests got no answer of the proxy for another reason than a time-out'],
    [excused > requests * mostExcused ? excused : 0, `of ${requests} requests timed out in fair weather`],
  ] as const;
  return problems.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}.`);
}

function requestIdIn(line: string): string | undefined {
  const parsed = v.safeParse(failedRequest, parseJson(line));
  return parsed.success ? parsed.output.requestId : undefined;
}

/** Lambda gives an authorizer's invocation an id of its own, so that it cannot be told which request it failed. */
const isFailedAuthorizer = ({ functionName, line }: VersionLine): boolean =>
  functionName.startsWith('DataPlaneAuthorizer') && v.is(failedInvocation, parseJson(line));
