import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { withCaFiles } from '../../../lib/settings/ca-files.ts';
import { functionSettings } from '../../../lib/settings/function-settings.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { selfSigned } from '../../upstream/certificate.ts';
import { given } from './refusals.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-ca-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { cert, key } = selfSigned({ address: '127.0.0.1', until: new Date('2100-01-01') });

function withFile(content: string | undefined) {
  if (content !== undefined) writeFileSync(join(folder, 'ca.pem'), content);
  const node = { url: 'https://node.internal', private: true, caFile: content === undefined ? 'none.pem' : 'ca.pem' };
  const networks = [
    { network: 'mainnet', chain: 'solana', path: '/', upstreams: [{ url: 'https://a.example' }, node] },
  ];
  return withCaFiles(parseSettings({ ...given, networks }, 'test.config.ts'), folder, 'test.config.ts');
}

describe('the certificates of a private authority', () => {
  test.each([cert, `${cert}\n${cert}`])(
    'go into the settings of functions, from a path relative to the settings file',
    (text) => {
      const [, node] = functionSettings(withFile(text)).networks[0]?.upstreams ?? [];
      expect(node).toEqual({ url: 'https://node.internal', private: true, ca: text });
    },
  );

  test.each<[what: string, content: string | undefined, problem: RegExp]>([
    [
      'a file that is missing',
      undefined,
      /upstreams\.1\.caFile: \S+none\.pem cannot be read as certificates in PEM: .*ENOENT/,
    ],
    ['an empty file', '', /caFile: \S+ca\.pem must hold certificates in PEM, and nothing else/],
    ['a private key beside them', `${cert}\n${key}`, /must hold certificates in PEM, and nothing else/],
    [
      'a damaged certificate',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      /cannot be read as certificates/,
    ],
  ])('are refused: %s', (_, content, problem) => {
    expect(() => withFile(content)).toThrow(problem);
  });
});
