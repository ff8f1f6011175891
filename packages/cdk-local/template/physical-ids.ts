import { createHash } from 'node:crypto';
import { networkTypes } from './network-types.ts';
import { secretArn } from './secret-arns.ts';

/** The account, region and name that the stack shows in ARNs and ids. */
export type StackLocation = {
  readonly accountId: string;
  readonly region: string;
  readonly stackName: string;
  /** Local addresses of HTTP APIs, by logical id. Default: an address as AWS makes it. */
  readonly apiEndpoints?: Readonly<Record<string, string>>;
  /** The local origin of user pools. Default: an address as AWS makes it. */
  readonly userPoolEndpoint?: string;
  /** Local addresses of distributions, by logical id. Default: an address as AWS makes it. */
  readonly distributionUrls?: Readonly<Record<string, string>>;
};

/** A resource with its physical name: the explicit one, or its logical id. */
export type NamedResource = StackLocation & { readonly logicalId: string; readonly name: string };

/** The values that `Ref` and `Fn::GetAtt` return for a resource type. */
export type ResourceType = {
  /** The property with the explicit name. */
  readonly nameProperty?: string;
  /** The property that follows the name and a colon, such as an alias after its function's name. */
  readonly qualifierProperty?: string;
  readonly ref: (resource: NamedResource) => string;
  readonly attributes: Readonly<Record<string, (resource: NamedResource) => string>>;
  /** The attributes that return a property's value. */
  readonly propertyAttributes?: readonly string[];
  /** The attributes that are lists. */
  readonly lists?: Readonly<Record<string, (resource: NamedResource) => readonly string[]>>;
};

const name = (resource: NamedResource): string => resource.name;
const arn = (service: string, resource: NamedResource, path: string): string =>
  `arn:aws:${service}:${resource.region}:${resource.accountId}:${path}`;

// a-z and 0-9, as in the ids of the services; the same at every start.
const generatedId = ({ stackName, logicalId }: NamedResource, length: number): string => {
  const digest = createHash('sha256').update(`${stackName}/${logicalId}`).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(0, length);
};

const apiId = (r: NamedResource): string => generatedId(r, 10);
const userPoolId = (r: NamedResource): string => `${r.region}_${generatedId(r, 9)}`;
const clientId = (r: NamedResource): string => generatedId(r, 26);
const providerUrl = (r: NamedResource): string =>
  `${r.userPoolEndpoint ?? `https://cognito-idp.${r.region}.amazonaws.com`}/${userPoolId(r)}`;
const arnOfSecret = (r: NamedResource): string => secretArn(r.name, r);

/** Every start is a first deployment, so every version is version 1. */
const onlyVersion = '1';
const functionArn = (r: NamedResource): string => arn('lambda', r, `function:${r.name}`);
const versionArn = (r: NamedResource): string => `${functionArn(r)}:${onlyVersion}`;

// CloudFront's ids have capital letters and digits.
const cloudFrontId = (r: NamedResource): string => generatedId(r, 14).toUpperCase();
const edgeFunctionArn = (r: NamedResource): string => `arn:aws:cloudfront::${r.accountId}:function/${r.name}`;
const cloudFrontPolicy: ResourceType = { ref: cloudFrontId, attributes: { Id: cloudFrontId } };

const onlyItsId: ResourceType = { ref: name, attributes: {} };

/**
 * Every resource type that the local runtime serves, with its return values (AWS CloudFormation template reference,
 * "Return values" of each type). Logical ids replace the physical ids that AWS generates.
 */
