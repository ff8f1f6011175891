import * as v from 'valibot';
import { readProperties } from '../properties.ts';
import type { Template } from '../template/template.ts';

const aboutNothingLocal = v.optional(v.unknown());

const version = v.strictObject({ FunctionName: v.string(), Description: aboutNothingLocal });

// Without RoutingConfig: there is one version, and all traffic is its own.
const alias = v.strictObject({
  FunctionName: v.string(),
  FunctionVersion: v.string(),
  Name: v.string(),
  Description: aboutNothingLocal,
  ProvisionedConcurrencyConfig: aboutNothingLocal,
});

/** A version or an alias: its own ARN, and the name of its function. */
export type Qualified = { readonly arn: string; readonly functionName: string };

/**
 * Versions and aliases by their ARN, and by what an ARN ends in (`NAME:ALIAS`). They are served by the function's own
 * environments: a template has one code for each function.
 * @throws {UnsupportedResourceError} for properties that would change behaviour and are not emulated.
 */
export function readQualified(template: Template): ReadonlyMap<string, Qualified> {
  const versions = template.ofType('AWS::Lambda::Version').map((it) => ({ it, ...readProperties(it, version) }));
  const aliases = template.ofType('AWS::Lambda::Alias').map((it) => ({ it, ...readProperties(it, alias) }));
  return new Map(
    [...versions, ...aliases].flatMap(({ it: { ref: arn }, FunctionName: functionName }): [string, Qualified][] => {
      const [, ending = arn] = arn.split(':function:');
      return [arn, ending].map((name) => [name, { arn, functionName }]);
    }),
  );
}
