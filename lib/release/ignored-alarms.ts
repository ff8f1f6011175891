import { Annotations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';

/** The alarms that stop a release, by their names in lib/monitoring. */
export type ReleaseAlarms = Readonly<Record<string, IAlarm>>;

/**
 * The alarms that stop a release: all except those to ignore, for which it warns at synthesis.
 * @throws {ConfigurationError} if a name is not that of an alarm that stops releases
 */
export function stoppingAlarms(scope: Construct, alarms: ReleaseAlarms, ignored: readonly string[]): readonly IAlarm[] {
  const unknown = ignored.filter((name) => !Object.hasOwn(alarms, name));
  if (unknown.length > 0) {
    throw new ConfigurationError(
      `releaseDespiteAlarms has ${unknown.map((name) => `"${name}"`).join(', ')}, but only these ` +
        `alarms stop a release: ${Object.keys(alarms).join(', ')}. Errors of the new version always do.`,
    );
  }
  if (ignored.length > 0) warnOf(scope, ignored);
  return Object.entries(alarms).flatMap(([name, alarm]) => (ignored.includes(name) ? [] : [alarm]));
}

function warnOf(scope: Construct, ignored: readonly string[]): void {
  Annotations.of(scope).addWarningV2(
    'sluice:releaseDespiteAlarms',
    `${ignored.join(', ')}: will not stop this release. Deploy again without releaseDespiteAlarms as soon as the alarm is ` +
      'over (docs/runbook.md, "release").',
  );
}
