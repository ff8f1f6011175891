import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import {
  dripping,
  ending,
  type RawBehaviour,
  startRawUpstream,
  stopRawUpstreams,
  writing,
} from '../upstream/raw-upstream.ts';
import { unreachableUrl } from '../upstream/upstream-server.ts';
import { call, errorOf, type Gateway } from './gateway.ts';
import { prepareProxyTests } from './proxy-fixture.ts';

// The rows of the answers table (docs/api.md) that a failing node causes, over real sockets.

const proxy = prepareProxyTests(stopRawUpstreams);

// Only the nodes that never finish an answer run into a time limit. The others get one that a busy machine cannot reach.
const gatewayTo = (url: string, longestCallSeconds = 25): Gateway =>
  proxy.makeGateway({ upstreams: [url], longestCallSeconds });

const head = (status: string, ...headers: readonly string[]) => `HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';
const length = (body: string | Buffer) => `Content-Length: ${Buffer.byteLength(body)}`;
const ok = '{"jsonrpc":"2.0","result":"ok","id":1}';
const answer = (status: string, body: string, ...headers: readonly string[]) =>
  head(status, length(body), ...headers) + body;

const unavailable: readonly [string, RawBehaviour][] = [
  ['closes without an answer', ending('')],
  ['resets the connection', (socket) => void socket.resetAndDestroy()],
  ['answers something other than HTTP', ending('SSH-2.0-OpenSSH_9.9\r\n\r\n')],
  ['cuts off its headers', ending('HTTP/1.1 200 OK\r\nContent-Ty')],
  ['cuts off a body of known length', ending(`${head('200 OK', json, 'Content-Length: 100')}${ok}`)],
  ['cuts off a chunked body', ending(`${head('200 OK', json, 'Transfer-Encoding: chunked')}26\r\n${ok}\r\n`)],
  ['writes a chunk without a size', writing(`${head('200 OK', json, 'Transfer-Encoding: chunked')}many\r\n${ok}`)],
  ['gives its body two lengths', writing(answer('200 OK', ok, 'Content-Length: 1'))],
  ['gives its body a length and chunks', writing(answer('200 OK', ok, 'Transfer-Encoding: chunked'))],
  ['has one header of 200 KB', writing(answer('200 OK', ok, `X-Bomb: ${'x'.repeat(200_000)}`))],
  ['has 50,000 headers', writing(answer('200 OK', ok, ...Array.from({ length: 50_000 }, (_, n) => `X-${n}: x`)))],
  ['has NUL in a header', writing(answer('200 OK', ok, 'X-Nul: a\0b'))],
  ['switches protocols', writing(head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'))],
  ['switches protocols without a header', writing(head('101 Switching Protocols'))],
  ...['000', '099', '600', '999'].map((status): [string, RawBehaviour] => [
    `has the status ${status}`,
    writing(answer(`${status} Odd`, ok)),
  ]),
  ...['301', '302', '303', '307', '308'].map((status): [string, RawBehaviour] => [
    `redirects with ${status}`,
    writing(answer(`${status} Moved`, 'Moved', 'Location: http://127.0.0.1:9/')),
  ]),
];

describe('no usable answer: 502 upstream_unavailable, and the call is given back', () => {
  test.each(unavailable)('a node that %s', async (_, behave) => {
    const gateway = gatewayTo(await startRawUpstream(behave));
    const { status, body } = await gateway.serve(call('12345678901234567890'));
    expect([status, JSON.parse(body).error.data.reason]).toEqual([502, 'upstream_unavailable']);
    expect(body).toContain('"id":12345678901234567890,');
    expect(await gateway.used()).toBe(0);
    expect(await gateway.records()).toMatchObject([{ outcome: 'upstream_error', status: 502 }]);
  });

  test.each([
    ['refuses connections', unreachableUrl],
    ['has an impossible host name', async () => `http://${'x'.repeat(64)}.invalid`],
  ])('a node that %s', async (_, url) => {
    const gateway = gatewayTo(await url());
    expect(errorOf(await gateway.serve(call(1))).data.reason).toBe('upstream_unavailable');
    expect(await gateway.used()).toBe(0);
  });
});

