import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Listener, type Listeners, PortTakenError, reserveListener, reserveListeners } from '../listeners.ts';
import { Teardown } from '../teardown.ts';

let teardown = new Teardown();
afterEach(async () => {
  await teardown.run();
  teardown = new Teardown();
});

const allOf = ({ apis, userPools, distributions }: Listeners) => [
  ...Object.values(apis),
  userPools,
  ...Object.values(distributions),
];
const portsOf = (listeners: Listeners) => allOf(listeners).map(({ url }) => Number(new URL(url).port));
const apis = (first: number | undefined, second?: number) => ({
  apis: { first, second },
  distributions: { site: undefined },
});

/** The first of four free ports in a row, as good as sure: they have been free just now. */
async function freeRow(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const servers = [0, 1, 2, 3].map((offset) => createServer().listen(first + offset, '127.0.0.1'));
    const listening = await Promise.all(
      servers.map((server) =>
        once(server, 'listening').then(
          () => true,
          () => false,
        ),
      ),
    );
    for (const server of servers) server.close();
    if (listening.every(Boolean)) return first;
  }
}

describe('the listeners of a stack', () => {
  test('take consecutive ports', async () => {
    const port = await freeRow();
    expect(portsOf(await reserveListeners(apis(port), teardown))).toEqual([port, port + 1, port + 2, port + 3]);
  });

  test('take free ports for 0', async () => {
    const ports = portsOf(await reserveListeners(apis(0), teardown));
    expect(new Set(ports).size).toBe(4);
    expect(ports).not.toContain(0);
  });

  test('take an API’s given port, and the next ones for the user pools and the distribution', async () => {
    const port = await freeRow();
    const [, ...others] = portsOf(await reserveListeners(apis(0, port), teardown));
    expect(others).toEqual([port, port + 1, port + 2]);
  });

  test('take a distribution’s given port, and the next one for another', async () => {
    const port = await freeRow();
    const distributions = { site: port + 2, other: undefined };
    const ports = { apis: { first: port }, userPools: 0, distributions };
    const [, userPools, ...others] = portsOf(await reserveListeners(ports, teardown));
    expect(others).toEqual([port + 2, port + 3]);
    expect(userPools).not.toBe(0);
  });

  test('are none for distributions unless they are named', async () => {
    expect(portsOf(await reserveListeners({ apis: { first: 0 } }, teardown))).toHaveLength(2);
  });

  test('fail if one port is in use, and release the others', async () => {
    const port = await freeRow();
    const server = createServer().listen(port + 1, '127.0.0.1');
    await once(server, 'listening');
    await expect(reserveListeners(apis(port), teardown)).rejects.toThrow(PortTakenError);
    server.close();
    await teardown.run();
    expect(
      portsOf(await reserveListeners(apis(port), new Teardown()).then((listeners) => remember(listeners))),
    ).toContain(port);
  });
});

function remember(listeners: Listeners): Listeners {
  for (const listener of allOf(listeners)) teardown.add(listener.stop);
  return listeners;
}

describe('a listener', () => {
  let listener: Listener;
  afterEach(() => listener.stop());

  test('has its address before its handler, and keeps requests until then', async () => {
    listener = await reserveListener(0);
    const answer = fetch(listener.url);
    listener.handle((_, outgoing) => outgoing.end('open'));
    expect(await (await answer).text()).toBe('open');
  });

  test('refuses a port that is in use', async () => {
    listener = await reserveListener(0);
    await expect(reserveListener(Number(new URL(listener.url).port))).rejects.toThrow(PortTakenError);
  });

  test('may be stopped without a handler, and twice', async () => {
    listener = await reserveListener(0);
    const refused = expect(fetch(listener.url)).rejects.toThrow('fetch failed');
    await listener.stop();
    await listener.stop();
    await refused;
  });
});
