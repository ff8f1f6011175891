import * as v from 'valibot';
import type { ResourceChange, TemplateJson } from './template-changes.ts';

/**
 * By type, the properties of which only one resource may have the same values: a name in an account, or what two
 * resources are joined by. Inner properties are behind a dot.
 */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::ApiMapping': ['ApiId', 'DomainName'],
  'AWS::ApiGatewayV2::Authorizer': ['ApiId', 'Name'],
  'AWS::ApiGatewayV2::Route': ['ApiId', 'RouteKey'],
  'AWS::ApiGatewayV2::Stage': ['ApiId', 'StageName'],
  'AWS::Budgets::Budget': ['Budget.BudgetName'],
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig.Name'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig.Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig.Name'],
  'AWS::CloudWatch::Alarm': ['AlarmName'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::CloudWatch::InsightRule': ['RuleName'],
  'AWS::CodeDeploy::DeploymentGroup': ['ApplicationName', 'DeploymentGroupName'],
  'AWS::Lambda::Alias': ['FunctionName', 'Name'],
  'AWS::Lambda::EventInvokeConfig': ['FunctionName', 'Qualifier'],
  'AWS::Lambda::EventSourceMapping': ['FunctionName', 'EventSourceArn'],
  'AWS::S3::BucketPolicy': ['Bucket'],
};

/** Whether only one resource of this type may have the same name. */
export const hasUniqueName = (type: string): boolean => Object.hasOwn(namesOf, type);

/** A resource that gets another logical id and keeps its name. */
export type Renamed = { readonly type: string; readonly removed: string; readonly added: string };

/** CloudFormation creates the new resource before it removes the old one, and the service refuses a second one. */
export function renamedWithName(
  before: TemplateJson,
  after: TemplateJson,
  changes: readonly ResourceChange[],
): Renamed[] {
  const named = (template: TemplateJson, effect: string) =>
    changes
      .filter((change) => change.effect === effect && hasUniqueName(change.type))
      .map(({ logicalId, type }) => ({ logicalId, type, name: nameIn(template, logicalId, type) }));
  const added = new Map(named(after, 'added').map(({ name, logicalId }) => [name, logicalId]));
  return named(before, 'removed').flatMap(({ logicalId: removed, type, name }) => {
    const other = added.get(name);
    return other === undefined ? [] : [{ type, removed, added: other }];
  });
}

function nameIn({ Resources }: TemplateJson, logicalId: string, type: string): string {
  const properties = Resources[logicalId]?.Properties;
  const values = namesOf[type]?.map((path) => path.split('.').reduce<unknown>(inner, properties));
  return JSON.stringify([type, values]);
}

const map = v.record(v.string(), v.unknown());

const inner = (value: unknown, name: string): unknown => (v.is(map, value) ? value[name] : undefined);
