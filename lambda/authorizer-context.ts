import { isNumber, isObjectOf, isOptional, isString } from '../src/schema.ts';

/**
 * The event's `requestContext.authorizer` behind a key authorizer: the key's identity, as `authorizer-handler.ts` returns
 * it.
 */
export const isAuthorizerContext = isObjectOf({
  lambda: isObjectOf({
    keyId: isString,
    accountId: isString,
    planId: isString,
    startedWith: isOptional(isObjectOf({ calls: isNumber, day: isString })),
    dayQuota: isOptional(isObjectOf({ calls: isNumber, day: isString })),
  }),
});
