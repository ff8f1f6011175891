import { afterEach, describe, expect, test } from '@jest/globals';
import { connectToFirstUpstream, send } from '../../src/upstream/send-to-upstream.ts';
import { answering, type Behaviour, startUpstream, stopUpstreams, unreachableUrl } from './upstream-server.ts';

afterEach(stopUpstreams);

const noCredentials = () => Promise.reject(new Error('no credentials'));
const refusing: Behaviour = (response) => void response.writeHead(405).end();

describe('connecting in advance', () => {
  test('reaches the first upstream of the first network, without a call and without its path', async () => {
    const [first, other] = [await startUpstream(refusing), await startUpstream(refusing)];
    const others = [{ url: other.url }];
    await connectToFirstUpstream({ one: [{ url: `${first.url}/token` }, ...others], two: others }, noCredentials);
    expect(first.received.map(({ method, url, body }) => [method, url, body.length])).toEqual([['OPTIONS', '/', 0]]);
    expect(other.received).toEqual([]);
  });

  test('does nothing without upstreams', async () => {
    await connectToFirstUpstream({}, noCredentials);
    await connectToFirstUpstream({ one: [] }, noCredentials);
  });

  test('leaves a connection that the first call uses', async () => {
    const upstream = await startUpstream(answering('{}'));
    await connectToFirstUpstream({ one: [{ url: upstream.url }] }, noCredentials);
    await send({ url: new URL(upstream.url), headers: {}, body: '{}', timeoutMs: 5_000, repeatable: true });
    expect(upstream.received.map(({ method, connection }) => [method, connection])).toEqual([
      ['OPTIONS', 1],
      ['POST', 1],
    ]);
  });

  test('reads the credentials and uses their URL, but does not send them', async () => {
    const upstream = await startUpstream(refusing);
    const secretsRead: string[] = [];
    const credentials = async (name: string) => {
      secretsRead.push(name);
      return { url: `${upstream.url}/token`, headers: { 'x-token': 'token' }, query: { key: 'token' } };
    };
    await connectToFirstUpstream({ one: [{ url: 'http://elsewhere.invalid', secretName: 'node' }] }, credentials);
    expect(secretsRead).toEqual(['node']);
    expect(upstream.received).toHaveLength(1);
    expect(JSON.stringify(upstream.received[0]?.rawHeaders)).not.toContain('token');
  });

  test('fails if the answer breaks off', async () => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy());
    });
    await expect(connectToFirstUpstream({ one: [{ url: upstream.url }] }, noCredentials)).rejects.toMatchObject({
      code: 'unreachable',
    });
  });

  test('fails if the upstream cannot be reached or its credentials cannot be read', async () => {
    const unreachable = [{ url: await unreachableUrl() }];
    await expect(connectToFirstUpstream({ unreachable }, noCredentials)).rejects.toMatchObject({ code: 'unreachable' });
    const upstream = await startUpstream(refusing);
    const secret = [{ url: upstream.url, secretName: 'node' }];
    await expect(connectToFirstUpstream({ secret }, noCredentials)).rejects.toThrow('no credentials');
    expect(upstream.received).toEqual([]);
  });
});
