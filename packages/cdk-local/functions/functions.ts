import { customResourceFunctions, type Template } from '../template/template.ts';
import { systemTimer, type Timer } from '../time.ts';
import type { FunctionNetwork } from '../vpc/function-network.ts';
import {
  type AwsAccess,
  type FunctionDefinition,
  readFunction,
  readQualified,
  variablesOf,
} from './function-definition.ts';
import type { InvocationOutcome } from './invocation.ts';
import { LambdaFunction, type LambdaFunctionOptions } from './lambda-function.ts';

/** Every function of a template, ready to be invoked. */
export type Functions = {
  readonly definitions: readonly FunctionDefinition[];
  /** Finds a function, version or alias by name or ARN: its ARN and the function. */
  readonly find: (nameOrArn: string) => { readonly arn: string; readonly definition: FunctionDefinition } | undefined;
  /**
   * Invokes by ARN, of a function, a version or an alias. A function's error is an {@link InvocationOutcome}.
   * @throws {EventTooLargeError} over 6 MB; {@link UnknownFunctionError} when the template has no such function.
   */
  readonly invoke: (functionArn: string, event: string, requestId?: string) => Promise<InvocationOutcome>;
  /** Ends every thread at once. */
  readonly stop: () => Promise<void>;
};

export type FunctionsOptions = {
  readonly template: Template;
  /** The credentials and endpoints of a function. */
  readonly accessOf: (definition: FunctionDefinition) => AwsAccess;
  /** What decides about the connections of a function in a VPC. Default: no function is in a VPC. */
  readonly networkOf?: (definition: FunctionDefinition) => FunctionNetwork | undefined;
  /** Each line that a function writes. */
  readonly onLog: (functionName: string, line: string) => void;
  /** The maximum number of environments of one function; further invocations wait. */
  readonly concurrency?: number;
  readonly timer?: Timer;
  /** A {@link LambdaFunction}, unless given. */
  readonly makeFunction?: MakeFunction | undefined;
};

/** Makes the runner of one function of the template. */
export type MakeFunction = (options: LambdaFunctionOptions) => Pick<LambdaFunction, 'invoke' | 'stop'>;

const makeLambdaFunction: MakeFunction = (options) => new LambdaFunction(options);

/** The template has no function with this ARN. */
export class UnknownFunctionError extends Error {
  readonly code = 'unknown_function';
  override readonly name = 'UnknownFunctionError';

  constructor(functionArn: string) {
    super(`There is no function ${functionArn} in the template.`);
  }
}

/**
 * Reads the template's functions, except those of custom resources, which never run. Each loads its code with its first
 * event, as on AWS: most of them are not needed for the first answer.
 * @throws {UnsupportedResourceError} for properties that are not emulated
 */
export async function startFunctions(options: FunctionsOptions): Promise<Functions> {
  const { template, onLog, timer = systemTimer, concurrency = 8, makeFunction = makeLambdaFunction } = options;
  const notRun = customResourceFunctions(template);
  const definitions = template
    .ofType('AWS::Lambda::Function')
    .filter(({ attributes }) => !notRun.has(attributes.Arn))
    .map((it) => readFunction(it, template.folder));
  const qualified = readQualified(template);
  const find = (nameOrArn: string) => {
    const { arn, functionName = nameOrArn } = qualified.get(nameOrArn) ?? {};
    const definition = definitions.find((each) => each.name === functionName || each.arn === functionName);
    return definition && { arn: arn ?? definition.arn, definition };
  };
  const functions = new Map(
    definitions.map((definition) => {
      const variables = variablesOf(definition, options.accessOf(definition));
      const network = options.networkOf?.(definition);
      const onLine = (line: string) => onLog(definition.name, line);
      return [definition.arn, makeFunction({ definition, variables, network, onLine, timer, concurrency })];
    }),
  );
  return {
    definitions,
    find,
    invoke: async (functionArn, event, requestId) => {
      const found = functions.get(find(functionArn)?.definition.arn ?? '');
      if (!found) throw new UnknownFunctionError(functionArn);
      return found.invoke(event, requestId);
    },
    stop: async () => {
      await Promise.all([...functions.values()].map((one) => one.stop()));
    },
  };
}
