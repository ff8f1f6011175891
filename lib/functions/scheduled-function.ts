import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { GatewayFunction, type GatewayFunctionProps } from './gateway-function.ts';

export type ScheduledFunctionProps = GatewayFunctionProps & {
  readonly schedule: {
    readonly interval: Duration;
    /** What the rule does. */
    readonly description: string;
    /** The id of the rule's construct. Default: `Schedule`. */
    readonly ruleId?: string;
    /** The name of the alarm that goes off if runs stay away. */
    readonly alarm: string;
  };
};

/**
 * A function that a rule invokes again and again. A late or failed run is not repeated: the next one does its work. The
 * longest wait is the interval, or an hour if that is shorter.
 */
export class ScheduledFunction extends GatewayFunction {
  readonly rule: Rule;

  constructor(scope: Construct, id: string, props: ScheduledFunctionProps) {
    super(scope, id, props);
    const { interval, description, ruleId = 'Schedule', alarm } = props.schedule;
    const maxEventAge = Duration.minutes(Math.min(interval.toMinutes(), 60));
    // EventBridge retries, and so does Lambda's queue for asynchronous invocations: both must be set.
    const once = { retryAttempts: 0, maxEventAge };
    this.handler.configureAsyncInvoke(once);
    this.rule = new Rule(this, ruleId, {
      description,
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(this.handler, once)],
    });
    const reason = `The next run does the work of a lost one; if runs stay away, the alarm ${alarm} goes off.`;
    Validations.of(this).acknowledge(
      { id: 'Serverless-EventBusDLQ', reason },
      { id: 'Serverless-LambdaAsyncFailureDestination', reason },
    );
  }
}
