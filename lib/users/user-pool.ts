import { Duration, Fn, Stack, Token, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Stage } from '../instance/stage.ts';
import { ConfigurationError } from '../settings/configuration-error.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import { senderName } from './mail-sender.ts';
import { UserConfirmed } from './user-confirmed.ts';
import { poolMails } from './user-pool-mails.ts';

export type UserPoolProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  readonly directory: TableV2;
};

/**
 * The users. Only the server creates them (`POST /v1/sign-up`, the operator), so that nobody holds a credential for an
 * address whose mail they cannot read (docs/decisions/0030). The `sub` of a user's tokens is the account's id.
 */
export class UserPool extends cognito.UserPool {
  /** The client that the dashboard and curl sign in with. */
  readonly client: cognito.UserPoolClient;
  /** The client with which functions check a password. Its tokens are thrown away; no API accepts them. */
  readonly serverClient: cognito.UserPoolClient;
  /** The origin of the sign-in API, without a trailing slash. */
  readonly endpoint: string;

  constructor(scope: Construct, id: string, { stage, settings, directory }: UserPoolProps) {
    const { instance, deletionProtection, removalPolicy } = stage;
    super(scope, id, {
      ...signIn,
      ...poolMails(settings),
      ...senderOf(scope, settings),
      userPoolName: `sluice-${instance}`,
      deletionProtection,
      removalPolicy,
    });
    const confirmed = new UserConfirmed(this, 'UserConfirmed', { stage, settings, directory });
    this.addTrigger(cognito.UserPoolOperation.POST_CONFIRMATION, confirmed.handler);
    confirmed.allowSignOut(this);
    this.client = this.addClient('Client', client);
    this.serverClient = this.addClient('ServerClient', serverClient);
    const resource = this.serverClient.node.defaultChild;
    // The CDK would add the refresh of tokens.
    if (cognito.CfnUserPoolClient.isCfnUserPoolClient(resource)) {
      resource.explicitAuthFlows = ['ALLOW_ADMIN_USER_PASSWORD_AUTH'];
    }
    this.endpoint = originOf(this.userPoolProviderUrl);
    Validations.of(this).acknowledge(...acknowledged);
  }
}

// The provider's URL ends in the pool's id.
const originOf = (url: string): string =>
  Fn.join('/', [Fn.select(0, Fn.split('/', url)), '', Fn.select(2, Fn.split('/', url))]);

function senderOf(scope: Construct, { mail, service }: EffectiveSettings): Pick<cognito.UserPoolProps, 'email'> {
  if (!mail) return {};
  const { from, fromName = service.name, replyTo, verifiedDomain, region = Stack.of(scope).region } = mail;
  if (Token.isUnresolved(region)) {
    throw new ConfigurationError(
      'mail.region is missing: name the region of the SES identity, or that of the stack (env; in the repository, ' +
        '-c region=…).',
    );
  }
  return {
    email: cognito.UserPoolEmail.withSES({
      fromEmail: from,
      // The CDK puts it before the address as it is.
      fromName: senderName(fromName),
      sesRegion: region,
      ...(replyTo && { replyTo }),
      ...(verifiedDomain && { sesVerifiedDomain: verifiedDomain }),
    }),
  };
}

const signIn: cognito.UserPoolProps = {
  selfSignUpEnabled: false,
  // No feature of the larger plans is used, and they are priced per active user.
  featurePlan: cognito.FeaturePlan.LITE,
  // Not in `standardAttributes` as required: Cognito refuses a client that may not write a required attribute, and then a
  // stolen access token could change the address. Every user has one all the same: it is the user name.
  signInAliases: { email: true },
  signInCaseSensitive: false,
  autoVerify: { email: true },
  // Until a new address is confirmed, users sign in with the old one.
  keepOriginal: { email: true },
  mfa: cognito.Mfa.OPTIONAL,
  mfaSecondFactor: { otp: true, sms: false },
  accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
  passwordPolicy: {
    minLength: 12,
    requireLowercase: false,
    requireUppercase: false,
    requireDigits: false,
    requireSymbols: false,
    // The shortest time that Cognito offers.
    tempPasswordValidity: Duration.days(1),
  },
};

const email = new cognito.ClientAttributes().withStandardAttributes({ email: true });

/** The sign-in flows, tokens and attributes of the dashboard and curl. */
const client: cognito.UserPoolClientOptions = {
  // A web page cannot keep a secret.
  generateSecret: false,
  disableOAuth: true,
  // SRP does not send the password, but curl cannot compute it. USER_PASSWORD_AUTH allows sign-in from a shell; the
  // password goes only to Cognito, over TLS.
  authFlows: { userSrp: true, userPassword: true },
  preventUserExistenceErrors: true,
  enableTokenRevocation: true,
  // The management API refuses ID tokens of ended sessions (src/accounts/sessions.ts). Cognito's own API cannot, so that
  // access tokens, which can turn a second factor off, last as short as Cognito allows.
  idTokenValidity: Duration.minutes(30),
  accessTokenValidity: Duration.minutes(5),
  refreshTokenValidity: Duration.days(30),
  readAttributes: email.withStandardAttributes({ emailVerified: true }),
  // Nothing reads it. Without any attribute, Cognito would allow all of them, and the address with them.
  writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ locale: true }),
};

const serverClient: cognito.UserPoolClientOptions = {
  ...client,
  authFlows: { adminUserPassword: true },
  idTokenValidity: Duration.minutes(5),
  refreshTokenValidity: Duration.hours(1),
};

const acknowledged = [
  {
    id: 'AwsSolutions-COG1',
    reason:
      'Passwords have at least 12 characters. Rules about classes of characters make passwords easier to guess, not ' +
      'harder (NIST SP 800-63B, 3.1.1.2), and the code in the sign-up mail must be easy to type.',
  },
  {
    id: 'AwsSolutions-COG2',
    reason: 'A second factor (TOTP) is optional: the free plan must be usable with an email address and curl.',
  },
  {
    id: 'AwsSolutions-COG8',
    reason:
      'Threat protection needs the Plus plan, which costs about four times as much per active user, and most users are on ' +
      'the free plan. Cognito locks out repeated wrong passwords on every plan.',
  },
];
