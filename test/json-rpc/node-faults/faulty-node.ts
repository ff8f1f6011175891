import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { allWell, type Fault, faultFor, type HealthAnswer, type NodeState } from './fault.ts';
import { healthReply, methodsIn, type NodeRequest, type Reply, replyTo } from './node-replies.ts';

/** A node's state of a connection. */
type Line = { unread: string; served: number; lost: boolean };

/** A chain node on a real port that handles each request according to its fault. */
export class FaultyNode {
  /** Bodies of complete requests, without health checks. */
  readonly received: string[] = [];
  readonly #name: string;
  readonly #server = createServer((socket) => this.#accept(socket));
  readonly #lines = new Map<Socket, Line>();
  #state = allWell;
  #port = 0;

  constructor(name: string) {
    this.#name = name;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Its fault with a request that has this body. */
  faultFor(body: string): Fault {
    return faultFor(this.#state, methodsIn(body));
  }

  get health(): HealthAnswer {
    return this.#state.health;
  }

  /** Whether a connection, which a client may keep, is dead. It stays so when the node recovers. */
  get hasLostConnections(): boolean {
    return this.#lines.values().some(({ lost }) => lost);
  }

  /** The fault that it has before it knows the method. */
  get #fault(): Fault {
    return faultFor(this.#state, []);
  }

  async start(): Promise<void> {
    for (;;) {
      // Below the ephemeral ports, so that no other process takes it while this node refuses connections.
      this.#port = 20_000 + Math.floor(Math.random() * 10_000);
      if (await this.#listen()) return;
    }
  }

  /** Starts a step of a history in this state. */
  async turn(state: NodeState): Promise<void> {
    this.#state = state;
    const { fault } = state;
    if (fault.kind === 'refuses connections') await this.stop();
    else if (!this.#server.listening && !(await this.#listen())) throw new Error(`Port ${this.#port} is taken.`);
    if (fault.kind === 'loses kept connections') for (const line of this.#lines.values()) line.lost = true;
  }

  /** Forgets all requests, connections and faults. */
  async reset(): Promise<void> {
    this.received.length = 0;
    for (const socket of this.#lines.keys()) socket.destroy();
    await this.turn(allWell);
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#lines.keys()) socket.destroy();
    await closed;
  }

  async #listen(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const taken = () => resolve(false);
    this.#server.once('error', taken);
    this.#server.listen(this.#port, '127.0.0.1', () => resolve(true));
    const isListening = await promise;
    this.#server.off('error', taken);
    return isListening;
  }

  #accept(socket: Socket): void {
    const line: Line = { unread: '', served: 0, lost: false };
    this.#lines.set(socket, line);
    socket.on('error', () => socket.destroy()).once('close', () => this.#lines.delete(socket));
    // The client's side of the connection must be open: an earlier reset would be a refusal.
    socket.on('data', (bytes) => this.#read(socket, line, bytes.toString('latin1')));
    if (this.#fault.kind === 'resets at once') setImmediate(() => socket.resetAndDestroy());
  }

  #read(socket: Socket, line: Line, text: string): void {
    if (line.lost) return;
    if (this.#fault.kind === 'resets at once') return void socket.resetAndDestroy();
    line.unread += text;
    const request = readRequest(line.unread);
    if (!request) return;
    line.unread = '';
    if (this.#fault.kind === 'closes kept connections' && line.served > 0) return void socket.destroy();
    line.served += 1;
    carryOut(socket, this.#reply(request));
  }

  #reply(request: NodeRequest): Reply {
    const isCheck = !request.body.includes('"request-');
    if (isCheck) return healthReply(this.#state.health);
    this.received.push(request.body);
    return replyTo(this.faultFor(request.body), this.#name, request);
  }
}

/** The request in these bytes, once it is complete. */
function readRequest(text: string): NodeRequest | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...rest] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    rest.map((header) => [nameOf(header), header.slice(header.indexOf(':') + 1).trim()]),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined;
  return { target: line.split(' ')[1] ?? '', headers, body };
}

const nameOf = (header: string): string => header.slice(0, header.indexOf(':')).toLowerCase();

function carryOut(socket: Socket, { bytes, after }: Reply): void {
  if (after === 'reset') return void socket.resetAndDestroy();
  if (bytes !== undefined) socket.write(bytes);
  if (after === 'end') socket.end();
}
