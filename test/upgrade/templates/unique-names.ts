import { textAt } from './property-values.ts';
import type { ResourceChange } from './template-changes.ts';

/**
 * By type, the properties of which only one resource may have the same values: a name in an account, or what two
 * resources are joined by. Inner properties are behind a dot.
 */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::ApiMapping': ['DomainName', 'ApiMappingKey'],
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
  'AWS::Route53::RecordSet': ['HostedZoneId', 'Name', 'Type'],
  'AWS::S3::BucketPolicy': ['Bucket'],
};

/** Whether only one resource of this type may have the same name. */
export const hasUniqueName = (type: string): boolean => Object.hasOwn(namesOf, type);

/** A removed or replaced resource, and the logical id of the one that is created while it still has the name. */
export type NameConflict = { readonly change: ResourceChange; readonly created: string };

/** CloudFormation creates the new resource before it removes the old one, and the service refuses a second one. */
export function nameConflicts(changes: readonly ResourceChange[]): NameConflict[] {
  const named = changes.filter(({ type }) => hasUniqueName(type));
  const added = named.filter(({ effect }) => effect === 'added');
  const createdBy = new Map(added.map((change) => [nameOf(change, change.after), change.logicalId]));
  return named.flatMap((change) => {
    const created = keepsNameWhenReplaced(change) ? change.logicalId : createdInsteadOf(change, createdBy);
    return created === undefined ? [] : [{ change, created }];
  });
}

const createdInsteadOf = (change: ResourceChange, createdBy: ReadonlyMap<string, string>): string | undefined =>
  change.effect === 'removed' ? createdBy.get(nameOf(change, change.before)) : undefined;

/** A name that refers to a replaced resource is another one: it is among the properties that cause the replacement. */
function keepsNameWhenReplaced(change: ResourceChange): boolean {
  const { type, effect, properties, before, after } = change;
  if (effect !== 'replaced' && effect !== 'perhaps replaced') return false;
  const isCause = namesOf[type]?.some((path) => properties.includes(path));
  return !isCause && nameOf(change, before) === nameOf(change, after);
}

const nameOf = ({ type }: ResourceChange, resource: unknown): string =>
  textAt(resource, 'Type', ...(namesOf[type] ?? []).map((path) => `Properties.${path}`));
