import { once } from 'node:events';
import { createServer } from 'node:net';

/** Something else listens on the port that was asked for. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  readonly code = 'port_taken';

  constructor(port: number, cause: unknown) {
    super(`Port ${port} is taken: choose another one, or stop what listens there`, { cause });
  }
}

/**
 * The port that was asked for, or, for 0, a free one. DynamoDB Local cannot choose a port itself.
 * @throws {PortTakenError}
 */
export async function freePort(wanted: number): Promise<number> {
  // On all interfaces, as DynamoDB Local listens.
  const server = createServer().listen(wanted);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new PortTakenError(wanted, cause);
  });
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : wanted;
}
