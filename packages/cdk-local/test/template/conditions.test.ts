import { describe, expect, test } from '@jest/globals';
import { failure, fn, resolved, table } from './resolved.ts';
import { templateOf } from './template-file.ts';

describe('conditions', () => {
  const here = { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'eu-central-1'] };
  const Conditions = {
    Here: here,
    Elsewhere: { 'Fn::Not': [{ Condition: 'Here' }] },
    Either: { 'Fn::Or': [{ Condition: 'Elsewhere' }, here] },
    Both: { 'Fn::And': [{ Condition: 'Elsewhere' }, here] },
  };

  test.each([
    ['Here', 'yes'],
    ['Elsewhere', 'no'],
    ['Either', 'yes'],
    ['Both', 'no'],
  ])('Fn::If on %s', (name, expected) => {
    expect(resolved({ 'Fn::If': [name, 'yes', 'no'] }, { Conditions })).toBe(expected);
  });

  test('the other side of Fn::If is not looked at', () => {
    expect(resolved({ 'Fn::If': ['Here', 1, { Ref: 'Nothing' }] }, { Conditions })).toBe(1);
  });

  test('resources and outputs whose condition does not hold are left out', () => {
    const template = templateOf({
      Conditions,
      Resources: { In: { ...table, Condition: 'Here' }, Out: { ...table, Condition: 'Elsewhere' } },
      Outputs: { In: { Value: 'a', Condition: 'Here' }, Out: { Value: 'b', Condition: 'Elsewhere' } },
    });
    expect(template.resources.map(({ logicalId }) => logicalId)).toEqual(['In']);
    expect(template.outputs).toEqual({ In: 'a' });
  });

  test('a reference to a resource that is left out is refused', () => {
    const Resources = { Out: { ...table, Condition: 'Elsewhere' }, Fn: fn({ Value: { Ref: 'Out' } }) };
    expect(failure(() => templateOf({ Conditions, Resources }))).toMatchObject({ code: 'unknown_reference' });
  });

  test('a condition that is not there, and a function that is not known, are refused', () => {
    expect(failure(() => resolved({ 'Fn::If': ['Nothing', 1, 2] }))).toMatchObject({ code: 'unknown_reference' });
    const odd = { Conditions: { Odd: { 'Fn::Contains': [['a'], 'a'] } } };
    expect(failure(() => resolved({ 'Fn::If': ['Odd', 1, 2] }, odd))).toMatchObject({ code: 'unknown_intrinsic' });
  });

  test('refuses a condition that refers to itself', () => {
    const loop = { Conditions: { Loop: { 'Fn::Not': [{ Condition: 'Loop' }] } } };
    expect(failure(() => resolved({ 'Fn::If': ['Loop', 1, 2] }, loop))).toMatchObject({ code: 'circular_reference' });
  });
});
