import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Refusal, RefusalKind } from './service.ts';

const types: Readonly<Record<RefusalKind, string>> = {
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
export function jsonRefusal(namespace: string): (refusal: Refusal, response: ServerResponse) => void {
  return ({ code, message }, response) => {
    const text = code === 'access_denied' ? { Message: message } : { message };
    answerJson(response, code === 'service_failed' ? 500 : 400, { __type: `${namespace}${types[code]}`, ...text });
  };
}
