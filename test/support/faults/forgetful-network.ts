import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type ForgetfulNetworkOptions = {
  /** The service behind it: a URL without a path. */
  readonly to: string;
  /** A connection over which no answer has come for so long, in ms, may be forgotten. */
  readonly idleMs: number;
  readonly random: () => number;
};

/** A connection, and when an answer last came over it. */
type Line = { answeredAt?: number; forgotten: boolean };

/**
 * A network that forgets idle connections, as NAT gateways and load balancers do: what is sent over one then arrives
 * nowhere, and neither side is notified.
 */
export class ForgetfulNetwork {
  /** How likely an idle connection is forgotten when it is used again, from 0 to 1. */
  rate = 0;
  /** Connections that were forgotten. */
  forgotten = 0;
  readonly #options: ForgetfulNetworkOptions;
  readonly #server = createServer((client) => this.#relay(client));
  readonly #clients = new Set<Socket>();

  constructor(options: ForgetfulNetworkOptions) {
    this.#options = options;
  }

  /** Where it is reached, once it listens. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const client of this.#clients) client.destroy();
    await closed;
  }

  #relay(client: Socket): void {
    const { hostname, port } = new URL(this.#options.to);
    const service = connect(Number(port), hostname);
    const line: Line = { forgotten: false };
    this.#clients.add(client);
    client.on('data', (bytes) => {
      if (this.#arrives(line)) service.write(bytes);
    });
    service.on('data', (bytes) => {
      line.answeredAt = performance.now();
      if (!line.forgotten) client.write(bytes);
    });
    service.on('end', () => line.forgotten || client.end());
    client
      .on('error', () => client.destroy())
      .once('close', () => {
        this.#clients.delete(client);
        service.destroy();
      });
    // When the service closes its side, a forgotten client does not notice.
    service.on('error', () => service.destroy()).once('close', () => line.forgotten || client.destroy());
  }

  #arrives(line: Line): boolean {
    const isIdle = performance.now() - (line.answeredAt ?? Number.POSITIVE_INFINITY) >= this.#options.idleMs;
    if (!line.forgotten && isIdle && this.#options.random() < this.rate) {
      line.forgotten = true;
      this.forgotten += 1;
    }
    return !line.forgotten;
  }
}
