import { freePort } from './dynamodb/port.ts';
import { type Door, takeDoor } from './http-api/door.ts';
import type { Teardown } from './teardown.ts';

/** Where clients reach the RPC API, the management API, the user pool and the dashboard. */
export type Doors = {
  readonly rpc: Door;
  readonly management: Door;
  readonly userPool: Door;
  readonly dashboard: Door;
};

/**
 * The ports of the RPC API, the management API and the dashboard; 0 stands for a free one. Where it is not given, the
 * management API's is the one after the RPC API's, and the dashboard's the one after the user pool's.
 */
export type Ports = {
  readonly port: number;
  readonly apiPort?: number | undefined;
  readonly dashboardPort?: number | undefined;
};

/**
 * Takes every port that clients use; the user pool's is the next one after the management API's.
 * @throws {PortTakenError}
 */
export async function takeDoors(ports: Ports, teardown: Teardown): Promise<Doors> {
  const { port, apiPort = nextPort(port) } = ports;
  const userPoolPort = nextPort(apiPort);
  const { dashboardPort = nextPort(userPoolPort) } = ports;
  const take = async (wanted: number): Promise<Door> => {
    // What listens on all interfaces leaves 127.0.0.1 free on some systems.
    if (wanted !== 0) await freePort(wanted);
    return teardown.started(takeDoor(wanted));
  };
  return {
    rpc: await take(port),
    management: await take(apiPort),
    userPool: await take(userPoolPort),
    dashboard: await take(dashboardPort),
  };
}

const nextPort = (port: number): number => (port === 0 || port === 65_535 ? 0 : port + 1);
