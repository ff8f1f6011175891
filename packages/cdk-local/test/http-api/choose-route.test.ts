import { describe, expect, test } from '@jest/globals';
import { chooseRoute } from '../../http-api/choose-route.ts';

const integration = { functionArn: 'arn', timeout: 30_000 };
const routesOf = (...keys: string[]) => keys.map((key) => ({ key, integration, authorizer: undefined, scopes: [] }));
const choose = (keys: string[], method: string, path: string) => {
  const match = chooseRoute(routesOf(...keys), method, path);
  return match && [match.route.key, match.pathParameters];
};

describe('route choice', () => {
  const all = ['$default', 'ANY /{proxy+}', 'POST /{proxy+}', 'POST /a/{id}', 'ANY /a/b', 'POST /a/b', 'GET /'];

  test.each([
    ['POST', '/a/b', 'POST /a/b', {}],
    ['PUT', '/a/b', 'ANY /a/b', {}],
    ['POST', '/a/c', 'POST /a/{id}', { id: 'c' }],
    ['POST', '/a/c/d', 'POST /{proxy+}', { proxy: 'a/c/d' }],
    ['GET', '/a/c', 'ANY /{proxy+}', { proxy: 'a/c' }],
    ['GET', '/', 'GET /', {}],
    ['POST', '/', '$default', {}],
  ])('%s %s goes to %s: exact, then greedy, then $default', (method, path, key, parameters) => {
    expect(choose(all, method, path)).toEqual([key, parameters]);
    expect(choose(all.toReversed(), method, path)).toEqual([key, parameters]);
  });

  test.each([
    ['POST', '/x/'],
    ['POST', '/X'],
    ['GET', '/x'],
    ['POST', '/x/y'],
    ['POST', '/'],
  ])('POST /x does not match %s %s', (method, path) => {
    expect(choose(['POST /x'], method, path)).toBeUndefined();
  });

  test('a greedy variable below the root matches an empty rest too, and leaves exact paths to their own routes', () => {
    const keys = ['POST /a', 'POST /a/{rest+}', 'POST /a/b'];
    expect(choose(keys, 'POST', '/a/')).toEqual(['POST /a/{rest+}', {}]);
    expect(choose(keys, 'POST', '/a')).toEqual(['POST /a', {}]);
    expect(choose(keys, 'POST', '/a/b')).toEqual(['POST /a/b', {}]);
    expect(choose(keys, 'POST', '/a/b/')).toEqual(['POST /a/{rest+}', { rest: 'b/' }]);
    expect(choose(keys, 'GET', '/a/')).toBeUndefined();
  });

  test('a variable does not match an empty segment', () => {
    expect(choose(['POST /a/{id}', 'POST /{proxy+}'], 'POST', '/a/')).toEqual(['POST /{proxy+}', { proxy: 'a/' }]);
    expect(choose(['POST /{proxy+}'], 'POST', '/')).toBeUndefined();
  });
});
