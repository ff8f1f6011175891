import { describe, expect, test } from '@jest/globals';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { stackOf, stageNames, templateOf } from '../synthesis.ts';

/** The logical ids of the alarms of each deployment group. */
const alarmsOf = (stageName: string, ignored: readonly string[]): string[][] =>
  Object.values(
    templateOf(stageName, { releaseDespiteAlarms: ignored }).findResources('AWS::CodeDeploy::DeploymentGroup'),
  ).map(({ Properties }) =>
    Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => Name.Ref.slice(0, -8)),
  );

describe.each(stageNames)('a release of %s despite an alarm', (stageName) => {
  test('is stopped by every other alarm, and rolled back by errors of the new version', () => {
    const ignored = ['proxy-errors', 'lost-records'];
    const all = alarmsOf(stageName, []);
    expect(alarmsOf(stageName, ignored)).toEqual(
      all.map((group) => group.filter((id) => !/proxyerrors$|lostrecords$/.test(id))),
    );
    expect(alarmsOf(stageName, ignored)).toContainEqual([
      'DataPlaneProxyReleaseErrors',
      'MonitoringAlarmauthorizererrors',
      'MonitoringAlarmkeyapierrors',
    ]);
  });

  test.each([
    [[], 0],
    [['proxy-errors'], 1],
  ])('warns at synthesis: %j %i times', (ignored, warnings) => {
    const stack = stackOf(stageName, { releaseDespiteAlarms: ignored });
    const pattern = Match.stringLikeRegexp('proxy-errors: will not stop this release');
    expect(Annotations.fromStack(stack).findWarning('*', pattern)).toHaveLength(warnings);
  });

  test('must name alarms that stop releases', () => {
    expect(() => stackOf(stageName, { releaseDespiteAlarms: ['proxy-errors', 'throttles', 'x'] })).toThrow(
      'has "throttles", "x", but only these alarms stop a release: authorizer-errors, proxy-errors, lost-records, management-errors, sign-up-errors, key-api-errors.',
    );
  });
});
