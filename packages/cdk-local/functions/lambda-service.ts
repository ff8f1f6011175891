import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { GateRefusal, type GateService, jsonRefusal } from '../iam/gate-service.ts';
import { type Functions, UnknownFunctionError } from './functions.ts';
import type { InvocationOutcome } from './invocation.ts';

const invocation = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/**
 * The part of Lambda with which functions call each other: synchronous Invoke by ARN (AWS Lambda API Reference).
 * @param functions resolves when they have started
 */
export function createLambdaService(functions: Promise<Pick<Functions, 'invoke'>>): GateService {
  return {
    understand: ({ request, body }) => {
      const functionArn = decodeURIComponent(invocation.exec(request.url ?? '')?.[1] ?? '');
      if (request.method !== 'POST' || !functionArn.startsWith('arn:')) {
        throw new GateRefusal('unknown_operation', 'The local Lambda only knows Invoke, of a function by its ARN');
      }
      if ((request.headers['x-amz-invocation-type'] ?? 'RequestResponse') !== 'RequestResponse') {
        throw new GateRefusal('invalid_request', 'The local Lambda only knows invocations that are waited for');
      }
      return {
        permissions: [{ action: 'lambda:InvokeFunction', resource: functionArn }],
        answer: async (response) => {
          const { invoke } = await functions;
          await answerWith(() => invoke(functionArn, body.toString()), response);
        },
      };
    },
    refuse: jsonRefusal(''),
  };
}

async function answerWith(invoke: () => Promise<InvocationOutcome>, response: ServerResponse): Promise<void> {
  try {
    const outcome = await invoke();
    const failure: Record<string, string> = outcome.ok ? {} : { 'X-Amz-Function-Error': 'Unhandled' };
    answer(response, 200, outcome.ok ? outcome.payload : JSON.stringify(outcome.error), failure);
  } catch (error) {
    if (!(error instanceof UnknownFunctionError)) throw error;
    const message = JSON.stringify({ Type: 'User', Message: error.message });
    answer(response, 404, message, { 'x-amzn-ErrorType': 'ResourceNotFoundException' });
  }
}

function answer(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  const own = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...own, 'x-amzn-RequestId': randomUUID(), ...headers });
  response.end(body);
}
