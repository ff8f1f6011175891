import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { contextSettings, loadSettings, settingsFileOf } from '../../../lib/settings/load-settings.ts';
import { given } from './refusals.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const json = (changes: object = {}) => JSON.stringify({ ...given, ...changes });
const named = (name: string) => json({ service: { ...given.service, name } });

describe('a settings file', () => {
  test('is by default the repository’s', () => {
    const { SLUICE_CONFIG } = process.env;
    delete process.env.SLUICE_CONFIG;
    const file = settingsFileOf();
    process.env.SLUICE_CONFIG = SLUICE_CONFIG;
    expect(file).toBe(resolve('sluice.config.ts'));
  });

  test('may be JSON, an object of a module, or a function of the stage', async () => {
    const files = [
      fileWith('one.json', named('dev')),
      fileWith('two.mjs', `export default ${named('dev')};`),
      fileWith(
        'three.mjs',
        `export default async (stage) => ({ ...${json()}, service: { ...${json()}.service, name: stage } });`,
      ),
    ];
    for (const file of files) expect((await loadSettings({ file, stage: 'dev' })).service.name).toBe('dev');
  });

  test.each(['', 'nowhere.ts', folder])('is refused if there is none: %j', (file) => {
    expect(() => settingsFileOf(file)).toThrow(/^There is no settings file .*-c config=PATH/);
  });

  test.each([
    ['broken.json', '{'],
    ['broken.mjs', 'export default {'],
    ['throwing.mjs', "export default () => { throw new Error('no network'); };"],
  ])('is refused with the reason if it cannot be loaded: %s', async (name, text) => {
    const file = fileWith(name, text);
    await expect(loadSettings({ file, stage: 'dev' })).rejects.toThrow(`The settings file ${file} cannot be loaded: `);
  });

  test('is refused with its path if it is wrong', async () => {
    const file = fileWith('empty.mjs', 'export default {};');
    await expect(loadSettings({ file, stage: 'dev' })).rejects.toThrow(`The settings in ${file} are wrong:`);
  });
});

describe('the logo', () => {
  const withLogo = (logo: string) => fileWith('logo.json', json({ service: { ...given.service, logo } }));

  test('is found beside the settings file', async () => {
    const logo = fileWith('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await loadSettings({ file: withLogo('./logo.svg'), stage: 'dev' })).service.logo).toBe(logo);
  });

  test('is refused if it is missing or large', async () => {
    const load = (logo: string) => loadSettings({ file: withLogo(logo), stage: 'dev' });
    await expect(load('missing.png')).rejects.toThrow(`service.logo: there is no file ${join(folder, 'missing.png')}.`);
    fileWith('large.png', 'x'.repeat(200_001));
    await expect(load('large.png')).rejects.toThrow('large.png is larger than 200 KB.');
  });
});

describe('a context value', () => {
  const contextOf = (values: Readonly<Record<string, unknown>>) => contextSettings((name) => values[name]);
  const load = (values: Readonly<Record<string, unknown>>) =>
    loadSettings({ stage: 'dev', replaced: contextOf(values) });

  test('replaces the setting of its name; on the command line, objects are JSON', async () => {
    const budget = { dollarsPerMonth: 500, email: 'ops@example.com' };
    const values = {
      alarmEmail: 'a@b.example',
      lambdaConcurrency: '1000',
      budget: JSON.stringify(budget),
      capacity: { minWrites: 9 },
    };
    expect(await load(values)).toMatchObject({
      alarmEmail: 'a@b.example',
      lambdaConcurrency: 1_000,
      budget,
      capacity: { minWrites: 9 },
    });
  });

  test('replaces the nodes of the networks that it names', async () => {
    const { networks } = await load({ upstreams: '{"devnet":[{"url":"http://127.0.0.1:8899"}]}' });
    const urls = Object.fromEntries(
      networks.map(({ network, upstreams }) => [network, upstreams.map(({ url }) => url)]),
    );
    expect(urls).toEqual({ mainnet: ['https://api.mainnet-beta.solana.com'], devnet: ['http://127.0.0.1:8899'] });
  });

  test('is refused with the names of the networks if it names another one', async () => {
    for (const upstreams of ['{"testnet":[]}', 'mainnet']) {
      await expect(load({ upstreams })).rejects.toThrow('lists of nodes by network. Networks: mainnet, devnet.');
    }
  });

  test('for the nodes does not hide that the networks of the file are wrong', async () => {
    const file = fileWith('wrong.json', json({ networks: [{ path: '/' }] }));
    const replaced = contextOf({ upstreams: '{}' });
    await expect(loadSettings({ file, stage: 'dev', replaced })).rejects.toThrow('networks.0.network: is missing.');
  });

  test('may be an address that begins with a digit', () => {
    expect(contextOf({ alarmEmail: '24x7@example.com' })).toEqual({ alarmEmail: '24x7@example.com' });
  });

  test('for the VPC replaces all of it, and is refused with what is wrong', async () => {
    const vpc = {
      id: 'vpc-0123456789abcdef0',
      subnets: ['subnet-0123456789abcdef0'],
      internet: 'nat',
      dynamoDbEndpoint: 'existing',
    };
    expect((await load({ vpc: JSON.stringify(vpc) })).vpc).toMatchObject(vpc);
    await expect(load({ vpc: 'vpc-0123456789abcdef0' })).rejects.toThrow(/ - vpc: must be an object/);
    await expect(load({ vpc: JSON.stringify({ ...vpc, internet: 'yes' }) })).rejects.toThrow(
      / - vpc\.internet: must be/,
    );
    expect(() => contextOf({ vpc: '{id:vpc-1}' })).toThrow(`put it in quotes: -c vpc='{…}'`);
  });

  test('is refused if it is broken JSON', () => {
    expect(() => contextOf({ budget: '{dollarsPerMonth:5}' })).toThrow(`put it in quotes: -c budget='{…}'`);
  });

  test('that is no setting is ignored', () => expect(contextOf({ stage: 'prod', plans: '[]' })).toEqual({}));
});