describe('no answer in time: 504 upstream_timeout at the time limit, and the call counts', () => {
  test.each<[string, RawBehaviour]>([
    ['accepts the connection and stays silent', () => {}],
    ['sends a header byte by byte', dripping('HTTP/1.1 200 OK\r\nX-Slow: ', 'x')],
    ['sends endless headers one by one', dripping('HTTP/1.1 200 OK\r\n', 'X-Slow: x\r\n')],
    ['sends its body byte by byte', dripping(head('200 OK', json, 'Content-Length: 100000'), ' ')],
    ['sends chunks one by one', dripping(head('200 OK', json, 'Transfer-Encoding: chunked'), '1\r\n \r\n')],
    ['sends only interim answers', dripping(head('100 Continue'), head('103 Early Hints', 'Link: x'))],
    ['never ends its chunks', writing(`${head('200 OK', json, 'Transfer-Encoding: chunked')}26\r\n${ok}\r\n`)],
    ['sends no length and does not close', writing(`${head('200 OK', json)}${ok}`)],
  ])('a node that %s', async (_, behave) => {
    const gateway = gatewayTo(await startRawUpstream(behave), 0.3);
    const { status, body } = await gateway.serve(call(1));
    expect([status, JSON.parse(body).error.data.reason]).toEqual([504, 'upstream_timeout']);
    expect(await gateway.used()).toBe(1);
    expect(await gateway.records()).toMatchObject([{ outcome: 'upstream_timeout', status: 504 }]);
  });
});

describe('an answer that does not answer the call: 502 upstream_unavailable, and the call is given back', () => {
  const html = '<html><body>It works!</body></html>';
  test.each([
    ['HTML', answer('200 OK', html, 'Content-Type: text/html')],
    ['an error page', answer('500 Oops', html, 'Content-Type: text/html')],
    ['a good answer with the status 500', answer('500 Oops', ok, json)],
    ['an empty 200', answer('200 OK', '', json)],
    ['a 204', head('204 No Content')],
    ['a text without a type', answer('200 OK', 'pong')],
    ['cut-off JSON', answer('200 OK', '{"jsonrpc":"2.0",', json)],
    ['JSON that is not an object', answer('200 OK', '"ok"', json)],
    ['the answer to another id', answer('200 OK', ok.replace('1}', '"other"}'), json)],
    ['401, for the operator’s credentials', answer('401 Unauthorized', ok, json)],
    ['402, for the operator’s bill', answer('402 Payment Required', ok, json)],
    ['403, for the operator’s credentials', answer('403 Forbidden', ok, json)],
    ['404, for a wrong path', answer('404 Not Found', ok, json)],
    ['408', answer('408 Request Timeout', ok, json)],
    ['400 without a body', answer('400 Bad Request', '', json)],
    ['400 with a result', answer('400 Bad Request', ok, json)],
    ['410 in HTML', answer('410 Gone', html, 'Content-Type: text/html')],
    ['422 with JSON of another form', answer('422 Unprocessable', '{"message":"Invalid chain"}', json)],
    ['an error that is only a text', answer('200 OK', '{"error":"Unauthorized"}', json)],
    ['a limit', answer('200 OK', '{"error":{"code":-32429,"message":"max usage reached"},"id":1}', json)],
  ])('%s', async (_, bytes) => {
    const gateway = gatewayTo(await startRawUpstream(writing(bytes)));
    expect(errorOf(await gateway.serve(call(1))).data.reason).toBe('upstream_unavailable');
    expect(await gateway.used()).toBe(0);
    expect(await gateway.records()).toMatchObject([{ outcome: 'upstream_error', status: 502 }]);
  });

  test('-32005 from every node is passed on, and the call is given back: the nodes are behind', async () => {
    const behind = '{"jsonrpc":"2.0","error":{"code":-32005,"message":"Node is behind"},"id":1}';
    const gateway = gatewayTo(await startRawUpstream(writing(answer('200 OK', behind, json))));
    expect((await gateway.serve(call(1))).body).toBe(behind);
    expect(await gateway.used()).toBe(0);
    expect(await gateway.records()).toMatchObject([{ outcome: 'upstream_error', status: 200 }]);
  });
});

