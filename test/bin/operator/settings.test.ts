import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/time.ts';
import { newKey } from '../../keys/new-key.ts';
import { settings } from '../../support/settings.ts';
import { answering, startUpstream, stopUpstreams, unreachableUrl } from '../../upstream/upstream-server.ts';
import { documentsOf, OperatorProgram } from './operator-program.ts';

const [free, developer, business, scale] = settings.plans;
const changed = {
  ...settings,
  plans: [free, { ...developer, availability: 'by-operator' }, { ...business, availability: 'retired' }],
};

let program: OperatorProgram;
let config: string[];
beforeAll(async () => {
  program = await OperatorProgram.start();
  config = ['--config', write('changed.json', JSON.stringify(changed))];
});
afterAll(() => program.stop());

function write(name: string, text: string): string {
  const file = join(program.folder, name);
  writeFileSync(file, text);
  return file;
}

describe('the operator’s settings', () => {
  test('decide which plans exist; an operator chooses those that are open or by operator, not retired ones', async () => {
    await program.register('acme');
    const plans = await program.documents('plans', 'list', ...config);
    expect(plans.map(({ planId, availability }) => [planId, availability])).toEqual([
      ['free', 'open'],
      ['developer', 'by-operator'],
      ['business', 'retired'],
    ]);
    const change = (planId: string) => program.run('accounts', 'change-plan', 'acme', planId, '--json', ...config);
    expect(documentsOf(await change('developer'))).toMatchObject([{ plan: { planId: 'developer', open: false } }]);
    for (const planId of ['business', scale?.id ?? '']) {
      const message = `The plan ${planId} is not available. Available plans: free, developer.\n`;
      expect(await change(planId)).toEqual({ code: 4, out: '', err: message });
    }
  });

  test('an account whose plan they lack is shown with that plan, and its secret is refused', async () => {
    await program.register('removed', scale?.id);
    const { secret } = await newKey(program.directory, 'removed', 'first', systemClock);
    const [account] = await program.documents('accounts', 'show', 'removed', ...config);
    expect(account).toMatchObject({ planId: 'scale', plan: null });
    expect((await program.run('accounts', 'list', ...config)).out).toMatch(
      /removed +\S+ +scale \(not in the settings\) +/,
    );
    const { out } = await program.runWith(secret, ['keys', 'find', ...config]);
    expect(out).toMatch(/refused as +plan_inactive\nbecause +the plan scale is not in the settings\n/);
    expect(await program.run('keys', 'create', 'removed', 'second', ...config)).toMatchObject({ code: 3 });
    const month = new Date().toISOString().slice(0, 7);
    const [statement] = await program.documents('accounts', 'statement', 'removed', '--month', month, ...config);
    expect(statement).toMatchObject({ planId: 'scale', plan: null, total: { calls: 0 } });
  });

  test('are those that the local gateway was started with', async () => {
    await program.register('local');
    const connection = JSON.parse(readFileSync(join(program.folder, '.local/8545.json'), 'utf8'));
    write('.local/8600.json', JSON.stringify({ ...connection, config: config[1], plans: 'free,developer,business' }));
    const { out } = await program.run('plans', 'list', '--port', '8600');
    expect(out).toContain('by-operator');
    const change = (planId: string) => program.run('accounts', 'change-plan', 'local', planId, '--port', '8600');
    expect([(await change('scale')).code, (await change('developer')).code]).toEqual([4, 0]);
  });

  test('must have the plans of the deployed stage, or else the plans are neither shown nor changed', async () => {
    const file = config[1] ?? '';
    const err =
      `The plans of Sluice-dev are free, developer, business, scale, but those in ${file} are free, developer, business. ` +
      'Give the settings that the gateway runs with (--config PATH), or update the gateway to these settings first.\n';
    await program.register('stage');
    for (const command of [
      ['plans', 'list'],
      ['accounts', 'list'],
      ['accounts', 'change-plan', 'stage', 'developer'],
    ]) {
      expect(await program.run(...command, '--stage', 'dev', ...config)).toEqual({ code: 3, out: '', err });
      expect(await program.run(...command, '--stage', 'dev')).toMatchObject({ code: 0, err: '' });
    }
    const { code, err: warning } = await program.run('accounts', 'suspend', 'stage', '--stage', 'dev', ...config);
    expect([code, warning]).toEqual([0, `Warning: ${err}`]);
  });

  test('may have been edited since the local gateway was started, which is refused too', async () => {
    const connection = JSON.parse(readFileSync(join(program.folder, '.local/8545.json'), 'utf8'));
    write('.local/8700.json', JSON.stringify({ ...connection, config: config[1], plans: 'free,pro' }));
    const { code, err } = await program.run('plans', 'list', '--port', '8700');
    expect([code, err]).toEqual([
      3,
      expect.stringContaining('The plans of the local gateway on port 8700 are free, pro,'),
    ]);
  });

  test('are also those of the variable SLUICE_CONFIG', async () => {
    const { out } = await program.runWith('', ['plans', 'list'], { SLUICE_CONFIG: config[1] });
    expect(out).toContain('by-operator');
  });
});

