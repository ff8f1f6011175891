import * as v from 'valibot';
import { toCsv } from '../csv.ts';
import { chooseMediaType } from './accept.ts';
import type { OperationContract, OperationResponse } from './operation.ts';

const cursorSchema = v.object({ nextCursor: v.string() });

/**
 * Chooses the media type of an operation's response before the operation changes anything.
 * @returns makes the response to the request with this URL
 * @throws {RefusedError} `not_acceptable`
 */
export function negotiate(
  accept: string | undefined,
  { csv }: OperationContract,
): (response: OperationResponse, url: string) => Response {
  const type = chooseMediaType(accept, csv ? ['application/json', 'text/csv'] : ['application/json']);
  return ({ status, body, table }, url) => {
    const headers = nextPage(body, url);
    if (type === 'application/json' || !table) return Response.json(body, { status, headers });
    return new Response(toCsv(table), { status, headers: { ...headers, 'Content-Type': 'text/csv; charset=utf-8' } });
  };
}

/** The next page of a list (RFC 8288): CSV has no place for its cursor. */
function nextPage(body: unknown, url: string): Record<string, string> {
  if (!v.is(cursorSchema, body)) return {};
  const { pathname, searchParams } = new URL(url);
  searchParams.set('cursor', body.nextCursor);
  return { Link: `<${pathname}?${searchParams}>; rel="next"` };
}
