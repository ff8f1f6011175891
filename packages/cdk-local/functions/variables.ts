import type { FunctionDefinition } from './properties.ts';

/** What a function signs its AWS calls with, and where they go. */
export type AwsAccess = {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** By service identifier, like `DYNAMODB`: becomes AWS_ENDPOINT_URL_DYNAMODB. */
  readonly endpoints: Readonly<Record<string, string>>;
};

/**
 * The whole environment of a function: the template's variables, those that Lambda reserves (AWS Lambda Developer
 * Guide, "Defined runtime environment variables") and the way to the emulated services. Nothing of the parent's.
 */
export function variablesOf(definition: FunctionDefinition, access: AwsAccess): Record<string, string> {
  const endpoints = Object.entries(access.endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url]);
  return {
    ...definition.variables,
    _HANDLER: definition.handler,
    AWS_ACCESS_KEY_ID: access.accessKeyId,
    AWS_DEFAULT_REGION: access.region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${definition.runtime}`,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMegabytes),
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: definition.logGroupName,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_REGION: access.region,
    AWS_SECRET_ACCESS_KEY: access.secretAccessKey,
    LAMBDA_TASK_ROOT: definition.folder,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...Object.fromEntries(endpoints),
    // The developer's own profile must not send a call past the emulated services.
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  };
}
