import { fileURLToPath } from 'node:url';
import { Duration } from 'aws-cdk-lib';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

export type KeyRotationProps = {
  /** The address of the gateway's dashboard. */
  readonly apiUrl: string;
  /** The id of the key: key_… */
  readonly keyId: string;
  /** Has an account token with the permission `keys`, and nothing else. */
  readonly token: ISecret;
  /** From 1 to 1000. */
  readonly rotateEveryDays: number;
  /** How long clients may use a secret that they have read before a rotation, at least 1. Default: 24. */
  readonly graceHours?: number;
};

/** A secret of AWS Secrets Manager with the secret of a key, which it rotates. Clients read its current value. */
export class KeyRotation extends Construct {
  /** Grant your clients to read it. */
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: KeyRotationProps) {
    super(scope, id);
    const { apiUrl, keyId, token, rotateEveryDays, graceHours = 24 } = props;
    if (!(Number.isInteger(graceHours) && graceHours >= 1)) {
      throw new Error(`graceHours must be a whole number of at least 1, and not ${graceHours}.`);
    }
    // A rotation needs the grace period of the one before to be over.
    if (rotateEveryDays * 24 <= graceHours) {
      throw new Error(`rotateEveryDays must be longer than graceHours: ${rotateEveryDays} days, ${graceHours} hours.`);
    }
    this.secret = new Secret(this, 'Secret', { description: `The secret of the key ${keyId}` });
    const rotation = new LambdaFunction(this, 'Function', {
      code: Code.fromAsset(fileURLToPath(new URL('function', import.meta.url))),
      handler: 'index.handler',
      // The runtime brings the AWS SDK.
      runtime: Runtime.NODEJS_24_X,
      timeout: Duration.minutes(2),
      environment: {
        API_URL: apiUrl.replace(/\/$/, ''),
        KEY_ID: keyId,
        GRACE_HOURS: String(graceHours),
        TOKEN_SECRET: token.secretArn,
      },
      logGroup: new LogGroup(this, 'Logs', { retention: RetentionDays.ONE_MONTH }),
    });
    token.grantRead(rotation);
    // Grants what the four steps need, for this secret only.
    this.secret.addRotationSchedule('Schedule', {
      rotationLambda: rotation,
      automaticallyAfter: Duration.days(rotateEveryDays),
    });
  }
}
