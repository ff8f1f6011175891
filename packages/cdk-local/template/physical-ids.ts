import { createHash } from 'node:crypto';
import { secretArn } from '../secrets-manager/secrets.ts';

/** Where the stack is said to live. */
export type Place = {
  readonly accountId: string;
  readonly region: string;
  readonly stackName: string;
  /** Where HTTP APIs really listen, by logical id; one that is not named has an address as AWS gives it. */
  readonly apiEndpoints?: Readonly<Record<string, string>>;
  /** Where user pools really listen: an origin; without it they have an address as AWS gives it. */
  readonly userPoolEndpoint?: string;
};

/** A resource with its physical name: the explicit one, otherwise its logical id. */
export type Named = Place & { readonly logicalId: string; readonly name: string };

/** What a resource type gives to the rest of the template. */
export type ResourceType = {
  /** The property that holds an explicit name. */
  readonly nameProperty?: string;
  /** The property that stands behind that name and a colon, as the name of an alias does behind its function's. */
  readonly qualifierProperty?: string;
  readonly ref: (resource: Named) => string;
  readonly attributes: Readonly<Record<string, (resource: Named) => string>>;
};

const name = (resource: Named): string => resource.name;
const arn = (service: string, resource: Named, path: string): string =>
  `arn:aws:${service}:${resource.region}:${resource.accountId}:${path}`;

// Of a-z and 0-9, as the services make their ids; the same for every start.
const madeUp = ({ stackName, logicalId }: Named, length: number): string => {
  const digest = createHash('sha256').update(`${stackName}/${logicalId}`).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(0, length);
};

const apiId = (r: Named): string => madeUp(r, 10);
const userPoolId = (r: Named): string => `${r.region}_${madeUp(r, 9)}`;
const clientId = (r: Named): string => madeUp(r, 26);
const providerUrl = (r: Named): string =>
  `${r.userPoolEndpoint ?? `https://cognito-idp.${r.region}.amazonaws.com`}/${userPoolId(r)}`;
const arnOfSecret = (r: Named): string => secretArn(r.name, r);

const table: ResourceType = {
  nameProperty: 'TableName',
  ref: name,
  attributes: {
    Arn: (r) => arn('dynamodb', r, `table/${r.name}`),
    StreamArn: (r) => arn('dynamodb', r, `table/${r.name}/stream/local`),
  },
};

/** Every start is a first deployment, and its versions are the first ones. */
const onlyVersion = '1';
const functionArn = (r: Named): string => arn('lambda', r, `function:${r.name}`);
const versionArn = (r: Named): string => `${functionArn(r)}:${onlyVersion}`;

// CloudFront's ids are capital letters and digits.
const cloudFrontId = (r: Named): string => madeUp(r, 14).toUpperCase();
const edgeFunctionArn = (r: Named): string => `arn:aws:cloudfront::${r.accountId}:function/${r.name}`;
const cloudFrontPolicy: ResourceType = { ref: cloudFrontId, attributes: { Id: cloudFrontId } };

const onlyItsId: ResourceType = { ref: name, attributes: {} };

/**
 * Every resource type that the local runtime knows, with what `Ref` and each attribute of it give
 * (AWS CloudFormation template reference, "Return values" of each type). Physical ids that AWS makes up are the
 * logical ids here.
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
    attributes: { Id: cloudFrontId, DomainName: (r) => `${madeUp(r, 14)}.cloudfront.net` },
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
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::Events::Rule': {
    nameProperty: 'Name',
    ref: name,
    attributes: { Arn: (r) => arn('events', r, `rule/${r.name}`) },
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
};

const watched = 'it watches over a deployed stage: locally the lines that its metrics are made of are there to read';

/** Resource types that are known and change nothing locally, each with the reason. `Ref` gives their logical id. */
export const withoutEffect: Readonly<Record<string, string>> = {
  'AWS::CDK::Metadata': 'usage data for the makers of the CDK',
  'AWS::CloudWatch::Dashboard': watched,
  'AWS::CloudWatch::InsightRule': watched,
  'AWS::CodeDeploy::Application': 'a name for deployment groups',
  'AWS::CodeDeploy::DeploymentGroup':
    'it acts when an alias moves to another version, and every start is a first deployment',
  'AWS::Lambda::LayerVersion':
    "only a custom resource's function may have layers: it never runs, for the resource itself is emulated",
  'AWS::Logs::MetricFilter': watched,
  'AWS::S3::BucketPolicy':
    'the buckets are local folders, reached by the gate, where policies of roles are checked, and by distributions alone',
  'AWS::SNS::Subscription': watched,
  'AWS::SNS::Topic': watched,
  'AWS::SNS::TopicPolicy': watched,
};
