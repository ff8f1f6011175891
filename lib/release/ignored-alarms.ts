import { Annotations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';

/** The functions of `calls` look up keys and serve calls. Those of `management` are released after them. */
export type ReleaseName = 'calls' | 'management';

/** The alarms that stop a release, by their names in lib/monitoring, and the first release that each of them stops. */
export type ReleaseAlarms = Readonly<Record<string, { readonly alarm: IAlarm; readonly stops: ReleaseName }>>;

/**
 * The alarms that stop each release: all except those to ignore, for which it warns at synthesis.
 * @throws {ConfigurationError} if a name is not that of an alarm that stops releases
 */
export function stoppingAlarms(
  scope: Construct,
  alarms: ReleaseAlarms,
  ignored: readonly string[],
): Readonly<Record<ReleaseName, readonly IAlarm[]>> {
  const unknown = ignored.filter((name) => !Object.hasOwn(alarms, name));
  if (unknown.length > 0) {
    throw new ConfigurationError(
      `releaseDespiteAlarms has ${unknown.map((name) => `"${name}"`).join(', ')}, but only these ` +
        `alarms stop a release: ${Object.keys(alarms).join(', ')}. Errors of the new version always do.`,
    );
  }
  if (ignored.length > 0) warnOf(scope, ignored);
  const stopping = Object.entries(alarms).flatMap(([name, each]) => (ignored.includes(name) ? [] : [each]));
  return {
    calls: stopping.flatMap(({ alarm, stops }) => (stops === 'calls' ? [alarm] : [])),
    management: stopping.map(({ alarm }) => alarm),
  };
}

function warnOf(scope: Construct, ignored: readonly string[]): void {
  Annotations.of(scope).addWarningV2(
    'sluice:releaseDespiteAlarms',
    `${ignored.join(', ')}: will not stop this release. Deploy again without releaseDespiteAlarms as soon as the alarm is ` +
      'over (docs/runbook.md, "release").',
  );
}
