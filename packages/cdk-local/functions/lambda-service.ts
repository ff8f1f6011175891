import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { GateRefusal, type GateService, jsonRefusal } from '../iam/gate-service.ts';
import type { EventQueue } from './event-queue.ts';
import { type Functions, UnknownFunctionError } from './functions.ts';
import { EventTooLargeError, type InvocationOutcome } from './invocation.ts';

/** How functions reach each other: with an answer, or by a queued event. */
export type InvokableFunctions = Pick<Functions, 'invoke'> & { readonly enqueue: EventQueue['add'] };

const invocation = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/**
 * The part of Lambda with which functions call each other: Invoke by name or ARN, with the types `RequestResponse`
 * and `Event` (AWS Lambda API Reference).
 * @param functions resolves when they have started
 */
export function createLambdaService(functions: Promise<InvokableFunctions>): GateService {
  return {
    understand: ({ request, body, region, accountId }) => {
      const name = decodeURIComponent(invocation.exec(request.url ?? '')?.[1] ?? '');
      if (request.method !== 'POST' || name === '') {
        throw new GateRefusal('unknown_operation', 'The local Lambda only knows Invoke');
      }
      const functionArn = name.startsWith('arn:') ? name : `arn:aws:lambda:${region}:${accountId}:function:${name}`;
      const waits = waitsForAnswer(request);
      return {
        permissions: [{ action: 'lambda:InvokeFunction', resource: functionArn }],
        answer: async (response) => {
          const { invoke, enqueue } = await functions;
          const event = body.toString();
          await answerOrRefuse(response, async () => {
            if (waits) return answerOutcome(response, await invoke(functionArn, event));
            enqueue(functionArn, event);
            return answer(response, 202, '');
          });
        },
      };
    },
    refuse: jsonRefusal(''),
  };
}

function waitsForAnswer({ headers }: IncomingMessage): boolean {
  const type = headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (type === 'RequestResponse' || type === 'Event') return type === 'RequestResponse';
  throw new GateRefusal('invalid_request', 'The local Lambda only knows the types RequestResponse and Event');
}

function answerOutcome(response: ServerResponse, outcome: InvocationOutcome): void {
  const failure: Record<string, string> = outcome.ok ? {} : { 'X-Amz-Function-Error': 'Unhandled' };
  answer(response, 200, outcome.ok ? outcome.payload : JSON.stringify(outcome.error), failure);
}

async function answerOrRefuse(response: ServerResponse, run: () => Promise<void>): Promise<void> {
  const refuse = (status: number, type: string, message: string) =>
    answer(response, status, JSON.stringify({ Type: 'User', Message: message }), { 'x-amzn-ErrorType': type });
  try {
    await run();
  } catch (error) {
    if (error instanceof UnknownFunctionError) return refuse(404, 'ResourceNotFoundException', error.message);
    if (error instanceof EventTooLargeError) return refuse(413, 'RequestTooLargeException', error.message);
    throw error;
  }
}

function answer(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  const own = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...own, 'x-amzn-RequestId': randomUUID(), ...headers });
  response.end(body);
}
