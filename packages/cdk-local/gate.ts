import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createCodeDeployService, type HookStatus } from './code-deploy/code-deploy-service.ts';
import { createDynamoDbService } from './dynamodb/dynamodb-service.ts';
import { partitionKeysOf } from './dynamodb/table-definition.ts';
import { createLambdaService, type InvokableFunctions } from './functions/lambda-service.ts';
import { GateRefusal, type GateRefusalCode, type GateService, jsonRefusal } from './iam/gate-service.ts';
import {
  administrator,
  assertAllowed,
  type Credentials,
  type Role,
  rolesOf,
  type SignatureScope,
  signatureOf,
} from './iam/roles.ts';
import { stsService } from './iam/sts-service.ts';
import type { Buckets } from './s3/buckets.ts';
import { createS3Service } from './s3/s3-service.ts';
import { createSecretsManagerService } from './secrets-manager/secrets-manager-service.ts';
import { createSesService } from './ses/ses-service.ts';
import type { Secrets } from './template/secret-arns.ts';
import type { Template } from './template/template.ts';
import type { Mail } from './user-pool/mail.ts';
import type { CallUserPool } from './user-pool/user-pool-server.ts';
import { createUserPoolService } from './user-pool/user-pool-service.ts';

/** A refused request, for the operator's log. */
export type Denial = { readonly code: GateRefusalCode; readonly message: string };

/** A permission that a call needed and its role's policies allow. */
export type AllowedCall = { readonly roleArn: string; readonly action: string; readonly resource: string };

export type GateOptions = {
  readonly template: Template;
  readonly dynamodbUrl: string;
  readonly s3: Pick<Buckets, 'put'>;
  readonly secrets: Secrets;
  /** Resolves when functions can be invoked. */
  readonly functions: Promise<InvokableFunctions>;
  /** Resolves when the user pools are served. */
  readonly userPools: Promise<{ readonly call: CallUserPool }>;
  /** Called with each email that functions send. */
  readonly onMail: (mail: Mail) => void;
  /** Called with the status that deployment hooks report. */
  readonly onHookStatus?: (status: HookStatus) => void;
  /** Who may do everything, by the id of their access key. Default: nobody. */
  readonly administrator?: { readonly accountId: string; readonly accessKeyId: string } | undefined;
  /** Default: a free port. */
  readonly port?: number;
  readonly onDenied?: (denial: Denial) => void;
  readonly onAllowed?: (call: AllowedCall) => void;
};

/** The running gate. */
export type Gate = {
  readonly url: string;
  /** @throws {UnknownRoleError} for a role that is not in the template. */
  readonly credentialsOf: (roleArn: string) => Credentials;
  readonly stop: () => Promise<void>;
};

/** The template has no role with this ARN. */
class UnknownRoleError extends Error {
  override readonly name = 'UnknownRoleError';
  readonly code = 'unknown_role';

  constructor(roleArn: string) {
    super(`The template has no role ${roleArn}`);
  }
}

type GateState = {
  readonly roles: ReadonlyMap<string, Role>;
  readonly services: ReadonlyMap<string, GateService>;
  readonly onDenied: (denial: Denial) => void;
  readonly onAllowed: (call: AllowedCall) => void;
};

async function pass(
  state: GateState,
  signed: SignatureScope | undefined,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await buffer(request);
  if (!signed) throw new GateRefusal('missing_credential', 'Request is missing Authentication Token');
  const role = state.roles.get(signed.accessKeyId);
  if (!role) throw new GateRefusal('unknown_credential', 'The security token included in the request is invalid.');
  const service = state.services.get(signed.service);
  if (!service) throw new GateRefusal('unknown_operation', `The local runtime has no service ${signed.service}`);
  const { arn: roleArn, accountId, caller } = role;
  const call = { request, body, roleArn, caller, accountId, region: signed.region };
  const { permissions, answer } = service.understand(call);
  for (const permission of permissions) {
    assertAllowed(role, permission);
    state.onAllowed({ roleArn: role.arn, action: permission.action, resource: permission.resource });
  }
  await answer(response);
}

async function handle(state: GateState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const signed = signatureOf(request);
  try {
    await pass(state, signed, request, response);
  } catch (error) {
    // The function disconnected, or the answer has already begun: no error can be sent.
    if (response.headersSent || response.destroyed) return void response.destroy();
    const refusal =
      error instanceof GateRefusal
        ? error
        : new GateRefusal('service_failed', 'The local service failed', { cause: error });
    state.onDenied({
      code: refusal.code,
      message: refusal.cause ? `${refusal.message}: ${refusal.cause}` : refusal.message,
    });
    const refuse = state.services.get(signed?.service ?? '')?.refuse ?? jsonRefusal('');
    refuse(refusal, response);
  }
}

/**
 * Starts the gate, through which functions reach all AWS services. It finds the role by the access key id of the
 * request, computes the required actions and resources, and forwards the request only if the role's policies in the
 * template allow all of them; otherwise it answers with AWS's error. It does not verify signatures (nor does DynamoDB
 * Local): the gate finds missing grants, it is not a protection.
 * @throws {PolicyError} for a policy that cannot be evaluated
 */
export async function startGate(options: GateOptions): Promise<Gate> {
  const { administrator: outside } = options;
  const roles = [
    ...rolesOf(options.template),
    ...(outside ? [administrator(outside.accountId, outside.accessKeyId)] : []),
  ];
  const dynamodb = createDynamoDbService(options.dynamodbUrl, partitionKeysOf(options.template));
  const state: GateState = {
    roles: new Map(roles.map((role) => [role.credentials.accessKeyId, role])),
    services: new Map<string, GateService>([
      ['cognito-idp', createUserPoolService(options.userPools)],
      ['codedeploy', createCodeDeployService(options.template, options.onHookStatus ?? (() => undefined))],
      ['dynamodb', dynamodb],
      ['lambda', createLambdaService(options.functions)],
      ['s3', createS3Service(options.s3)],
      ['ses', createSesService(options.template, options.onMail)],
      ['sts', stsService],
      ['secretsmanager', createSecretsManagerService(options.secrets)],
    ]),
    onDenied: options.onDenied ?? (() => undefined),
    onAllowed: options.onAllowed ?? (() => undefined),
  };
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    (request, response) => void handle(state, request, response),
  );
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}`,
    credentialsOf: (roleArn) => {
      const role = roles.find(({ arn }) => arn === roleArn);
      if (role) return role.credentials;
      throw new UnknownRoleError(roleArn);
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      dynamodb.close();
    },
  };
}
