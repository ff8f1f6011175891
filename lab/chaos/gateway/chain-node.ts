import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

/**
 * What a node suffers from for a while. A frozen one leaves requests unanswered until it thaws, and then carries them
 * out; a rejecting one refuses all credentials (401); one that is behind answers -32005.
 */
export const ailments = ['frozen', 'rejecting', 'behind'] as const;
export type Ailment = (typeof ailments)[number];

/** How often each write has come to any node, or was carried out by it if its sender has signed it, by method and text. */
export type Writes = Map<string, number>;

/** A chain node without a chain, which records every write that reaches it. */
export type ChainNode = {
  readonly url: string;
  /** Requests that met each ailment. */
  readonly met: Readonly<Record<Ailment, number>>;
  /** The node's fault until the next change; undefined for none. */
  suffer(ailment: Ailment | undefined): void;
  stop(): Promise<void>;
};

const callSchema = v.object({ id: v.number(), method: v.string(), params: v.optional(v.array(v.unknown()), []) });
const bodySchema = v.union([callSchema, v.array(callSchema)]);

type Call = v.InferOutput<typeof callSchema>;

/** The one method that it answers with an error. */
const failingMethod = 'getBlock';

/**
 * The methods of the requests here that only read. Every other may write, and so may a method that the chain does not
 * know.
 */
export const reads: readonly string[] = ['getSlot', 'getHealth', failingMethod];

/** Watch asks each node how far back it reaches, and for its chain. */
const watchAsks: readonly string[] = ['getFirstAvailableBlock', 'getGenesisHash'];

const skipped = { code: -32_009, message: 'Slot was skipped' };
const nodeIsBehind = { code: -32_005, message: 'Node is behind by 120 slots' };

function answerTo({ id, method }: Call, isBehind: boolean): object {
  if (isBehind) return { jsonrpc: '2.0', id, error: nodeIsBehind };
  return { jsonrpc: '2.0', id, ...(method === failingMethod ? { error: skipped } : { result: id }) };
}

/** @param writes the record of all writes that reach this node or others */
export async function startChainNode(writes: Writes): Promise<ChainNode> {
  const met = { frozen: 0, rejecting: 0, behind: 0 };
  let ailment: Ailment | undefined;
  let thaw = () => {};
  let thawed = Promise.resolve();
  const server = createServer(async (request, response) => {
    if (ailment) met[ailment] += 1;
    if (ailment === 'frozen') await thawed;
    const body = await text(request);
    if (request.method !== 'POST') return void response.end();
    const asked = v.parse(bodySchema, JSON.parse(body));
    enter([asked].flat(), writes, ailment);
    if (ailment === 'rejecting') return respond(response, 401, '{"message":"The token is not known."}');
    const answers = [asked].flat().map((call) => answerTo(call, ailment === 'behind'));
    respond(response, 200, JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    met,
    suffer(next) {
      thaw();
      ailment = next;
      if (next === 'frozen') {
        thawed = new Promise((resolve) => {
          thaw = resolve;
        });
      }
    },
    async stop() {
      thaw();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

// A signed transaction goes on to the next node if this one says that it has not executed it. Nothing else does.
function enter(calls: readonly Call[], writes: Writes, ailment: Ailment | undefined): void {
  const isRefused = ailment === 'rejecting' || ailment === 'behind';
  const uncounted = [...reads, ...watchAsks, ...(isRefused ? ['sendTransaction'] : [])];
  for (const { method, params } of calls.filter((call) => !uncounted.includes(call.method))) {
    const name = `${method} ${params[0] ?? ''}`;
    writes.set(name, (writes.get(name) ?? 0) + 1);
  }
}

function respond(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
