import type { Topic } from './question.ts';
import { roleQuestions } from './questions/account.ts';
import { subscriptionQuestions } from './questions/alarms.ts';
import { accessLogQuestions, throttleQuestions } from './questions/apis.ts';
import { certificateQuestions, cloudFrontQuestions, webAclQuestions, zoneQuestions } from './questions/domains.ts';
import { executionQuestions } from './questions/lambda.ts';
import { mailQuestions } from './questions/mail.ts';
import { ownKeyQuestions, secretKeyQuestions, secretQuestions } from './questions/secrets.ts';
import { capacityQuestions } from './questions/tables.ts';
import { endpointQuestions, functionVpcQuestions, groupRuleQuestions } from './questions/vpc.ts';

/** What is asked of the account for the resources of a type, in the order in which a deployment would meet it. */
export const topicsByType: Readonly<Record<string, readonly Topic[]>> = {
  'AWS::IAM::Role': [roleQuestions, secretQuestions, secretKeyQuestions],
  'AWS::IAM::Policy': [secretQuestions, secretKeyQuestions],
  'AWS::IAM::ManagedPolicy': [secretQuestions, secretKeyQuestions],
  'AWS::KMS::Key': [ownKeyQuestions],
  'AWS::CertificateManager::Certificate': [zoneQuestions],
  'AWS::Route53::RecordSet': [zoneQuestions],
  'AWS::ApiGatewayV2::DomainName': [certificateQuestions],
  'AWS::CloudFront::Distribution': [certificateQuestions, webAclQuestions, cloudFrontQuestions],
  'AWS::Lambda::Function': [executionQuestions, functionVpcQuestions],
  'AWS::EC2::SecurityGroup': [endpointQuestions, groupRuleQuestions],
  'AWS::EC2::SecurityGroupEgress': [groupRuleQuestions],
  'AWS::EC2::VPCEndpoint': [endpointQuestions],
  'AWS::ApiGatewayV2::Stage': [throttleQuestions, accessLogQuestions],
  'AWS::DynamoDB::GlobalTable': [capacityQuestions],
  'AWS::Cognito::UserPool': [mailQuestions],
  'AWS::SNS::Topic': [subscriptionQuestions],
};

const ofAnother = 'belongs to another resource, which is asked about';
const farQuota = "its quota is hundreds of times what an instance has (docs/construct.md, 'Quotas')";

/** The types for which AWS is not asked, and why. A type on neither list is reported as `by hand`. */
export const notAsked: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api': farQuota,
  'AWS::ApiGatewayV2::ApiMapping': ofAnother,
  'AWS::ApiGatewayV2::Authorizer': ofAnother,
  'AWS::ApiGatewayV2::Integration': ofAnother,
  'AWS::ApiGatewayV2::Route': 'an API has the same few routes, however many networks there are',
  'AWS::Budgets::Budget': farQuota,
  'AWS::CDK::Metadata': ofAnother,
  'AWS::CloudFormation::CustomResource': ofAnother,
  'AWS::CloudFormation::Stack': 'its resources are asked about',
  'AWS::CloudFront::CachePolicy': 'AWS has no call that says the quota; the default is 20',
  'AWS::CloudFront::Function': farQuota,
  'AWS::CloudFront::OriginAccessControl': ofAnother,
  'AWS::CloudFront::ResponseHeadersPolicy': 'AWS has no call that says the quota; the default is 20',
  'AWS::CloudWatch::Alarm': farQuota,
  'AWS::CloudWatch::Dashboard': farQuota,
  'AWS::CloudWatch::InsightRule': farQuota,
  'AWS::CodeDeploy::Application': farQuota,
  'AWS::CodeDeploy::DeploymentGroup': ofAnother,
  'AWS::Cognito::UserPoolClient': ofAnother,
  'AWS::Events::Rule': farQuota,
  'AWS::KMS::Alias': ofAnother,
  'AWS::Lambda::Alias': ofAnother,
  'AWS::Lambda::EventInvokeConfig': ofAnother,
  'AWS::Lambda::EventSourceMapping': ofAnother,
  'AWS::Lambda::LayerVersion': ofAnother,
  'AWS::Lambda::Permission': ofAnother,
  'AWS::Lambda::Version': ofAnother,
  'AWS::Logs::LogGroup': farQuota,
  'AWS::Logs::MetricFilter': ofAnother,
  'AWS::Logs::QueryDefinition': farQuota,
  'AWS::S3::Bucket': farQuota,
  'AWS::S3::BucketPolicy': ofAnother,
  'AWS::SNS::Subscription': 'the topic is asked about',
  'AWS::SNS::TopicPolicy': ofAnother,
  'AWS::SecretsManager::Secret': farQuota,
  'Custom::CDKBucketDeployment': ofAnother,
};
