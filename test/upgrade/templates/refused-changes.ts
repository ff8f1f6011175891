import { textAt, valuesAt } from './property-values.ts';
import type { ResourceChange, ResourceJson } from './template-changes.ts';

/** A change that CloudFormation tries to make in place, and the service refuses: the deployment fails. */
type Refusal = {
  /** What the service refuses to change. */
  readonly what: string;
  readonly isRefused: (before: ResourceJson, after: ResourceJson) => boolean;
  /** What to do instead. */
  readonly instead: string;
};

/** "Updates are not allowed for property", says Cognito. */
const fixed = (name: string): Refusal => ({
  what: name,
  isRefused: (before, after) => textAt(before, `Properties.${name}`) !== textAt(after, `Properties.${name}`),
  instead: 'Keep the value.',
});

const userPools: readonly Refusal[] = [
  fixed('AliasAttributes'),
  fixed('UsernameAttributes'),
  fixed('UsernameConfiguration'),
  {
    what: 'Schema of an existing attribute',
    isRefused: (before, after) => attributesBeyond(after, before).length > 0,
    instead: 'Keep the attribute as it is: only further attributes are accepted.',
  },
  {
    what: 'Schema by adding a required attribute',
    isRefused: (before, after) =>
      attributesBeyond(before, after).some((one) => valuesAt(one, 'Required').includes(true)),
    instead: 'Add it without Required, and check it in the code.',
  },
];

/** The attributes in the Schema of `other` that `one` does not have in the same way. */
function attributesBeyond(one: ResourceJson, other: ResourceJson): unknown[] {
  const known = new Set(valuesAt(one, 'Properties.Schema.*').map((attribute) => JSON.stringify(attribute)));
  return valuesAt(other, 'Properties.Schema.*').filter((attribute) => !known.has(JSON.stringify(attribute)));
}

const tables: readonly Refusal[] = [
  {
    what: 'the type of an existing attribute in AttributeDefinitions',
    isRefused: (before, after) => changesElement(attributeTypes(before), attributeTypes(after)),
    instead: 'Add an attribute with another name.',
  },
  {
    what: 'KeySchema or Projection of an existing index',
    isRefused: (before, after) => changesElement(indexes(before), indexes(after)),
    instead: 'Add an index with another name, and remove this one in the next release.',
  },
  {
    what: 'more than one index (GlobalSecondaryIndexes) in one update',
    isRefused: (before, after) =>
      new Set(indexes(before).keys()).symmetricDifference(new Set(indexes(after).keys())).size > 1,
    instead: 'Add or remove one index in each release.',
  },
  {
    what: 'the attribute of TimeToLiveSpecification while it is enabled',
    isRefused: (before, after) =>
      valuesAt(before, `${timeToLive}.Enabled`).includes(true) &&
      textAt(before, `${timeToLive}.AttributeName`) !== textAt(after, `${timeToLive}.AttributeName`),
    instead: 'Set Enabled to false in one release, and enable it with another attribute in the next one.',
  },
  {
    what: 'StreamViewType of an existing stream',
    isRefused: (before, after) => {
      const [[older], [newer]] = [valuesAt(before, streamView), valuesAt(after, streamView)];
      return older !== undefined && newer !== undefined && older !== newer;
    },
    instead: 'Keep it: another stream has another ARN, and records that nobody has read from this one are lost.',
  },
];

const timeToLive = 'Properties.TimeToLiveSpecification';
const streamView = 'Properties.StreamSpecification.StreamViewType';

const indexes = (table: ResourceJson): ReadonlyMap<string, string> =>
  new Map(
    valuesAt(table, 'Properties.GlobalSecondaryIndexes.*').map((index) => [
      textAt(index, 'IndexName'),
      textAt(index, 'KeySchema', 'Projection'),
    ]),
  );

const attributeTypes = (table: ResourceJson): ReadonlyMap<string, string> =>
  new Map(
    valuesAt(table, 'Properties.AttributeDefinitions.*').map((attribute) => [
      textAt(attribute, 'AttributeName'),
      textAt(attribute, 'AttributeType'),
    ]),
  );

const changesElement = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean =>
  [...before].some(([name, value]) => after.has(name) && after.get(name) !== value);

const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  'AWS::Cognito::UserPool': userPools,
  'AWS::DynamoDB::GlobalTable': tables,
  'AWS::DynamoDB::Table': tables,
};

/** What AWS refuses of a change, a sentence each. */
export function refusedIn({ type, effect, before, after }: ResourceChange): string[] {
  if (effect !== 'changed' || !before || !after) return [];
  return (refusals[type] ?? [])
    .filter(({ isRefused }) => isRefused(before, after))
    .map(({ what, instead }) => `the service refuses to change ${what}, so the deployment fails. ${instead}`);
}
