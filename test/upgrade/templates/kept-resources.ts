import { comparable, type ResourceChange, resourceChanges, type TemplateJson } from './template-changes.ts';

/** What customers or operators lose if CloudFormation replaces or removes a resource of this type. */
const losses: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api': 'its address, which customers call',
  'AWS::ApiGatewayV2::DomainName': 'its address, which customers call',
  'AWS::CloudFront::Distribution': 'its address, which customers open',
  'AWS::Cognito::UserPool': 'all users and their passwords',
  'AWS::Cognito::UserPoolClient': 'its id, which programs sign in with',
  'AWS::DynamoDB::GlobalTable': 'all its rows',
  'AWS::KMS::Key': 'all that it has encrypted',
  'AWS::Logs::LogGroup': 'all its events',
  'AWS::Route53::RecordSet': 'the name by which customers find an address',
  'AWS::S3::Bucket': 'all its objects',
  'AWS::SecretsManager::Secret': 'its value',
  'AWS::SNS::Topic': 'the subscriptions that people have confirmed',
};

/**
 * What a deployment of the template `after` over `before` loses, a line each. Empty if every table, bucket, user pool,
 * secret, log, address and output stays.
 * @param intended logical ids and outputs that may be lost
 */
export function lostByUpgrade(
  before: TemplateJson,
  after: TemplateJson,
  intended: Readonly<Record<string, string>> = {},
): string[] {
  const resources = resourceChanges(before, after).filter(
    ({ type, effect, logicalId }) =>
      type in losses && effect !== 'added' && effect !== 'changed' && !(logicalId in intended),
  );
  return [
    ...resources.map((change) => `${nameOf(change)} ${endOf(change)}. It loses ${losses[change.type]}. ${advice}`),
    ...changedOutputs(before, after)
      .filter(({ name }) => !(name in intended))
      .map(({ problem }) => `${problem} ${advice}`),
  ];
}

const nameOf = ({ logicalId, type, path }: ResourceChange): string =>
  `${logicalId} (${type}${path === undefined ? '' : `, ${path}`})`;

const endOf = ({ effect, properties }: ResourceChange): string =>
  effect === 'removed' ? 'is removed' : `is ${effect}, because ${properties.join(', ')} changes`;

const advice =
  'Keep it as it is (overrideLogicalId keeps the id of a construct that moved), or say under "intended" in ' +
  'test/upgrade/base.json what operators have to do, and in CHANGELOG.md.';

type ChangedOutput = { readonly name: string; readonly problem: string };

/** Outputs that commands and scripts of operators read, and that are gone or refer to something else. */
function changedOutputs(before: TemplateJson, after: TemplateJson): ChangedOutput[] {
  const [older, newer] = [comparable(before).Outputs, comparable(after).Outputs];
  return Object.entries(older).flatMap(([name, output]): ChangedOutput[] => {
    const present = newer[name];
    if (!present) return [{ name, problem: `The output ${name} is removed.` }];
    const [was, is] = [meaningOf(output), meaningOf(present)];
    return was === is ? [] : [{ name, problem: `The output ${name} changes from ${was} to ${is}.` }];
  });
}

/** Without the description. A text that is no address is a list of settings, such as the ids of plans: it may change. */
const meaningOf = ({ Value, Export }: TemplateJson['Outputs'][string]): string =>
  JSON.stringify({ Value: typeof Value === 'string' && !Value.includes('://') ? 'a text' : Value, Export });
