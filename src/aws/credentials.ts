import { EnvironmentError } from '../environment.ts';

/** What requests to AWS are signed with; the token goes with the temporary credentials of a role. */
export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

/**
 * The credentials of a function's role, where Lambda puts them (AWS Lambda Developer Guide, "Defined runtime environment
 * variables"). They are read anew for every request, so that a change of them holds from the next one on.
 * @throws {EnvironmentError}
 */
export function credentialsIn(variables: NodeJS.ProcessEnv): Credentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (!accessKeyId || !secretAccessKey) throw new EnvironmentError(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
  return { accessKeyId, secretAccessKey, sessionToken: variables.AWS_SESSION_TOKEN || undefined };
}
