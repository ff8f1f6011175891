import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An action on a resource that a request's caller must be allowed. */
export type RequiredPermission = {
  readonly action: string;
  readonly resource: string;
  /** How the service names the resource in an error, where not by its ARN. */
  readonly shown?: string;
};

/** A signed request, read whole. */
export type GateCall = {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly accountId: string;
  readonly region: string;
};

/** Why the gate does not let a request through; each service has its own words for these. */
export type GateRefusalCode =
  | 'access_denied'
  | 'unknown_credential'
  | 'missing_credential'
  | 'unknown_operation'
  | 'invalid_request'
  | 'service_failed';

/** Thrown on the way through the gate; answered by the service's `refuse`. */
export class GateRefusal extends Error {
  override readonly name = 'GateRefusal';
  readonly code: GateRefusalCode;

  constructor(code: GateRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A request that its service has understood: what it needs, and how it is answered once that is granted. */
export type UnderstoodCall = {
  readonly permissions: readonly RequiredPermission[];
  readonly answer: (response: ServerResponse) => Promise<void>;
};

/** An emulated service behind the gate. */
export type GateService = {
  /** @throws {GateRefusal} `unknown_operation` or `invalid_request`. */
  readonly understand: (call: GateCall) => UnderstoodCall;
  /** Answers in the service's form of an error. */
  readonly refuse: (refusal: GateRefusal, response: ServerResponse) => void;
};

const types: Readonly<Record<GateRefusalCode, string>> = {
  access_denied: 'AccessDeniedException',
  unknown_credential: 'UnrecognizedClientException',
  missing_credential: 'MissingAuthenticationTokenException',
  unknown_operation: 'UnknownOperationException',
  invalid_request: 'ValidationException',
  service_failed: 'InternalFailure',
};

/** Answers with JSON as AWS's JSON services do. */
export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/x-amz-json-1.1',
    'Content-Length': Buffer.byteLength(text),
    'x-amzn-RequestId': randomUUID(),
  });
  response.end(text);
}

/**
 * Makes a `refuse` for services that speak JSON. `namespace` stands before the type, like
 * `com.amazon.coral.service#` for DynamoDB. A denial's text stands under `Message`, any other under `message`, as users
 * report the service's answers.
 */
export function jsonRefusal(namespace: string): (refusal: GateRefusal, response: ServerResponse) => void {
  return ({ code, message }, response) => {
    const text = code === 'access_denied' ? { Message: message } : { message };
    answerJson(response, code === 'service_failed' ? 500 : 400, { __type: `${namespace}${types[code]}`, ...text });
  };
}
