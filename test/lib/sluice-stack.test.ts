import { describe, expect, test } from '@jest/globals';
import { PermissionsBoundary } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { propertiesOf, stackIn, stackOf, stageNames, templateOf, testApp } from './synthesis.ts';

describe.each(stageNames)('the stack of %s', (stageName) => {
  const template = templateOf(stageName);

  test('is named after its stage, and bound to no account or region', () => {
    const stack = stackOf(stageName);
    expect(stack.stackName).toBe(`Sluice-${stageName}`);
    expect(stack.environment).toBe('aws://unknown-account/unknown-region');
  });

  test('is protected from deletion on prod only', () => {
    expect(stackOf(stageName).terminationProtection).toBe(stageName === 'prod');
  });

  test('has these kinds of resources, and no custom resource except the dashboard’s deployment', () => {
    const { Resources } = template.toJSON();
    const types = Object.values<{ Type: string }>(Resources).map(({ Type }) => Type);
    const expected = [
      'AWS::ApiGatewayV2::Api',
      'AWS::ApiGatewayV2::Authorizer',
      'AWS::ApiGatewayV2::Integration',
      'AWS::ApiGatewayV2::Route',
      'AWS::ApiGatewayV2::Stage',
      'AWS::CloudFront::CachePolicy',
      'AWS::CloudFront::Distribution',
      'AWS::CloudFront::Function',
      'AWS::CloudFront::OriginAccessControl',
      'AWS::CloudFront::ResponseHeadersPolicy',
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::CloudWatch::InsightRule',
      'AWS::CodeDeploy::Application',
      'AWS::CodeDeploy::DeploymentGroup',
      'AWS::Cognito::UserPool',
      'AWS::Cognito::UserPoolClient',
      'AWS::DynamoDB::GlobalTable',
      'AWS::Events::Rule',
      'AWS::IAM::Policy',
      'AWS::IAM::Role',
      'AWS::Lambda::Alias',
      'AWS::Lambda::EventInvokeConfig',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Lambda::Function',
      'AWS::Lambda::LayerVersion',
      'AWS::Lambda::Permission',
      'AWS::Lambda::Version',
      'AWS::Logs::LogGroup',
      'AWS::Logs::MetricFilter',
      'AWS::Logs::QueryDefinition',
      'AWS::S3::Bucket',
      'AWS::S3::BucketPolicy',
      'AWS::SNS::Topic',
      'AWS::SNS::TopicPolicy',
      'AWS::SecretsManager::Secret',
      'Custom::CDKBucketDeployment',
    ];
    const onlyFull = /CloudWatch::(Dashboard|InsightRule)|CodeDeploy/;
    expect([...new Set(types)].sort()).toEqual(expected.filter((type) => stageName === 'prod' || !onlyFull.test(type)));
  });

  test('has nothing of billing unless the settings do', () => {
    const words = JSON.stringify(template.toJSON()).match(/\w*(billing|stripe|dashboard_url)\w*/gi);
    // Of DynamoDB.
    expect([...new Set(words)]).toEqual(['BillingMode']);
  });

  test('encrypts with the keys of the services themselves: no resource names a KMS key', () => {
    expect(JSON.stringify(template.toJSON())).not.toMatch(/kms/i);
    for (const { SSESpecification } of Object.values(propertiesOf(template, 'AWS::DynamoDB::GlobalTable'))) {
      expect(SSESpecification).toEqual({ SSEEnabled: false });
    }
    for (const { BucketEncryption } of Object.values(propertiesOf(template, 'AWS::S3::Bucket'))) {
      expect(BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
        { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
      ]);
    }
  });

  test('names resources that are unique in the account, not in a region, after the region too', () => {
    const named = new Map([
      ['AWS::Budgets::Budget', ['Budget', 'BudgetName']],
      ['AWS::CloudFront::CachePolicy', ['CachePolicyConfig', 'Name']],
      ['AWS::CloudFront::Function', ['Name']],
      ['AWS::CloudFront::OriginAccessControl', ['OriginAccessControlConfig', 'Name']],
      ['AWS::CloudFront::ResponseHeadersPolicy', ['ResponseHeadersPolicyConfig', 'Name']],
      ['AWS::CloudWatch::Dashboard', ['DashboardName']],
    ]);
    const budget = { dollarsPerMonth: 500, email: 'ops@example.com' };
    const settings = { budget, operations: 'full' as const };
    const anyRegion = templateOf(stageName, { settings });
    const oneRegion = templateOf(stageName, { settings, env: { region: 'ap-northeast-1' } });
    for (const [type, path] of named) {
      const [any, one] = [anyRegion, oneRegion].map((synthesized) => {
        const [properties] = Object.values(propertiesOf(synthesized, type));
        return path.reduce((value, member) => value[member], properties);
      });
      expect(JSON.stringify(any)).toContain('{"Ref":"AWS::Region"}');
      // 64 characters: the limit for functions and origin access controls.
      expect(one).toMatch(/^(?=.*ap-northeast-1).{1,64}$/);
    }
  });

  test('outputs the address of each network', () => {
    const address = (path: string) => ({
      Value: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['DataPlaneApiHttpApiFD3F4495', 'ApiEndpoint'] }, path]] },
    });
    expect(template.findOutputs('*')).toMatchObject({
      MainnetEndpoint: address('/'),
      DevnetEndpoint: address('/devnet'),
    });
  });

  test('outputs the address of the management API and the user pool', () => {
    expect(template.findOutputs('*')).toMatchObject({
      ApiUrl: { Value: { 'Fn::GetAtt': ['ControlPlaneManagementApiHttpApi6C77F03C', 'ApiEndpoint'] } },
      UserPoolId: { Value: { Ref: 'ControlPlaneUserPoolD61A7814' } },
      UserPoolClientId: { Value: { Ref: 'ControlPlaneUserPoolClient42C22199' } },
    });
  });

  test('outputs the address of the dashboard', () => {
    const [id] = Object.keys(template.findResources('AWS::CloudFront::Distribution'));
    expect(template.findOutputs('DashboardUrl')).toEqual({
      DashboardUrl: { Value: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [id, 'DomainName'] }]] } },
    });
  });

  test('outputs the names that an operator needs', () => {
    expect(template.findOutputs('*')).toMatchObject({
      DirectoryTable: { Value: { Ref: 'TablesDirectoryD82D92C0' } },
      AdmissionsTable: { Value: { Ref: 'TablesAdmissionsE61D8E94' } },
      RecordsTable: { Value: { Ref: 'TablesRecords353FBC94' } },
      UsageTable: { Value: { Ref: 'TablesUsageA60E9525' } },
      NetworksTable: { Value: { Ref: 'TablesNetworksD2BE275C' } },
      FailureBucket: { Value: { Ref: 'DataPlaneRecordStreamFailures1892E0A3' } },
    });
  });
});

