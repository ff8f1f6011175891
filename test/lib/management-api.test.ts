import { describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../lib/stage.ts';
import { dashboardOrigin, propertiesOf, stageNames, templateOf } from './synthesis.ts';

const beginning = 'ControlPlaneManagementApi';
const api = { Ref: 'ControlPlaneManagementApiHttpApi6C77F03C' };

describe.each(stageNames)('the management API of %s', (stageName) => {
  const template = templateOf(stageName);
  const own = (type: string) => Object.values(propertiesOf(template, `AWS::${type}`, beginning));
  const routes = own('ApiGatewayV2::Route');
  const [stage] = own('ApiGatewayV2::Stage');

  test('has a route under /v1 for each method it knows, and none that would swallow a preflight request', () => {
    expect(routes.map((route) => route.RouteKey)).toEqual([
      'GET /v1/{proxy+}',
      'POST /v1/{proxy+}',
      'PUT /v1/{proxy+}',
      'PATCH /v1/{proxy+}',
    ]);
  });

  test('has no route without the authorizer, and asks for no scope, which an ID token has not', () => {
    const [id] = Object.keys(propertiesOf(template, 'AWS::ApiGatewayV2::Authorizer', beginning));
    for (const route of routes) {
      expect(route).toMatchObject({ AuthorizationType: 'JWT', AuthorizerId: { Ref: id } });
      expect(route.AuthorizationScopes).toBeUndefined();
    }
  });

  test('takes the tokens of the user pool of this stack and of its one client', () => {
    expect(own('ApiGatewayV2::Authorizer')).toEqual([
      {
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
                '.amazonaws.com/',
                { Ref: 'ControlPlaneUserPoolD61A7814' },
              ],
            ],
          },
        },
        Name: 'Authorizer',
      },
    ]);
  });

  test('hands every request to the one function in payload format 2.0', () => {
    const integrations = propertiesOf(template, 'AWS::ApiGatewayV2::Integration', beginning);
    expect(Object.values(integrations)).toEqual([
      {
        ApiId: api,
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
        IntegrationUri: { 'Fn::GetAtt': [expect.stringMatching(/^ControlPlaneApiFunction/), 'Arn'] },
      },
    ]);
    const target = { 'Fn::Join': ['', ['integrations/', { Ref: Object.keys(integrations)[0] }]] };
    for (const route of routes) expect(route.Target).toEqual(target);
  });

  test('lets pages of the one other origin call, and read a request’s id and when to try again, and of no third one', () => {
    expect(own('ApiGatewayV2::Api').map((found) => found.CorsConfiguration)).toEqual([
      {
        AllowOrigins: [dashboardOrigin],
        AllowMethods: ['GET', 'POST', 'PUT', 'PATCH'],
        AllowHeaders: ['authorization', 'content-type', 'idempotency-key'],
        ExposeHeaders: ['X-Request-Id', 'Retry-After'],
        MaxAge: 86_400,
      },
    ]);
  });

  test('lets no page of another origin call where none is named: the dashboard calls it at its own', () => {
    const alone = templateOf(stageName, { dashboardOrigin: undefined });
    const [found] = Object.values(propertiesOf(alone, 'AWS::ApiGatewayV2::Api', beginning));
    expect(found).toEqual({ Name: `sluice-${stageName}-management`, ProtocolType: 'HTTP' });
  });

  test('is throttled by itself, far below what the RPC API may take of the common quota', () => {
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
    });
    expect(format).not.toMatch(/header|authorization|email/i);
  });

  test('keeps the access log in a group of its own, for as long as the stage says', () => {
    const [id] = stage?.AccessLogSettings.DestinationArn['Fn::GetAtt'] ?? [];
    expect(id).toMatch(/^ControlPlaneManagementApiAccessLogs/);
    const group = template.findResources('AWS::Logs::LogGroup')[id];
    expect(group?.Properties).toEqual({ RetentionInDays: stageNamed(stageName).logRetention });
  });

  test('may invoke its function, and nothing else', () => {
    const [permission, ...others] = own('Lambda::Permission');
    expect(others).toEqual([]);
    expect(permission).toMatchObject({
      Action: 'lambda:InvokeFunction',
      Principal: 'apigateway.amazonaws.com',
      FunctionName: { 'Fn::GetAtt': [expect.stringMatching(/^ControlPlaneApiFunction/), 'Arn'] },
    });
    expect(permission?.SourceArn['Fn::Join'][1]).toContainEqual(api);
  });
});
