import type { LibraryCall, LibraryCode, LibraryRequest } from './dashboard-chain.ts';

/** Its functions take the parameters as arguments, so it cannot send named ones. */
const isKitCall = ({ name, params }: LibraryCall): boolean => /^[A-Za-z]\w*$/.test(name) && params.startsWith('[');

function kit(request: LibraryRequest): string {
  const [call] = request.calls;
  return call && !request.batch && isKitCall(call) ? kitCall(request.url, call) : kitTransport(request);
}

const kitCall = (url: string, { name, params }: LibraryCall) => `// npm install @solana/kit
import { createSolanaRpc } from '@solana/kit';

const rpc = createSolanaRpc(${url}, {
  headers: { 'X-API-KEY': process.env.RPC_API_KEY ?? '' },
});

// kit asks for the commitment "confirmed" if the parameters name none.
const result = await rpc.${name}(${params.slice(1, -1)}).send();
console.dir(result, { depth: null });`;

const kitTransport = ({ url, body }: LibraryRequest) => `// npm install @solana/kit
import { createDefaultRpcTransport } from '@solana/kit';

const transport = createDefaultRpcTransport({
  url: ${url},
  headers: { 'X-API-KEY': process.env.RPC_API_KEY ?? '' },
});

const answer = await transport({
  payload: ${body},
});
console.dir(answer, { depth: null });`;

const web3 = (request: LibraryRequest) => `// npm install @solana/web3.js@1
import { Connection } from '@solana/web3.js';

const connection = new Connection(${request.url}, {
  httpHeaders: { 'X-API-KEY': process.env.RPC_API_KEY ?? '' },
});

// ${web3Note(request)}
const answer = await connection.${web3Call(request)};
console.dir(answer, { depth: null });`;

const web3Note = ({ batch }: LibraryRequest): string =>
  batch
    ? '_rpcBatchRequest sends any calls as one batch.'
    : '_rpcRequest sends any method. A Connection also has methods of its own, such as getBalance().';

function web3Call({ batch, calls }: LibraryRequest): string {
  const [{ method, params } = { method: "''", params: '[]' }] = calls;
  if (!batch) return `_rpcRequest(${method}, ${params})`;
  const lines = calls.map((call) => `  { methodName: ${call.method}, args: ${call.params} },\n`);
  return `_rpcBatchRequest([\n${lines.join('')}])`;
}

/** The libraries of Solana for JavaScript. */
export const solanaLibraries: readonly LibraryCode[] = [
  { id: 'kit', label: 'kit', text: kit },
  { id: 'web3', label: 'web3.js', text: web3 },
];
