import type { Behaviour } from '../upstream/upstream-server.ts';

/** The health and height that a test's node reports. */
export type Solana = {
  readonly health?: unknown;
  readonly slot?: unknown;
  readonly earliest?: unknown;
  readonly genesis?: unknown;
};

const isError = (value: unknown): boolean => typeof value === 'object' && value !== null && 'code' in value;

/** Answers as a Solana node does; an object with a `code` is a JSON-RPC error. */
export const solanaNode =
  ({ health = 'ok', slot = 1_000, earliest = 0, genesis = 7 }: Solana = {}): Behaviour =>
  (response, { body }) => {
    const { id, method } = JSON.parse(body.toString());
    const value =
      { getHealth: health, getFirstAvailableBlock: earliest, getGenesisHash: genesis }[String(method)] ?? slot;
    const reply = { jsonrpc: '2.0', id, ...(isError(value) ? { error: value } : { result: value }) };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  };

/** The answer of a Solana node that is 120 slots behind (rpc-client-api/src/custom_error.rs in anza-xyz/agave). */
export const nodeIsBehind = { code: -32005, message: 'Node is behind by 120 slots', data: { numSlotsBehind: 120 } };
