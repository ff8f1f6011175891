import { describe, expect, test } from '@jest/globals';
import { lostProperties } from './one-resource.ts';

const index = (IndexName: string, key = 'sk', ProjectionType = 'KEYS_ONLY') => ({
  IndexName,
  KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
  Projection: { ProjectionType },
});
const indexes = (...GlobalSecondaryIndexes: object[]) => ({ GlobalSecondaryIndexes });
const attributes = (AttributeType: string, ...more: string[]) => ({
  AttributeDefinitions: ['pk', ...more].map((AttributeName) => ({ AttributeName, AttributeType })),
});
const expiry = (AttributeName: string, Enabled = true) => ({ TimeToLiveSpecification: { AttributeName, Enabled } });
const stream = (StreamViewType: string) => ({ StreamSpecification: { StreamViewType } });
const schema = (...Schema: object[]) => ({ Schema });
const [email, company] = ['email', 'company'].map((Name) => ({ Name, AttributeDataType: 'String' }));

describe.each(['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'])('a change that DynamoDB refuses: %s', (type) => {
  test.each<[promise: string, before: object, after: object, what: string, instead: string]>([
    ['another key of an index', indexes(index('A')), indexes(index('A', 'due')), 'KeySchema or Proj', 'another name'],
    ['another projection', indexes(index('A')), indexes(index('A', 'sk', 'ALL')), 'KeySchema or Proj', 'another name'],
    ['another type of a key', attributes('S'), attributes('N'), 'the type of an existing attribute', 'another name'],
    ['two further indexes', {}, indexes(index('A'), index('B')), 'more than one index', 'one index in each release'],
    ['an index under another name', indexes(index('A')), indexes(index('B')), 'more than one index', 'in each release'],
    ['another attribute of expiry', expiry('a'), expiry('b'), 'TimeToLiveSpecification', 'Set Enabled to false'],
    ['no attribute of expiry', expiry('a'), {}, 'TimeToLiveSpecification', 'Set Enabled to false'],
    ['another stream', stream('NEW_IMAGE'), stream('KEYS_ONLY'), 'StreamViewType', 'records that nobody has read'],
  ])('%s', (_, before, after, what, instead) => {
    const [problem, ...others] = lostProperties(type, before, after);
    expect(others).toEqual([]);
    expect(problem).toContain(`Kept (${type}): the service refuses to change `);
    expect(problem).toMatch(new RegExp(`${what}.*, so the deployment fails\\. .*${instead}.*"intended" in`));
  });

  test.each<[promise: string, before: object, after: object]>([
    ['an index', indexes(index('A')), indexes(index('A'), index('B'))],
    ['no index', indexes(index('A')), {}],
    ['an attribute', attributes('S'), attributes('S', 'due')],
    ['expiry', expiry('a', false), expiry('b')],
    ['no expiry', expiry('a'), expiry('a', false)],
    ['a stream', {}, stream('NEW_IMAGE')],
  ])('%s is accepted', (_, before, after) => {
    expect(lostProperties(type, before, after)).toEqual([]);
  });
});

test('Cognito refuses a further attribute that is required, and accepts one that is not', () => {
  const users = 'AWS::Cognito::UserPool';
  expect(lostProperties(users, schema({ ...email }), schema({ ...email }, { ...company, Required: true }))).toEqual([
    expect.stringMatching(/refuses to change Schema by adding a required attribute, so .* Add it without Required/),
  ]);
  expect(lostProperties(users, {}, schema({ ...company, Required: false }))).toEqual([]);
});
