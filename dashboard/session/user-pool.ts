const amazons = /^https:\/\/cognito-idp\.[a-z0-9-]+\.amazonaws\.com\/?$/;

/** The user pool's address where it is not the one that Amplify finds by itself; Amplify warns of any that it is told. */
export const endpointOverride = (endpoint: string): string | undefined =>
  amazons.test(endpoint) ? undefined : endpoint;

/** Where the user pool is: where the override says, or at Amazon's address for the region that the pool's id begins with. */
export const endpointOf = (userPoolId: string, override: string | undefined): string =>
  override ?? `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/`;
