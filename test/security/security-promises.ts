import * as v from 'valibot';
import type { HostileAnswer } from './hostile-exchange.ts';
import { isSick } from './hostile-node.ts';
import type { HostileRequest } from './hostile-request/hostile-request.ts';
import type { SecretFinder } from './secret-finder.ts';

/** The reasons of the answers table (docs/api.md), and the status of each. */
const statusOfReason: Readonly<Record<string, number>> = {
  parse_error: 400,
  invalid_request: 400,
  batch_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  quota_exceeded: 429,
  upstream_unavailable: 502,
};

/** What the HTTP API says itself. */
const ownStatuses: ReadonlySet<number> = new Set([204, 400, 401, 403, 404, 413, 431]);

const reasoned = v.object({ error: v.object({ data: v.object({ reason: v.string(), requestId: v.string() }) }) });
const own = v.strictObject({ message: v.string() });

/**
 * The fault of an answer to a hostile request; undefined if it keeps every promise: no 5xx that the node has not
 * brought about, JSON with a documented reason, and no piece of a secret that the request's own body does not hold.
 */
export function complaintAbout(
  request: HostileRequest,
  answer: HostileAnswer,
  secrets: SecretFinder,
): string | undefined {
  const { status, head, body } = answer;
  const sick = isSick(request.body.toString());
  if (status >= 500 && !sick) return `${status} without a sick node`;
  const shown = secrets.findIn(`${head} ${body}`);
  if (shown !== undefined) return `the answer shows the secret of ${shown}`;
  if (body === '' || (sick && status === 500)) return undefined;
  return complaintAboutJson(status, body, request.method);
}

function complaintAboutJson(status: number, body: string, method: string): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), body);
  if (!parsed.success) return 'the answer is no JSON';
  if (method !== 'POST' || v.is(own, parsed.output)) {
    return ownStatuses.has(status) ? undefined : `the HTTP API answers with ${status}`;
  }
  if (status === 200) return undefined;
  const [first] = [parsed.output].flat();
  if (!v.is(reasoned, first)) return `${status} without a reason`;
  const expected = statusOfReason[first.error.data.reason];
  const batch = Array.isArray(parsed.output);
  return expected === status || batch ? undefined : `${status} with the reason ${first.error.data.reason}`;
}
