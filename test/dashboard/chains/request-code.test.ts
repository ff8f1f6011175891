import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { chainNamed, firstCallBody } from '../../../dashboard/chains/chains.ts';
import { exportLine } from '../../../dashboard/chains/curl.ts';
import { requestCodes } from '../../../dashboard/chains/request-code.ts';
import { printedBy } from '../../support/program-text.ts';
import { isRunnable } from '../../support/runnable-code.ts';

const secret = 'slc_0123456789abcdefghijklmnopqrstuvABCDEF';
const run = promisify(execFile);
let seen: { path: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
let url = '';

/** Answers like a node and records the requests. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(v.parse(v.instance(Buffer), chunk));
  const body = Buffer.concat(chunks).toString();
  seen.push({ path: request.url, headers: request.headers, body });
  response.setHeader('content-type', 'application/json');
  response.end(answerTo(body));
});

const answer = (id: unknown) => ({ jsonrpc: '2.0', id, result: 'all is well' });
const withId = v.object({ id: v.unknown() });

function answerTo(body: string): string {
  try {
    const sent: unknown = JSON.parse(body);
    if (Array.isArray(sent)) return JSON.stringify(sent.map((call) => answer(v.parse(withId, call).id)));
    return JSON.stringify(answer(v.parse(withId, sent).id));
  } catch {
    return JSON.stringify(answer(null));
  }
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = v.parse(v.object({ port: v.number() }), server.address());
  // Characters that are special in a shell or a string literal.
  url = `http://127.0.0.1:${port}/devnet/it's?a=$HOME&b=\`id\``;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
});

const codeOf = (id: string, chain: string, body: string) =>
  requestCodes(chain, url, body).find((code) => code.id === id)?.text;

const commands: Readonly<Record<string, (text: string) => readonly [string, readonly string[]]>> = {
  curl: (text) => ['bash', ['-euc', `${text} --silent`]],
  python: (text) => ['python3', ['-I', '-c', text]],
};
const javaScript = (text: string) => [process.execPath, ['--input-type=module', '--eval', text]] as const;

const env = { ...process.env, RPC_API_KEY: secret, NODE_OPTIONS: '', no_proxy: '*' };

function requiredCode(id: string, chain: string, body: string): string {
  const text = codeOf(id, chain, body);
  if (text === undefined) throw new Error(`no code for ${id}`);
  return text;
}

/** Runs the code as a user does, with the secret in its environment; returns what it printed. */
async function outputOfProcess(id: string, chain: string, body: string): Promise<string> {
  const [program, args] = (commands[id] ?? javaScript)(requiredCode(id, chain, body));
  return (await run(program, [...args], { env })).stdout;
}

/** The same, but without a new process for each JavaScript. */
const output = (id: string, chain: string, body: string): Promise<string> =>
  id in commands ? outputOfProcess(id, chain, body) : printedBy(requiredCode(id, chain, body), 'mjs', env);

const call = (method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  ...(params !== undefined && { params }),
});
const long = Array.from({ length: 30 }, (_, index) => `address-${index}-é-😀-"quoted"-it's`);
const balance = call('getBalance', [
  'Vote111',
  { commitment: 'finalized', minContextSlot: 7, deep: { a: [null, true, false, -1.5e3] } },
]);

const asItIs = ['curl', 'fetch', 'python'].filter(isRunnable);

describe('code that sends the body as it is', () => {
  test.each(asItIs)('%s', async (id) => {
    const bodies = [
      JSON.stringify(balance, null, 2),
      JSON.stringify([call('getSlot'), call('getHealth', [])]),
      JSON.stringify(call('getMultipleAccounts', [long, {}])),
    ];
    for (const body of bodies) {
      expect(await output(id, 'solana', body)).toContain('all is well');
      expect(JSON.parse(seen.at(-1)?.body ?? '')).toEqual(JSON.parse(body));
    }
    expect(seen[0]).toMatchObject({ path: new URL(url).pathname + new URL(url).search });
    expect(seen[0]?.headers).toMatchObject({ 'x-api-key': secret, 'content-type': 'application/json' });
  });

  // As a literal of a program these would lose digits, escapes or members; the last two are not even JSON.
  test.each([
    '{"id":18446744073709551615,"rate":1.50}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a body that looks like a template
    '{"text":"\\u00e9 it\'s \\/ \'\'\' ` ${x}"}',
    '{"a":1,"a":2}',
    '{"__proto__":1}',
    '{ "jsonrpc": "2.0",\r\n\t// a comment\n',
    "ends with a quote'",
    'ends with \\',
  ])('byte for byte: %j', async (body) => {
    for (const id of asItIs) await output(id, 'solana', body);
    expect(seen.map((request) => request.body)).toEqual(asItIs.map(() => body));
  });
});

