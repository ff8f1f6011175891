import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { serve } from './serve.ts';

// A separate process, so that its work is not counted: a DynamoDB in which every secret is valid and nothing has been
// counted yet, and a chain node, both with answers as short as they can be. It prints its port.

const text = (value: string) => ({ S: value });
const secret = {
  pk: text(`SECRET#${'a'.repeat(64)}`),
  sk: text('SECRET'),
  keyId: text('01JABCDEFGHJKMNPQRSTVWXYZ0'),
  accountId: text('0d8a1f6e-4f0e-4d5c-9d8c-2b7c1b9d7e11'),
  planId: text('scale'),
  planState: text('active'),
  state: text('active'),
};
const answers: Readonly<Record<string, (sent: string) => unknown>> = {
  'DynamoDB_20120810.GetItem': (sent) => (sent.includes('"Networks"') ? {} : { Item: secret }),
  'DynamoDB_20120810.UpdateItem': admitted,
  'DynamoDB_20120810.PutItem': () => ({}),
};
const health = { jsonrpc: '2.0', result: 'ok', id: 1 };

/** The marker in the item distinguishes an admission from its repetition. */
function admitted(update: string) {
  const attribute = /(m\d+\w) :marker/.exec(update)?.[1] ?? 'none';
  const token = /":marker":\{"SS":\["(\w+)"\]\}/.exec(update)?.[1] ?? 'none';
  return { Attributes: { pk: text('key#day'), used: { N: '1' }, [attribute]: { SS: [token] } } };
}

await serve(async (request, response) => {
  const sent = (await buffer(request)).toString();
  const target = String(request.headers['x-amz-target']);
  const answer = answers[target]?.(sent) ?? health;
  const body = JSON.stringify(answer);
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'x-amz-crc32': String(crc32(body)),
  });
  response.end(body);
});
