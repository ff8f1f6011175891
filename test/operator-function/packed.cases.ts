import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { packagesOf } from '../examples/example-folder.ts';
import { packedPackage } from '../package/packed.ts';
import { backend, type FunctionWorld, functionNames, region } from './function-world.ts';
import { type LambdaEndpoint, startLambdaEndpoint } from './lambda-endpoint.ts';

/** The system's Node, if it has one: CI's is the oldest that the package supports. npm test itself runs on a newer one. */
const oldNode =
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path)) ?? process.execPath;
const version = execFileSync(oldNode, ['--version'], { encoding: 'utf8' }).trim();

const repository = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The tarball in an empty folder: without a clone, and with no right but to invoke the function. It is unpacked as npm does,
 * but without npm, which takes three seconds of processor time: test/package installs it with npm.
 */
export function packedCases(running: () => FunctionWorld): void {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-operator-'));
  let lambda: LambdaEndpoint;

  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const library = join(folder, 'node_modules/sluice-cdk');
    mkdirSync(library, { recursive: true });
    execFileSync('tar', ['-xzf', packedPackage(), '-C', library, '--strip-components=1']);
    // Of the package's peers, only the construct needs the CDK.
    for (const name of Object.keys(packagesOf(library)))
      cpSync(join(repository, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
    lambda = await startLambdaEndpoint(running());
  });
  afterAll(() => {
    lambda?.stop();
    rmSync(folder, { recursive: true });
  });

  async function run(args: readonly string[], { input = '', node = oldNode, ...env }: Record<string, string> = {}) {
    const { accessKeyId, secretAccessKey } = backend.credentials;
    const child = spawn(node, args, {
      cwd: folder,
      env: {
        HOME: folder,
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_ENDPOINT_URL_LAMBDA: lambda.url,
        ...env,
      },
    });
    child.stdin.end(input);
    const ended = new Promise((resolve) => child.once('close', resolve));
    const [out, err, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { exitCode, out, err };
  }

  const operator = (args: readonly string[], env = {}) =>
    run(['node_modules/sluice-cdk/dist/packages/construct/bin/sluice-cdk.js', 'operator', ...args], env);

  const named = ['--function', functionNames.all];

  async function keysOf(accountId: string): Promise<unknown[]> {
    const keys = await running().program.documents('keys', 'list', accountId);
    return keys.map(({ keyId, state }) => ({ keyId, state }));
  }

  test(`sluice-cdk operator prints what the command line prints, on Node ${version}`, async () => {
    await running().program.register('packed');
    for (const args of [
      ['accounts', 'show', 'packed'],
      ['plans', 'list', '--json'],
      ['accounts', 'show', 'nobody'],
    ]) {
      expect(await operator([...args, ...named])).toEqual(await running().onCommandLine(args));
    }
    expect(existsSync(join(folder, 'node_modules/aws-cdk-lib'))).toBe(false);
  });

  test('a program uses sluice-cdk/operator', async () => {
    writeFileSync(
      join(folder, 'program.js'),
      `import { createOperator } from 'sluice-cdk/operator';
      const operator = createOperator({ functionName: '${functionNames.all}' });
      const { secret } = await operator.keys.create('packed', 'production');
      console.log(secret);`,
    );
    const { exitCode, out } = await run(['program.js']);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^acme_\w+\n$/)]);
    const found = await operator(['keys', 'find', '--json', ...named], { input: out });
    expect(JSON.parse(found.out)).toMatchObject({ key: { name: 'production' }, refusedAs: null });
  });

  test('examples/operator-backend gives a customer one key, and a second run leaves its secret alone', async () => {
    const example = join(repository, 'examples/operator-backend');
    for (const file of ['customers.ts', 'provision.ts', 'tsconfig.json']) {
      copyFileSync(join(example, file), join(folder, file));
    }
    mkdirSync(join(folder, 'node_modules/@types'));
    for (const name of ['@types/node', 'undici-types']) {
      symlinkSync(join(repository, 'node_modules', name), join(folder, 'node_modules', name));
    }
    // It throws for an error of the example, or of the package's types.
    execFileSync(join(repository, 'node_modules/.bin/tsc'), ['--project', folder]);
    // TypeScript as it is needs the Node of the example.
    const provision = (plan: string) => {
      const args = ['provision.ts', 'ann@example.com', plan, 'production'];
      return run(args, { SLUICE_FUNCTION: functionNames.all, node: process.execPath });
    };
    const first = await provision('business');
    expect(first.err).toBe('');
    const { accountId, keyId, secret } = JSON.parse(first.out);
    const second = await provision('scale');
    expect([second.exitCode, second.out]).toEqual([1, '']);
    expect(second.err).toContain(`already has an active key production: ${keyId}. It is unchanged.`);
    expect(await keysOf(accountId)).toEqual([{ keyId, state: 'active' }]);
    // The secret that the customer uses.
    const found = await running().onCommandLine(['keys', 'find', '--json'], secret);
    expect(JSON.parse(found.out)).toMatchObject({ account: { planId: 'scale' }, refusedAs: null });
  });

  test('the example makes one account and one key, although the answers to both are lost', async () => {
    writeFileSync(
      join(folder, 'lossy.js'),
      `import { createOperator } from 'sluice-cdk/operator';
      import { accountFor, newKey, repeatedly } from './customers.ts';
      const operator = createOperator({ functionName: '${functionNames.all}' });
      const pause = async () => {};
      const { accountId } = await repeatedly(() => accountFor(operator, 'bob@example.com', 'business'), pause);
      const { key, secret } = await newKey(operator, accountId, 'production', pause);
      console.log(JSON.stringify({ accountId, keyId: key.keyId, secret }));`,
    );
    lambda.failNext('lost', 'accounts create');
    lambda.failNext('lost', 'keys create');
    const sent = lambda.events.length;
    const { out, err } = await run(['lossy.js'], { node: process.execPath });
    expect(err).toBe('');
    // Of the account: show, create (lost), show. Of the key: list, create (lost), list, rotate.
    expect(lambda.events.length - sent).toBe(7);
    const { accountId, keyId, secret } = JSON.parse(out);
    expect(await keysOf(accountId)).toEqual([{ keyId, state: 'active' }]);
    // Also a run that loses an answer rotates no key from before.
    lambda.failNext('lost', 'keys list');
    const again = await run(['lossy.js'], { node: process.execPath });
    expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining(`: ${keyId}. It is unchanged.`)]);
    const found = await running().onCommandLine(['keys', 'find', '--json'], secret);
    expect(JSON.parse(found.out)).toMatchObject({ account: { email: 'bob@example.com' }, refusedAs: null });
  });

  test('a list that goes on is read to its end, unless one page was asked for', async () => {
    const page = (out: string, next?: string) => ({ answer: { exitCode: 0, out, err: '', ...(next && { next }) } });
    for (const limit of [[], ['--limit', '1']]) {
      lambda.failNext(page('one\n', 'a'));
      lambda.failNext(page('two\n'));
      const sent = lambda.events.length;
      const { out } = await operator(['accounts', 'list', ...limit, ...named]);
      const args = lambda.events.slice(sent).map((event) => JSON.parse(event).args);
      if (limit.length > 0) expect([out, args]).toEqual(['one\n', [['accounts', 'list', '--limit', '1']]]);
      else
        expect([out, args]).toEqual([
          'one\ntwo\n',
          [
            ['accounts', 'list'],
            ['accounts', 'list', '--after', 'a'],
          ],
        ]);
    }
    // Takes the page that nobody asked for.
    expect((await operator(['accounts', 'list', ...named])).out).toBe('two\n');
  });

  test('accounts delete takes the address on standard input', async () => {
    await running().program.register('leaver');
    const refused = await operator(['accounts', 'delete', 'leaver', ...named], { input: 'other@example.com' });
    expect([refused.exitCode, refused.err]).toEqual([3, expect.stringContaining('Nothing was deleted')]);
    const deleted = await operator(['accounts', 'delete', 'leaver', ...named], { input: 'leaver@example.com' });
    expect([deleted.exitCode, deleted.out]).toEqual([0, expect.stringContaining('The account leaver is deleted')]);
  });

  test.each<[string, string[], Record<string, string>, number, RegExp]>([
    ['without a function', ['accounts', 'list'], {}, 2, /^--function is missing\.\nUsage: /],
    ['with an empty one', ['accounts', 'list', '--function', ''], {}, 2, /^--function is empty/],
    ['with two', ['accounts', 'list', ...named, ...named], {}, 2, /^--function is given twice/],
    ['with one that is not there', ['accounts', 'list', '--function=other'], {}, 4, /no such function/],
    [
      'without credentials',
      ['accounts', 'list', ...named],
      { AWS_ACCESS_KEY_ID: '' },
      5,
      /^No AWS credentials or region/,
    ],
    [
      'without a region',
      ['accounts', 'list', ...named],
      { AWS_REGION: '' },
      5,
      /^No AWS credentials or region: Region/,
    ],
    [
      'without a connection',
      ['accounts', 'list', ...named],
      { AWS_ENDPOINT_URL_LAMBDA: 'http://127.0.0.1:1' },
      5,
      /^Lambda cannot be reached: /,
    ],
  ])('%s: one line says what is wrong', async (_, args, env, code, message) => {
    const { exitCode, out, err } = await operator(args, env);
    expect([exitCode, out]).toEqual([code, '']);
    expect(err).toMatch(message);
  });

  test('help needs no function', async () => {
    const { exitCode, out, err } = await operator(['--help'], { AWS_REGION: '' });
    expect([exitCode, out, err]).toEqual([0, expect.stringContaining('sluice-cdk operator COMMAND'), '']);
  });
}
