import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  paginateListUsers,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';

// A user's name in the pool is its `sub`, which is the account's id, because users sign in with their e-mail address
// ("Customizing sign-in attributes", Amazon Cognito developer guide). The name, unlike the address, never belongs to
// another user later.

/** Calls of the user pool that deletions and the account sweep make. */
export type SweptUsers = {
  exists(accountId: string): Promise<boolean>;
  /** False if the user is gone, or has confirmed the address. */
  isUnconfirmed(accountId: string): Promise<boolean>;
  /** Users who signed up and never confirmed their address. `createdAt` in ms since the epoch. */
  unconfirmed(): AsyncIterable<{ readonly accountId: string; readonly createdAt: number }>;
  /** Ends the user's sessions and deletes the user. Does nothing if there is none. */
  remove(accountId: string): Promise<void>;
};

export function createSweptUsers(client: CognitoIdentityProviderClient, UserPoolId: string): SweptUsers {
  const statusOf = async (Username: string) => {
    const user = await ifFound(client.send(new AdminGetUserCommand({ UserPoolId, Username })));
    return user && (user.UserStatus ?? 'UNKNOWN');
  };
  return {
    exists: async (accountId) => (await statusOf(accountId)) !== undefined,
    isUnconfirmed: async (accountId) => (await statusOf(accountId)) === 'UNCONFIRMED',
    async *unconfirmed() {
      const filter = { UserPoolId, Filter: 'cognito:user_status = "UNCONFIRMED"' };
      for await (const { Users = [] } of paginateListUsers({ client }, filter)) {
        for (const { Username, UserCreateDate } of Users) {
          if (Username && UserCreateDate) yield { accountId: Username, createdAt: UserCreateDate.getTime() };
        }
      }
    },
    async remove(Username) {
      await ifFound(client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username })));
      await ifFound(client.send(new AdminDeleteUserCommand({ UserPoolId, Username })));
    },
  };
}

async function ifFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}
