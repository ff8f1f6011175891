import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { buildFunctions } from '../../bin/build/build-functions.ts';
import { LambdaFunction } from '../../packages/cdk-local/functions/lambda-function.ts';
import { type ServedPool, servePool } from '../../packages/cdk-local/test/user-pool/served-pool.ts';
import { systemTimer } from '../../packages/cdk-local/time.ts';
import { type FakeStripeServer, startFakeStripe } from '../../packages/fake-stripe/server.ts';
import type { AwsCredentials } from '../../src/aws/sigv4.ts';
import { signIdentity } from '../../src/operator-function/caller-identity.ts';
import {
  commandDigest,
  type OperatorAnswer,
  operatorAnswerSchema,
} from '../../src/operator-function/function-event.ts';
import { OperatorProgram } from '../bin/operator/operator-program.ts';
import { dynamoDbOptions } from '../support/dynamodb.ts';
import { writeFunctionSettings } from '../support/function-settings.ts';
import { readByFunctions, settings } from '../support/settings.ts';
import { type FakeSts, type Principal, startFakeSts } from './fake-sts.ts';

export const region = 'us-east-1';

/** Not the default: a new secret shows that the setting arrives. */
const secretPrefix = 'acme';

export const ann: Principal = {
  arn: 'arn:aws:sts::123456789012:assumed-role/Support/ann@example.com',
  credentials: {
    accessKeyId: 'ASIAANN0000000000000',
    secretAccessKey: 'anns-secret-access-key',
    sessionToken: 'anns/session+token==',
  },
};

export const backend: Principal = {
  arn: 'arn:aws:iam::123456789012:user/services/backend',
  credentials: { accessKeyId: 'AKIABACKEND000000000', secretAccessKey: 'backends-secret-access-key' },
};

export const functionNames = { all: 'sluice-dev-operator', reads: 'sluice-dev-operator-reads' } as const;

export type FunctionKind = keyof typeof functionNames;

/** A command, who signs it, and changes of the event. */
export type Invocation = {
  readonly kind?: FunctionKind;
  readonly as?: AwsCredentials | undefined;
  readonly input?: string;
};

/** The operator's functions, as their real bundles, and the command line, over the same tables, users and Stripe. */
export class FunctionWorld {
  readonly program: OperatorProgram;
  readonly pool: ServedPool;
  readonly stripe: FakeStripeServer;
  readonly sts: FakeSts;
  /** The lines of the functions' logs. */
  readonly lines: string[] = [];
  readonly functions: Readonly<Record<FunctionKind, LambdaFunction>>;
  readonly #config: string;
  readonly #secretsManager: string;
  readonly #stop: (() => unknown)[];

  private constructor(
    parts: Pick<FunctionWorld, 'program' | 'pool' | 'stripe' | 'sts'>,
    secretsManager: string,
    stop: (() => unknown)[],
  ) {
    this.program = parts.program;
    this.pool = parts.pool;
    this.stripe = parts.stripe;
    this.sts = parts.sts;
    this.#secretsManager = secretsManager;
    const billing = { secretName: 'sluice/stripe', apiUrl: parts.stripe.url };
    this.#config = join(parts.program.folder, 'settings.json');
    writeFileSync(this.#config, JSON.stringify({ ...settings, billing, secretPrefix }));
    const written = writeFunctionSettings(readByFunctions);
    const { tables } = parts.program;
    const variables = {
      ...written.variables,
      ...this.#endpoints(),
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: 'function',
      AWS_SECRET_ACCESS_KEY: 'function',
      DIRECTORY_TABLE: tables.directory,
      ADMISSIONS_TABLE: tables.admissions,
      RECORDS_TABLE: tables.records,
      USAGE_TABLE: tables.usage,
      USER_POOL_ID: parts.pool.poolId,
      BILLING_SETTINGS: JSON.stringify({ ...billing, currency: settings.currency }),
      SECRET_PREFIX: secretPrefix,
      LOG_LEVEL: 'debug',
    };
    const start = (kind: FunctionKind, readOnly: 'on' | 'off') => {
      const name = functionNames[kind];
      const started = new LambdaFunction({
        definition: {
          name,
          arn: `arn:aws:lambda:${region}:123456789012:function:${name}`,
          roleArn: 'none',
          folder: join(buildFunctions(), 'operator'),
          handler: 'index.handler',
          runtime: 'nodejs24.x',
          memoryMegabytes: 512,
          timeoutSeconds: 900,
          logGroupName: 'log',
          variables: {},
        },
        variables: { ...variables, READ_ONLY: readOnly, AWS_LAMBDA_FUNCTION_NAME: name },
        onLine: (line) => this.lines.push(line),
        timer: systemTimer,
        concurrency: 2,
      });
      stop.unshift(() => started.stop());
      return started;
    };
    this.functions = { all: start('all', 'off'), reads: start('reads', 'on') };
    this.#stop = [...stop, written.remove];
  }

  static async start(): Promise<FunctionWorld> {
    const pool = await servePool({ changes: { pool: { Policies: { PasswordPolicy: { MinimumLength: 12 } } } } });
    const [program, stripe, sts] = await Promise.all([
      OperatorProgram.start(pool),
      startFakeStripe(),
      startFakeSts(region, [ann, backend]),
    ]);
    const { apiKey, signingSecret } = stripe;
    const secrets = createServer(async (request, response) => {
      await text(request);
      response.end(JSON.stringify({ SecretString: JSON.stringify({ apiKey, signingSecret }) }));
    });
    await new Promise<void>((resolve) => secrets.listen(0, '127.0.0.1', resolve));
    const address = secrets.address() as AddressInfo;
    const stop = [
      () => program.stop(),
      sts.stop,
      () => stripe.stop(),
      () => pool.stop(),
      () => secrets.close().closeAllConnections(),
    ];
    return new FunctionWorld({ program, pool, stripe, sts }, `http://127.0.0.1:${address.port}`, stop);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stop) await stop();
  }

  #endpoints() {
    return {
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDbOptions().endpoint,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: this.pool.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: this.#secretsManager,
      AWS_ENDPOINT_URL_STS: this.sts.url,
    };
  }

  /** Runs a command on the command line, for the deployed stage. */
  async onCommandLine(args: readonly string[], input = ''): Promise<OperatorAnswer> {
    const where = ['--stage', 'dev', '--config', this.#config];
    const { code, out, err } = await this.program.runWith(input, [...args, ...where], this.#endpoints());
    return { exitCode: code ?? -1, out, err };
  }

  /** Runs a command in a function, signed by Ann unless `as` says otherwise. */
  inFunction(args: readonly string[], { kind = 'all', input, ...given }: Invocation = {}): Promise<OperatorAnswer> {
    const as = 'as' in given ? given.as : ann.credentials;
    const command = { args, ...(input !== undefined && { input }) };
    const digest = commandDigest(functionNames[kind], { ...command, args: [...args] });
    const identity = as && signIdentity({ region, digest, at: Date.now() }, as);
    return this.invoke({ ...command, ...(identity && { identity }) }, kind);
  }

  /** Invokes a function with any event. */
  async invoke(event: unknown, kind: FunctionKind = 'all'): Promise<OperatorAnswer> {
    const outcome = await this.functions[kind].invoke(JSON.stringify(event));
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
    return v.parse(operatorAnswerSchema, JSON.parse(outcome.payload));
  }
}
