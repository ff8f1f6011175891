import { Duration, Fn, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import type { Stage } from './stage.ts';

/**
 * The users: anyone can sign up with an e-mail address and confirm it. The `sub` of a user's tokens is the account's id.
 */
export class UserPool extends cognito.UserPool {
  /** The client that the dashboard and curl sign in with. */
  readonly client: cognito.UserPoolClient;
  /** The origin of the sign-up and sign-in API, without a trailing slash. */
  readonly endpoint: string;

  constructor(scope: Construct, id: string, { name, deletionProtection, removalPolicy }: Stage) {
    super(scope, id, { ...signUp, ...signIn, userPoolName: `sluice-${name}`, deletionProtection, removalPolicy });
    this.client = this.addClient('Client', client);
    this.endpoint = originOf(this.userPoolProviderUrl);
    Validations.of(this).acknowledge(...acknowledged);
  }
}

// The provider's URL ends in the pool's id.
const originOf = (url: string): string =>
  Fn.join('/', [Fn.select(0, Fn.split('/', url)), '', Fn.select(2, Fn.split('/', url))]);

const signUp: cognito.UserPoolProps = {
  selfSignUpEnabled: true,
  standardAttributes: { email: { required: true, mutable: true } },
  autoVerify: { email: true },
  // Until a new address is confirmed, users sign in with the old one.
  keepOriginal: { email: true },
  userVerification: {
    emailSubject: 'Your Sluice verification code',
    emailBody: 'Your Sluice verification code is {####}.',
    emailStyle: cognito.VerificationEmailStyle.CODE,
  },
  passwordPolicy: {
    minLength: 12,
    requireLowercase: true,
    requireUppercase: true,
    requireDigits: true,
    requireSymbols: true,
  },
};

const signIn: cognito.UserPoolProps = {
  // No feature of the larger plans is used, and they are priced per active user.
  featurePlan: cognito.FeaturePlan.LITE,
  signInAliases: { email: true },
  signInCaseSensitive: false,
  mfa: cognito.Mfa.OPTIONAL,
  mfaSecondFactor: { otp: true, sms: false },
  accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
};

const email = new cognito.ClientAttributes().withStandardAttributes({ email: true });

const client: cognito.UserPoolClientOptions = {
  // A web page cannot keep a secret.
  generateSecret: false,
  disableOAuth: true,
  // SRP does not send the password, but curl cannot compute it. USER_PASSWORD_AUTH allows sign-in from a shell; as in
  // every sign-up, the password goes only to Cognito, over TLS.
  authFlows: { userSrp: true, userPassword: true },
  preventUserExistenceErrors: true,
  enableTokenRevocation: true,
  // The HTTP API checks only a token's signature and times: after a global sign-out, a token works until it expires.
  idTokenValidity: Duration.minutes(30),
  accessTokenValidity: Duration.minutes(30),
  refreshTokenValidity: Duration.days(30),
  readAttributes: email.withStandardAttributes({ emailVerified: true }),
  writeAttributes: email,
};

const acknowledged = [
  {
    id: 'AwsSolutions-COG2',
    reason: 'A second factor (TOTP) is optional: the free plan must be usable with an e-mail address and curl.',
  },
  {
    id: 'AwsSolutions-COG8',
    reason:
      'Threat protection needs the Plus plan, which costs about four times as much per active user, and most users are on ' +
      'the free plan. Cognito locks out repeated wrong passwords on every plan.',
  },
];