test('413 of a proxy in front of the node is the caller’s error, in the gateway’s words, and the call counts', async () => {
  const page = '<html>413 Request Entity Too Large</html>';
  const gateway = gatewayTo(await startRawUpstream(writing(answer('413 Too Large', page, 'Content-Type: text/html'))));
  const { status, body } = await gateway.serve(call(1));
  expect([status, JSON.parse(body).error.data.reason]).toEqual([400, 'invalid_request']);
  expect(body).not.toContain('html');
  expect(await gateway.used()).toBe(1);
  expect(await gateway.records()).toMatchObject([{ outcome: 'invalid_request' }]);
});

describe('an error of the node is passed on if there is no other node, and the call counts', () => {
  test.each([
    ...[-32_601, -32_602, -32_004, -32_014, -32_016].map((code): [string, string, string] => {
      const body = `{"jsonrpc":"2.0","error":{"code":${code},"message":"m"},"id":1}`;
      return [`the error ${code}`, answer('200 OK', body, json), body];
    }),
  ])('%s', async (_, bytes, body) => {
    const gateway = gatewayTo(await startRawUpstream(writing(bytes)));
    expect((await gateway.serve(call(1))).body).toBe(body);
    expect(await gateway.used()).toBe(1);
    expect(await gateway.records()).toMatchObject([{ outcome: 'rpc_error' }]);
  });
});

describe('a readable answer counts', () => {
  const served = async (bytes: string | Buffer, acceptGzip = false) => {
    const gateway = gatewayTo(await startRawUpstream(writing(bytes)));
    const given = await gateway.serve(call(1), { acceptGzip });
    const [record] = await gateway.records();
    return { ...given, used: await gateway.used(), outcome: record?.outcome };
  };
  const counted = { status: 200, used: 1, outcome: 'ok' };

  test('with any content type', async () => {
    const given = await served(answer('200 OK', ok, 'Content-Type: text/plain; charset=utf-8'));
    expect(given).toMatchObject({ ...counted, body: ok, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  });

  test.each([
    ['that is not ASCII', 'text/\xe9'],
    ['that contains a tab', 'text/a\tb'],
    ['of 10 KB', `text/${'a'.repeat(10_240)}`],
  ])('with a content type %s, which is dropped', async (_, contentType) => {
    const given = await served(Buffer.from(answer('200 OK', ok, `Content-Type: ${contentType}`), 'latin1'));
    expect(given).toMatchObject({ ...counted, headers: { 'Content-Type': 'application/octet-stream' } });
  });

  test('after interim answers', async () => {
    expect(
      await served(`${head('100 Continue')}${head('103 Early Hints')}${answer('200 OK', ok, json)}`),
    ).toMatchObject({ ...counted, body: ok });
  });

  test('if it unpacks to 30 MB: it is passed on unchanged, and only its start is unpacked', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('{"result":"'), Buffer.alloc(30 * 1_048_576, 'a')]));
    const bytes = Buffer.concat([Buffer.from(head('200 OK', json, 'Content-Encoding: gzip', length(bomb))), bomb]);
    const given = await served(bytes, true);
    expect(given).toMatchObject({ ...counted, base64: true, headers: { 'Content-Encoding': 'gzip' } });
    expect(Buffer.from(given.body, 'base64').equals(bomb)).toBe(true);
  });

  test('with surplus bytes after it, which do not reach the next call', async () => {
    const gateway = gatewayTo(
      await startRawUpstream(writing(answer('200 OK', ok, json) + answer('200 OK', '"smuggled"', json))),
    );
    for (const _ of [1, 2, 3]) expect((await gateway.serve(call(1))).body).toBe(ok);
  });
});

test('an answer that never ends: 502 response_too_large at the size limit, and the call counts', async () => {
  const endless = `${head('200 OK', json, 'Transfer-Encoding: chunked')}${`10000\r\n${' '.repeat(65_536)}\r\n`.repeat(97)}`;
  const gateway = gatewayTo(await startRawUpstream(writing(endless)));
  expect(errorOf(await gateway.serve(call(1))).data.reason).toBe('response_too_large');
  expect(await gateway.used()).toBe(1);
});
