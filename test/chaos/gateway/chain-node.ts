import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

/** A chain node that knows nothing but keeps every transaction it gets. */
export type ChainNode = {
  readonly url: string;
  /** How often each transaction has come, by its text. */
  readonly transactions: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

const callSchema = v.object({ id: v.number(), method: v.string(), params: v.optional(v.array(v.string()), []) });
const bodySchema = v.union([callSchema, v.array(callSchema)]);

type Call = v.InferOutput<typeof callSchema>;

/** The one method that it answers with an error. */
export const failingMethod = 'getBlock';

export async function startChainNode(): Promise<ChainNode> {
  const transactions = new Map<string, number>();
  const answerTo = ({ id, method, params }: Call) => {
    const [transaction = ''] = params;
    if (method === 'sendTransaction') transactions.set(transaction, (transactions.get(transaction) ?? 0) + 1);
    const failure = { code: -32_009, message: 'Slot was skipped' };
    return { jsonrpc: '2.0', id, ...(method === failingMethod ? { error: failure } : { result: id }) };
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method !== 'POST') return void response.end();
    const asked = v.parse(bodySchema, JSON.parse(body));
    const answer = JSON.stringify(Array.isArray(asked) ? asked.map(answerTo) : answerTo(asked));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
    response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    transactions,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
