import { isNumber, isObjectOf, isOptional, isString } from '../src/schema.ts';

/** The event's `requestContext.authorizer` behind a key authorizer: what authorizer-handler.ts returned. */
export const isAuthorizerContext = isObjectOf({
  lambda: isObjectOf({
    keyId: isString,
    accountId: isString,
    planId: isString,
    startedWith: isOptional(isObjectOf({ calls: isNumber, day: isString })),
    dayQuota: isOptional(isObjectOf({ calls: isNumber, day: isString })),
  }),
});
