import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { AwsCallLimits } from '../../src/aws/aws-client.ts';
import { AwsError, WrongClockError } from '../../src/aws/retry.ts';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { type Behaviour, hanging, stopUpstreams, unreachableUrl } from '../upstream/upstream-server.ts';
import { answering, breakingOff, closing, refusing, stalling, startSickAws } from './sick-aws.ts';

afterEach(stopUpstreams);

const well = answering({ well: true });
const limits: AwsCallLimits = { connectMs: 20_000, answerMs: 20_000, deadlineMs: 60_000, tries: 4 };
const impatient: AwsCallLimits = { ...limits, answerMs: 500 };

const failureOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call', () => {
  test('is a signed POST of the operation and its input, and returns the members of the answer', async () => {
    const { service, received } = await startSickAws([well]);
    expect(await service.call('GetItem', { TableName: 'ä' })).toEqual({ well: true });
    expect(received).toHaveLength(1);
    const [{ method, url, headers, body } = {}] = received;
    expect({ method, url, body: body?.toString() }).toEqual({ method: 'POST', url: '/', body: '{"TableName":"ä"}' });
    expect(headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.0',
      'content-length': '18',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'x-amz-date': '20261120T120000Z',
    });
    expect(headers?.authorization).toContain('Credential=AKID/20261120/us-east-1/dynamodb/aws4_request, ');
  });

  test('uses the connection of the previous call', async () => {
    const { service, received } = await startSickAws([well]);
    for (let calls = 0; calls < 3; calls += 1) await service.call('GetItem', {});
    expect(received.map(({ connection }) => connection)).toEqual([1, 1, 1]);
  });

  test('is signed with the current credentials', async () => {
    const credentials = { accessKeyId: 'FIRST', secretAccessKey: 's' };
    const { service, received } = await startSickAws([well], { credentials: () => ({ ...credentials }) });
    await service.call('GetItem', {});
    Object.assign(credentials, { accessKeyId: 'SECOND', sessionToken: 'token' });
    await service.call('GetItem', {});
    expect(received.map(({ headers }) => /Credential=(\w+)/.exec(headers.authorization ?? '')?.[1])).toEqual([
      'FIRST',
      'SECOND',
    ]);
    expect(received.map(({ headers }) => headers['x-amz-security-token'])).toEqual([undefined, 'token']);
  });

  test('fails and is not sent if its credentials cannot be read', async () => {
    const credentials = () => {
      throw new Error('no credentials');
    };
    const { service, received } = await startSickAws([well], { credentials });
    await expect(service.call('GetItem', {})).rejects.toThrow('no credentials');
    expect(received).toHaveLength(0);
  });
});

const damaged =
  (body: string): Behaviour =>
  (response) =>
    void response.writeHead(200).end(body);
const passing: readonly (readonly [string, Behaviour])[] = [
  ['a connection closed without an answer', closing],
  ['half an answer', breakingOff],
  ['an answer that is no HTTP', (response) => void response.socket?.end('no http\r\n\r\n')],
  ['an answer that is no JSON', damaged('<html>')],
  ['an empty answer', damaged('')],
  ['JSON that is no object', damaged('7')],
  ['an answer with a wrong checksum', answering({ well: true }, { headers: { 'x-amz-crc32': '1' } })],
  ['500', refusing('InternalServerError', 500)],
  ['503 without JSON', (response) => void response.writeHead(503).end('<html>')],
  ['a throttled table', refusing('ProvisionedThroughputExceededException')],
  ['a throttled account', refusing('ThrottlingException')],
  ['an item that a transaction holds', refusing('TransactionConflictException')],
  ['a request limit', refusing('RequestLimitExceeded')],
];

