import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { propertiesOf } from '../synthesis.ts';

const reference = v.union([
  v.pipe(
    v.object({ Ref: v.string() }),
    v.transform(({ Ref }) => Ref),
  ),
  v.pipe(
    v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
    v.transform((found) => found['Fn::GetAtt'][0]),
  ),
]);
const body = v.pipe(
  v.object({ 'Fn::Join': v.tuple([v.literal(''), v.array(v.union([v.string(), reference]))]) }),
  v.transform((found) => found['Fn::Join'][1].join('')),
);

/** The body of the overview as JSON, with the name of each alarm in its place, and a logical id for every other reference. */
export function overviewOf(template: Template): string {
  const [overview] = Object.values(propertiesOf(template, 'AWS::CloudWatch::Dashboard'));
  const names = Object.entries(propertiesOf(template, 'AWS::CloudWatch::Alarm'));
  return names.reduce(
    (json, [id, { AlarmName }]) => json.replaceAll(`"${id}"`, JSON.stringify(AlarmName.replace(/^sluice-\w+-/, ''))),
    v.parse(body, overview?.DashboardBody),
  );
}