describe('a stack', () => {
  test('has the properties of the CDK’s stacks', () => {
    const stack = stackOf('dev', {
      stackName: 'Acme-Rpc',
      description: 'Acme’s gateway',
      tags: { team: 'rpc' },
      permissionsBoundary: PermissionsBoundary.fromName('acme-boundary'),
      terminationProtection: true,
    });
    expect(stack).toMatchObject({ stackName: 'Acme-Rpc', terminationProtection: true });
    expect(stack.tags.tagValues()).toEqual({ team: 'rpc' });
    const template = Template.fromStack(stack);
    expect(template.toJSON().Description).toBe('Acme’s gateway');
    for (const { PermissionsBoundary: boundary } of Object.values(propertiesOf(template, 'AWS::IAM::Role'))) {
      expect(JSON.stringify(boundary)).toContain(':policy/acme-boundary');
    }
  });

  test('takes an undefined property as one that was left out', () => {
    // Callers without exactOptionalPropertyTypes can pass it.
    const unset = { terminationProtection: undefined, description: undefined } as object;
    const stack = stackOf('prod', unset);
    expect(stack.terminationProtection).toBe(true);
    expect(stack.templateOptions.description).toContain('(prod)');
  });

  test('can have the stage of another one in the same account, with an instance name', () => {
    const app = testApp();
    const stacks = [stackIn(app, 'dev'), stackIn(app, 'dev', { instanceName: 'partners' })];
    expect(stacks.map(({ stackName }) => stackName)).toEqual(['Sluice-dev', 'Sluice-partners']);
    expect(stacks.map(({ sluice }) => sluice.instanceName)).toEqual(['dev', 'partners']);
  });
});
