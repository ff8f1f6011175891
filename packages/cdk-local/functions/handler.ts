import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';

/** A function's handler. */
export type Handler = (event: unknown, context: InvocationContext) => unknown;

class HandlerError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/**
 * Loads the export named by `index.handler` from a folder of code, as Lambda's Node.js runtime does.
 * @throws an error with the runtime's name: `Runtime.ImportModuleError` if the module does not exist,
 * `Runtime.HandlerNotFound` if the export is not a function, `Runtime.CallbackHandlerDeprecated` for a handler with a
 * callback (removed in nodejs24.x); or the error that the module throws
 */
export async function loadHandler(folder: string, handler: string): Promise<Handler> {
  const dot = handler.lastIndexOf('.');
  const [module, name] = [handler.slice(0, dot), handler.slice(dot + 1)];
  const file = ['.js', '.mjs', '.cjs'].map((ending) => join(folder, module + ending)).find((path) => existsSync(path));
  if (!file) throw new HandlerError('Runtime.ImportModuleError', `Error: Cannot find module '${module}'`);
  const exported = exportOf(await import(pathToFileURL(file).href), name);
  if (!isHandler(exported))
    throw new HandlerError('Runtime.HandlerNotFound', `${handler} is undefined or not exported`);
  if (exported.length > 2) {
    throw new HandlerError('Runtime.CallbackHandlerDeprecated', `${handler} takes a callback: use an async function`);
  }
  return exported;
}

const exportsSchema = v.looseObject({ default: v.optional(v.unknown()) });

// CommonJS exports that Node cannot detect in the source are in the default export.
function exportOf(module: unknown, name: string): unknown {
  const named = v.parse(exportsSchema, module);
  if (name in named) return named[name];
  return v.is(exportsSchema, named.default) ? named.default[name] : undefined;
}

/** The handler's second argument (AWS Lambda Developer Guide, "Using the Lambda context object", Node.js 24). */
export type InvocationContext = {
  readonly callbackWaitsForEmptyEventLoop: boolean;
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly awsRequestId: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** Milliseconds until the time limit. */
  getRemainingTimeInMillis(): number;
};

/** The context of one invocation, from the environment of its function. `deadline` is in epoch milliseconds. */
export function createContext(
  { requestId, deadline, functionArn }: { requestId: string; deadline: number; functionArn: string },
  environment: NodeJS.ProcessEnv,
): InvocationContext {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: environment.AWS_LAMBDA_FUNCTION_NAME ?? '',
    functionVersion: environment.AWS_LAMBDA_FUNCTION_VERSION ?? '',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? '',
    awsRequestId: requestId,
    logGroupName: environment.AWS_LAMBDA_LOG_GROUP_NAME ?? '',
    logStreamName: environment.AWS_LAMBDA_LOG_STREAM_NAME ?? '',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}