describe('code with a library makes the call', () => {
  test.each([
    {
      id: 'kit',
      chain: 'solana',
      sent: balance,
      params: ['Vote111', { minContextSlot: 7, deep: { a: [null, true, false, -1500] } }],
    },
    { id: 'kit', chain: 'solana', sent: call('getMultipleAccounts', [long, { commitment: 'processed' }]) },
    { id: 'kit', chain: 'solana', sent: call('named', { address: 'x' }) },
    { id: 'kit', chain: 'solana', sent: call('not-a name', ['x']) },
    { id: 'web3', chain: 'solana', sent: balance },
    { id: 'web3', chain: 'solana', sent: call('getHealth'), params: [] },
    { id: 'viem', chain: 'ethereum', sent: call('eth_getBalance', ['0xd8dA', 'latest']) },
    { id: 'viem', chain: 'ethereum', sent: call('eth_syncing'), params: [] },
  ])('$id: $sent.method', async ({ id, chain, sent, params = sent.params }) => {
    expect(await output(id, chain, JSON.stringify(sent))).toContain('all is well');
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers).toMatchObject({ 'x-api-key': secret });
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ method: sent.method, params });
  });

  test.each([
    ['kit', 'solana'],
    ['web3', 'solana'],
    ['viem', 'ethereum'],
  ])('%s: a batch in one request', async (id, chain) => {
    await output(id, chain, JSON.stringify([call('first', ['x']), { ...call('second'), id: 2 }]));
    expect(seen).toHaveLength(1);
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject([{ method: 'first', params: ['x'] }, { method: 'second' }]);
  });

  test.each([
    '{',
    '[]',
    '7',
    '{"method":7}',
    '[{"method":"a"},7]',
    `{"method":"a","params":[1e400]}`,
    '{"method":"a","params":[9007199254740993]}',
  ])('not for %s, which no library would send unchanged', (body) => {
    expect(codeOf('kit', 'solana', body)).toBeUndefined();
    expect(codeOf('web3', 'solana', body)).toBeUndefined();
    expect(codeOf('viem', 'ethereum', body)).toBeUndefined();
    expect(codeOf('fetch', 'ethereum', body)).toContain('RPC_API_KEY');
  });

  test('not for a chain that this build does not know', () => {
    expect(requestCodes('another', url, '{}').map(({ id }) => id)).toEqual(['curl', 'fetch', 'python', 'rust']);
  });
});

describe('the first call of a new secret', () => {
  test('the export command sets the environment variable that the code reads', async () => {
    const script = `unset RPC_API_KEY\n${exportLine(secret)}\n${codeOf('curl', 'solana', firstCallBody('solana'))}`;
    expect((await run('bash', ['-euc', `${script} --silent`])).stdout).toContain('all is well');
    expect(seen[0]?.headers).toMatchObject({ 'x-api-key': secret });
  });

  test.each(['solana', 'ethereum'])('asks a node of %s for its health, in every language', async (chain) => {
    const body = firstCallBody(chain);
    const run = requestCodes(chain, url, body).filter(({ id }) => id !== 'rust' && isRunnable(id));
    for (const { id } of run) expect(await outputOfProcess(id, chain, body)).toContain('all is well');
    const methods = seen.map((request) => v.parse(v.object({ method: v.string() }), JSON.parse(request.body)).method);
    expect(methods).toEqual(run.map(() => chainNamed(chain)?.health));
  });

  test('has no method of another chain for an unknown one', () => {
    expect(firstCallBody('another')).toContain('"METHOD"');
  });
});

// The programs were compiled and run once by hand: a crate with TLS takes minutes.
describe('Rust (not compiled here) has the body as a literal', () => {
  test.each([
    ['{"id":1}', 'r#"{"id":1}"#'],
    ['plain', '"plain"'],
    ['{"a":"\\n#"}', 'r#"{"a":"\\n#"}"#'],
    ['{"a":"#"}', '"{\\"a\\":\\"#\\"}"'],
    ['{\r\n"a":"\\n"}', '"{\\r\n\\"a\\":\\"\\\\n\\"}"'],
  ])('%j', (body, literal) => {
    expect(codeOf('rust', 'solana', body)).toContain(`.body(${literal})`);
  });
});

test('no code has a secret of its own', () => {
  for (const chain of ['solana', 'ethereum']) {
    for (const { text } of requestCodes(chain, url, JSON.stringify(balance))) {
      expect(text).toContain('RPC_API_KEY');
      expect(text).not.toContain('slc_');
    }
  }
});
