import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registerAccount } from '../../../src/accounts/accounts.ts';
import { createDirectory, type Directory } from '../../../src/table/directory-table.ts';
import { systemClock } from '../../../src/time.ts';
import { type CloudFormation, startCloudFormation } from '../../docs/cloud-formation.ts';
import { customer } from '../../support/change-requests.ts';
import { documentClient, dynamoDbOptions, makeTable, makeUsageTable } from '../../support/dynamodb.ts';
import { type EndedProgram, type ProgramRun, runAsProcess, runInHost } from '../../support/program-host.ts';
import { plans } from '../../support/settings.ts';

/** The path of `npm run sluice`. */
export const operatorScript = fileURLToPath(new URL('../../../bin/operator.ts', import.meta.url));

/** A user pool's address and id; by default one that cannot be reached. */
export type TestUserPool = { readonly url: string; readonly poolId: string };

const noPool: TestUserPool = { url: 'http://127.0.0.1:1', poolId: 'us-east-1_none' };

/** `npm run sluice` for a gateway of tables in DynamoDB Local: the local one on port 8545, and the stage dev. */
export class OperatorProgram {
  readonly tables: Readonly<Record<'directory' | 'admissions' | 'records' | 'usage', string>>;
  readonly directory: Directory;
  readonly folder = mkdtempSync(join(tmpdir(), 'operator-'));
  readonly #cloudFormation: CloudFormation;
  readonly #userPool: TestUserPool;

  private constructor(tables: OperatorProgram['tables'], cloudFormation: CloudFormation, userPool: TestUserPool) {
    this.tables = tables;
    this.directory = createDirectory(documentClient(), tables.directory);
    this.#cloudFormation = cloudFormation;
    this.#userPool = userPool;
    mkdirSync(join(this.folder, '.local'));
    this.connectLocally('8545');
  }

  /** Writes the file of a local gateway on a port. @param more members of the file */
  connectLocally(port: string, more: object = {}): void {
    const { endpoint: dynamodbUrl } = dynamoDbOptions();
    const variables = { USER_POOL_URL: this.#userPool.url, USER_POOL_ID: this.#userPool.poolId };
    const connection = { dynamodbUrl, tables: this.tables, variables, failures: this.folder, ...more };
    writeFileSync(join(this.folder, `.local/${port}.json`), JSON.stringify(connection));
  }

  static async start(userPool: TestUserPool = noPool): Promise<OperatorProgram> {
    const made = await Promise.all([makeTable(true), makeTable(false), makeTable(true), makeUsageTable()]);
    const [directory, admissions, records, usage] = made;
    const cloudFormation = await startCloudFormation('Sluice-dev', {
      DirectoryTable: directory,
      AdmissionsTable: admissions,
      RecordsTable: records,
      UsageTable: usage,
      UserPoolId: userPool.poolId,
      Plans: plans.all.map(({ id }) => id).join(','),
    });
    return new OperatorProgram({ directory, admissions, records, usage }, cloudFormation, userPool);
  }

  stop(): void {
    this.#cloudFormation.stop();
    rmSync(this.folder, { recursive: true });
  }

  readonly run = (...args: string[]): Promise<EndedProgram> => this.runWith('', args);

  /** @param environment replaces variables; undefined removes one */
  runWith(input: string, args: readonly string[], environment: ProgramRun['env'] = {}): Promise<EndedProgram> {
    return runInHost(this.#programRun(input, args, environment));
  }

  /** The same in a process of its own, which must also end by itself. */
  runAsProcess(input: string, args: readonly string[], environment: ProgramRun['env'] = {}): Promise<EndedProgram> {
    return runAsProcess(this.#programRun(input, args, environment));
  }

  #programRun(input: string, args: readonly string[], environment: ProgramRun['env']): ProgramRun {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      AWS_EC2_METADATA_DISABLED: 'true',
      HOME: '/nonexistent',
      AWS_ENDPOINT_URL_CLOUDFORMATION: this.#cloudFormation.url,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: this.#userPool.url,
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDbOptions().endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'operator',
      AWS_SECRET_ACCESS_KEY: 'operator',
      ...environment,
    };
    return { script: operatorScript, args, cwd: this.folder, env, input };
  }

  /** The documents that the command prints with `--json`. */
  async documents(...args: string[]) {
    const ended = await this.run(...args, '--json');
    if (ended.code !== 0) throw new Error(`${args.join(' ')} ended with ${ended.code}: ${ended.err}`);
    return documentsOf(ended);
  }

  register(accountId: string, planId = plans.free.id) {
    return registerAccount(
      { directory: this.directory, clock: systemClock },
      { accountId, email: `${accountId}@example.com`, planId },
      customer,
    );
  }
}

/** The lines of JSON in an output. */
export const documentsOf = ({ out }: EndedProgram) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
