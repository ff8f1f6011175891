import { freePort } from './dynamodb/port.ts';
import { type Door, takeDoor } from './http-api/door.ts';
import type { Teardown } from './teardown.ts';

/** Where clients reach the HTTP APIs, each by the name that the stack's user gives it, the user pool and the distribution. */
export type Doors = {
  readonly apis: Readonly<Record<string, Door>>;
  readonly userPool: Door;
  readonly distribution: Door;
};

/**
 * Ports in the order in which they are taken: those of the HTTP APIs by name, the user pool's, the distribution's.
 * 0 stands for a free port, and undefined for the port after the one before.
 */
export type Ports = {
  readonly apis: Readonly<Record<string, number | undefined>>;
  readonly userPool?: number | undefined;
  readonly distribution?: number | undefined;
};

/**
 * Takes every port that clients use.
 * @throws {PortTakenError}
 */
export async function takeDoors(ports: Ports, teardown: Teardown): Promise<Doors> {
  let before = 0;
  const take = async (wanted: number = nextPort(before)): Promise<Door> => {
    before = wanted;
    // What listens on all interfaces leaves 127.0.0.1 free on some systems.
    if (wanted !== 0) await freePort(wanted);
    return teardown.started(takeDoor(wanted));
  };
  const apis: Record<string, Door> = {};
  for (const [name, port] of Object.entries(ports.apis)) apis[name] = await take(port);
  return { apis, userPool: await take(ports.userPool), distribution: await take(ports.distribution) };
}

const nextPort = (port: number): number => (port === 0 || port === 65_535 ? 0 : port + 1);
