import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { ListenerNameOf } from '../load-stack.ts';
import { type LocalStack, startLocalStack } from '../local-stack.ts';
import { testLocation } from './template/template-file.ts';
import { writeTwoSites } from './two-sites.ts';

const lines: string[] = [];
const sites = ['One', 'Two'] as const;
type Site = (typeof sites)[number];

const nameListener: ListenerNameOf = ({ logicalId }) => sites.find((site) => logicalId.startsWith(site));

let stack: LocalStack;
beforeAll(async () => {
  const named = { One: 0, Two: 0 };
  stack = await startLocalStack({
    makeTemplate: async ({ folder }) => writeTwoSites(folder),
    select: () => ['/S/One', '/S/Two'],
    place: testLocation,
    ports: { apis: named, distributions: named },
    nameListener,
    onLine: ({ line }) => lines.push(line),
  });
});
afterAll(() => stack?.stop());

const get = async (url: string, token?: string) => {
  const answer = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.text() };
};
const other = (site: Site): Site => (site === 'One' ? 'Two' : 'One');
const refOf = (site: Site, thing: string) => stack.template.get(`${site}${thing}`).ref;

const signedIn = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ AuthenticationResult: v.object({ IdToken: v.string() }) }),
);

/** The ID token of a user of a site's pool. */
async function tokenOf(site: Site): Promise<string> {
  const user = { UserPoolId: refOf(site, 'Pool'), Username: 'both@b.example' };
  const Password = `Password-of-${site}-1`;
  await stack.callUserPool('AdminCreateUser', { ...user, MessageAction: 'SUPPRESS' });
  await stack.callUserPool('AdminSetUserPassword', { ...user, Password, Permanent: true });
  const AuthParameters = { USERNAME: user.Username, PASSWORD: Password };
  const flow = { ClientId: refOf(site, 'Client'), AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters };
  return v.parse(signedIn, (await stack.callUserPool('InitiateAuth', flow)).body).AuthenticationResult.IdToken;
}

test('nothing is served of what somebody else has in the stack', () => {
  expect(stack.template.resources.filter(({ logicalId }) => logicalId.startsWith('Their'))).toEqual([]);
});

test.each(sites)('site %s has its own page, with values of its own deployment', async (site) => {
  const page = await get(`${stack.urls.distributions[site]}/`);
  expect(page).toEqual({ status: 200, body: `${site} with ${refOf(site, 'Pool')}` });
});

test.each(sites)('the API of site %s takes tokens of its own pool only, and its pages lead to it', async (site) => {
  const token = await tokenOf(site);
  for (const url of [stack.urls.apis[site], stack.urls.distributions[site]]) {
    const { status, body } = await get(`${url}/api/site`, token);
    expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining({ site })]);
  }
  expect((await get(`${stack.urls.apis[other(site)]}/api/site`, token)).status).toBe(401);
  expect((await get(`${stack.urls.distributions[other(site)]}/api/site`, token)).status).toBe(401);
});

test.each(sites)('the role of site %s reads its own table only, and the log shows the refusal', async (site) => {
  const before = lines.filter((line) => line.includes('aws_call_denied')).length;
  const { body } = await get(`${stack.urls.apis[site]}/api/site`, await tokenOf(site));
  expect(JSON.parse(body)).toEqual({ site, own: 200, other: 400 });
  const denied = lines.filter((line) => line.includes('aws_call_denied')).slice(before);
  expect(denied).toHaveLength(1);
  expect(denied[0]).toContain(`table/${other(site)}Table`);
});
