import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { GatewayFunction, type GatewayFunctionProps } from '../gateway-function.ts';

/** The alias under which callers reach every released function. */
export const aliasName = 'live';

/** A function that is called by its alias, behind which a new version can take over step by step, and step back. */
export class ReleasedFunction extends GatewayFunction {
  readonly live: Alias & IFunction;

  constructor(scope: Construct, id: string, props: GatewayFunctionProps) {
    super(scope, id, props);
    const alias = this.handler.addAlias(aliasName);
    if (!isFunction(alias)) throw new Error('An alias can be invoked like its function.');
    this.live = alias;
  }

  /** The alias's ARN without a reference to the alias, for what the alias itself waits for. */
  get liveArn(): string {
    return `${this.handler.functionArn}:${aliasName}`;
  }
}

/** The CDK says `IFunction` of an alias too; a strict compiler does not take its word where a member may be undefined. */
const isFunction = <T extends object>(alias: T): alias is T & IFunction =>
  'functionArn' in alias && 'grantInvoke' in alias;

/** The functions whose versions are checked together. */
export type ReleasedFunctions = {
  readonly authorizer: ReleasedFunction;
  readonly proxy: ReleasedFunction;
  readonly tally: ReleasedFunction;
};
