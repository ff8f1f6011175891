import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IAlarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';
import type { AlarmDefinition } from './alarm-definition.ts';
import { type AlarmPlace, placesOfAlarms } from './network-alarm-stacks.ts';

/** An alarm, and how the overview refers to it. */
export type CreatedAlarm = AlarmDefinition & { readonly alarm: Alarm; readonly shown: IAlarm };

/**
 * Creates the alarms of an instance.
 * @throws {ConfigurationError} if a name is too long
 */
export function createAlarms(
  scope: Construct,
  instance: string,
  definitions: readonly AlarmDefinition[],
): CreatedAlarm[] {
  const placeOf = placesOfAlarms(scope, definitions);
  return definitions.map((definition) => {
    const place = placeOf(definition);
    const alarmName = checkedName(instance, definition, place);
    const alarm = createAlarm(place.scope, alarmName, definition);
    return { ...definition, alarm, shown: place.stack === undefined ? alarm : byName(scope, definition, alarmName) };
  });
}

/** CloudWatch's limit (PutMetricAlarm). */
const longestName = 255;

/**
 * The name of an alarm. In a nested stack it ends in the stack's number: a network that moves to another stack would
 * otherwise have the same alarm in both for a moment, which CloudFormation refuses.
 */
function checkedName(instance: string, { name, network }: AlarmDefinition, { stack }: AlarmPlace): string {
  const alarmName = `sluice-${instance}-${name}${stack === undefined ? '' : ` (${stack})`}`;
  if (alarmName.length <= longestName) return alarmName;
  throw new ConfigurationError(
    `The alarm ${alarmName} has a name of ${alarmName.length} characters, and CloudWatch allows ${longestName}. Shorten ` +
      `the name of the network ${JSON.stringify(network)}, or use a shorter host name for its node.`,
  );
}

function createAlarm(scope: Construct, alarmName: string, definition: AlarmDefinition): Alarm {
  const { name, runbook, description, metric, threshold, periods } = definition;
  return new Alarm(scope, `Alarm-${name}`, {
    alarmName,
    alarmDescription: `${description} What to do: docs/runbook.md#${runbook}`,
    metric,
    threshold,
    comparisonOperator: definition.below
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    datapointsToAlarm: periods?.breaching ?? 1,
    evaluationPeriods: periods?.of ?? 1,
    // Without requests most metrics have no data, and nothing is wrong. Scheduled functions must report regularly.
    treatMissingData: definition.missingDataBreaches ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
}

/** An alarm of a nested stack. A reference would be an output of that stack, which can have 200. */
function byName(scope: Construct, { name }: AlarmDefinition, resourceName: string): IAlarm {
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  const arn = Stack.of(scope).formatArn({ service: 'cloudwatch', resource: 'alarm', resourceName, arnFormat });
  return Alarm.fromAlarmArn(scope, `Shown-${name}`, arn);
}
