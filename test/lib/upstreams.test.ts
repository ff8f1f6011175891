import { describe, expect, test } from '@jest/globals';
import { ConfigurationError } from '../../lib/context.ts';
import { configuredUpstreams } from '../../lib/upstreams.ts';
import { routes } from '../../src/rpc-routes.ts';

const mainnet = [{ url: 'https://first.example', secretName: 'nodes/first' }, { url: 'http://127.0.0.1:8899' }];
const devnet = [{ url: 'https://devnet.example/path' }];
const upstreams = {
  ...Object.fromEntries(routes.map(({ network }) => [network, [{ url: `https://${network}.example` }]])),
  mainnet,
  devnet,
};

function refusal(context: unknown): string {
  try {
    configuredUpstreams(context);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}

describe('configured upstreams', () => {
  test('are used as given, in the order of preference', () => {
    expect(configuredUpstreams(upstreams)).toEqual(upstreams);
  });

  test('come in the order of the routes, however the configuration is ordered', () => {
    const reversed = Object.fromEntries(Object.entries(upstreams).reverse());
    expect(JSON.stringify(configuredUpstreams(reversed))).toBe(JSON.stringify(upstreams));
  });
});

describe('upstreams are refused', () => {
  test('when there are none, with an example', () => {
    const message = refusal(undefined);
    expect(message).toContain('The context value "upstreams" (in cdk.json) is wrong');
    expect(message).toContain('{ "url": "https://…", "secretName": "…" }');
  });

  test('when a network of the routes has no entry, with the line to add', () => {
    expect(refusal({ mainnet })).toContain(
      'the network "devnet" of src/rpc-routes.ts has no upstreams: add "devnet": [{ "url": "https://…" }]',
    );
  });

  test('when a network of the routes has an empty list', () => {
    expect(refusal({ mainnet, devnet: [] })).toContain('devnet: needs at least one upstream');
  });

  test('when a network is not in the routes, with both fixes', () => {
    expect(refusal({ ...upstreams, 'no-network': devnet })).toContain(
      'the network "no-network" is not in src/rpc-routes.ts: add a row there, or remove it here',
    );
  });

  test.each(['localhost', 'ftp://node.example', 'wss://node.example', ''])('when the URL is %j', (url) => {
    expect(refusal({ mainnet, devnet: [...devnet, { url }] })).toContain('devnet.1.url: ');
  });

  test('when an upstream has an unknown field', () => {
    expect(refusal({ mainnet, devnet: [{ url: 'https://devnet.example', apiKey: 'x' }] })).toContain('devnet.0.apiKey');
  });

  test.each([
    'https://user:password@node.example',
    'https://token@node.example',
    'https://node.example/?api-key=token',
  ])('when the template would contain credentials: %s', (url) => {
    const message = refusal({ mainnet, devnet: [{ url }] });
    expect(message).toContain('devnet.0.url: must not have a user name, password or query');
    expect(message).toContain('Secrets Manager');
    expect(message).not.toContain(url);
  });

  test('with every problem at once', () => {
    const { devnet: missing, ...others } = upstreams;
    const message = refusal({ ...others, mainnet: [{ url: 'https://a@b.example' }], 'no-network': missing });
    expect(message.match(/^ {2}- /gm)).toHaveLength(3);
  });
});