describe('a transient failure', () => {
  test.each(passing)('after %s the call is retried', async (_, behaviour) => {
    const { service, received } = await startSickAws([behaviour, well], { limits });
    expect(await service.call('PutItem', { TableName: 't' })).toEqual({ well: true });
    expect(received.map(({ body }) => body.toString())).toEqual(['{"TableName":"t"}', '{"TableName":"t"}']);
  });

  test.each(passing)('after %s in every try, the call rejects with the last error', async (_, behaviour) => {
    const { service, received } = await startSickAws([behaviour], { limits: { ...limits, tries: 3 } });
    const failure = await failureOf(service.call('GetItem', {}));
    expect(failure instanceof NoAnswerError || failure instanceof AwsError).toBe(true);
    expect(received).toHaveLength(3);
  });

  test.each([
    ['no answer', hanging],
    ['an answer that stalls', stalling],
  ])('%s in time is retried', async (_, behaviour) => {
    const { service, received } = await startSickAws([behaviour, well], { limits: { ...impatient, tries: 20 } });
    expect(await service.call('PutItem', {})).toEqual({ well: true });
    expect(received.length).toBeGreaterThan(1);
    const never = await startSickAws([behaviour], { limits: { ...impatient, tries: 2 } });
    expect(await failureOf(never.service.call('GetItem', {}))).toMatchObject({ code: 'timeout' });
    expect(never.received).toHaveLength(2);
  });

  test('of a TLS handshake has a shorter time limit than an answer', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const endpoint = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const { service } = await startSickAws([well], { endpoint, limits: { ...limits, connectMs: 20, tries: 2 } });
    expect(await failureOf(service.call('GetItem', {}))).toMatchObject({ code: 'timeout' });
    silent.close();
  });

  test('of a refused connection is retried', async () => {
    const { service, pauses } = await startSickAws([well], { endpoint: new URL(await unreachableUrl()) });
    const failure = await failureOf(service.call('GetItem', {}));
    expect(failure).toMatchObject({ code: 'unreachable', cause: { code: 'ECONNREFUSED' } });
    expect(pauses).toHaveLength(3);
  });

  test('has a code for its reason', async () => {
    const reasonOf = async (behaviour: Behaviour) => {
      const { service } = await startSickAws([behaviour], { limits: { ...limits, tries: 1 } });
      return failureOf(service.call('GetItem', {}));
    };
    expect(await reasonOf(closing)).toMatchObject({ code: 'unreachable' });
    expect(await reasonOf(damaged('{'))).toMatchObject({ code: 'damaged' });
    expect(await reasonOf(refusing('InternalServerError', 500))).toMatchObject({
      code: 'aws_error',
      name: 'InternalServerError',
      message: 'InternalServerError for a test',
      failure: { status: 500 },
    });
  });

  test('is retried after growing random pauses', async () => {
    const { service, pauses } = await startSickAws([refusing('ThrottlingException')], {
      limits: { ...limits, tries: 8 },
    });
    await failureOf(service.call('GetItem', {}));
    expect(pauses).toEqual([25, 50, 100, 200, 400, 500, 500]);
  });

  test('is not retried after the deadline', async () => {
    const { service, pauses, received } = await startSickAws([refusing('ThrottlingException')], {
      limits: { ...limits, tries: 8, deadlineMs: 175 },
    });
    await failureOf(service.call('GetItem', {}));
    // 75 ms have passed, and a pause of 100 ms would reach the deadline.
    expect(pauses).toEqual([25, 50]);
    expect(received).toHaveLength(3);
  });

  test('leaves a retry only the remaining time', async () => {
    const { service, received } = await startSickAws([refusing('ThrottlingException'), hanging], {
      limits: { ...limits, answerMs: 1_000_000, deadlineMs: 1_000 },
    });
    expect(await failureOf(service.call('GetItem', {}))).toMatchObject({ code: 'timeout' });
    expect(received.length).toBeGreaterThan(1);
  });
});

describe('a permanent failure', () => {
  test.each([
    ['ConditionalCheckFailedException', 400],
    ['ResourceNotFoundException', 400],
    ['ValidationException', 400],
    ['AccessDeniedException', 400],
    ['UnrecognizedClientException', 400],
    ['ExpiredTokenException', 400],
    ['SerializationException', 413],
  ])('%s ends the call at once, with its name and message', async (name, status) => {
    const { service, received } = await startSickAws([refusing(name, status)]);
    const failure = await failureOf(service.call('GetItem', {}));
    expect(failure).toBeInstanceOf(AwsError);
    expect(failure).toMatchObject({ name, message: `${name} for a test`, code: 'aws_error', failure: { status } });
    expect(received).toHaveLength(1);
  });

  test('carries the members of the answer', async () => {
    const answer = { __type: 'x#ConditionalCheckFailedException', Message: 'no', Item: { n: { N: '1' } } };
    const { service } = await startSickAws([answering(answer, { status: 400 })]);
    const failure = await failureOf(service.call('PutItem', {}));
    expect(failure).toMatchObject({ message: 'no', failure: { status: 400, answer: { Item: { n: { N: '1' } } } } });
  });

  test('in an unknown format has no name', async () => {
    const { service, received } = await startSickAws([(response) => void response.writeHead(404).end('<html>')]);
    expect(await failureOf(service.call('GetItem', {}))).toMatchObject({
      name: 'UnknownError',
      failure: { status: 404 },
    });
    expect(received).toHaveLength(1);
  });
});

describe('a kept-alive connection that has died', () => {
  test('is replaced at once', async () => {
    const { service, received, pauses } = await startSickAws([well, closing, well]);
    await service.call('GetItem', {});
    expect(await service.call('GetItem', {})).toEqual({ well: true });
    expect(received.map(({ connection }) => connection)).toEqual([1, 1, 2]);
    expect(pauses).toEqual([]);
  });

  test('closes the other idle connections, which are as old', async () => {
    const waiting: (() => void)[] = [];
    const together: Behaviour = (response, request) => {
      waiting.push(() => well(response, request));
      if (waiting.length === 3) for (const answer of waiting) answer();
    };
    const { service, received } = await startSickAws([together, together, together, closing, well]);
    await Promise.all([1, 2, 3].map(() => service.call('GetItem', {})));
    expect(await service.call('GetItem', {})).toEqual({ well: true });
    expect(
      received
        .map(({ connection }) => connection)
        .slice(0, 3)
        .toSorted(),
    ).toEqual([1, 2, 3]);
    expect(received.at(-1)?.connection).toBe(4);
  });
});

