import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Denial, type Gate, startGate } from '../gate.ts';
import { noServices, role, roleArn, send, signed } from './iam/test-gate.ts';
import { templateWith } from './template/template-file.ts';

const template = templateWith({ Admin: role(['Allow', '*', '*']) });
const denials: Denial[] = [];
let gate: Gate;

beforeAll(async () => {
  gate = await startGate({ template, ...noServices, onDenied: (denial) => void denials.push(denial) });
});

afterAll(() => gate.stop());

beforeEach(() => {
  denials.length = 0;
});

describe('what the gate does not know', () => {
  test('an access key id of no role is answered as AWS does', async () => {
    const authorization = signed(gate, 'Admin', 'dynamodb').replace(/ASIA\w+/, 'AKIAUNKNOWN');
    expect(await send(gate, { target: 'DynamoDB_20120810.ListTables', authorization })).toEqual({
      status: 400,
      body: '{"__type":"com.amazon.coral.service#UnrecognizedClientException","message":"The security token included in the request is invalid."}',
    });
    expect(denials).toMatchObject([{ code: 'unknown_credential' }]);
  });

  test('a request without a signature is refused', async () => {
    const answer = await send(gate, { target: 'DynamoDB_20120810.ListTables' });
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('MissingAuthenticationTokenException') });
  });

  test.each([
    ['no JSON', '{'],
    ['no table', '{}'],
    ['a table that is no text', '{"TableName":1}'],
    ['null', 'null'],
  ])('a body with %s is refused as invalid', async (_, body) => {
    const authorization = signed(gate, 'Admin', 'dynamodb');
    const answer = await send(gate, { target: 'DynamoDB_20120810.GetItem', authorization, body });
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('ValidationException') });
  });

  test('a service that is not emulated is refused by name', async () => {
    const answer = await send(gate, { authorization: signed(gate, 'Admin', 'sqs') });
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('no service sqs') });
  });

  test('credentials of a role that is not in the template are refused', () => {
    expect(() => gate.credentialsOf(roleArn('Nothing'))).toThrow(expect.objectContaining({ code: 'unknown_role' }));
  });

  test('a policy that cannot be evaluated stops the start', async () => {
    const statement = { Effect: 'Allow', Action: '*', Resource: '*', Condition: { Bool: {} } };
    const Properties = {
      Policies: [{ PolicyName: 'p', PolicyDocument: { Statement: statement } }],
      AssumeRolePolicyDocument: {},
    };
    const unsupported = templateWith({ Odd: { Type: 'AWS::IAM::Role', Properties } });
    const start = startGate({ ...noServices, template: unsupported });
    await expect(start).rejects.toMatchObject({
      code: 'unsupported_policy',
      message: expect.stringMatching(/Odd.*Condition/),
    });
  });
});

describe('forwarding', () => {
  test('hands requests and answers on byte for byte, errors of the service too', async () => {
    const seen: { headers: string[]; body: string }[] = [];
    const answer = '{ "odd":   [1.0, 1e3] }';
    const service = createServer(async (request, response) => {
      seen.push({ headers: request.rawHeaders, body: await textOf(request) });
      response.writeHead(418, { 'X-Amzn-RequestId': 'one', 'Content-Type': 'application/x-odd' }).end(answer);
    });
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    const dynamodbUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const gate = await startGate({ template, ...noServices, dynamodbUrl });
    const authorization = signed(gate, 'Admin', 'dynamodb');
    const fields = { HoSt: 'x', 'x-amz-target': 'DynamoDB_20120810.PutItem', AUTHORIZATION: authorization };
    const headers = [...Object.entries(fields).flat(), 'X-Odd', 'a', 'X-Odd', 'b', 'Content-Length', '34'];
    const body = '{ "TableName": "Items", "n": 1.0 }';
    const sent = httpRequest(gate.url, { method: 'POST', headers, setHost: false });
    sent.end(body);
    const [received] = await once(sent, 'response');
    const receivedText = await textOf(received);
    await gate.stop();
    service.close();
    expect(receivedText).toBe(answer);
    expect(received.statusCode).toBe(418);
    expect(received.headers).toMatchObject({ 'x-amzn-requestid': 'one', 'content-type': 'application/x-odd' });
    expect(seen).toEqual([{ headers: expect.arrayContaining(headers), body }]);
  });

  test('answers 500 while DynamoDB Local is gone, and reports why', async () => {
    const authorization = signed(gate, 'Admin', 'dynamodb');
    const answer = await send(gate, { target: 'DynamoDB_20120810.ListTables', authorization });
    expect(answer).toMatchObject({ status: 500, body: expect.stringContaining('InternalFailure') });
    const message = expect.stringMatching(/cannot be reached.*ECONNREFUSED/);
    expect(denials).toEqual([{ code: 'service_failed', message }]);
  });

  test('nothing answers once the gate has stopped', async () => {
    const stopped = await startGate({ template, ...noServices });
    await fetch(stopped.url, { method: 'POST', body: '{}' });
    await stopped.stop();
    await expect(fetch(stopped.url)).rejects.toThrow();
  });
});

describe('STS', () => {
  const identity = '/?Action=GetCallerIdentity&Version=2011-06-15';

  test('says who a role is, which needs no permission', async () => {
    const none = await startGate({ template: templateWith({ Admin: role() }), ...noServices });
    const headers = { authorization: signed(none, 'Admin', 'sts') };
    const answer = await fetch(`${none.url}${identity}`, { headers });
    const Arn = expect.stringMatching(/^arn:aws:sts::\d{12}:assumed-role\/.+\/local$/);
    const result = { GetCallerIdentityResponse: { GetCallerIdentityResult: expect.objectContaining({ Arn }) } };
    expect([answer.status, await answer.json()]).toEqual([200, result]);
    await none.stop();
  });

  test('does not know anybody else, nor any other operation', async () => {
    const authorization = signed(gate, 'Admin', 'sts');
    const unknown = { authorization: authorization.replace(/ASIA\w+/, 'AKIAUNKNOWN') };
    const stranger = await fetch(`${gate.url}${identity}`, { headers: unknown });
    expect([stranger.status, await stranger.json()]).toMatchObject([403, { Error: { Code: 'InvalidClientTokenId' } }]);
    const other = await fetch(`${gate.url}/?Action=AssumeRole`, { headers: { authorization } });
    expect([other.status, await other.json()]).toMatchObject([403, { Error: { Code: 'unknown_operation' } }]);
  });
});
