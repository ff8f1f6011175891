import { describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { dashboardOrigin, propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const otherLeaks = { leakedKeys: { byHolder: 'off', byGitHub: 'report' } } as const;
const beginning = 'ControlPlaneManagementApi';
const api = { Ref: 'ControlPlaneManagementApiHttpApi6C77F03C' };

describe.each(stageNames)('the management API of %s', (stageName) => {
  const template = templateOf(stageName);
  const own = (type: string) => Object.values(propertiesOf(template, `AWS::${type}`, beginning));
  const allRoutes = own('ApiGatewayV2::Route');
  const keyRoute = allRoutes.find(({ RouteKey }) => RouteKey === 'GET /v1/key');
  const tokenRoutes = allRoutes.filter(({ RouteKey }) => RouteKey.includes('/by-token/'));
  const publicRoutes = allRoutes.filter(({ RouteKey }) => /sign-up|recover|revoke/.test(RouteKey));
  const routes = allRoutes.filter((route) => ![keyRoute, ...publicRoutes, ...tokenRoutes].includes(route));
  const authorizers = Object.entries(propertiesOf(template, 'AWS::ApiGatewayV2::Authorizer', beginning));
  const [tokens] = authorizers.filter(([, { AuthorizerType }]) => AuthorizerType === 'JWT');
  const readBy = (header: string) =>
    authorizers.find(([, given]) => given.AuthorizerType === 'REQUEST' && given.IdentitySource[0].endsWith(header));
  const [keys, accountTokens] = [readBy('X-API-KEY'), readBy('Authorization')];
  const [stage] = own('ApiGatewayV2::Stage');

  test('has a route under /v1 for each of its methods, and none that would catch preflight requests', () => {
    expect(allRoutes.map((route) => route.RouteKey)).toEqual([
      'GET /v1/{proxy+}',
      'POST /v1/{proxy+}',
      'PUT /v1/{proxy+}',
      'PATCH /v1/{proxy+}',
      'GET /by-token/v1/{proxy+}',
      'POST /by-token/v1/{proxy+}',
      'PATCH /by-token/v1/{proxy+}',
      'GET /v1/key',
      'POST /v1/sign-up',
      'POST /v1/recover',
      'POST /v1/key/revoke',
    ]);
  });

  test('has no other route without the authorizer, and requires no scope, because ID tokens have none', () => {
    for (const route of publicRoutes) expect(route).toMatchObject({ AuthorizationType: 'NONE' });
    for (const route of routes) {
      expect(route).toMatchObject({ AuthorizationType: 'JWT', AuthorizerId: { Ref: tokens?.[0] } });
      expect(route.AuthorizationScopes).toBeUndefined();
    }
  });

  test('accepts tokens of this stack’s user pool and its one client', () => {
    expect(authorizers).toHaveLength(3);
    expect(tokens?.[1]).toEqual({
      ApiId: api,
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: {
        Audience: [{ Ref: 'ControlPlaneUserPoolClient42C22199' }],
        Issuer: {
          'Fn::Join': [
            '',
            [
              'https://cognito-idp.',
              { Ref: 'AWS::Region' },
              '.',
              { Ref: 'AWS::URLSuffix' },
              '/',
              { Ref: 'ControlPlaneUserPoolD61A7814' },
            ],
          ],
        },
      },
      Name: 'Authorizer',
    });
  });

  test('lets a key read itself, by an authorizer that asks for every request, and nothing else', () => {
    expect(keys?.[1]).toMatchObject({
      AuthorizerPayloadFormatVersion: '2.0',
      AuthorizerResultTtlInSeconds: 0,
      EnableSimpleResponses: true,
      IdentitySource: ['$request.header.X-API-KEY'],
    });
    expect(keyRoute).toMatchObject({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: keys?.[0] } });
    expect(JSON.stringify(keys?.[1].AuthorizerUri)).toContain('ControlPlaneKeyApiAuthorizerFunction');
    expect(routes.map(({ AuthorizationType }) => AuthorizationType)).not.toContain('CUSTOM');
  });

  test('lets account tokens in at a prefix of their own, by an authorizer that asks for every request', () => {
    expect(accountTokens?.[1]).toMatchObject({
      AuthorizerPayloadFormatVersion: '2.0',
      AuthorizerResultTtlInSeconds: 0,
      EnableSimpleResponses: true,
      IdentitySource: ['$request.header.Authorization'],
    });
    expect(JSON.stringify(accountTokens?.[1].AuthorizerUri)).toContain('ControlPlaneTokenAuthorizerFunction');
    for (const route of tokenRoutes) {
      expect(route).toMatchObject({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: accountTokens?.[0] } });
    }
  });

  test('sends requests to the alias of its function in payload format 2.0, and those without a token to another', () => {
    const integrations = propertiesOf(template, 'AWS::ApiGatewayV2::Integration', beginning);
    const to = (name: RegExp) => ({
      ApiId: api,
      IntegrationType: 'AWS_PROXY',
      PayloadFormatVersion: '2.0',
      IntegrationUri: { Ref: expect.stringMatching(name) },
    });
    expect(Object.values(integrations)).toEqual([
      to(/^ControlPlaneApiFunctionAliaslive/),
      to(/^ControlPlaneKeyApiHandlerFunctionAliaslive/),
      to(/^ControlPlanePublicApiFunctionAliaslive/),
    ]);
    const target = (id = '') => ({ 'Fn::Join': ['', ['integrations/', { Ref: id }]] });
    const [forTokens, forKeys, forEverybody] = Object.keys(integrations);
    for (const route of [...routes, ...tokenRoutes]) expect(route.Target).toEqual(target(forTokens));
    for (const route of publicRoutes) expect(route.Target).toEqual(target(forEverybody));
    expect(keyRoute?.Target).toEqual(target(forKeys));
  });

  test('throttles each route without a token on its own, once the route exists', () => {
    const { publicRoute, rpc } = stageNamed(stageName).throttle;
    const limits = { ThrottlingRateLimit: publicRoute.rateLimit, ThrottlingBurstLimit: publicRoute.burstLimit };
    expect(stage?.RouteSettings).toEqual({
      'POST /v1/sign-up': limits,
      'POST /v1/recover': limits,
      'POST /v1/key/revoke': limits,
    });
    // Above what one source may send by far, and below the share of calls in the common quota.
    expect(publicRoute.rateLimit).toBeGreaterThan(100);
    expect(publicRoute.rateLimit).toBeLessThan(rpc.rateLimit / 10);
    const [deployed] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage')).filter(
      ({ Properties }) => Properties.RouteSettings,
    );
    const ids = Object.entries(propertiesOf(template, 'AWS::ApiGatewayV2::Route', beginning))
      .filter(([, { RouteKey }]) => /sign-up|recover|revoke/.test(RouteKey))
      .map(([id]) => id);
    expect(deployed?.DependsOn).toEqual(expect.arrayContaining(ids));
  });

  test('allows pages of one second origin to call, and to read the request id, Retry-After and Link, and no third origin', () => {
    expect(own('ApiGatewayV2::Api').map((found) => found.CorsConfiguration)).toEqual([
      {
        AllowOrigins: [dashboardOrigin],
        AllowMethods: ['GET', 'POST', 'PUT', 'PATCH'],
        AllowHeaders: ['authorization', 'content-type', 'idempotency-key'],
        ExposeHeaders: ['X-Request-Id', 'Retry-After', 'Link'],
        MaxAge: 86_400,
      },
    ]);
  });

  test('allows no other origin without the stage’s default: the dashboard calls it on its own origin', () => {
    const { dashboardOrigin: _, ...stage } = stageNamed(stageName);
    const alone = templateOf(stageName, { stage, dashboardOrigin: undefined, settings: otherLeaks });
    const [found] = Object.values(propertiesOf(alone, 'AWS::ApiGatewayV2::Api', beginning));
    expect(found).toEqual({ Name: `sluice-${stageName}-management`, ProtocolType: 'HTTP' });
    // The same synthesis: a report that is off has no route.
    const keys = Object.values(propertiesOf(alone, 'AWS::ApiGatewayV2::Route', beginning)).map(
      (route) => route.RouteKey,
    );
    expect(keys).not.toContain('POST /v1/key/revoke');
    expect(keys).toContain('POST /v1/leaks/github');
  });

  test('has its own throttle, far below the RPC API’s share of the common quota', () => {
    const { rpc, management } = stageNamed(stageName).throttle;
    expect(stage?.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: management.rateLimit,
      ThrottlingBurstLimit: management.burstLimit,
    });
    expect(management.rateLimit).toBeLessThanOrEqual(rpc.rateLimit / 10);
  });

  test('logs each request as JSON, with the account of the token and never the token', () => {
    const format = String(stage?.AccessLogSettings.Format);
    expect(JSON.parse(format)).toMatchObject({
      requestId: '$context.requestId',
      routeKey: '$context.routeKey',
      path: '$context.path',
      status: '$context.status',
      accountId: '$context.authorizer.claims.sub',
      keyId: '$context.authorizer.keyId',
    });
    expect(format).not.toMatch(/header|authorization|email/i);
  });

  test('has its own log group for the access log, with the stage’s retention', () => {
    const [id] = stage?.AccessLogSettings.DestinationArn['Fn::GetAtt'] ?? [];
    expect(id).toMatch(/^ControlPlaneManagementApiAccessLogs/);
    const group = template.findResources('AWS::Logs::LogGroup')[id];
    expect(group?.Properties).toEqual({ RetentionInDays: stageNamed(stageName).logRetention });
  });

  test('may invoke its functions, and nothing else', () => {
    const permissions = own('Lambda::Permission');
    expect(permissions.map(({ FunctionName }) => FunctionName.Ref.slice(0, -8)).toSorted()).toEqual([
      'ControlPlaneApiFunctionAliaslive',
      'ControlPlaneKeyApiAuthorizerFunctionAliaslive',
      'ControlPlaneKeyApiHandlerFunctionAliaslive',
      'ControlPlanePublicApiFunctionAliaslive',
      'ControlPlaneTokenAuthorizerFunctionAliaslive',
    ]);
    for (const permission of permissions) {
      expect(permission).toMatchObject({ Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' });
      expect(permission.SourceArn['Fn::Join'][1]).toContainEqual(api);
    }
  });
});