test('after a lost answer the next call too uses a new connection', async () => {
  const { service, received } = await startSickAws([well, hanging, well, well]);
  const once = { ...impatient, tries: 1 };
  await service.call('GetItem', {}, once);
  expect(await failureOf(service.call('UpdateItem', {}, once))).toMatchObject({ code: 'timeout', reused: true });
  await service.call('UpdateItem', {});
  await service.call('UpdateItem', {});
  expect(received.map(({ connection }) => connection)).toEqual([1, 1, 2, 2]);
});

test('the limits of a call replace those of the client, and patience multiplies both', async () => {
  const { service, received, pauses } = await startSickAws([refusing('ThrottlingException')], { limits });
  await failureOf(service.call('UpdateItem', {}, { ...limits, tries: 1 }));
  expect(received).toHaveLength(1);
  const patient = await startSickAws([refusing('ThrottlingException')], { limits, patience: 2 });
  await failureOf(patient.service.call('GetItem', {}, { ...limits, tries: 8, deadlineMs: 100 }));
  // Pauses of 25, 50 and 100 ms would end before twice the deadline.
  expect([patient.pauses, pauses]).toEqual([[25, 50, 100], []]);
});

describe('the clock of a service', () => {
  const date = 'Fri, 20 Nov 2026 12:04:00 GMT';
  const apart = async (behaviour: Behaviour) => {
    const { service, clock } = await startSickAws([behaviour, well]);
    await failureOf(service.call('GetItem', {}));
    return service.clock() - clock.now;
  };

  test('is corrected by the Date of an answer, also of a failure', async () => {
    expect(await apart(answering({}, { headers: { date } }))).toBe(240_500);
    expect(await apart(refusing('ConditionalCheckFailedException', 400, { date }))).toBe(240_500);
  });

  test('is that of the process if the Date is close or the answer is damaged', async () => {
    const close = 'Fri, 20 Nov 2026 11:59:58 GMT';
    expect(await apart(answering({}, { headers: { date: close } }))).toBe(0);
    const damaged = { date, 'x-amz-crc32': '1' };
    const { service, clock } = await startSickAws([answering({}, { headers: damaged })]);
    await failureOf(service.call('GetItem', {}));
    expect(service.clock()).toBe(clock.now);
  });

  test('is beside the Date of the last answer', async () => {
    const { service } = await startSickAws([answering({}, { headers: { date } }), breakingOff]);
    expect(service.lastDate).toBeUndefined();
    await service.call('GetItem', {});
    await failureOf(service.call('GetItem', {}, { ...limits, tries: 1 }));
    expect(service.lastDate).toBe(Date.parse(date));
  });

  test('signs the next request', async () => {
    const { service, received } = await startSickAws([answering({}, { headers: { date } }), well]);
    await service.call('GetItem', {});
    await service.call('GetItem', {});
    expect(received.map(({ headers }) => headers['x-amz-date'])).toEqual(['20261120T120000Z', '20261120T120400Z']);
  });
});

describe('a wrong clock', () => {
  const skews = ['RequestTimeTooSkewed', 'InvalidSignatureException', 'RequestExpired', 'RequestInTheFuture'];

  test.each(skews)('is corrected by the Date of a rejection (%s), also for later calls', async (name) => {
    const date = 'Fri, 20 Nov 2026 15:30:00 GMT';
    const { service, received, pauses } = await startSickAws([refusing(name, 400, { date }), well]);
    expect(await service.call('GetItem', {})).toEqual({ well: true });
    await service.call('GetItem', {});
    const times = received.map(({ headers }) => headers['x-amz-date']);
    expect(times).toEqual(['20261120T120000Z', '20261120T153000Z', '20261120T153000Z']);
    expect(pauses).toEqual([]);
  });

  test('is named by the error of a call that may not be tried again: its caller can choose again', async () => {
    const date = 'Fri, 20 Nov 2026 15:30:00 GMT';
    const { service, clock } = await startSickAws([refusing('RequestExpired', 400, { date })]);
    const failure = await failureOf(service.call('UpdateItem', {}, { ...limits, tries: 1 }));
    expect(failure).toBeInstanceOf(WrongClockError);
    expect(service.clock() - clock.now).toBe(12_600_000);
  });

  test('is also corrected backwards', async () => {
    const date = 'Fri, 20 Nov 2026 11:00:00 GMT';
    const { service, received } = await startSickAws([refusing('RequestTimeTooSkewed', 400, { date }), well]);
    await service.call('GetItem', {});
    expect(received.at(-1)?.headers['x-amz-date']).toBe('20261120T110000Z');
  });

  test.each([
    ['agrees', 'Fri, 20 Nov 2026 12:00:30 GMT'],
    ['is invalid', 'soon'],
  ])('is not the cause if the Date %s: the call fails', async (_, date) => {
    const { service, received } = await startSickAws([refusing('InvalidSignatureException', 400, { date }), well]);
    expect(await failureOf(service.call('GetItem', {}))).toMatchObject({ name: 'InvalidSignatureException' });
    expect(received).toHaveLength(1);
  });
});
