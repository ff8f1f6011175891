// The names that Amplify stores its tokens by: PROVIDER.CLIENT.USER.TOKEN, and whose they are.
const provider = 'CognitoIdentityServiceProvider';

/** Where the id of the user who is signed in is stored. */
export const userKey = (clientId: string): string => `${provider}.${clientId}.LastAuthUser`;

/** A change of the browser's storage: `key` is null when all of it was removed. */
export type StorageChange = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>;

/** What a change of the storage by another tab means for the session. */
export function changeOf(
  clientId: string,
  { key, oldValue, newValue }: StorageChange,
): 'started' | 'ended' | undefined {
  if (key === null) return 'ended';
  // The refresh token is stored after the tokens that are needed first.
  if (!key.startsWith(`${provider}.${clientId}.`) || !key.endsWith('.refreshToken')) return undefined;
  if (newValue === null) return 'ended';
  return oldValue === null ? 'started' : undefined;
}
