import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createCodeDeployService, type HookStatus } from '../code-deploy/service.ts';
import { createDynamoDbService } from '../dynamodb/service.ts';
import type { Functions } from '../functions/functions.ts';
import { createLambdaService } from '../functions/service.ts';
import type { Buckets } from '../s3/buckets.ts';
import { createS3Service } from '../s3/service.ts';
import type { Secrets } from '../secrets-manager/secrets.ts';
import { createSecretsManagerService } from '../secrets-manager/service.ts';
import type { Template } from '../template/template.ts';
import { assertAllowed, type Signed, signatureOf } from './authorize.ts';
import { jsonRefusal } from './json-refusal.ts';
import { type Credentials, type Role, rolesOf } from './roles.ts';
import { Refusal, type RefusalKind, type Service } from './service.ts';

/** A request that the gate did not let through, for the operator's log. */
export type Denial = { readonly code: RefusalKind; readonly message: string };

/** A call that the policies of its role allow: which permission it needed. */
export type AllowedCall = { readonly roleArn: string; readonly action: string; readonly resource: string };

export type GateOptions = {
  readonly template: Template;
  readonly dynamodbUrl: string;
  readonly s3: Pick<Buckets, 'put'>;
  readonly secrets: Secrets;
  /** Resolves when functions can be invoked. */
  readonly functions: Promise<Pick<Functions, 'invoke'>>;
  /** Hears how the hooks of deployments ended. */
  readonly onHookStatus?: (status: HookStatus) => void;
  /** A free port, unless given. */
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

/** Credentials were asked for a role that the template does not have. */
export class UnknownRoleError extends Error {
  override readonly name = 'UnknownRoleError';
  readonly code = 'unknown_role';

  constructor(roleArn: string) {
    super(`The template has no role ${roleArn}`);
  }
}

type Door = {
  readonly roles: ReadonlyMap<string, Role>;
  readonly services: ReadonlyMap<string, Service>;
  readonly onDenied: (denial: Denial) => void;
  readonly onAllowed: (call: AllowedCall) => void;
};

async function pass(door: Door, signed: Signed | undefined, request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request);
  if (!signed) throw new Refusal('missing_credential', 'Request is missing Authentication Token');
  const role = door.roles.get(signed.accessKeyId);
  if (!role) throw new Refusal('unknown_credential', 'The security token included in the request is invalid.');
  const service = door.services.get(signed.service);
  if (!service) throw new Refusal('unknown_operation', `The local runtime has no service ${signed.service}`);
  const call = { request, body, accountId: role.accountId, region: signed.region };
  const { permissions, answer } = service.understand(call);
  for (const permission of permissions) {
    assertAllowed(role, permission);
    door.onAllowed({ roleArn: role.arn, action: permission.action, resource: permission.resource });
  }
  await answer(response);
}

async function handle(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const signed = signatureOf(request);
  try {
    await pass(door, signed, request, response);
  } catch (error) {
    // The function has gone away, or the answer is under way already: there is nobody to tell.
    if (response.headersSent || response.destroyed) return void response.destroy();
    const refusal =
      error instanceof Refusal ? error : new Refusal('service_failed', 'The local service failed', { cause: error });
    door.onDenied({
      code: refusal.code,
      message: refusal.cause ? `${refusal.message}: ${refusal.cause}` : refusal.message,
    });
    const refuse = door.services.get(signed?.service ?? '')?.refuse ?? jsonRefusal('');
    refuse(refusal, response);
  }
}

/**
 * Starts the one way from the functions to the services of AWS. It takes the role from the access
 * key id of the request, works out which actions on which resources the request needs, and lets it through only if the
 * role's policies in the template allow them all, as AWS would; otherwise it answers in AWS's words.
 * Signatures are not verified, and neither does DynamoDB Local: the gate finds missing grants, it is no protection.
 * @throws {PolicyError} for a policy that cannot be evaluated.
 */
export async function startGate(options: GateOptions): Promise<Gate> {
  const roles = rolesOf(options.template);
  const dynamodb = createDynamoDbService(options.dynamodbUrl);
  const door: Door = {
    roles: new Map(roles.map((role) => [role.credentials.accessKeyId, role])),
    services: new Map<string, Service>([
      ['codedeploy', createCodeDeployService(options.template, options.onHookStatus ?? (() => undefined))],
      ['dynamodb', dynamodb],
      ['lambda', createLambdaService(options.functions)],
      ['s3', createS3Service(options.s3)],
      ['secretsmanager', createSecretsManagerService(options.secrets)],
    ]),
    onDenied: options.onDenied ?? (() => undefined),
    onAllowed: options.onAllowed ?? (() => undefined),
  };
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    (request, response) => void handle(door, request, response),
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
