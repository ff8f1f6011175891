import { expect, test } from '@jest/globals';
import { ConfigurationError } from '../../../lib/context.ts';
import { configuredAlarmEmail } from '../../../lib/context-values.ts';

test('alarms are sent to the address of the context', () => {
  expect(configuredAlarmEmail('operators@example.com')).toBe('operators@example.com');
});

test('alarms are not sent without an address', () => {
  expect(configuredAlarmEmail(undefined)).toBeUndefined();
});

test.each(['', 'operators', 'a@example.com, b@example.com', 42, null, ['a@example.com']])(
  '%j is refused, since it is no address',
  (context) => {
    const attempt = () => configuredAlarmEmail(context);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow('use -c alarmEmail=operators@example.com');
  },
);