export const resourceTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::ApiGatewayV2::Api': {
    ref: apiId,
    attributes: {
      ApiId: apiId,
      ApiEndpoint: (r) => r.apiEndpoints?.[r.logicalId] ?? `https://${apiId(r)}.execute-api.${r.region}.amazonaws.com`,
    },
  },
  'AWS::ApiGatewayV2::Authorizer': { ref: name, attributes: { AuthorizerId: name } },
  'AWS::ApiGatewayV2::Integration': { ref: name, attributes: { IntegrationId: name } },
  'AWS::ApiGatewayV2::Route': { ref: name, attributes: { RouteId: name } },
  'AWS::ApiGatewayV2::Stage': { nameProperty: 'StageName', ref: name, attributes: {} },
  'AWS::CloudFront::CachePolicy': cloudFrontPolicy,
  'AWS::CloudFront::Distribution': {
    ref: cloudFrontId,
    attributes: { Id: cloudFrontId, DomainName: (r) => `${generatedId(r, 14)}.cloudfront.net` },
  },
  'AWS::CloudFront::Function': {
    nameProperty: 'Name',
    ref: edgeFunctionArn,
    attributes: { FunctionARN: edgeFunctionArn, 'FunctionMetadata.FunctionARN': edgeFunctionArn },
  },
  'AWS::CloudFront::OriginAccessControl': cloudFrontPolicy,
  'AWS::CloudFront::ResponseHeadersPolicy': cloudFrontPolicy,
  'AWS::CloudWatch::Alarm': {
    nameProperty: 'AlarmName',
    ref: name,
    attributes: { Arn: (r) => arn('cloudwatch', r, `alarm:${r.name}`) },
  },
  'AWS::Cognito::UserPool': {
    ref: userPoolId,
    attributes: {
      Arn: (r) => arn('cognito-idp', r, `userpool/${userPoolId(r)}`),
      ProviderName: (r) => `cognito-idp.${r.region}.amazonaws.com/${userPoolId(r)}`,
      ProviderURL: providerUrl,
      UserPoolId: userPoolId,
    },
  },
  'AWS::Cognito::UserPoolClient': { ref: clientId, attributes: { ClientId: clientId, Name: name } },
  'AWS::DynamoDB::GlobalTable': {
    nameProperty: 'TableName',
    ref: name,
    attributes: {
      Arn: (r) => arn('dynamodb', r, `table/${r.name}`),
      StreamArn: (r) => arn('dynamodb', r, `table/${r.name}/stream/local`),
    },
  },
  'AWS::Events::Rule': {
    nameProperty: 'Name',
    ref: name,
    attributes: { Arn: (r) => arn('events', r, `rule/${r.name}`) },
  },
  'AWS::IAM::ManagedPolicy': {
    nameProperty: 'ManagedPolicyName',
    ref: (r) => `arn:aws:iam::${r.accountId}:policy/${r.name}`,
    attributes: {},
  },
  'AWS::IAM::Policy': onlyItsId,
  'AWS::IAM::Role': {
    nameProperty: 'RoleName',
    ref: name,
    attributes: { Arn: (r) => `arn:aws:iam::${r.accountId}:role/${r.name}` },
  },
  'AWS::Lambda::Alias': {
    nameProperty: 'FunctionName',
    qualifierProperty: 'Name',
    ref: functionArn,
    attributes: { AliasArn: functionArn },
  },
  'AWS::Lambda::EventInvokeConfig': onlyItsId,
  'AWS::Lambda::EventSourceMapping': { ref: name, attributes: { Id: name } },
  'AWS::Lambda::Function': {
    nameProperty: 'FunctionName',
    ref: name,
    attributes: { Arn: functionArn },
  },
  'AWS::Lambda::Permission': onlyItsId,
  'AWS::Lambda::Version': {
    nameProperty: 'FunctionName',
    ref: versionArn,
    attributes: { FunctionArn: versionArn, Version: () => onlyVersion },
  },
  'AWS::Logs::LogGroup': {
    nameProperty: 'LogGroupName',
    ref: name,
    attributes: { Arn: (r) => arn('logs', r, `log-group:${r.name}:*`) },
  },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    ref: name,
    attributes: {
      Arn: (r) => `arn:aws:s3:::${r.name}`,
      RegionalDomainName: (r) => `${r.name}.s3.${r.region}.amazonaws.com`,
    },
  },
  'AWS::SecretsManager::Secret': { nameProperty: 'Name', ref: arnOfSecret, attributes: { Id: arnOfSecret } },
  'Custom::CDKBucketDeployment': onlyItsId,
  ...networkTypes,
};

const watched = 'it monitors a deployed stage; locally the log lines behind its metrics can be read';

/** Known resource types without a local effect, each with the reason. `Ref` returns their logical id. */
export const withoutEffect: Readonly<Record<string, string>> = {
  'AWS::CDK::Metadata': 'usage data for the makers of the CDK',
  'AWS::CloudFormation::Stack': 'its template may only have resources without a local effect (nested-stacks.ts)',
  'AWS::CloudWatch::Dashboard': watched,
  'AWS::CloudWatch::InsightRule': watched,
  'AWS::CodeDeploy::Application': 'a name for deployment groups',
  'AWS::CodeDeploy::DeploymentGroup':
    'it acts when an alias moves to another version; every start is a first deployment',
  'AWS::Lambda::LayerVersion':
    "only a custom resource's function may have layers; it never runs, because the resource itself is emulated",
  'AWS::Logs::MetricFilter': watched,
  'AWS::Logs::QueryDefinition': watched,
  'AWS::S3::BucketPolicy':
    'buckets are local folders; only the gate, which checks the policies of roles, and distributions reach them',
  'AWS::SNS::Subscription': watched,
  'AWS::SNS::Topic': watched,
  'AWS::SNS::TopicPolicy': watched,
};
