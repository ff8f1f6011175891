import { freePort } from './dynamodb/port.ts';
import { type Door, takeDoor } from './http-api/door.ts';
import type { Teardown } from './teardown.ts';

/** Where clients reach the RPC API, the management API and the user pool. */
export type Doors = { readonly rpc: Door; readonly management: Door; readonly userPool: Door };

/** The RPC API's port and the management API's, the next one unless given; 0 stands for a free one. */
export type Ports = { readonly port: number; readonly apiPort?: number | undefined };

/**
 * Takes every port that clients use; the user pool's is the next one after the management API's.
 * @throws {PortTakenError}
 */
export async function takeDoors({ port, apiPort = nextPort(port) }: Ports, teardown: Teardown): Promise<Doors> {
  const take = async (wanted: number): Promise<Door> => {
    // What listens on all interfaces leaves 127.0.0.1 free on some systems.
    if (wanted !== 0) await freePort(wanted);
    return teardown.started(takeDoor(wanted));
  };
  return { rpc: await take(port), management: await take(apiPort), userPool: await take(nextPort(apiPort)) };
}

const nextPort = (port: number): number => (port === 0 || port === 65_535 ? 0 : port + 1);
