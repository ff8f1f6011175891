import { describe, expect, test } from '@jest/globals';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { stackOf, stageNames, templateOf } from '../synthesis.ts';

/** The logical ids of the alarms of each deployment group. */
const alarmsOf = (template: Template): string[][] =>
  Object.values(template.findResources('AWS::CodeDeploy::DeploymentGroup')).map(({ Properties }) =>
    Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => Name.Ref.slice(0, -8)),
  );

const settings = { operations: 'full' } as const;

describe.each(stageNames)('a release of %s despite an alarm', (stageName) => {
  const ignoring = stackOf(stageName, { settings, releaseDespiteAlarms: ['proxy-errors', 'lost-records'] });

  test('is stopped by every other alarm, and rolled back by errors of the new version', () => {
    const all = alarmsOf(templateOf(stageName, { settings }));
    const others = alarmsOf(Template.fromStack(ignoring));
    expect(others).toEqual(all.map((group) => group.filter((id) => !/proxyerrors$|lostrecords$/.test(id))));
    expect(others).toContainEqual(['DataPlaneProxyReleaseErrors', 'MonitoringAlarmauthorizererrors']);
  });

  test.each([
    ['ignored', 1, ignoring],
    ['not ignored', 0, stackOf(stageName, { settings })],
  ])('warns at synthesis of an alarm that is %s: %i times', (_, warnings, stack) => {
    const pattern = Match.stringLikeRegexp('proxy-errors.*: will not stop this release');
    expect(Annotations.fromStack(stack).findWarning('*', pattern)).toHaveLength(warnings);
  });

  test('must name alarms that stop releases', () => {
    expect(() => stackOf(stageName, { settings, releaseDespiteAlarms: ['proxy-errors', 'throttles', 'x'] })).toThrow(
      'has "throttles", "x", but only these alarms stop a release: authorizer-errors, proxy-errors, lost-records.',
    );
  });
});
