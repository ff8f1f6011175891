import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { allow, type Running, serve } from './test-api.ts';

let api: Running;
beforeEach(async () => {
  api = await serve({ authorizer: allow, proxy: () => ({ statusCode: 200 }) });
});
afterEach(async () => {
  await api.stop();
  expect(api.faults).toEqual([]);
});

describe('a WebSocket handshake', () => {
  test('fails at once with a real client, and no function runs', async () => {
    const socket = new WebSocket(api.url.replace('http:', 'ws:'));
    const failed = once(socket, 'error');
    const [closed] = await once(socket, 'close');
    await failed;
    // The code of a connection that never opened (RFC 6455, 7.1.5).
    expect(closed).toMatchObject({ code: 1006 });
    expect(api.events).toMatchObject({ authorizer: [], proxy: [] });
  });

  test('is answered as any request without a route: 404 and a body in JSON', async () => {
    const handshake = request(api.url, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'x-api-key': 'a key does not help',
      },
    }).end();
    handshake.once('upgrade', () => handshake.destroy(new Error('it was upgraded')));
    const [answer] = await once(handshake, 'response');
    expect([answer.statusCode, await text(answer)]).toEqual([404, '{"message":"Not Found"}']);
    expect(answer.headers).not.toHaveProperty('upgrade');
    expect(api.events).toMatchObject({ authorizer: [], proxy: [] });
  });
});
