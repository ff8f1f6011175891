import { Duration, Fn, Stack, Token, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { GatewayFunction } from './gateway-function.ts';
import { ConfigurationError } from './settings/configuration-error.ts';
import { type EffectiveSettings, functionSettings } from './settings/settings.ts';
import type { Stage } from './stage.ts';

/**
 * The users. Whom the settings admit can sign up with an e-mail address and confirm it. The `sub` of a user's tokens is the
 * account's id.
 */
export class UserPool extends cognito.UserPool {
  /** The client that the dashboard and curl sign in with. */
  readonly client: cognito.UserPoolClient;
  /** The origin of the sign-up and sign-in API, without a trailing slash. */
  readonly endpoint: string;

  constructor(scope: Construct, id: string, stage: Stage, settings: EffectiveSettings) {
    const { name, deletionProtection, removalPolicy } = stage;
    super(scope, id, {
      ...signUpProps(settings),
      ...signIn,
      ...senderOf(scope, settings),
      userPoolName: `sluice-${name}`,
      deletionProtection,
      removalPolicy,
    });
    if (typeof settings.signUp === 'object') this.checkSignUps(stage, settings);
    this.client = this.addClient('Client', client);
    this.endpoint = originOf(this.userPoolProviderUrl);
    Validations.of(this).acknowledge(...acknowledged);
  }

  private checkSignUps(stage: Stage, settings: EffectiveSettings): void {
    const check = new GatewayFunction(this, 'SignUpCheck', {
      stage,
      description: 'Refuses sign-ups that the settings do not allow',
      entry: 'lambda/sign-up-check.ts',
      memory: 256,
      // Cognito waits at most 5 s for a trigger.
      timeout: Duration.seconds(5),
      variables: {},
      settings: functionSettings(settings),
      grants: [],
    });
    this.addTrigger(cognito.UserPoolOperation.PRE_SIGN_UP, check.handler);
  }
}

// The provider's URL ends in the pool's id.
const originOf = (url: string): string =>
  Fn.join('/', [Fn.select(0, Fn.split('/', url)), '', Fn.select(2, Fn.split('/', url))]);

const signUpProps = ({ signUp, service }: EffectiveSettings): cognito.UserPoolProps => ({
  selfSignUpEnabled: signUp !== 'closed',
  standardAttributes: { email: { required: true, mutable: true } },
  autoVerify: { email: true },
  // Until a new address is confirmed, users sign in with the old one.
  keepOriginal: { email: true },
  userVerification: {
    emailSubject: `Your ${service.name} verification code`,
    emailBody: `Your ${service.name} verification code is {####}.`,
    emailStyle: cognito.VerificationEmailStyle.CODE,
  },
  passwordPolicy: {
    minLength: 12,
    requireLowercase: true,
    requireUppercase: true,
    requireDigits: true,
    requireSymbols: true,
  },
  userInvitation: {
    emailSubject: `Your ${service.name} account`,
    emailBody: `You have an account at ${service.name}. Sign in as {username} with the temporary password {####}.`,
  },
});

function senderOf(scope: Construct, { mail, service }: EffectiveSettings): Pick<cognito.UserPoolProps, 'email'> {
  if (!mail) return {};
  const { from, fromName = service.name, replyTo, verifiedDomain, region = Stack.of(scope).region } = mail;
  if (Token.isUnresolved(region)) {
    throw new ConfigurationError(
      'mail.region is missing: name the region of the SES identity, or deploy with -c region=…',
    );
  }
  return {
    email: cognito.UserPoolEmail.withSES({
      fromEmail: from,
      fromName,
      sesRegion: region,
      ...(replyTo && { replyTo }),
      ...(verifiedDomain && { sesVerifiedDomain: verifiedDomain }),
    }),
  };
}

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
