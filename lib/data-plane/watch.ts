import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { WatchVariables } from '../../src/environment.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { allowOnTable } from '../functions/grants.ts';
import { ScheduledFunction } from '../functions/scheduled-function.ts';
import type { SecretAccess } from '../functions/secret-access.ts';
import { metricsVariable, type Stage } from '../instance/stage.ts';
import type { Tables } from '../tables.ts';
import type { NodeVpc } from '../vpc/node-vpc.ts';

export type WatchProps = {
  readonly stage: Stage;
  readonly tables: Tables;
  readonly settings: FunctionSettings;
  readonly nodeSecrets: SecretAccess;
  /** The RPC API's address, without a trailing slash. */
  readonly rpcUrl: string;
  /** The VPC that it runs in. It may have no way to the RPC API, which {@link EndpointWatch} then checks instead. */
  readonly vpc?: NodeVpc | undefined;
};

/** Checks the RPC API once a minute and all nodes more often, and writes the nodes' state to the table Networks. */
export class Watch extends ScheduledFunction {
  constructor(scope: Construct, id: string, { stage, settings, nodeSecrets, tables, rpcUrl, vpc }: WatchProps) {
    const inVpc = vpc?.config !== undefined;
    const variables = {
      NETWORKS_TABLE: tables.networks.tableName,
      ...metricsVariable(stage),
      LOG_LEVEL: stage.logLevel,
    };
    super(scope, id, {
      stage,
      description: inVpc ? 'Checks nodes' : 'Checks nodes and endpoints',
      code: 'watch',
      memory: stage.memory.watch,
      reservedConcurrency: stage.reservedConcurrency?.watch,
      // Rounds begin within a minute. In each, a node has 5 s to answer, and the table 3 s for each call.
      timeout: Duration.seconds(75),
      schedule: {
        interval: Duration.minutes(1),
        description: 'Runs watch',
        ruleId: 'EveryMinute',
        alarm: 'watch-silent',
      },
      variables: inVpc ? variables : ({ ...variables, RPC_URL: rpcUrl } satisfies WatchVariables),
      settings,
      vpc,
      grants: [allowOnTable(tables.networks, 'dynamodb:GetItem', 'dynamodb:PutItem'), ...nodeSecrets.grants],
      policies: nodeSecrets.policies,
    });
  }
}