describe('config check', () => {
  test('prints the settings with every default, and needs no gateway', async () => {
    const { code, out } = await program.runAsProcess('', ['config', 'check', '--port', '1']);
    expect([code, JSON.parse(out)]).toEqual([0, JSON.parse(JSON.stringify(settings))]);
    expect(await program.documents('config', 'check', ...config)).toEqual([JSON.parse(JSON.stringify(changed))]);
  });

  test('names a node of another chain than the settings say, with the exit code of a failure', async () => {
    const hash = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY';
    const { url } = await startUpstream(answering(`{"jsonrpc":"2.0","id":1,"result":"${hash}"}`));
    const expecting = (genesisHash: string, nodes: readonly object[]) =>
      write(
        'chains.json',
        JSON.stringify({
          ...settings,
          networks: [{ network: 'main', chain: 'solana', path: '/', genesisHash, upstreams: nodes }],
        }),
      );
    const check = (file: string) => program.run('config', 'check', '--config', file);
    const wrong = await check(expecting('mainnet-beta', [{ url }]));
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining(`networks.0.upstreams.0 (${url}) is on the chain ${hash}`),
    ]);
    expect(await check(expecting('testnet', [{ url }]))).toMatchObject({ code: 0, err: '' });
    const silent = await check(expecting('testnet', [{ url: await unreachableUrl() }, { url, secretName: 'nodes/a' }]));
    expect([silent.code, silent.err]).toEqual([0, '']);
    await stopUpstreams();
  });

  test('gives the stage to a file that is a function of it', async () => {
    const file = write(
      'function.mjs',
      `export default (stage) => ({ ...${JSON.stringify(settings)}, alarmEmail: stage + '@b.example' });`,
    );
    const [checked] = await program.documents('config', 'check', '--config', file, '--stage', 'prod');
    expect(checked).toMatchObject({ alarmEmail: 'prod@b.example' });
  });

  test('names every problem with its path, and ends with exit code 1', async () => {
    const file = write(
      'wrong.json',
      JSON.stringify({ ...changed, plans: [{ ...free, keys: 'three' }], colour: 'red' }),
    );
    const { code, out, err } = await program.run('config', 'check', '--config', file);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^The settings in .*wrong\.json are wrong:\n( {2}- .*\n)*$/);
    expect(err).toContain('  - plans.0.keys: ');
    expect(err).toContain('  - colour: is not a setting. Correct its name, or remove it.\n');
  });

  test.each([
    ['a.ts', 'export default {\n  service: {\n  plans', 'line 3: Expected '],
    ['b.json', '{"plans":\n', 'Unexpected end of JSON input'],
    ['c.ts', 'export const settings = {};', 'it has no default export. Begin it with: export default {'],
    ['d.ts', "export default () => { throw new Error('NODE_URL is not set'); };", 'NODE_URL is not set\n'],
    ['e.ts', 'export default () => {};', 'the settings must be an object, not undefined.\n'],
  ])('says why a file is not settings: %s', async (name, text, problem) => {
    const { code, err } = await program.run('config', 'check', '--config', write(name, text));
    expect([code, err]).toEqual([1, expect.stringContaining(problem)]);
  });

  test('names the fix for a module in a folder of CommonJS modules', async () => {
    const text = `export default ${JSON.stringify(settings)};`;
    mkdirSync(join(program.folder, 'commonjs'));
    write('commonjs/package.json', '{"type":"commonjs"}');
    const { code, err } = await program.run('config', 'check', '--config', write('commonjs/my.config.ts', text));
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('"type": "commonjs": rename the file to my.config.mts.\n'),
    ]);
    expect(await program.run('config', 'check', '--config', write('commonjs/my.config.mts', text))).toMatchObject({
      code: 0,
      err: '',
    });
  });

  test('ends with exit code 4 for a file that does not exist', async () => {
    expect(await program.run('config', 'check', '--config', 'nowhere.ts')).toMatchObject({
      code: 4,
      err: expect.stringMatching(/^There is no settings file \S+nowhere\.ts\. Give/),
    });
  });
});
