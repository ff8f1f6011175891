import { describe, expect, test } from '@jest/globals';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { read, resource, resourcesOf } from './test-api.ts';

describe('an HTTP API of the template', () => {
  test('is read with its stage, routes, integrations and authorizer', () => {
    expect(read(resourcesOf())).toMatchObject({
      id: 'api123',
      routes: [{ key: 'POST /' }, { key: 'POST /devnet', authorizer: { id: 'Auth', ttl: 0 } }],
    });
  });

  test('ignores resources of another API', () => {
    expect(read(resourcesOf({ Devnet: { ApiId: 'other' } })).routes.map(({ key }) => key)).toEqual(['POST /']);
  });

  test.each([
    ['a WebSocket API', { Api: { ProtocolType: 'WEBSOCKET' } }, 'Api: ProtocolType: only HTTP is emulated'],
    ['a named stage', { Stage: { StageName: 'dev' } }, 'Stage: StageName: only $default is emulated'],
    [
      'unknown settings of a route',
      { Stage: { RouteSettings: { 'POST /': { LoggingLevel: 'INFO' } } } },
      'Stage: RouteSettings.POST /.LoggingLevel: the local runtime does not know',
    ],
    ['JWT authorization by a function', { Root: { AuthorizationType: 'JWT' } }, 'Root: AuthorizationType JWT and its'],
    [
      'IAM authorization',
      { Root: { AuthorizationType: 'AWS_IAM' } },
      'Root: AuthorizationType: only NONE, CUSTOM and JWT',
    ],
    [
      'an unknown route option',
      { Root: { ApiKeyRequired: true } },
      'Root: ApiKeyRequired: the local runtime does not know',
    ],
    ['a missing authorizer', { Root: { AuthorizerId: 'None' } }, 'Root: AuthorizationType CUSTOM and its authorizer'],
    ['an authorizer without CUSTOM', { Root: { AuthorizationType: 'NONE' } }, 'Root: AuthorizationType NONE and its'],
    ['a missing integration', { Root: { Target: 'integrations/None' } }, 'Root: there is no integration'],
    [
      'payload format 1.0',
      { Integration: { PayloadFormatVersion: '1.0' } },
      'Integration: PayloadFormatVersion: only 2.0',
    ],
    ['an HTTP integration', { Integration: { IntegrationType: 'HTTP_PROXY' } }, 'Integration: IntegrationType: only'],
    [
      'request mapping',
      { Integration: { RequestParameters: {} } },
      'Integration: RequestParameters: the local runtime',
    ],
    ['an unknown authorizer', { Auth: { AuthorizerType: 'TOKEN' } }, 'Auth: AuthorizerType: only REQUEST and JWT'],
    ['policies as answers', { Auth: { EnableSimpleResponses: false } }, 'Auth: EnableSimpleResponses: only true'],
    ['authorizer payload 1.0', { Auth: { AuthorizerPayloadFormatVersion: '1.0' } }, 'only 2.0 is emulated'],
    ['another identity source', { Auth: { IdentitySource: ['$context.stage'] } }, 'IdentitySource: $context.stage'],
  ])('is refused with %s', (_case, changes, message) => {
    expect(() => read(resourcesOf(changes))).toThrow(UnsupportedResourceError);
    expect(() => read(resourcesOf(changes))).toThrow(message);
  });

  test('is refused with two stages or none', () => {
    const second = resource('AWS::ApiGatewayV2::Stage', 'Second', { ApiId: 'api123', StageName: '$default' });
    expect(() => read([...resourcesOf(), second])).toThrow('exactly one stage');
    expect(() => read(resourcesOf({ Stage: undefined }))).toThrow('exactly one stage');
  });
});
