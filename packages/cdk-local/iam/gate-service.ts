import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An action on a resource that the caller of a request needs. */
export type RequiredPermission = {
  readonly action: string;
  readonly resource: string;
  /** The partition key of the item of DynamoDB that it is about. */
  readonly leadingKey?: string | undefined;
  /** The resource's name in the service's errors. Default: its ARN. */
  readonly shown?: string;
};

/** A signed request with its body. */
export type GateCall = {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly roleArn: string;
  /** The caller's ARN in errors and for STS. */
  readonly caller: string;
  readonly accountId: string;
  readonly region: string;
};

/** Why the gate refuses a request; each service has its own error for it. */
export type GateRefusalCode =
  | 'access_denied'
  | 'unknown_credential'
  | 'missing_credential'
  | 'unknown_operation'
  | 'invalid_request'
  | 'service_failed';

/** Refuses a request at the gate; the service's `refuse` answers it. */
export class GateRefusal extends Error {
  override readonly name = 'GateRefusal';
  readonly code: GateRefusalCode;

  constructor(code: GateRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A parsed request: the permissions that it needs, and its answer once they are granted. */
type UnderstoodCall = {
  readonly permissions: readonly RequiredPermission[];
  readonly answer: (response: ServerResponse) => Promise<void>;
};

/** An emulated service behind the gate. */
export type GateService = {
  /** @throws {GateRefusal} `unknown_operation` or `invalid_request`. */
  readonly understand: (call: GateCall) => UnderstoodCall;
  /** Answers with an error in the service's format. */
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

/** Answers with JSON like AWS's JSON services. */
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
 * Makes the `refuse` function of a JSON service. `namespace` precedes the error type, such as
 * `com.amazon.coral.service#` for DynamoDB. The text is in `Message` for a denial and in `message` for other errors
 * (users' reports).
 */
export function jsonRefusal(namespace: string): (refusal: GateRefusal, response: ServerResponse) => void {
  return ({ code, message }, response) => {
    const text = code === 'access_denied' ? { Message: message } : { message };
    answerJson(response, code === 'service_failed' ? 500 : 400, { __type: `${namespace}${types[code]}`, ...text });
  };
}
