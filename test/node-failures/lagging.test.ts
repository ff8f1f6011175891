import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { forwarderTo, read, startOver, time, write } from '../upstream/forwarding.ts';
import { answering, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

describe('when watch has found a node far behind the best node', () => {
  const nodes = async () => {
    const [behind, other] = [await startUpstream(answering('behind')), await startUpstream(answering('other'))];
    const watched = (_: string, url: string) => ({ down: false, behind: url === behind.url, checkedAt: time.now });
    return { behind: behind.url, other: other.url, watched };
  };

  test.each([
    ['a read', read],
    ['a write', write],
  ])('%s goes to the other node, and to this one where there is no other', async (_, request) => {
    const { behind, other, watched } = await nodes();
    expect((await forwarderTo([behind, other], { watched }).forward(request)).body.toString()).toBe('other');
    expect((await forwarderTo([behind], { watched }).forward(request)).body.toString()).toBe('behind');
  });

  test('it is still used before a node that fails', async () => {
    const { behind, other, watched } = await nodes();
    const failing = (network: string, url: string) => ({ ...watched(network, url), down: url === other });
    expect((await forwarderTo([other, behind], { watched: failing }).forward(write)).body.toString()).toBe('behind');
  });
});
