import { expect, test } from '@jest/globals';
import { apiRoutes, tokenPrefix } from '../../src/management-api/api-routes.ts';
import { call, post } from '../support/rpc.ts';
import { type Doors, doorsOf, register } from './doors.ts';
import type { World } from './security-world.ts';

const own = { email: 'programs@example.com', password: 'correct-horse-1' };

const tokenRoutes = new Set(apiRoutes.filter(({ tokens }) => tokens).map(({ method, path }) => `${method} ${path}`));

const underPrefix = (path: string): string => tokenPrefix + path.replaceAll(/:\w+/g, 'unknown');

/** The answers of every route of the API to a token, by the route: the status, and the code of a problem. */
async function answersOf({ api }: Doors, token: string, pathOf: (path: string) => string) {
  const answers: Record<string, string> = {};
  for (const { method, path } of apiRoutes) {
    const { status, body } = await api(method, pathOf(path), { token, ...(method !== 'GET' && { body: {} }) });
    answers[`${method} ${path}`] = `${status} ${body.code ?? body.message ?? ''}`.trim();
  }
  return answers;
}

/** The path does not exist: for the function, or already for API Gateway, which has no PUT there. */
const notThere = ['404 route_not_found', '404 Not Found'];

/** Over the whole local stack: API Gateway's routes, the authorizer's grants, the functions. */
export function tokenCases(running: () => World): void {
  test('an account token opens its own routes, no other one, and nothing after its revocation', async () => {
    const world = running();
    const doors = doorsOf(world);
    const { api, dashboard, endpoint } = doors;
    const { IdToken } = await register(doors, own);
    const body = { name: 'CI', permissions: ['read', 'keys'], expiresInDays: 1, password: own.password };
    const refused = await api('POST', '/v1/tokens', { token: IdToken, body: { ...body, password: 'wrong-horse-1' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    const created = await api('POST', '/v1/tokens', { token: IdToken, body });
    expect(created.status).toBe(201);
    const token = created.body.secret ?? '';
    world.lookFor(token);

    // It creates a key, through the dashboard's address too, and the key works.
    const made = await dashboard('POST', `${tokenPrefix}/v1/keys`, { token, body: { name: 'made by CI' } });
    expect(made.status).toBe(201);
    const key = made.body.secret ?? '';
    world.lookFor(key);
    expect((await post(endpoint, key, call('getHealth'))).status).toBe(200);

    // The routes for ID tokens never see it; under the prefix, only its own routes exist.
    const elsewhere = await answersOf(doors, token, (path) => path.replaceAll(/:\w+/g, 'unknown'));
    expect(new Set(Object.values(elsewhere))).toEqual(new Set(['401 Unauthorized']));
    for (const [route, answer] of Object.entries(await answersOf(doors, token, underPrefix))) {
      expect({ route, answer, isThere: !notThere.includes(answer) }).toEqual({
        route,
        answer,
        isThere: tokenRoutes.has(route),
      });
    }

    // A token is not a key, a key is not a token, and neither is an ID token.
    const calls = `${tokenPrefix}/v1/keys`;
    expect((await post(endpoint, token, call('getHealth'))).status).toBe(403);
    expect((await api('GET', '/v1/key', { key: token })).status).toBe(403);
    expect((await api('GET', calls, { token: key })).status).toBe(403);
    expect((await api('GET', calls, { token: IdToken })).status).toBe(403);
    expect(await api('GET', calls)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect((await api('GET', calls, { key })).status).toBe(401);

    // Revoked.
    const { tokens } = (await api('GET', '/v1/tokens', { token: IdToken })).body;
    expect(tokens).toMatchObject([{ name: 'CI', state: 'active', lastUsedAt: expect.any(String) }]);
    const { tokenId } = tokens[0] ?? { tokenId: '' };
    expect((await api('GET', calls, { token })).status).toBe(200);
    expect((await api('POST', `/v1/tokens/${tokenId}/revoke`, { token: IdToken, body: {} })).status).toBe(200);
    expect(await api('GET', calls, { token })).toMatchObject({ status: 403, body: { message: 'Forbidden' } });
    // The key that it made is the account's.
    expect((await post(endpoint, key, call('getHealth'))).status).toBe(200);
  });

  test('the tokens of a deleted account are refused', async () => {
    const doors = doorsOf(running());
    const leaving = { email: 'leaving@example.com', password: 'correct-horse-1' };
    const { IdToken: token } = await register(doors, leaving);
    const body = { name: 'CI', permissions: ['read'], expiresInDays: null, password: leaving.password };
    const secret = (await doors.api('POST', '/v1/tokens', { token, body })).body.secret ?? '';
    const ask = () => doors.api('GET', `${tokenPrefix}/v1/keys`, { token: secret });
    expect((await ask()).status).toBe(200);
    expect((await doors.api('POST', '/v1/account/delete', { token, body: leaving })).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 403, body: { message: 'Forbidden' } });
  });
}
