import * as v from 'valibot';
import type { ResourceChange } from './template-changes.ts';

/** What customers or operators lose if CloudFormation replaces or removes a resource of this type. */
const losses: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api': 'its address, which customers call',
  'AWS::ApiGatewayV2::DomainName': 'its address, which customers call',
  'AWS::ApiGatewayV2::ApiMapping': 'the address that it gives to an API, which customers call',
  'AWS::ApiGatewayV2::Route': 'its address, which customers call',
  'AWS::ApiGatewayV2::Stage': 'its address, which customers call',
  'AWS::CloudFront::Distribution': 'its address, which customers open',
  'AWS::Cognito::UserPool': 'all users and their passwords',
  'AWS::Cognito::UserPoolClient': 'its id, which programs sign in with',
  'AWS::DynamoDB::GlobalTable': 'all its rows',
  'AWS::DynamoDB::Table': 'all its rows',
  'AWS::KMS::Key': 'all that it has encrypted',
  'AWS::Logs::LogGroup': 'all its events',
  'AWS::Route53::RecordSet': 'the name by which customers find an address',
  'AWS::S3::Bucket': 'all its objects',
  'AWS::SecretsManager::Secret': 'its value',
  'AWS::SNS::Subscription': 'the confirmation of its address',
  'AWS::SNS::Topic': 'the subscriptions that people have confirmed',
};

/** Whether a resource of this type holds data, or has an address that others use. */
export const isKept = (type: string): boolean => Object.hasOwn(losses, type);

/** By type, the property that refers to the resource of which it is a part, and whose loss includes the part's. */
const owners: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::ApiMapping': 'DomainName',
  'AWS::ApiGatewayV2::Route': 'ApiId',
  'AWS::ApiGatewayV2::Stage': 'ApiId',
  'AWS::SNS::Subscription': 'TopicArn',
};

const isGone = ({ effect }: ResourceChange): boolean => effect !== 'added' && effect !== 'changed';

/** What a change loses; undefined if nothing, or if the change is that of its owner. */
export function lossOf(change: ResourceChange, changes: readonly ResourceChange[]): string | undefined {
  const owner = ownerOf(change);
  const isPart = changes.some((other) => other.logicalId === owner && isGone(other));
  return isGone(change) && !isPart ? losses[change.type] : undefined;
}

/** The logical id of the resource of which this one is a part. */
function ownerOf({ type, before }: ResourceChange): string | undefined {
  const property = owners[type];
  if (property === undefined) return undefined;
  const referring = v.object({ Properties: v.object({ [property]: v.object({ Ref: v.string() }) }) });
  return v.is(referring, before) ? before.Properties[property]?.Ref : undefined;
}
