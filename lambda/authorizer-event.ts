import { isObjectOf, isString } from '../src/schema.ts';

const isEvent = isObjectOf({
  identitySource: (value: unknown): value is [string] =>
    Array.isArray(value) && value.length === 1 && isString(value[0]),
});

/** The value of an authorizer's only identity source. Throws if the event is not the HTTP API's. */
export function readIdentity(event: unknown): string {
  if (isEvent(event)) return event.identitySource[0];
  throw new TypeError('The event does not come from the HTTP API.');
}
