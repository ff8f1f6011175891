// The names that Amplify stores its tokens by: PROVIDER.CLIENT.USER.TOKEN, and whose they are.
const provider = 'CognitoIdentityServiceProvider';

/** Where the id of the user who is signed in is stored. */
export const userKey = (clientId: string): string => `${provider}.${clientId}.LastAuthUser`;

/** A change of the browser's storage: `key` is null when all of it was removed. */
export type StorageChange = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>;

/** What a change of the storage by another tab means for the session. */
export function sessionChange(
  clientId: string,
  { key, oldValue, newValue }: StorageChange,
): 'started' | 'ended' | undefined {
  if (key === null) return 'ended';
  // The refresh token is stored after the tokens that are needed first.
  if (!key.startsWith(`${provider}.${clientId}.`) || !key.endsWith('.refreshToken')) return undefined;
  if (newValue === null) return 'ended';
  return oldValue === null ? 'started' : undefined;
}

const amazons = /^https:\/\/cognito-idp\.[a-z0-9-]+\.amazonaws\.com\/?$/;

/** The user pool's address where it is not the one that Amplify finds by itself; Amplify warns of any that it is told. */
export const endpointOverride = (endpoint: string): string | undefined =>
  amazons.test(endpoint) ? undefined : endpoint;

/** Where the user pool is: where the override says, or at Amazon's address for the region that the pool's id begins with. */
export const endpointOf = (userPoolId: string, override: string | undefined): string =>
  override ?? `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/`;
