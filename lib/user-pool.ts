import { Duration, Fn, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import type { Stage } from './stage.ts';

/**
 * Those who may sign in: anybody who signs up with an e-mail address and confirms it. A user is known to the rest of
 * Sluice by the `sub` of its tokens, which is the account's id.
 */
export class UserPool extends cognito.UserPool {
  /** What the dashboard, and curl, sign in through. */
  readonly client: cognito.UserPoolClient;
  /** Where users sign up and in: an origin, without a slash at its end. */
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
  // A new address counts when it is confirmed; until then the old one signs in.
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
  // Nothing of the larger plans is used, and every free account would cost their price.
  featurePlan: cognito.FeaturePlan.LITE,
  signInAliases: { email: true },
  signInCaseSensitive: false,
  mfa: cognito.Mfa.OPTIONAL,
  mfaSecondFactor: { otp: true, sms: false },
  accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
};

const email = new cognito.ClientAttributes().withStandardAttributes({ email: true });

const client: cognito.UserPoolClientOptions = {
  // A web page can keep no secret.
  generateSecret: false,
  disableOAuth: true,
  // SRP keeps the password from the wire, and needs arithmetic that curl has not. With the password itself, anybody can
  // sign in from a shell; it goes over TLS to Cognito alone, as it does in every sign-up.
  authFlows: { userSrp: true, userPassword: true },
  preventUserExistenceErrors: true,
  enableTokenRevocation: true,
  // The HTTP API looks at a token's signature and times and asks nobody: a user who is signed out everywhere can go on
  // for as long as the last token lasts.
  idTokenValidity: Duration.minutes(30),
  accessTokenValidity: Duration.minutes(30),
  refreshTokenValidity: Duration.days(30),
  readAttributes: email.withStandardAttributes({ emailVerified: true }),
  writeAttributes: email,
};

const acknowledged = [
  {
    id: 'AwsSolutions-COG2',
    reason:
      'A second factor (TOTP) is offered and not demanded: the free plan is to be had with an e-mail address and curl.',
  },
  {
    id: 'AwsSolutions-COG8',
    reason:
      'Threat protection needs the Plus plan, at about four times the price of each active user, most of whom are on ' +
      'the free plan. Cognito locks out repeated wrong passwords on every plan.',
  },
];
