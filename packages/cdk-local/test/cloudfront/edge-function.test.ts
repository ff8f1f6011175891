import { describe, expect, test } from '@jest/globals';
import { EdgeFunctionError, readEdgeFunction } from '../../cloudfront/edge-function.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { templateWith } from '../template/template-file.ts';

const request = {
  method: 'GET',
  uri: '/a%20b/c',
  query: 'one=1&two=%C3%A4',
  headers: { host: 'd.example', 'user-agent': 'jest', cookie: 'a=1; b=x=y' },
  body: Buffer.alloc(0),
  ip: '127.0.0.1',
};

function edgeFunction(FunctionCode: string, properties: object = {}) {
  const FunctionConfig = { Runtime: 'cloudfront-js-2.0', Comment: '' };
  const Properties = { AutoPublish: true, Name: 'fn', FunctionConfig, FunctionCode, ...properties };
  const template = templateWith({ Fn: { Type: 'AWS::CloudFront::Function', Properties } });
  return readEdgeFunction(template.get('Fn'), 'E123');
}

const run = (code: string) => edgeFunction(code)(request);

describe('a CloudFront function', () => {
  test('says which path is looked for', async () => {
    expect(await run('function handler(event) { event.request.uri += ".html"; return event.request; }')).toBe(
      '/a%20b/c.html',
    );
    expect(await run('async function handler(event) { return event.request; }')).toBe('/a%20b/c');
  });

  test('may answer by itself', async () => {
    const headers = '{ "content-type": { value: "text/plain" } }';
    const own = await run(`function handler() { return { statusCode: 200, headers: ${headers}, body: "mine" }; }`);
    if (typeof own === 'string') throw new Error('a path');
    expect([own.status, own.headers.get('content-type'), String(own.body)]).toEqual([200, 'text/plain', 'mine']);
  });

  test('gets the event of a viewer request', async () => {
    const uri = 'function handler(event) { event.request.uri = "/" + JSON.stringify(event); return event.request; }';
    expect(JSON.parse(String(await run(uri)).slice(1))).toEqual({
      version: '1.0',
      context: { distributionId: 'E123', eventType: 'viewer-request', requestId: expect.stringMatching(/^[\w-]{36}$/) },
      viewer: { ip: '127.0.0.1' },
      request: {
        method: 'GET',
        uri: '/a%20b/c',
        querystring: { one: { value: '1' }, two: { value: 'ä' } },
        headers: { host: { value: 'd.example' }, 'user-agent': { value: 'jest' } },
        cookies: { a: { value: '1' }, b: { value: 'x=y' } },
      },
    });
  });

  test('has the language without Node.js, and keeps no state', async () => {
    const look = (expression: string) =>
      run(`var count = 0; function handler(event) { event.request.uri = "/" + ${expression}; return event.request; }`);
    expect(await look('typeof process + typeof require + typeof fetch')).toBe('/undefinedundefinedundefined');
    const counting = edgeFunction(
      'var count = 0; function handler(event) { count += 1; event.request.uri = "/" + count; return event.request; }',
    );
    expect([await counting(request), await counting(request)]).toEqual(['/1', '/1']);
  });

  test.each([
    ['throws', 'function handler() { throw new Error("broken"); }', 'broken'],
    ['never ends', 'function handler() { for (;;) {} }', 'timed out'],
    ['does not exist', 'var other;', 'handler is not defined'],
    ['returns nothing', 'function handler() {}', 'returned undefined'],
    [
      'sets a cookie',
      'function handler() { return { statusCode: 302, cookies: { a: { value: "1" } } }; }',
      'without cookies',
    ],
    ['returns an invalid uri', 'function handler(e) { e.request.uri = "x"; return e.request; }', 'this one returned'],
    [
      'changes a header',
      'function handler(e) { e.request.headers.a = { value: "1" }; return e.request; }',
      'this one returned',
    ],
  ])('that %s fails its request', async (_, code, message) => {
    await expect(run(code)).rejects.toThrow(EdgeFunctionError);
    await expect(run(code)).rejects.toThrow(message);
  });

  test.each([
    ['is no script', 'import cf from "cloudfront"; function handler() {}', {}, 'FunctionCode'],
    [
      'is for another runtime',
      'function handler() {}',
      { FunctionConfig: { Runtime: 'cloudfront-js-1.0' } },
      'Runtime',
    ],
    ['is not published', 'function handler() {}', { AutoPublish: false }, 'AutoPublish'],
  ])('that %s is refused at the start', (_, code, properties, message) => {
    expect(() => edgeFunction(code, properties)).toThrow(UnsupportedResourceError);
    expect(() => edgeFunction(code, properties)).toThrow(message);
  });
});
