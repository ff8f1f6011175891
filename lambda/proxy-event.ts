import { isBoolean, isObjectOf, isOptional, isString, type Schema, type SchemaValue } from '../src/schema.ts';

/** An HTTP API leaves out what it does not have. Emulators of it send null. */
const isAbsentOr =
  <T>(schema: Schema<T>): Schema<T | undefined | null> =>
  (value): value is T | undefined | null =>
    value === undefined || value === null || schema(value);

/**
 * The parts of the HTTP API's event (payload 2.0) that the proxy uses: nothing of what the authorizer answered, which may
 * be old. Type guards instead of a schema library: see src/schema.ts.
 */
export const isProxyEvent = isObjectOf({
  rawPath: isString,
  headers: isObjectOf({
    'x-api-key': isOptional(isString),
    'content-type': isOptional(isString),
    'content-encoding': isOptional(isString),
    'accept-encoding': isOptional(isString),
  }),
  body: isAbsentOr(isString),
  isBase64Encoded: isBoolean,
});

export type ProxyEvent = SchemaValue<typeof isProxyEvent>;
