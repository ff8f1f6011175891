import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { GatewayFunction, type GatewayFunctionProps } from './gateway-function.ts';

/** The alias that callers invoke. */
export const aliasName = 'live';

/** A function that callers invoke by an alias, so that traffic moves to a new version step by step, and back. */
export class ReleasedFunction extends GatewayFunction {
  readonly live: Alias & IFunction;

  constructor(scope: Construct, id: string, props: GatewayFunctionProps) {
    super(scope, id, props);
    const alias = this.handler.addAlias(aliasName);
    if (!isFunction(alias)) throw new Error('The alias cannot be invoked.');
    this.live = alias;
  }

  /** The alias's ARN without a reference to the alias, for resources that the alias depends on. */
  get liveArn(): string {
    return `${this.handler.functionArn}:${aliasName}`;
  }
}

/** An Alias is an `IFunction`, but with exactOptionalPropertyTypes the CDK's types do not say so. */
const isFunction = <T extends object>(alias: T): alias is T & IFunction =>
  'functionArn' in alias && 'grantInvoke' in alias;

/** The functions of a call. */
export type ReleasedFunctions = {
  readonly authorizer: ReleasedFunction;
  readonly proxy: ReleasedFunction;
  readonly tally: ReleasedFunction;
};
