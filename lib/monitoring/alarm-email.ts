import * as v from 'valibot';
import { ConfigurationError } from '../configuration-error.ts';

const schema = v.optional(v.pipe(v.string(), v.email()));

/**
 * The address that alarms are sent to: the context value `alarmEmail`; nobody's, where there is none.
 * @throws {ConfigurationError} for what is no e-mail address
 */
export function configuredAlarmEmail(context: unknown): string | undefined {
  const parsed = v.safeParse(schema, context);
  if (parsed.success) return parsed.output;
  throw new ConfigurationError(
    `The context value "alarmEmail" ${JSON.stringify(context)} is not an e-mail address: use ` +
      '-c alarmEmail=operators@example.com, or leave it out.',
  );
}
