import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { ConfigurationError, readContext } from '../../lib/context.ts';

const schema = v.strictObject({ amount: v.number(), who: v.pipe(v.string(), v.email('is no address')) });
const read = (context: unknown) => readContext('thing', schema, context, '{ "amount": 1 }');
const good = { amount: 2, who: 'a@b.example' };

describe('a context value', () => {
  test('is an object in cdk.json, and JSON on the command line', () => {
    expect(read(good)).toEqual(good);
    expect(read(JSON.stringify(good))).toEqual(good);
  });

  test('is undefined if it is not set', () => {
    expect(read(undefined)).toBeUndefined();
  });

  test.each([{ amount: '2', who: 'b' }, '{"amount":"2","who":"b"}'])(
    'is refused with every problem and with the form it has: %j',
    (context) => {
      const attempt = () => read(context);
      expect(attempt).toThrow(ConfigurationError);
      expect(attempt).toThrow(/The context value "thing" is wrong:\n {2}- amount: .*\n {2}- who: is no address/);
      expect(attempt).toThrow(`Example: { "amount": 1 }. On the command line, put it in quotes: -c thing='{…}'.`);
    },
  );

  test.each(['yes', '', null, [], { ...good, more: 1 }])('is refused if it is something else: %j', (context) => {
    expect(() => read(context)).toThrow(/"thing" is wrong:\n {2}- /);
  });
});
