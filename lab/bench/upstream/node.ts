import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { serve } from '../serve.ts';
import { tokenAccounts } from './token-accounts.ts';

// A chain node that knows two methods: getSlot, and getProgramAccounts with the length of the answer as its parameter,
// which it compresses beforehand for who accepts it. DELAY_MS is how long it takes to answer.

const delayMs = Number(process.env.DELAY_MS ?? 0);
const prepared = new Map<number, { readonly plain: Buffer; readonly gzip: Buffer }>();

function prepare(bytes: number) {
  const plain = Buffer.from(tokenAccounts(bytes));
  const answers = { plain, gzip: gzipSync(plain) };
  prepared.set(bytes, answers);
  return answers;
}

await serve(async (request, response) => {
  const call = await text(request);
  const bytes = /"getProgramAccounts","params":\[(\d+)\]/.exec(call)?.[1];
  if (delayMs > 0) await wait(delayMs);
  if (bytes === undefined) {
    const body = `{"jsonrpc":"2.0","result":314159265,"id":${/"id":(\d+)/.exec(call)?.[1] ?? 'null'}}`;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
    return;
  }
  const { plain, gzip } = prepared.get(Number(bytes)) ?? prepare(Number(bytes));
  const compressed = String(request.headers['accept-encoding']).includes('gzip');
  const body = compressed ? gzip : plain;
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    ...(compressed && { 'Content-Encoding': 'gzip' }),
  });
  response.end(body);
});
