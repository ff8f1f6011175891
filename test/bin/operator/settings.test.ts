import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/time.ts';
import { newKey } from '../../keys/new-key.ts';
import { settings } from '../../support/settings.ts';
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
      const message = `There is no plan ${planId} to choose. Plans: free, developer.\n`;
      expect(await change(planId)).toEqual({ code: 4, out: '', err: message });
    }
  });

  test('put no account on a plan that the stage does not know yet: its keys would be refused', async () => {
    await program.register('early');
    const ahead = { ...settings, plans: [...settings.plans, { ...scale, id: 'gold', availability: 'by-operator' }] };
    const stage = ['--stage', 'dev', '--config', write('ahead.json', JSON.stringify(ahead))];
    const commands = [
      ['accounts', 'change-plan', 'early', 'gold'],
      ['accounts', 'create', 'new@example.com', '--plan', 'gold'],
    ];
    for (const command of commands) {
      expect(await program.run(...command, ...stage)).toMatchObject({
        code: 3,
        out: '',
        err: expect.stringMatching(/^The stage has no plan gold, only free, .*\. Deploy your settings first/),
      });
    }
    expect((await program.run('accounts', 'change-plan', 'early', 'business', ...stage)).code).toBe(0);
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
    write('.local/8600.json', JSON.stringify({ ...connection, config: config[1] }));
    const change = (planId: string) => program.run('accounts', 'change-plan', 'local', planId, '--port', '8600');
    expect([(await change('scale')).code, (await change('developer')).code]).toEqual([4, 0]);
  });

  test('are also those of the variable SLUICE_CONFIG', async () => {
    const { out } = await program.runWith('', ['plans', 'list'], { SLUICE_CONFIG: config[1] });
    expect(out).toContain('by-operator');
  });
});

describe('config check', () => {
  test('prints the settings with every default, and needs no gateway', async () => {
    const { code, out } = await program.run('config', 'check', '--port', '1');
    expect([code, JSON.parse(out)]).toEqual([0, JSON.parse(JSON.stringify(settings))]);
    expect(await program.documents('config', 'check', ...config)).toEqual([JSON.parse(JSON.stringify(changed))]);
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
    expect(err).toContain('  - colour: is not a setting.\n');
  });

  test('ends with exit code 1 for a file that does not exist', async () => {
    expect(await program.run('config', 'check', '--config', 'nowhere.ts')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no settings file "nowhere\.ts"/),
    });
  });
});
