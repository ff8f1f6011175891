import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { OperatorVariables } from '../../src/environment.ts';
import { GatewayFunction, type GatewayFunctionProps } from '../functions/gateway-function.ts';
import { allowInPool, allowOnTable, changeAccounts, type Grant } from '../functions/grants.ts';
import type { ReleasedFunctions } from '../functions/released-function.ts';
import type { Stage } from '../instance/stage.ts';
import { functionSettings } from '../settings/function-settings.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import type { Tables } from '../tables.ts';
import type { Billing } from './billing.ts';
import type { ControlPlane } from './control-plane.ts';

export type OperatorFunctionsProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  readonly tables: Pick<Tables, 'directory' | 'admissions' | 'records' | 'usage'>;
  readonly controlPlane: Pick<ControlPlane, 'userPool'>;
  /** Undefined if billing is off. */
  readonly billing: Pick<Billing, 'access'> | undefined;
  /** The functions that answer calls: they know a new plan before an operator can assign it. */
  readonly released: Pick<ReleasedFunctions, 'authorizer' | 'proxy'>;
};

type Differences = Pick<GatewayFunctionProps, 'description' | 'grants'> & { readonly readOnly: 'on' | 'off' };

/**
 * The operator's commands as functions, for callers whom IAM allows `lambda:InvokeFunction`: one that runs all, and one that
 * only reads and has no right to write. No policy of a function lets anyone invoke it. Their names are known before the
 * deployment, for policies and scripts.
 */
export class OperatorFunctions extends Construct {
  readonly all: GatewayFunction;
  readonly reads: GatewayFunction;

  constructor(scope: Construct, id: string, props: OperatorFunctionsProps) {
    super(scope, id);
    const grants = readGrants(props);
    this.reads = this.create('operator-reads', props, {
      description: "Runs the operator's commands that change nothing",
      readOnly: 'on',
      grants,
    });
    this.all = this.create('operator', props, {
      description: "Runs the operator's commands",
      readOnly: 'off',
      grants: [...grants, ...changeGrants(props)],
    });
    const { authorizer, proxy } = props.released;
    this.node.addDependency(authorizer.live, proxy.live);
  }

  private create(
    name: 'operator' | 'operator-reads',
    { stage, settings, tables, controlPlane, billing }: OperatorFunctionsProps,
    { readOnly, ...differences }: Differences,
  ): GatewayFunction {
    const variables = {
      DIRECTORY_TABLE: tables.directory.tableName,
      ADMISSIONS_TABLE: tables.admissions.tableName,
      RECORDS_TABLE: tables.records.tableName,
      USAGE_TABLE: tables.usage.tableName,
      USER_POOL_ID: controlPlane.userPool.userPoolId,
      SECRET_PREFIX: settings.secretPrefix,
      LOG_LEVEL: stage.logLevel,
    } satisfies OperatorVariables;
    return new GatewayFunction(this, readOnly === 'on' ? 'Reads' : 'All', {
      stage,
      name,
      functionName: `sluice-${stage.instance}-${name}`,
      code: 'operator',
      memory: stage.memory.api,
      // Lambda's longest: margins and reconciliations read every account.
      timeout: Duration.minutes(15),
      variables: {
        ...variables,
        ['READ_ONLY' satisfies keyof OperatorVariables]: readOnly,
        ...billing?.access.variables,
      },
      settings: functionSettings(settings),
      ...differences,
    });
  }
}

// The actions of the commands in docs/cli.md, "Permissions": test/lib/control-plane/operator-functions.test.ts.

function readGrants({ tables, controlPlane }: OperatorFunctionsProps): Grant[] {
  return [
    allowOnTable(tables.directory, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Scan'),
    allowOnTable(tables.admissions, 'dynamodb:GetItem'),
    allowOnTable(tables.records, 'dynamodb:Query'),
    allowOnTable(tables.usage, 'dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'),
    allowInPool(controlPlane.userPool, 'AdminGetUser'),
  ];
}

function changeGrants({ tables, controlPlane, billing }: OperatorFunctionsProps): Grant[] {
  return [
    allowOnTable(tables.directory, ...changeAccounts, 'dynamodb:DeleteItem'),
    allowOnTable(tables.usage, 'dynamodb:DeleteItem'),
    allowInPool(controlPlane.userPool, ...changesOfUsers),
    ...(billing?.access.grants ?? []),
  ];
}

const changesOfUsers = [
  'AdminCreateUser',
  'AdminDeleteUser',
  'AdminSetUserMFAPreference',
  'AdminSetUserPassword',
  'AdminUserGlobalSignOut',
];
