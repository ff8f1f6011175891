import { expect, test } from '@jest/globals';
import { apiRoutes, tokenPrefix } from '../../src/management-api/api-routes.ts';
import { publicRoutes } from '../../src/management-api/public-routes.ts';
import { templateOf } from '../lib/synthesis.ts';

/** Every route for ID tokens alone. A new one belongs here, or with its permissions below. */
const signedInOnly = [
  'GET /v1/account',
  'PUT /v1/account/plan',
  'GET /v1/account/plan-preview',
  'POST /v1/account/password',
  'PUT /v1/account/email',
  'POST /v1/account/email/confirm',
  'POST /v1/account/sign-out',
  'POST /v1/account/recovery-codes',
  'POST /v1/account/second-factor/enable',
  'POST /v1/account/second-factor/disable',
  'POST /v1/account/delete',
  'GET /v1/billing',
  'GET /v1/billing/invoices',
  'POST /v1/billing/checkout',
  'POST /v1/billing/portal',
  'POST /v1/billing/refresh',
  'GET /v1/tokens',
  'POST /v1/tokens',
  'PATCH /v1/tokens/:tokenId',
  'POST /v1/tokens/:tokenId/revoke',
  'GET /v1/plans',
];

/** Every route for account tokens, with the permissions of which one is enough. */
const byToken = {
  'GET /v1/activity': ['read'],
  'GET /v1/endpoints': ['read'],
  'GET /v1/networks': ['read'],
  'GET /v1/keys': ['read', 'keys'],
  'POST /v1/keys': ['keys'],
  'GET /v1/keys/:keyId': ['read', 'keys'],
  'PATCH /v1/keys/:keyId': ['keys'],
  'POST /v1/keys/:keyId/rotate': ['keys'],
  'POST /v1/keys/:keyId/secrets/:secretId/end': ['keys'],
  'POST /v1/keys/:keyId/revoke': ['keys'],
  'GET /v1/keys/:keyId/usage': ['read'],
  'GET /v1/keys/:keyId/requests': ['read'],
  'GET /v1/keys/:keyId/requests/:requestId': ['read'],
  'GET /v1/requests': ['read'],
  'GET /v1/requests/analysis': ['read'],
  'GET /v1/usage': ['read'],
  'GET /v1/usage/keys': ['read'],
  'GET /v1/usage/split': ['read'],
};

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

test('every route of both authorizers is listed here', () => {
  const tokenRoutes = apiRoutes.flatMap((route) => (route.tokens ? [[nameOf(route), route.tokens]] : []));
  expect(Object.fromEntries(tokenRoutes)).toEqual(byToken);
  const others = apiRoutes.filter(({ tokens }) => tokens === undefined).map(nameOf);
  expect(others.toSorted()).toEqual(signedInOnly.toSorted());
});

test('no route of money, plan, password, tokens or the account itself takes an account token', () => {
  const forbidden = /account|billing|plan|password|token|email|factor|recover|sign|checkout|portal|delete/i;
  const reached = [...apiRoutes, ...publicRoutes].filter((route) => 'tokens' in route && route.tokens !== undefined);
  expect(reached.filter(({ path }) => forbidden.test(path)).map(nameOf)).toEqual([]);
  // The pattern finds what it has to find.
  expect(signedInOnly.filter((route) => !forbidden.test(route))).toEqual([]);
});

test('no token that only reads reaches a route that changes something', () => {
  const changing = apiRoutes.filter(({ method, tokens }) => method !== 'GET' && tokens?.includes('read'));
  expect(changing).toEqual([]);
});

test('API Gateway has each route behind one authorizer, and no result of the token authorizer is cached', () => {
  const template = templateOf('dev');
  const authorizers = template.findResources('AWS::ApiGatewayV2::Authorizer');
  const routes = Object.entries(template.findResources('AWS::ApiGatewayV2::Route')).filter(([id]) =>
    id.startsWith('ControlPlaneManagementApi'),
  );
  const typeOf = (id: string | undefined) => authorizers[id ?? '']?.Properties;
  const listed = routes.map(([, { Properties }]) => {
    const authorizer = typeOf(Properties.AuthorizerId?.Ref);
    return `${Properties.RouteKey}: ${authorizer ? `${authorizer.AuthorizerType} ${authorizer.IdentitySource}` : 'none'}`;
  });
  const idToken = 'JWT $request.header.Authorization';
  const token = 'REQUEST $request.header.Authorization';
  expect(listed.toSorted()).toEqual(
    [
      ...['GET', 'PATCH', 'POST', 'PUT'].map((method) => `${method} /v1/{proxy+}: ${idToken}`),
      ...['GET', 'PATCH', 'POST'].map((method) => `${method} ${tokenPrefix}/v1/{proxy+}: ${token}`),
      'GET /v1/key: REQUEST $request.header.X-API-KEY',
      ...publicRoutes.map((route) => `${nameOf(route)}: none`),
    ].toSorted(),
  );
  for (const [id, { Properties }] of Object.entries(authorizers)) {
    if (Properties.AuthorizerType === 'REQUEST' && !id.startsWith('DataPlane'))
      expect(Properties.AuthorizerResultTtlInSeconds).toBe(0);
  }
});
