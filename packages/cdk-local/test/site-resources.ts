import { testLocation } from './template/template-file.ts';

const getAtt = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] });
const joined = (...parts: unknown[]) => ({ 'Fn::Join': ['', parts] });

const api = (id: string) => ({
  [`${id}Api`]: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } },
  [`${id}Stage`]: {
    Type: 'AWS::ApiGatewayV2::Stage',
    Properties: { ApiId: { Ref: `${id}Api` }, StageName: '$default', AutoDeploy: true },
  },
  [`${id}Route`]: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: { Ref: `${id}Api` },
      RouteKey: 'GET /api/site',
      Target: joined('integrations/', { Ref: `${id}Integration` }),
      AuthorizationType: 'JWT',
      AuthorizerId: { Ref: `${id}Authorizer` },
    },
  },
  [`${id}Integration`]: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      ApiId: { Ref: `${id}Api` },
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: getAtt(`${id}Function`, 'Arn'),
      PayloadFormatVersion: '2.0',
    },
  },
  [`${id}Authorizer`]: {
    Type: 'AWS::ApiGatewayV2::Authorizer',
    Properties: {
      ApiId: { Ref: `${id}Api` },
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: {
        Audience: [{ Ref: `${id}Client` }],
        Issuer: joined('https://cognito-idp.', testLocation.region, '.amazonaws.com/', { Ref: `${id}Pool` }),
      },
    },
  },
  [`${id}Permission`]: {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: getAtt(`${id}Function`, 'Arn'),
      Principal: 'apigateway.amazonaws.com',
    },
  },
});

const code = (id: string, other: string) => ({
  [`${id}Table`]: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    },
  },
  [`${id}Role`]: {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {},
      Policies: [
        {
          PolicyName: 'grants',
          PolicyDocument: {
            Statement: [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: getAtt(`${id}Table`, 'Arn') }],
          },
        },
      ],
    },
  },
  [`${id}Function`]: {
    Type: 'AWS::Lambda::Function',
    Metadata: { 'aws:asset:path': 'code' },
    Properties: {
      Code: {},
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: getAtt(`${id}Role`, 'Arn'),
      Environment: { Variables: { SITE: id, TABLE: { Ref: `${id}Table` }, OTHER_TABLE: { Ref: `${other}Table` } } },
    },
  },
});

const pool = (id: string) => ({
  [`${id}Pool`]: {
    Type: 'AWS::Cognito::UserPool',
    Properties: { UsernameAttributes: ['email'], UsernameConfiguration: { CaseSensitive: false } },
  },
  [`${id}Client`]: {
    Type: 'AWS::Cognito::UserPoolClient',
    Properties: {
      UserPoolId: { Ref: `${id}Pool` },
      ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
    },
  },
});

/** The managed policies CachingDisabled and AllViewerExceptHostHeader. */
const uncached = {
  CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  ViewerProtocolPolicy: 'redirect-to-https',
};
const forwarded = { ...uncached, OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac' };

const pages = (id: string) => ({
  [`${id}Bucket`]: { Type: 'AWS::S3::Bucket' },
  [`${id}Files`]: {
    Type: 'Custom::CDKBucketDeployment',
    Properties: {
      ServiceToken: 'copier',
      SourceBucketNames: ['staging'],
      SourceObjectKeys: ['pages.zip'],
      SourceMarkers: [{ '<<site>>': id, '<<pool>>': { Ref: `${id}Pool` } }],
      DestinationBucketName: { Ref: `${id}Bucket` },
      Prune: false,
    },
  },
  [`${id}Control`]: {
    Type: 'AWS::CloudFront::OriginAccessControl',
    Properties: {
      OriginAccessControlConfig: {
        Name: `${id}-control`,
        OriginAccessControlOriginType: 's3',
        SigningBehavior: 'always',
        SigningProtocol: 'sigv4',
      },
    },
  },
  [`${id}Site`]: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        Enabled: true,
        DefaultRootObject: 'index.html',
        Origins: [
          {
            Id: 'files',
            DomainName: getAtt(`${id}Bucket`, 'RegionalDomainName'),
            OriginAccessControlId: getAtt(`${id}Control`, 'Id'),
            S3OriginConfig: { OriginAccessIdentity: '' },
          },
          {
            Id: 'api',
            DomainName: { 'Fn::Select': [2, { 'Fn::Split': ['/', getAtt(`${id}Api`, 'ApiEndpoint')] }] },
            CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
          },
        ],
        DefaultCacheBehavior: { TargetOriginId: 'files', ...uncached },
        CacheBehaviors: [{ PathPattern: '/api/*', TargetOriginId: 'api', ...forwarded }],
      },
    },
  },
});

/**
 * The resources of a site: a page, and an API that it forwards to, which takes tokens of the site's own pool. Its function
 * knows the table of another site too, but has a grant on its own only.
 */
export const siteResources = (id: string, other: string) => ({
  ...api(id),
  ...code(id, other),
  ...pool(id),
  ...pages(id),
});
