import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { mintSecret } from '../../src/keys/secret.ts';
import { type EndedProgram, type ProgramRun, runAsProcess, runInHost } from '../support/program-host.ts';
import { plans } from '../support/settings.ts';
import { usageOf } from '../support/test-runtime.ts';
import {
  answering,
  type Behaviour,
  startUpstream,
  stopUpstreams,
  unreachableUrl,
} from '../upstream/upstream-server.ts';
import { callsOfTheCommand } from './deployed-target.ts';
import type { LocalTarget } from './target.ts';

const run = fileURLToPath(new URL('run.ts', import.meta.url));

/** The command, with nothing of this run's environment that jest or a stage would heed. */
const commandWith = (args: readonly string[], env: NodeJS.ProcessEnv): ProgramRun => ({
  script: run,
  args,
  cwd: process.cwd(),
  env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  input: '',
});

const resultOf = ({ code: status, out, err }: EndedProgram) => ({ status, output: out + err });

/** Runs the command by itself: it starts jest, which prints what is tested. */
const command = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  resultOf(await runAsProcess(commandWith(args, env)));

/** A stage that passes requests on to the local runtime, except large ones: it answers those in a way of its own. */
const withOtherLimit =
  (gateway: string): Behaviour =>
  async (response, { method = '', url = '', headers, body }) => {
    if (body.length > 6_000_000) return response.writeHead(500).end('{"message":"too large"}');
    const { host: _, connection: __, ...passed } = headers;
    const sent = { method, headers: passed as Record<string, string>, ...(method !== 'GET' && { body }) };
    const answer = await fetch(new URL(url, gateway), sent);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  };

export function commandCases(target: () => LocalTarget): void {
  afterAll(stopUpstreams);

  /** Runs the command where it ends without a case, which needs no process of its own. */
  const refusal = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    resultOf(await runInHost(commandWith(args, env)));

  test('prints each case of a stage with its result, and never the key, of which it uses as many calls as it says', async () => {
    const key = await target().local.newKey({ planId: 'developer' });
    const { secret } = key;
    // Answers that AWS has not confirmed never fail the command, but are shown.
    const { url } = await startUpstream(withOtherLimit(target().endpoint('mainnet')));
    const { status, output } = await command(['--url', url], { SLUICE_KEY: secret });
    expect(output).toMatch(/^ok {8}calls › getHealth on mainnet says ok$/m);
    expect(output).toMatch(/^observed {2}not confirmed by AWS › a preflight gets 204$/m);
    expect(output).toMatch(/^different not confirmed by AWS › a body of over 10 MB gets 413\n( {10}.*\n)*.*too large/m);
    expect(output).toMatch(/^\d+ passed, 0 failed; \d+ observed, 2 different$/m);
    expect(output).not.toContain(secret);
    expect(status).toBe(0);
    expect((await usageOf(target().local, key)).admitted).toBe(callsOfTheCommand);
  });

  test('fails with the reason if a stage does not answer as it should', async () => {
    const { url } = await startUpstream(answering('{"jsonrpc":"2.0","id":1,"result":"unwell"}'));
    const { status, output } = await command(['--url', url, '--key', 'slc_any']);
    expect(output).toMatch(/^FAILED {4}calls › getHealth on mainnet says ok\n( {10}.*\n)*.*unwell/m);
    expect(output).toMatch(/^\d+ passed, \d\d failed; /m);
    expect(output).not.toContain('slc_any');
    expect(status).toBe(1);
  });

  test('says in one line that the key is refused, and tries no case', async () => {
    const { status, output } = await command(['--url', target().endpoint('mainnet'), '--key', mintSecret()]);
    expect(output).toMatch(/^http.* refuses the key \(403\)\. Give an active key of this stage\.\n$/);
    expect(status).toBe(3);
  });

  test.each([
    ['has no calls left', 429, 3],
    ['is not an endpoint', 404, 4],
  ])('says in one line that the key or the address %s', async (message, answer, exitCode) => {
    const { url } = await startUpstream(answering('{}', answer));
    const { status, output } = await refusal(['--url', url, '--key', 'slc_any']);
    expect(output).toContain(message);
    expect(output).toMatch(/^.*\n$/);
    expect(status).toBe(exitCode);
  });

  test('says in one line that the key has too few calls a second', async () => {
    const { secret } = await target().local.newKey({ planId: plans.free.id });
    const { status, output } = await refusal(['--url', target().endpoint('mainnet'), '--key', secret]);
    expect([status, output]).toEqual([3, 'The key has 10 calls a second. Give a key of a plan with 50 or more.\n']);
  });

  test('says in one line that the stage lacks a network that the cases need', async () => {
    const { url } = await startUpstream((response, request) =>
      response.writeHead(request.url === '/' ? 200 : 404).end('{}'),
    );
    const { status, output } = await refusal(['--url', url, '--key', 'slc_any']);
    expect([status, output]).toEqual([
      4,
      `${url}/devnet is not an endpoint (404). The cases need Solana networks at the paths / and /devnet of the address.\n`,
    ]);
  });

  test('says in one line that the address cannot be reached', async () => {
    const { status, output } = await refusal(['--url', await unreachableUrl(), '--key', 'slc_any']);
    expect(output).toMatch(/^http.* cannot be reached: ECONNREFUSED\.\n$/);
    expect(status).toBe(5);
  });

  test.each<[string[], NodeJS.ProcessEnv, string]>([
    [['--url', 'http://127.0.0.1:1'], {}, 'requires the secret of a key'],
    [['--url', ''], { SLUICE_URL: 'http://127.0.0.1:1' }, '--url is empty'],
    [['--url', 'http://127.0.0.1:1', '--key', ''], { SLUICE_KEY: 'slc_any' }, '--key is empty'],
    [['--url', 'rpc.example.com', '--key', 'slc_any'], {}, 'is not an address'],
    [[], { SLUICE_URL: '' }, 'Give the address of a stage with --url, or --local'],
    [['--local', '--url', 'http://127.0.0.1:1'], {}, '--local takes neither'],
    [['--port', '8545'], {}, "Unknown option '--port'"],
  ])('refuses %j: wrong usage', async (args, env, message) => {
    const { status, output } = await refusal(args, env);
    expect(output).toContain(message);
    expect(status).toBe(2);
  });
}
