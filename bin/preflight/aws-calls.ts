import * as v from 'valibot';
import { awsCall as call } from './aws-call.ts';

const text = v.string();
const optional = <T extends v.GenericSchema>(schema: T) => v.optional(schema);
const texts = v.optional(v.array(text), []);
const list = <T extends v.ObjectEntries>(entries: T) => v.optional(v.array(v.object(entries)), []);

const quota = v.optional(v.object({ Value: optional(v.number()) }));
const pending = v.optional(v.array(v.looseObject({ SubscriptionArn: text, Protocol: text })), []);
const reserved = v.object({
  Type: text,
  Properties: v.optional(v.object({ ReservedConcurrentExecutions: v.optional(v.unknown()) }), {}),
});

/** Everything that preflight asks, in the shapes of AWS's API references. */
export const awsCalls = {
  caller: call('sts get-caller-identity', null, { Account: text }),
  accountPlan: call(
    'freetier get-account-plan-state',
    'freetier:GetAccountPlanState',
    { accountPlanType: text, accountPlanExpirationDate: v.optional(v.union([text, v.number()])) },
    'ResourceNotFoundException',
  ),
  parameter: call(
    'ssm get-parameter',
    'ssm:GetParameter',
    { Parameter: v.object({ Value: text }) },
    'ParameterNotFound',
  ),
  // CloudFormation has no error of its own for a stack that does not exist.
  stacks: call(
    'cloudformation describe-stacks',
    'cloudformation:DescribeStacks',
    { Stacks: list({ StackStatus: text }) },
    'ValidationError',
  ),
  deployedTemplate: call(
    'cloudformation get-template',
    'cloudformation:GetTemplate',
    { TemplateBody: v.object({ Resources: v.optional(v.record(text, reserved), {}) }) },
    'ValidationError',
  ),
  stackResources: call(
    'cloudformation list-stack-resources',
    'cloudformation:ListStackResources',
    {
      StackResourceSummaries: list({ LogicalResourceId: text, PhysicalResourceId: optional(text), ResourceType: text }),
    },
    'ValidationError',
  ),
  lambdaAccount: call('lambda get-account-settings', 'lambda:GetAccountSettings', {
    AccountLimit: v.object({ ConcurrentExecutions: v.number(), UnreservedConcurrentExecutions: v.number() }),
  }),
  apiAccount: call('apigateway get-account', 'apigateway:GET', {
    throttleSettings: v.optional(v.object({ rateLimit: optional(v.number()) }), {}),
  }),
  quota: call(
    'service-quotas get-service-quota',
    'servicequotas:GetServiceQuota',
    { Quota: quota },
    'NoSuchResourceException',
  ),
  logPolicies: call('logs describe-resource-policies', 'logs:DescribeResourcePolicies', {
    resourcePolicies: list({ policyName: optional(text), policyDocument: optional(text) }),
  }),
  certificate: call(
    'acm describe-certificate',
    'acm:DescribeCertificate',
    { Certificate: v.object({ Status: optional(text), DomainName: optional(text), SubjectAlternativeNames: texts }) },
    'ResourceNotFoundException',
  ),
  hostedZone: call(
    'route53 get-hosted-zone',
    'route53:GetHostedZone',
    {
      HostedZone: v.object({
        Name: text,
        Config: v.optional(v.object({ PrivateZone: v.optional(v.boolean(), false) })),
      }),
      DelegationSet: v.optional(v.object({ NameServers: texts })),
    },
    'NoSuchHostedZone',
  ),
  webAcl: call(
    'wafv2 get-web-acl',
    'wafv2:GetWebACL',
    { WebACL: v.object({ Name: text }) },
    'WAFNonexistentItemException',
  ),
  secret: call(
    'secretsmanager describe-secret',
    'secretsmanager:DescribeSecret',
    { KmsKeyId: optional(text), DeletedDate: optional(v.unknown()) },
    'ResourceNotFoundException',
  ),
  key: call('kms describe-key', 'kms:DescribeKey', { KeyMetadata: v.object({ KeyState: text }) }, 'NotFoundException'),
  mailAccount: call('sesv2 get-account', 'ses:GetAccount', {
    ProductionAccessEnabled: v.optional(v.boolean(), false),
    SendingEnabled: v.optional(v.boolean(), false),
    SendQuota: v.optional(v.object({ Max24HourSend: v.optional(v.number(), 0) }), {}),
  }),
  mailIdentity: call(
    'sesv2 get-email-identity',
    'ses:GetEmailIdentity',
    { VerifiedForSendingStatus: v.optional(v.boolean(), false) },
    'NotFoundException',
  ),
  tableLimits: call('dynamodb describe-limits', 'dynamodb:DescribeLimits', {
    TableMaxWriteCapacityUnits: v.number(),
    AccountMaxWriteCapacityUnits: v.number(),
  }),
  iamSummary: call('iam get-account-summary', 'iam:GetAccountSummary', { SummaryMap: v.record(text, v.number()) }),
  policy: call('iam get-policy', 'iam:GetPolicy', { Policy: v.object({ PolicyName: text }) }, 'NoSuchEntity'),
  subscriptions: call(
    'sns list-subscriptions-by-topic',
    'sns:ListSubscriptionsByTopic',
    { Subscriptions: pending },
    'NotFound',
    'NotFoundException',
  ),
  subnets: call(
    'ec2 describe-subnets',
    'ec2:DescribeSubnets',
    {
      Subnets: list({
        SubnetId: text,
        VpcId: text,
        AvailableIpAddressCount: v.number(),
        MapPublicIpOnLaunch: v.optional(v.boolean(), false),
        Ipv6CidrBlockAssociationSet: list({ Ipv6CidrBlock: text }),
      }),
    },
    'InvalidSubnetID.NotFound',
  ),
  dnsSupport: call(
    'ec2 describe-vpc-attribute',
    'ec2:DescribeVpcAttribute',
    { EnableDnsSupport: v.object({ Value: v.boolean() }) },
    'InvalidVpcID.NotFound',
  ),
  routeTables: call(
    'ec2 describe-route-tables',
    'ec2:DescribeRouteTables',
    { RouteTables: list({ RouteTableId: text, VpcId: text }) },
    'InvalidRouteTableID.NotFound',
  ),
  vpcEndpoints: call('ec2 describe-vpc-endpoints', 'ec2:DescribeVpcEndpoints', {
    VpcEndpoints: list({ VpcEndpointId: text, ServiceName: text, VpcEndpointType: text, RouteTableIds: texts }),
  }),
  securityGroups: call(
    'ec2 describe-security-groups',
    'ec2:DescribeSecurityGroups',
    { SecurityGroups: list({ GroupId: text, VpcId: text }) },
    'InvalidGroup.NotFound',
  ),
};
