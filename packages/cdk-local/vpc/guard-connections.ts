import { Socket } from 'node:net';
import type { FunctionNetwork } from './function-network.ts';
import { type Address, judgeConnection } from './judge-connection.ts';

/** A function's VPC does not let a connection through. On AWS the packets are dropped, and the connection times out. */
class BlockedConnectionError extends Error {
  override readonly name = 'BlockedConnectionError';
  readonly code = 'ETIMEDOUT';
}

/**
 * Makes this thread open only connections that the VPC of its function lets through. `net`, `tls`, `http`, `fetch` and
 * the AWS SDK open theirs with `Socket.connect`. A connection that is not allowed fails at once instead of timing out.
 * @param onBlocked called with the reason, once for each
 */
export function guardConnections(network: FunctionNetwork, onBlocked: (reason: string) => void): void {
  const { connect } = Socket.prototype;
  const reported = new Set<string>();
  const guarded = function (this: Socket, ...given: unknown[]): Socket {
    const { options, listener } = readArguments(given);
    const address = options && addressOf(options);
    if (!address) return Reflect.apply(connect, this, given);
    const decision = judgeConnection(network, address);
    if (decision.allowed) return Reflect.apply(connect, this, [{ ...options, ...decision.to }, listener]);
    if (!reported.has(decision.reason)) onBlocked(decision.reason);
    reported.add(decision.reason);
    process.nextTick(() => this.destroy(new BlockedConnectionError(decision.reason)));
    return this;
  };
  Socket.prototype.connect = guarded;
}

type Options = Readonly<Record<string, unknown>>;

const isOptions = (value: unknown): value is Options => typeof value === 'object' && value !== null;

/** `net` passes a list of options and listener; other callers pass options, or a port and a host. */
function readArguments(given: readonly unknown[]): { options?: Options; listener?: unknown } {
  const [first, ...others] = Array.isArray(given[0]) ? given[0] : given;
  const listener = others.find((it) => typeof it === 'function');
  if (isOptions(first)) return { options: first, listener };
  const [host] = others;
  return { options: { port: first, ...(typeof host === 'string' && { host }) }, listener };
}

/** Undefined for what is not TCP, such as a path. */
function addressOf({ host = 'localhost', port }: Options): Address | undefined {
  const number = Number(port);
  return typeof host === 'string' && port !== undefined && Number.isInteger(number)
    ? { host, port: number }
    : undefined;
}
