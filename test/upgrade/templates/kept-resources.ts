import * as v from 'valibot';
import { type ResourceChange, removedOutputs, resourceChanges, type TemplateJson } from './template-changes.ts';
import { type Renamed, renamedWithName } from './unique-names.ts';

/** What customers or operators lose if CloudFormation replaces or removes a resource of this type. */
const losses: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api': 'its address, which customers call',
  'AWS::ApiGatewayV2::DomainName': 'its address, which customers call',
  'AWS::CloudFront::Distribution': 'its address, which customers open',
  'AWS::Cognito::UserPool': 'all users and their passwords',
  'AWS::Cognito::UserPoolClient': 'its id, which programs sign in with',
  'AWS::DynamoDB::GlobalTable': 'all its rows',
  'AWS::DynamoDB::Table': 'all its rows',
  'AWS::KMS::Key': 'all that it has encrypted',
  'AWS::Logs::LogGroup': 'all its events',
  'AWS::S3::Bucket': 'all its objects',
  'AWS::SecretsManager::Secret': 'its value',
  'AWS::SNS::Topic': 'the subscriptions that people have confirmed',
};

/** Whether a resource of this type holds data, or has an address that others use. */
export const isKept = (type: string): boolean => Object.hasOwn(losses, type);

/**
 * Properties that CloudFormation tries to change in place, and the service refuses: the deployment fails. Cognito answers
 * "Updates are not allowed for property". It accepts further attributes in a Schema, but no other change of it.
 */
const refused: Readonly<Record<string, readonly string[]>> = {
  'AWS::Cognito::UserPool': ['AliasAttributes', 'UsernameAttributes', 'UsernameConfiguration'],
};

/** Intended changes that the check would report, by logical id or output, each with what operators have to do. */
export type IntendedChanges = Readonly<Record<string, string>>;

/**
 * What is wrong with a deployment of the template `after` over `before`, a line each: what is lost, why, and what to do.
 * Empty if every table, bucket, user pool, secret, log and address stays.
 */
export function lostByUpgrade(before: TemplateJson, after: TemplateJson, intended: IntendedChanges = {}): string[] {
  const changes = resourceChanges(before, after);
  const added = changes.filter(({ effect }) => effect === 'added');
  const wrong = changes
    .filter(({ logicalId }) => !Object.hasOwn(intended, logicalId))
    .flatMap((change) => [...lossOf(change, added), ...refusalOf(change, before, after)]);
  const twice = renamedWithName(before, after, changes).filter(({ removed }) => !Object.hasOwn(intended, removed));
  const outputs = removedOutputs(before, after).filter((name) => !Object.hasOwn(intended, name));
  return [...wrong, ...twice.map(nameTwice), ...outputs.map(removedOutput)];
}

const nameTwice = ({ type, removed, added }: Renamed): string =>
  `${removed} (${type}) becomes ${added} with the same name. CloudFormation creates the new one first, which fails. ${advice}`;

function lossOf(change: ResourceChange, added: readonly ResourceChange[]): string[] {
  const { type, effect, properties } = change;
  const loss = losses[type];
  if (loss === undefined || effect === 'added' || effect === 'changed') return [];
  if (effect === 'removed')
    return [`${nameOf(change)} is removed${successorOf(type, added)}. It loses ${loss}. ${advice}`];
  const cause = properties.join(', ');
  return [`${nameOf(change)} is ${effect}, because ${cause} changes. It loses ${loss}. ${advice}`];
}

function refusalOf(change: ResourceChange, before: TemplateJson, after: TemplateJson): string[] {
  const { logicalId, type, effect, properties } = change;
  if (effect !== 'changed') return [];
  const names = properties.filter((name) => refused[type]?.includes(name));
  if (losesAttribute(before, after, logicalId)) names.push('Schema');
  return names.map(
    (name) => `${nameOf(change)}: the service refuses to change ${name}, so the deployment fails. ${advice}`,
  );
}

const schemaOf = v.object({ Properties: v.object({ Schema: v.array(v.unknown()) }) });

/** A user pool's attributes can neither change nor end. */
function losesAttribute(before: TemplateJson, after: TemplateJson, logicalId: string): boolean {
  const [older, newer] = [before, after].map(({ Resources }) => v.safeParse(schemaOf, Resources[logicalId]));
  if (!older?.success) return false;
  const kept = newer?.success ? newer.output.Properties.Schema.map((one) => JSON.stringify(one)) : [];
  return older.output.Properties.Schema.some((attribute) => !kept.includes(JSON.stringify(attribute)));
}

function successorOf(type: string, added: readonly ResourceChange[]): string {
  const same = added.filter((change) => change.type === type).map(({ logicalId }) => logicalId);
  if (same.length === 0) return '';
  return `, and ${same.join(', ')} of the same type is added: a construct was moved or renamed, which changes its logical id`;
}

const nameOf = ({ logicalId, type, path }: ResourceChange): string =>
  `${logicalId} (${type}${path === undefined ? '' : `, ${path}`})`;

const advice =
  'Keep the resource as it is (overrideLogicalId keeps the id of a construct that moved). If operators really have to ' +
  'go through this, say under "intended" in test/upgrade/next.json what they have to do: the upgrade table shows it.';

const removedOutput = (name: string): string =>
  `The output ${name} is removed. Commands and scripts of operators read it. ${advice}`;
