/** An error of the user pool's API: its type, like `NotAuthorizedException`, and the message, in Amazon Cognito's words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The one answer to a wrong password and to an unknown user, so that they cannot be told apart. */
export const wrongCredentials = (): Refusal => notAuthorized('Incorrect username or password.');

export const notAuthorized = (message: string): Refusal => new Refusal('NotAuthorizedException', message);

export const invalidParameter = (message: string): Refusal => new Refusal('InvalidParameterException', message);
