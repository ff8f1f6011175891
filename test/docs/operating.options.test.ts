import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { contextSettings } from '../../lib/settings/load-settings.ts';
import { parseSettings } from '../../lib/settings/settings.ts';
import fixedConfig from '../support/fixed.config.ts';
import { codeBlocks } from './pages.ts';

const page = 'docs/operating.md';

test('the options of a deployment on docs/operating.md are all read by the app', () => {
  const app = readFileSync('bin/sluice.ts', 'utf8');
  const commands = codeBlocks(page, 'sh').join('\n');
  const named = [...commands.matchAll(/-c ["'](\w+)=/g)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining(['account', 'region', 'stage']));
  expect(named.filter((name) => !app.includes(`context('${name}')`))).toEqual([]);
});

test('docs/operating.md names every context value that replaces a setting, and no other', () => {
  const asked: string[] = [];
  contextSettings((name) => void asked.push(name));
  const [, list = ''] = /`-c '(alarmEmail=…'` replaces[^.]*)\./.exec(readFileSync(page, 'utf8')) ?? [];
  const named = [...list.matchAll(/(?:^|`)([a-z][A-Za-z]+)(?:`|=)/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(asked.toSorted());
});

/** The examples of settings on the page: what would stand between the braces of sluice.config.ts. */
function exampleSettings(): Readonly<Record<string, unknown>> {
  const examples = codeBlocks(page, 'ts').filter((block) => /^\s*(\w+: |\{ network: )/.test(block));
  const [rows, others] = [
    examples.filter((block) => block.trimStart().startsWith('{')),
    examples.filter((block) => !block.trimStart().startsWith('{')),
  ];
  const settings: unknown = runInNewContext(`({ ${others.join('\n')} })`);
  const added: unknown = runInNewContext(`[ ${rows.join('\n')} ]`);
  const { networks, ...rest } = v.parse(v.looseObject({ networks: v.array(v.unknown()) }), settings);
  return { ...rest, networks: [...networks, ...v.parse(v.array(v.unknown()), added)] };
}

test('the examples of settings on docs/operating.md are accepted', () => {
  const examples = exampleSettings();
  expect(Object.keys(examples).toSorted()).toEqual([
    'alarmEmail',
    'budget',
    'capacity',
    'domains',
    'mail',
    'networks',
    'webAcl',
  ]);
  const accepted = parseSettings({ ...fixedConfig, ...examples }, page);
  expect(accepted.networks.map(({ network }) => network)).toEqual(['mainnet', 'devnet', 'testnet']);
});
