import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { serve } from '../serve.ts';
import { accountData, tokenAccounts } from './account-answers.ts';

// A chain node that answers every call with a slot, alone or in a batch. Only getProgramAccounts (many small objects) and
// getMultipleAccounts (data in base64) take the length of the answer as their parameter; those answers are compressed
// beforehand for clients that accept it. DELAY_MS is how long it takes to answer.

const delayMs = Number(process.env.DELAY_MS ?? 0);
const answers = { getProgramAccounts: tokenAccounts, getMultipleAccounts: accountData } as const;
const prepared = new Map<string, { readonly plain: Buffer; readonly gzip: Buffer }>();

function prepare(asked: string, method: keyof typeof answers, bytes: number) {
  const plain = Buffer.from(answers[method](bytes));
  const both = { plain, gzip: gzipSync(plain) };
  prepared.set(asked, both);
  return both;
}

const isSized = (method: string | undefined): method is keyof typeof answers =>
  method !== undefined && method in answers;

function slots(call: string): string {
  const each = [...call.matchAll(/"id":(\d+)/g)].map(([, id]) => `{"jsonrpc":"2.0","result":314159265,"id":${id}}`);
  return call.startsWith('[') ? `[${each.join(',')}]` : (each[0] ?? '{"jsonrpc":"2.0","result":314159265,"id":null}');
}

await serve(async (request, response) => {
  const call = await text(request);
  const [asked = '', method, bytes] = /"(get\w+Accounts)","params":\[(\d+)\]/.exec(call) ?? [];
  if (delayMs > 0) await wait(delayMs);
  if (!isSized(method)) {
    const body = slots(call);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
    return;
  }
  const { plain, gzip } = prepared.get(asked) ?? prepare(asked, method, Number(bytes));
  const compressed = String(request.headers['accept-encoding']).includes('gzip');
  const body = compressed ? gzip : plain;
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    ...(compressed && { 'Content-Encoding': 'gzip' }),
  });
  response.end(body);
});
