import { isObject } from '../form.ts';
import { NoAnswerError } from '../http/no-answer-error.ts';
import { parseJson } from '../json.ts';
import { textOf } from '../upstream/answer.ts';
import type { send as sendOverHttp } from '../upstream/send.ts';

/** How the check of an endpoint ended. */
export type EndpointResult =
  | { readonly up: true }
  | { readonly up: false; readonly status?: number; readonly code?: string };

/** It cannot be a secret, so the authorizer refuses it without a read, and it belongs to nobody. */
const malformedKey = 'watch';

/**
 * Calls an endpoint of the RPC API with a malformed key. The gateway's own 403 means that the API, its route and the
 * authorizer work; nothing else would answer so. It counts in nobody's usage.
 */
export async function checkEndpoint(
  url: string,
  method: string,
  { send, timeoutMs }: { readonly send: typeof sendOverHttp; readonly timeoutMs: number },
): Promise<EndpointResult> {
  const headers = { 'content-type': 'application/json', 'x-api-key': malformedKey, 'user-agent': 'sluice-watch' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  try {
    const answer = await send({ url: new URL(url), headers, body, timeoutMs, repeatable: false });
    const text = parseJson(textOf(answer));
    const refused = answer.status === 403 && isObject(text) && text.message === 'Forbidden';
    return refused ? { up: true } : { up: false, status: answer.status };
  } catch (error) {
    if (error instanceof NoAnswerError) return { up: false, code: error.code };
    throw error;
  }
}
