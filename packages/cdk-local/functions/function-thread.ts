// Runs in a worker thread: one execution environment of one function.
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import type { FunctionNetwork } from '../vpc/function-network.ts';
import { createContext, type Handler, loadHandler } from './handler.ts';
import {
  type FunctionError,
  type InvocationMessage,
  maximumAnswerBytes,
  type ThreadData,
  type ThreadMessage,
  threadData,
} from './invocation.ts';

// It is for Node, which has read it: the function has its own variables alone.
delete process.env.NODE_COMPILE_CACHE;

const port = parentPort;
if (!port) throw new Error('This module runs in a worker thread only.');
const send = (message: ThreadMessage): void => port.postMessage(message);

/** Any thrown value as an error in the form of Lambda's runtime. */
function describe(thrown: unknown): FunctionError {
  if (!(thrown instanceof Error)) {
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  }
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] };
}

// Over the same port as the answers, so that an invocation's output arrives before its end.
function captureOutput(stream: NodeJS.WriteStream): void {
  stream.write = (chunk: string | Uint8Array, encoding?: unknown, written?: unknown): boolean => {
    send({ type: 'output', text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() });
    const callback = typeof encoding === 'function' ? encoding : written;
    if (typeof callback === 'function') process.nextTick(callback);
    return true;
  };
}

// As in Lambda's runtime: the error is reported, then the environment ends.
function reportCrashes(): void {
  process.on('uncaughtException', (error) => {
    send({ type: 'failure', error: describe(error), fatal: true });
    process.exit(129);
  });
  process.on('unhandledRejection', (reason) => {
    const { errorMessage, trace } = describe(reason);
    send({
      type: 'failure',
      error: { errorType: 'Runtime.UnhandledPromiseRejection', errorMessage, trace },
      fatal: true,
    });
    process.exit(128);
  });
}

async function run(
  handler: Handler,
  { requestId, event, deadline }: InvocationMessage,
  functionArn: string,
): Promise<ThreadMessage> {
  try {
    const context = createContext({ requestId, deadline, functionArn }, process.env);
    const answer: unknown = await handler(JSON.parse(event), context);
    const payload = JSON.stringify(answer) ?? 'null';
    if (Buffer.byteLength(payload) <= maximumAnswerBytes) return { type: 'answer', payload };
    const errorMessage = `Response payload size exceeded maximum allowed payload size (${maximumAnswerBytes} bytes).`;
    return {
      type: 'failure',
      error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage, trace: [] },
      fatal: false,
    };
  } catch (thrown) {
    return { type: 'failure', error: describe(thrown), fatal: false };
  }
}

// As a line of the function, beside those that say what it made of the failed connection.
const logBlocked = (reason: string): void =>
  send({ type: 'output', text: `${JSON.stringify({ level: 'warn', event: 'vpc_connection_blocked', reason })}\n` });

/** Few functions are in a VPC: all others start faster without this module. */
async function guard(network: FunctionNetwork): Promise<void> {
  const { guardConnections } = await import('../vpc/guard-connections.ts');
  guardConnections(network, logBlocked);
}

async function serve({ folder, handler: name, functionArn, network }: ThreadData): Promise<void> {
  try {
    if (network) await guard(network);
    const handler = await loadHandler(folder, name);
    // One at a time: the next event is posted only after the previous one has ended.
    port?.on('message', (invocation: InvocationMessage) => void run(handler, invocation, functionArn).then(send));
    send({ type: 'ready' });
  } catch (thrown) {
    send({ type: 'failure', error: describe(thrown), fatal: true });
    process.exit(1);
  }
}

captureOutput(process.stdout);
captureOutput(process.stderr);
reportCrashes();
await serve(v.parse(threadData, workerData));
