import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { propertiesOf } from '../synthesis.ts';

const reference = v.union([
  v.pipe(
    v.object({ Ref: v.string() }),
    v.transform(({ Ref }) => ({ logicalId: Ref })),
  ),
  v.pipe(
    v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
    v.transform((found) => ({ logicalId: found['Fn::GetAtt'][0] })),
  ),
]);
const body = v.object({ 'Fn::Join': v.tuple([v.literal(''), v.array(v.union([v.string(), reference]))]) });

/** The body of the overview as JSON. @param valueIn the value of a reference, by its logical id */
export function overviewBody(template: Template, valueIn: (logicalId: string) => string): string {
  const [overview] = Object.values(propertiesOf(template, 'AWS::CloudWatch::Dashboard'));
  const [, joined] = v.parse(body, overview?.DashboardBody)['Fn::Join'];
  return joined.map((part) => (typeof part === 'string' ? part : valueIn(part.logicalId))).join('');
}

/** The body of the overview, with the name of each alarm in its place, and a logical id for every other reference. */
export function overviewOf(template: Template): string {
  const alarms = propertiesOf(template, 'AWS::CloudWatch::Alarm');
  return overviewBody(template, (id) => alarms[id]?.AlarmName.replace(/^sluice-\w+-/, '') ?? id);
}
