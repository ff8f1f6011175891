import { describe, expect, test } from '@jest/globals';
import { readRetries } from '../../functions/retries.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { functionArn, functionsOf, templateOf } from '../event-bridge/rule-template.ts';

async function read(...configs: object[]) {
  const resources = configs.map((Properties) => ({ Type: 'AWS::Lambda::EventInvokeConfig', Properties }));
  const template = templateOf(Object.fromEntries(resources.map((resource, index) => [`Config${index}`, resource])));
  const { functions } = await functionsOf(template);
  return readRetries(template, functions);
}

describe('the retries of an asynchronous invocation', () => {
  test('are two, unless something else is configured', async () => {
    expect((await read())(functionArn)).toBe(2);
    expect((await read({ FunctionName: { Ref: 'Watch' }, Qualifier: '$LATEST' }))(functionArn)).toBe(2);
  });

  test('are the function’s and each alias’s own', async () => {
    const retriesOf = await read(
      { FunctionName: { Ref: 'Watch' }, Qualifier: '$LATEST', MaximumRetryAttempts: 1 },
      { FunctionName: { Ref: 'Watch' }, Qualifier: 'live', MaximumRetryAttempts: 0 },
    );
    expect([retriesOf(functionArn), retriesOf(`${functionArn}:live`)]).toEqual([1, 0]);
  });

  test.each([
    [60, 1],
    [179, 1],
    [180, 2],
    [21_600, 2],
  ])('end with the age of the event: up to %d s, they are %d', async (MaximumEventAgeInSeconds, retries) => {
    const retriesOf = await read({ FunctionName: { Ref: 'Watch' }, Qualifier: '$LATEST', MaximumEventAgeInSeconds });
    expect(retriesOf(functionArn)).toBe(retries);
  });

  test.each([
    ['more than two retries', { MaximumRetryAttempts: 3 }, 'MaximumRetryAttempts'],
    ['a negative number', { MaximumRetryAttempts: -1 }, 'MaximumRetryAttempts'],
    ['an age under a minute', { MaximumEventAgeInSeconds: 59 }, 'MaximumEventAgeInSeconds'],
    ['an age over six hours', { MaximumEventAgeInSeconds: 21_601 }, 'MaximumEventAgeInSeconds'],
    ['a destination', { DestinationConfig: {} }, 'DestinationConfig: the local runtime does not know'],
    ['an alias that is not there', { Qualifier: 'next' }, 'FunctionName: there is no function Watch:next'],
    ['a function that is not there', { FunctionName: 'Other' }, 'FunctionName: there is no function Other'],
  ])('cannot be configured with %s', async (_case, properties, message) => {
    const reading = read({ FunctionName: { Ref: 'Watch' }, Qualifier: '$LATEST', ...properties });
    await expect(reading).rejects.toThrow(UnsupportedResourceError);
    await expect(reading).rejects.toThrow(message);
  });
});
