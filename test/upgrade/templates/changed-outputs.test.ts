import { expect, test } from '@jest/globals';
import { lostByUpgrade } from './kept-resources.ts';

const lost = (before: object, after: object) =>
  lostByUpgrade({ Resources: {}, Outputs: { It: before } }, { Resources: {}, Outputs: { It: after } });

const join = (...parts: unknown[]) => ({ Value: { 'Fn::Join': ['', parts] } });
const endpoint = { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] };
const hash = (letter: string) => letter.repeat(64);

test.each<[promise: string, before: object, after: object]>([
  ['another resource', { Value: { Ref: 'Usage' } }, { Value: { Ref: 'Tallies' } }],
  ['another attribute', { Value: endpoint }, { Value: { 'Fn::GetAtt': ['Api', 'ApiId'] } }],
  ['another path', join(endpoint, '/devnet'), join(endpoint, '/dev')],
  ['another address', { Value: 'https://rpc.example.com/' }, { Value: 'https://rpc.example.com/v1' }],
  ['a text instead of a resource', { Value: { Ref: 'Usage' } }, { Value: 'usage' }],
  ['a condition', { Value: { Ref: 'Usage' } }, { Value: { Ref: 'Usage' }, Condition: 'IsProd' }],
  ['another exported name', { Value: 'a', Export: { Name: 'a' } }, { Value: 'a', Export: { Name: 'b' } }],
])('an output with %s is reported', (_, before, after) => {
  expect(lost(before, after)).toEqual([
    expect.stringMatching(/^The output It changes from \{.*\} to \{.*\}\. Commands and scripts .* Keep it as it is\./),
  ]);
});

test.each<[promise: string, before: object, after: object]>([
  ['a description', { Value: { Ref: 'Usage' } }, { Value: { Ref: 'Usage' }, Description: 'The tallies' }],
  ['other code', join(endpoint, hash('a')), join(endpoint, hash('b'))],
  ['a list with a further plan', { Value: 'free,developer' }, { Value: 'free,developer,business' }],
])('an output with %s is not', (_, before, after) => {
  expect(lost(before, after)).toEqual([]);
});
