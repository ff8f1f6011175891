// Amplify's storage keys: PROVIDER.CLIENT.USER.TOKEN, and PROVIDER.CLIENT.LastAuthUser.
const provider = 'CognitoIdentityServiceProvider';

/** The storage key of the signed-in user's id. */
export const userKey = (clientId: string): string => `${provider}.${clientId}.LastAuthUser`;

/** Whether a storage key belongs to the session of a client. */
export const isTokenKey = (clientId: string, key: string): boolean => key.startsWith(`${provider}.${clientId}.`);

/** A change of the browser's storage; `key` is null if the storage was cleared. */
type StorageChange = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>;

/** Whether a change of the storage by another tab started or ended the session. */
export function sessionChange(
  clientId: string,
  { key, oldValue, newValue }: StorageChange,
): 'started' | 'ended' | undefined {
  if (key === null) return 'ended';
  // Amplify stores the refresh token after the tokens that the dashboard needs first.
  if (!isTokenKey(clientId, key) || !key.endsWith('.refreshToken')) return undefined;
  if (newValue === null) return 'ended';
  return oldValue === null ? 'started' : undefined;
}

const awsEndpoint = /^https:\/\/cognito-idp\.[a-z0-9-]+\.amazonaws\.com\/?$/;

/** The endpoint, unless it is AWS's own: Amplify derives that one, and warns about any explicit endpoint. */
export const endpointOverride = (endpoint: string): string | undefined =>
  awsEndpoint.test(endpoint) ? undefined : endpoint;
