import { parseArgs } from 'node:util';

const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;

/** The options of a deployment: a few are ours, all others are the CDK's. */
export type DeployOptions = {
  readonly skipPreflight: boolean;
  readonly skipManagementCheck: boolean;
  readonly json: boolean;
  readonly help: boolean;
  readonly region: string | undefined;
  readonly profile: string | undefined;
  /** For the CDK, as they were given. */
  readonly cdk: readonly string[];
};

const own: ReadonlySet<string> = new Set(['--skip-preflight', '--skip-management-check', '--json', '--help']);

export function readDeployOptions(args: readonly string[]): DeployOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'skip-preflight': flag,
      'skip-management-check': flag,
      json: flag,
      help: flag,
      region: text,
      profile: text,
    },
    // Unknown options are the CDK's.
    strict: false,
    allowPositionals: true,
  });
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined;
  return {
    skipPreflight: values['skip-preflight'] === true,
    skipManagementCheck: values['skip-management-check'] === true,
    json: values.json === true,
    help: values.help === true,
    region: textOf(values.region),
    profile: textOf(values.profile),
    cdk: args.filter((each) => !own.has(each)),
  };
}
