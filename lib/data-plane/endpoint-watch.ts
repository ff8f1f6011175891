import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EndpointWatchVariables } from '../../src/environment.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { ScheduledFunction } from '../functions/scheduled-function.ts';
import { metricsVariable, type Stage } from '../instance/stage.ts';

export type EndpointWatchProps = {
  readonly stage: Stage;
  readonly settings: FunctionSettings;
  /** The RPC API's address, without a trailing slash. */
  readonly rpcUrl: string;
};

/** Checks the RPC API once a minute from outside of the nodes' VPC, in which watch itself runs. */
export class EndpointWatch extends ScheduledFunction {
  constructor(scope: Construct, id: string, { stage, settings, rpcUrl }: EndpointWatchProps) {
    const variables = {
      RPC_URL: rpcUrl,
      ...metricsVariable(stage),
      LOG_LEVEL: stage.logLevel,
    } satisfies EndpointWatchVariables;
    super(scope, id, {
      stage,
      description: 'Checks endpoints once a minute',
      code: 'endpoint-watch',
      memory: stage.memory.watch,
      reservedConcurrency: stage.reservedConcurrency?.endpointWatch,
      // An endpoint has 5 s to answer.
      timeout: Duration.seconds(15),
      schedule: {
        interval: Duration.minutes(1),
        description: 'Runs endpoint-watch',
        ruleId: 'EveryMinute',
        alarm: 'endpoint-watch-silent',
      },
      variables,
      settings,
      grants: [],
    });
  }
}
