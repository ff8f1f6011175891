import type { Invoke } from '../../src/release-checks/invoke-function.ts';
import { type ManagementFunctions, managementChecks } from '../../src/release-checks/management-checks.ts';
import { runChecks } from '../../src/release-checks/run-checks.ts';

/** The alias by which callers invoke a function (lib/functions/released-function.ts). */
const alias = 'live';

/** What {@link checkManagement} asks of AWS. */
export type DeployedFunctions = {
  readonly invoke: Invoke;
  /** The version that the alias has. */
  readonly versionOf: (functionName: string, alias: string) => Promise<number>;
  /** The versions that Lambda keeps. */
  readonly versionsOf: (functionName: string) => Promise<readonly number[]>;
};

/** A function that did not answer as it should, and how to move its alias back. */
export type FailedFunction = { readonly check: string; readonly detail: string; readonly rollback: string };

/**
 * Asks each function of the management API for an answer, after a deployment.
 * @param functions ARNs of their aliases
 * @param planId of a plan that the functions know
 */
export async function checkManagement(
  functions: ManagementFunctions,
  planId: string,
  aws: DeployedFunctions,
): Promise<FailedFunction[]> {
  const failed = await runChecks(managementChecks(functions, planId), aws.invoke);
  return Promise.all(
    failed.map(async ({ check, detail, version }) => ({ check, detail, rollback: await rollbackOf(version, aws) })),
  );
}

/** To the last version before the present one: a failed deployment may have taken away the one in between. */
async function rollbackOf(aliasArn: string, aws: DeployedFunctions): Promise<string> {
  const name = aliasArn.split(':')[6] ?? '';
  const present = await aws.versionOf(name, alias);
  const earlier = (await aws.versionsOf(name)).filter((version) => version < present);
  if (earlier.length === 0) return 'There is no earlier version. Deploy a correction.';
  return `aws lambda update-alias --function-name ${name} --name ${alias} --function-version ${Math.max(...earlier)}`;
}
