import { describe, expect, test } from '@jest/globals';
import { allowedHeaders } from '../../../lib/data-plane/cors-headers.ts';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { maxCallsPerSecond } from '../../../lib/settings/held-rates.ts';
import { propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const alias = (name: string) => expect.stringContaining(`${name}FunctionAliaslive`);

describe.each(stageNames)('the RPC API of %s', (stageName) => {
  const template = templateOf(stageName);
  const own = (type: string) => Object.values(propertiesOf(template, `AWS::${type}`, 'DataPlaneApi'));
  const [stage] = own('ApiGatewayV2::Stage');

  test('has two routes for all networks', () => {
    const keys = own('ApiGatewayV2::Route').map((route) => route.RouteKey);
    expect(keys).toEqual(['POST /', 'POST /{path+}']);
  });

  test('adds a route when the new versions have all traffic: the release before answers its paths with 404', () => {
    const routes = Object.entries(template.findResources('AWS::ApiGatewayV2::Route'));
    const ofCalls = routes.filter(([id]) => id.startsWith('DataPlaneApi'));
    expect(ofCalls).toHaveLength(2);
    for (const [, { DependsOn }] of ofCalls) {
      expect(DependsOn).toEqual(expect.arrayContaining([alias('Authorizer'), alias('Proxy')]));
    }
  });

  test('has no route without the authorizer', () => {
    const [id] = Object.keys(propertiesOf(template, 'AWS::ApiGatewayV2::Authorizer', 'DataPlaneApi'));
    for (const route of own('ApiGatewayV2::Route')) {
      expect(route).toMatchObject({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: id } });
    }
  });

  test('may keep the authorizer’s answers for five minutes, by the header alone', () => {
    expect(own('ApiGatewayV2::Authorizer')).toEqual([
      expect.objectContaining({
        AuthorizerType: 'REQUEST',
        AuthorizerPayloadFormatVersion: '2.0',
        AuthorizerResultTtlInSeconds: 300,
        EnableSimpleResponses: true,
        IdentitySource: ['$request.header.X-API-KEY'],
        AuthorizerUri: { 'Fn::Join': ['', expect.arrayContaining([{ Ref: alias('Authorizer') }])] },
      }),
    ]);
  });

  test('asks the authorizer for each request with authorizerCacheSeconds: 0', () => {
    const changed = templateOf(stageName, { settings: { authorizerCacheSeconds: 0 } });
    const [authorizer] = Object.values(propertiesOf(changed, 'AWS::ApiGatewayV2::Authorizer', 'DataPlaneApi'));
    expect(authorizer?.AuthorizerResultTtlInSeconds).toBe(0);
  });

  test('sends calls to the live proxy, in payload format 2.0', () => {
    expect(own('ApiGatewayV2::Integration')).toEqual([
      expect.objectContaining({
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
        IntegrationUri: { Ref: alias('Proxy') },
      }),
    ]);
  });

  test('lets web pages of any origin call and read the headers about limits and timing', () => {
    expect(own('ApiGatewayV2::Api').map((api) => api.CorsConfiguration)).toEqual([
      {
        AllowOrigins: ['*'],
        AllowMethods: ['POST'],
        AllowHeaders: allowedHeaders.flatMap(({ names }) => names),
        ExposeHeaders: [
          'X-Request-Id',
          'RateLimit',
          'RateLimit-Policy',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'Retry-After',
          'Server-Timing',
        ],
        MaxAge: 86_400,
      },
    ]);
  });

  test('lets web pages send the headers of the settings too, each once', () => {
    const changed = templateOf(stageName, { settings: { corsHeaders: ['x-source', 'baggage'] } });
    const [api] = Object.values(propertiesOf(changed, 'AWS::ApiGatewayV2::Api', 'DataPlaneApi'));
    const names = allowedHeaders.flatMap((allowed) => allowed.names);
    expect(api?.CorsConfiguration.AllowHeaders).toEqual([...names, 'x-source']);
  });

  test('throttles all customers together, above the fastest plan’s rate', () => {
    const { rateLimit, burstLimit } = stageNamed(stageName).throttle.rpc;
    expect(stage?.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit });
    expect(Math.min(rateLimit, burstLimit)).toBeGreaterThanOrEqual(maxCallsPerSecond);
  });

  test('logs each request as JSON, the key by its id and never by the header', () => {
    const format = String(stage?.AccessLogSettings.Format);
    expect(JSON.parse(format)).toMatchObject({
      requestId: '$context.requestId',
      route: '$context.routeKey',
      status: '$context.status',
      keyId: '$context.authorizer.keyId',
    });
    expect(format).not.toMatch(/header|x-api-key/i);
  });

  test('has its own log group for the access log, with the stage’s retention', () => {
    const [id] = stage?.AccessLogSettings.DestinationArn['Fn::GetAtt'] ?? [];
    const group = template.findResources('AWS::Logs::LogGroup')[id];
    expect(group?.Properties).toEqual({ RetentionInDays: stageNamed(stageName).logRetention });
  });

  test('may invoke the live proxy, with one permission for all networks, and the live authorizer, and nothing else', () => {
    const permissions = own('Lambda::Permission');
    expect(permissions).toHaveLength(2);
    for (const permission of permissions) {
      expect(permission.Principal).toBe('apigateway.amazonaws.com');
      expect(permission.FunctionName).toEqual({ Ref: expect.stringMatching(/(Proxy|Authorizer)FunctionAliaslive/) });
      expect(JSON.stringify(permission.SourceArn)).toContain('DataPlaneApiHttpApi');
    }
  });
});
