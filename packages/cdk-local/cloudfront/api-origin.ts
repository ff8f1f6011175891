import { type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Answer, errorPage, type ViewerRequest } from './answer.ts';

/** What concerns one connection only (CloudFront Developer Guide, "HTTP request headers and CloudFront behavior"). */
const hopByHop = new Set(['connection', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/**
 * Hands requests on to an HTTP API with all that the viewer sent but `host`, as the managed origin request policy
 * AllViewerExceptHostHeader says.
 * @param url of the API, without a path
 */
export const createApiOrigin =
  (url: string) =>
  async (request: ViewerRequest): Promise<Answer> => {
    try {
      const answer = await exchange(url, request);
      return { status: answer.statusCode ?? 502, headers: answered(answer.headers), body: await buffer(answer) };
    } catch {
      return errorPage(502, 'CloudFront was not able to connect to the origin.');
    }
  };

const exchange = (url: string, { method, uri, query, headers, body, ip }: ViewerRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const path = query === '' ? uri : `${uri}?${query}`;
    const { host: _, 'x-forwarded-for': via, ...others } = headers;
    const passed = Object.entries(others).filter(([name]) => !hopByHop.has(name));
    const forwarded = { ...Object.fromEntries(passed), 'x-forwarded-for': via === undefined ? ip : `${via}, ${ip}` };
    const outgoing = send(url, { method, path, headers: forwarded }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });

const answered = (headers: IncomingHttpHeaders): Headers =>
  new Headers(
    Object.entries(headers)
      .filter(([name]) => !hopByHop.has(name) && name !== 'content-length')
      .flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
  );
