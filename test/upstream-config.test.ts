import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { readUpstreams } from '../src/environment.ts';
import { upstreamsSchema } from '../src/upstream-config.ts';

const configured = {
  mainnet: [{ url: 'https://node.example', secretName: 'nodes/first' }],
  devnet: [{ url: 'http://127.0.0.1:8899' }],
};

test('valid upstreams are returned unchanged, and the proxy can read them', () => {
  const upstreams = v.parse(upstreamsSchema, configured);
  expect(upstreams).toEqual(configured);
  expect(readUpstreams(JSON.stringify(upstreams))).toEqual(configured);
});

test.each([
  ['devnet', { devnet: [] }],
  ['devnet.0', { devnet: ['https://node.example'] }],
  ['devnet.0.url', { devnet: [{ url: 'node.example' }] }],
  ['devnet.0.url', { devnet: [{ url: 'ftp://node.example' }] }],
  ['devnet.0.secretName', { devnet: [{ url: 'https://node.example', secretName: '' }] }],
  ['devnet.0.secret', { devnet: [{ url: 'https://node.example', secret: 'typo' }] }],
])('is refused with the place of what is wrong: %s in %j', (path, upstreams) => {
  const { issues = [] } = v.safeParse(upstreamsSchema, upstreams);
  expect(issues.map((issue) => v.getDotPath(issue))).toEqual(expect.arrayContaining([path]));
});
