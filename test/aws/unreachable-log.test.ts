import { afterEach, expect, test } from '@jest/globals';
import { loggingUnreachable } from '../../src/aws/unreachable-log.ts';
import { createLog } from '../../src/log.ts';
import { type Behaviour, stopUpstreams } from '../upstream/upstream-server.ts';
import { answering, closing, refusing, startSickAws } from './sick-aws.ts';

afterEach(stopUpstreams);

async function call(...behaviours: readonly Behaviour[]) {
  const lines: unknown[] = [];
  const { service } = await startSickAws(behaviours);
  const log = createLog('info', (line) => lines.push(JSON.parse(line)));
  const result = loggingUnreachable(service, { name: 'dynamodb' }, log).call('GetItem', {});
  const ended = await result.then(
    () => 'answered',
    ({ code }) => code,
  );
  return { ended, lines };
}

test('a service that does not answer is logged with its name', async () => {
  expect(await call(closing)).toEqual({
    ended: 'unreachable',
    lines: [{ level: 'error', event: 'aws_unreachable', service: 'dynamodb', code: 'unreachable' }],
  });
});

test.each([
  ['answers', [answering({})], 'answered'],
  ['answers at a second try', [closing, answering({})], 'answered'],
  ['refuses', [refusing('AccessDeniedException')], 'aws_error'],
] as const)('one that %s is not', async (_, behaviours, ended) => {
  expect(await call(...behaviours)).toEqual({ ended, lines: [] });
});
