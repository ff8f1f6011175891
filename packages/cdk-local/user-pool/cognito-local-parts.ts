// biome-ignore-all lint/style/noRestrictedImports: this `lib` is cognito-local's.
// cognito-local has no exports for these parts, which openCognitoLocal assembles (5.3.0).
export { CognitoError, UnsupportedError } from 'cognito-local/lib/errors.js';
export { DefaultConfig } from 'cognito-local/lib/server/config.js';
export { Router } from 'cognito-local/lib/server/Router.js';
export { CognitoServiceFactoryImpl } from 'cognito-local/lib/services/cognitoService.js';
export type { Context as CognitoLocalContext } from 'cognito-local/lib/services/context.js';
export { StormDBDataStoreFactory } from 'cognito-local/lib/services/dataStore/stormDb.js';
export { otp } from 'cognito-local/lib/services/otp.js';
export type { Triggers } from 'cognito-local/lib/services/triggers/triggers.js';
export {
  type User as CognitoLocalUser,
  type UserPoolService,
  UserPoolServiceFactoryImpl,
} from 'cognito-local/lib/services/userPoolService.js';
