import { endpointOutput, type RpcRoute, routes } from '../src/rpc-routes.ts';
import { ConfigurationError } from './context.ts';

/**
 * Checks what the types of src/rpc-routes.ts cannot, before any construct uses the rows.
 * @throws {ConfigurationError} naming each wrong row and its fix
 */
export function checkNetworks(rows: readonly RpcRoute[] = routes): void {
  const problems = rows.flatMap((row, index) =>
    [...problemsOf(row), ...clashesOf(row, rows.slice(0, index))].map((problem) => `  - ${nameOf(row)}: ${problem}`),
  );
  if (rows.length === 0) problems.push('  - There is no network. Add a row.');
  if (problems.length > 0) throw new ConfigurationError(['src/rpc-routes.ts is wrong:', ...problems].join('\n'));
}

const nameOf = ({ path, network }: RpcRoute): string => `{ path: '${path}', network: '${network}' }`;

// Names become ids in CloudFormation and CloudWatch, which must begin with a letter.
const isName = (network: string): boolean => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(network);

// API Gateway reads braces as a variable, and '/devnet/' as another route than '/devnet'.
const isPath = (path: string): boolean => path === '/' || /^(\/[A-Za-z0-9._~-]+)+$/.test(path);

function problemsOf({ path, network, maxLag }: RpcRoute): string[] {
  const problems: string[] = [];
  if (!isName(network)) {
    problems.push(
      "The name must have lower-case letters, digits and single hyphens, and begin with a letter: 'eth-mainnet'.",
    );
  }
  if (!isPath(path)) {
    problems.push(
      "The path must begin with '/', must not end with one, and may have the characters A-Z a-z 0-9 . _ ~ -: '/devnet'.",
    );
  }
  if (maxLag !== undefined && !(Number.isSafeInteger(maxLag) && maxLag > 0)) {
    problems.push('maxLag must be a whole number above 0. Leave it out for the default of the chain.');
  }
  return problems;
}

/** Values that an earlier row already has. */
function clashesOf(row: RpcRoute, before: readonly RpcRoute[]): string[] {
  const { path, network } = row;
  if (before.some((other) => other.network === network)) return ['Another row has this name. Rename one of them.'];
  const clashes: string[] = [];
  if (before.some((other) => other.path === path)) clashes.push('Another row has this path. Change one of them.');
  const sameOutput = before.find((other) => endpointOutput(other) === endpointOutput(row));
  if (sameOutput) {
    clashes.push(
      `The stack's output ${endpointOutput(row)} would clash with that of '${sameOutput.network}'. Rename one of them.`,
    );
  }
  return clashes;
}
