import { valuesAt } from './property-values.ts';
import type { ResourceChange } from './template-changes.ts';
import {
  changes,
  expireSooner,
  isRemoved,
  isShorter,
  lacksSome,
  noLongerRetains,
  turnsOff,
  turnsOn,
  type Weakens,
} from './weakened.ts';

/** A property that CloudFormation changes in place, and what happens if it gets weaker. */
type Guard = readonly [path: string, isWeaker: Weakens, consequence: string];

const canBeDeleted = 'A mistaken command can then delete it with its data.';
const noRecovery = 'Rows that were deleted or overwritten by mistake can then not be restored.';
const streamEnds: Guard = [
  'Properties.StreamSpecification',
  isRemoved,
  'Its stream ends, and records that no function has read are lost.',
];

/** The protection of data, and what an address consists of, by type. */
const guards: Readonly<Record<string, readonly Guard[]>> = {
  'AWS::ApiGatewayV2::Api': [
    ['Properties.DisableExecuteApiEndpoint', turnsOn, 'The address that AWS has given it stops answering.'],
  ],
  'AWS::ApiGatewayV2::ApiMapping': [
    ['Properties.ApiMappingKey', changes, 'Requests with the former path of the domain fail.'],
  ],
  'AWS::ApiGatewayV2::Route': [['Properties.RouteKey', changes, 'Requests to the former route fail.']],
  'AWS::CloudFront::Distribution': [
    ['Properties.DistributionConfig.Aliases.*', lacksSome, 'Requests to a removed name fail.'],
  ],
  'AWS::Cognito::UserPool': [['Properties.DeletionProtection', turnsOff, canBeDeleted]],
  'AWS::DynamoDB::GlobalTable': [
    streamEnds,
    ['Properties.Replicas.*.Region', lacksSome, 'The replica in a removed Region is deleted with its rows.'],
    ['Properties.Replicas.*.DeletionProtectionEnabled', turnsOff, canBeDeleted],
    ['Properties.Replicas.*.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled', turnsOff, noRecovery],
  ],
  'AWS::DynamoDB::Table': [
    streamEnds,
    ['Properties.DeletionProtectionEnabled', turnsOff, canBeDeleted],
    ['Properties.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled', turnsOff, noRecovery],
  ],
  'AWS::Logs::LogGroup': [
    ['Properties.DeletionProtectionEnabled', turnsOff, canBeDeleted],
    ['Properties.RetentionInDays', isShorter, 'Older events are deleted.'],
  ],
  'AWS::S3::Bucket': [
    ['Properties.LifecycleConfiguration.Rules.*', expireSooner, 'Objects are deleted that would have stayed.'],
  ],
  'AWS::SecretsManager::Secret': [
    [
      'Properties.GenerateSecretString',
      changes,
      'CloudFormation generates another value, and the old one is no longer accepted.',
    ],
  ],
};

/** Of every type. Without a condition, a resource always exists. */
const always: readonly Guard[] = [
  ['DeletionPolicy', noLongerRetains, 'It is deleted when it leaves the template, or with the stack.'],
  ['UpdateReplacePolicy', noLongerRetains, 'It is deleted when it is replaced.'],
  [
    'Condition',
    (before, after) => after.some((one) => one !== undefined) && changes(before, after),
    'It is removed where the condition does not hold.',
  ],
];

/** The properties of a resource that a change makes weaker, a sentence each. */
export function weakenedBy({ type, before, after }: ResourceChange): string[] {
  if (!before || !after) return [];
  return [...always, ...(guards[type] ?? [])].flatMap(([path, isWeaker, consequence]) => {
    const [older, newer] = [valuesAt(before, path), valuesAt(after, path)];
    if (!changes(older, newer) || !isWeaker(older, newer)) return [];
    return [`${path.replace('Properties.', '')} changes from ${show(older)} to ${show(newer)}. ${consequence}`];
  });
}

const show = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value) ?? 'nothing').join(', ') || 'nothing';
