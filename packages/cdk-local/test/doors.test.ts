import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Doors, takeDoors } from '../doors.ts';
import { PortTakenError } from '../dynamodb/port.ts';
import { Teardown } from '../teardown.ts';

let teardown = new Teardown();
afterEach(async () => {
  await teardown.run();
  teardown = new Teardown();
});

const doorsOf = ({ apis, userPool, distribution }: Doors) => [...Object.values(apis), userPool, distribution];
const portsOf = (doors: Doors) => doorsOf(doors).map(({ url }) => Number(new URL(url).port));
const apis = (first: number | undefined, second?: number) => ({ apis: { first, second } });

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

describe('the doors of a runtime', () => {
  test('stand side by side', async () => {
    const port = await freeRow();
    expect(portsOf(await takeDoors(apis(port), teardown))).toEqual([port, port + 1, port + 2, port + 3]);
  });

  test('are where there is room when a free port is asked for', async () => {
    const ports = portsOf(await takeDoors(apis(0), teardown));
    expect(new Set(ports).size).toBe(4);
    expect(ports).not.toContain(0);
  });

  test('take an API’s port as it is given, with the user pool’s and the distribution’s after it', async () => {
    const port = await freeRow();
    const [, ...others] = portsOf(await takeDoors(apis(0, port), teardown));
    expect(others).toEqual([port, port + 1, port + 2]);
  });

  test('take the distribution’s port as it is given', async () => {
    const port = await freeRow();
    expect(portsOf(await takeDoors({ ...apis(port), distribution: port + 3 }, teardown))).toEqual([
      port,
      port + 1,
      port + 2,
      port + 3,
    ]);
    expect(portsOf(await takeDoors({ ...apis(0), distribution: 0 }, teardown))).not.toContain(0);
  });

  test('are not taken where one of the ports is, and leave none behind', async () => {
    const port = await freeRow();
    const server = createServer().listen(port + 1, '127.0.0.1');
    await once(server, 'listening');
    await expect(takeDoors(apis(port), teardown)).rejects.toThrow(PortTakenError);
    server.close();
    await teardown.run();
    expect(portsOf(await takeDoors(apis(port), new Teardown()).then((doors) => remember(doors)))).toContain(port);
  });
});

function remember(doors: Doors): Doors {
  for (const door of doorsOf(doors)) teardown.add(door.stop);
  return doors;
}
