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
