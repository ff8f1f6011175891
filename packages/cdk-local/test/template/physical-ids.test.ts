import { describe, expect, test } from '@jest/globals';
import { resourceTypes, withoutEffect } from '../../template/physical-ids.ts';
import { fn, table } from './resolved.ts';
import { templateOf, templateWith, testLocation } from './template-file.ts';

describe('what Ref and attributes give', () => {
  const refs = (type: string, properties: object = {}) => {
    const { ref, attributes } = templateWith({ Thing: { Type: type, Properties: properties } }).get('Thing');
    return { ref, ...attributes } as Readonly<Record<string, string>>;
  };

  test.each([
    ['AWS::Lambda::Function', { ref: 'Thing', Arn: 'arn:aws:lambda:eu-central-1:123456789012:function:Thing' }],
    [
      'AWS::DynamoDB::GlobalTable',
      {
        ref: 'Thing',
        Arn: 'arn:aws:dynamodb:eu-central-1:123456789012:table/Thing',
        StreamArn: 'arn:aws:dynamodb:eu-central-1:123456789012:table/Thing/stream/local',
      },
    ],
    ['AWS::IAM::Role', { ref: 'Thing', Arn: 'arn:aws:iam::123456789012:role/Thing' }],
    [
      'AWS::S3::Bucket',
      { ref: 'Thing', Arn: 'arn:aws:s3:::Thing', RegionalDomainName: 'Thing.s3.eu-central-1.amazonaws.com' },
    ],
    [
      'AWS::CloudFront::Function',
      {
        ref: 'arn:aws:cloudfront::123456789012:function/Thing',
        FunctionARN: 'arn:aws:cloudfront::123456789012:function/Thing',
        'FunctionMetadata.FunctionARN': 'arn:aws:cloudfront::123456789012:function/Thing',
      },
    ],
    ['AWS::Logs::LogGroup', { ref: 'Thing', Arn: 'arn:aws:logs:eu-central-1:123456789012:log-group:Thing:*' }],
    ['AWS::ApiGatewayV2::Authorizer', { ref: 'Thing', AuthorizerId: 'Thing' }],
    ['AWS::ApiGatewayV2::Integration', { ref: 'Thing', IntegrationId: 'Thing' }],
    ['AWS::ApiGatewayV2::Route', { ref: 'Thing', RouteId: 'Thing' }],
    ['AWS::Events::Rule', { ref: 'Thing', Arn: 'arn:aws:events:eu-central-1:123456789012:rule/Thing' }],
    ['AWS::Lambda::EventInvokeConfig', { ref: 'Thing' }],
    ['AWS::Lambda::EventSourceMapping', { ref: 'Thing', Id: 'Thing' }],
    ['AWS::CDK::Metadata', { ref: 'Thing' }],
  ])('%s without a name of its own goes by its logical id', (type, expected) => {
    expect(refs(type)).toEqual(expected);
  });

  test.each([
    ['AWS::Lambda::Function', { FunctionName: 'own' }],
    ['AWS::DynamoDB::GlobalTable', { TableName: 'own' }],
    ['AWS::IAM::Role', { RoleName: 'own' }],
    ['AWS::S3::Bucket', { BucketName: 'own' }],
    ['AWS::Events::Rule', { Name: 'own' }],
    ['AWS::Logs::LogGroup', { LogGroupName: 'own' }],
    ['AWS::ApiGatewayV2::Stage', { StageName: 'own' }],
  ])('%s is found by its name where it has one', (type, properties) => {
    expect(refs(type, properties).ref).toBe('own');
  });

  test('an HTTP API has an id of ten characters, the same every time, and an endpoint that holds it', () => {
    const { ref, ApiEndpoint } = refs('AWS::ApiGatewayV2::Api');
    expect(ref).toMatch(/^[a-z0-9]{10}$/);
    expect(refs('AWS::ApiGatewayV2::Api').ref).toBe(ref);
    expect(ApiEndpoint).toBe(`https://${ref}.execute-api.eu-central-1.amazonaws.com`);
  });

  test('an HTTP API has the endpoint where it really listens, for references and outputs, where that is known', () => {
    const apiEndpoints = { Rpc: 'http://127.0.0.1:8545' };
    const endpoint = { 'Fn::GetAtt': ['Rpc', 'ApiEndpoint'] };
    const Resources = {
      Rpc: { Type: 'AWS::ApiGatewayV2::Api' },
      Other: { Type: 'AWS::ApiGatewayV2::Api' },
      Fn: fn({ Url: { 'Fn::Join': ['', [endpoint, '/devnet']] } }),
    };
    const template = templateOf(
      { Resources, Outputs: { Url: { Value: endpoint } } },
      { ...testLocation, apiEndpoints },
    );
    expect(template.get('Fn').properties).toEqual({ Url: 'http://127.0.0.1:8545/devnet' });
    expect(template.outputs).toEqual({ Url: 'http://127.0.0.1:8545' });
    expect(template.get('Other').attributes.ApiEndpoint).toMatch(/^https:\/\/\w{10}\.execute-api\./);
  });

  test('a user pool and its client have ids as the service makes them, the same every time', () => {
    const pool = refs('AWS::Cognito::UserPool');
    const { ref: poolId } = pool;
    expect(poolId).toMatch(/^eu-central-1_[a-z0-9]{9}$/);
    expect(pool).toEqual({
      ref: poolId,
      UserPoolId: poolId,
      Arn: `arn:aws:cognito-idp:eu-central-1:123456789012:userpool/${poolId}`,
      ProviderName: `cognito-idp.eu-central-1.amazonaws.com/${poolId}`,
      ProviderURL: `https://cognito-idp.eu-central-1.amazonaws.com/${poolId}`,
    });
    expect(refs('AWS::Cognito::UserPool')).toEqual(pool);
    expect(refs('AWS::Cognito::UserPoolClient').ref).toMatch(/^[a-z0-9]{20,26}$/);
  });

  test('a user pool has the URL where it really listens, where that is known, and the issuer of its tokens stays', () => {
    const Resources = { Pool: { Type: 'AWS::Cognito::UserPool' } };
    const { ref, attributes } = templateOf(
      { Resources },
      { ...testLocation, userPoolEndpoint: 'http://127.0.0.1:8547' },
    ).get('Pool');
    expect(attributes.ProviderURL).toBe(`http://127.0.0.1:8547/${ref}`);
    expect(attributes.ProviderName).toBe(`cognito-idp.eu-central-1.amazonaws.com/${ref}`);
  });

  test('a distribution has an id and a domain as CloudFront makes them, the same every time', () => {
    const distribution = refs('AWS::CloudFront::Distribution');
    expect(distribution.ref).toMatch(/^[A-Z0-9]{14}$/);
    expect(distribution.DomainName).toMatch(/^[a-z0-9]{14}\.cloudfront\.net$/);
    expect(refs('AWS::CloudFront::Distribution')).toEqual(distribution);
  });

  test('a version and an alias go by their ARN, which begins with their function’s', () => {
    const FunctionName = { Ref: 'Fn' };
    const template = templateWith({
      Fn: fn({}),
      Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName } },
      Live: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName, Name: 'live' } },
    });
    const { Arn } = template.get('Fn').attributes;
    expect(template.get('Version')).toMatchObject({ ref: `${Arn}:1`, attributes: { Version: '1' } });
    expect(template.get('Live')).toMatchObject({ ref: `${Arn}:live`, attributes: { AliasArn: `${Arn}:live` } });
  });

  test('a secret goes by its ARN, which ends in a hyphen and six characters', () => {
    const { ref, Id } = refs('AWS::SecretsManager::Secret', { Name: 'own' });
    expect(ref).toMatch(/^arn:aws:secretsmanager:eu-central-1:123456789012:secret:own-\w{6}$/);
    expect(Id).toBe(ref);
  });

  test('a name may itself be made of references', () => {
    const FunctionName = { 'Fn::Join': ['-', [{ Ref: 'AWS::StackName' }, { Ref: 'Records' }]] };
    expect(templateWith({ Records: table, Fn: fn({ FunctionName }) }).get('Fn').ref).toBe('Test-Records');
  });

  test('no type is both served and without effect', () => {
    expect(Object.keys(withoutEffect).filter((type) => type in resourceTypes)).toEqual([]);
  });
});
