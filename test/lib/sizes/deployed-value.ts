import * as v from 'valibot';

const reference = v.union([
  v.object({ Ref: v.string() }),
  v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
  v.object({ 'Fn::Join': v.tuple([v.string(), v.array(v.unknown())]) }),
]);

/** The longest names of the commercial regions have 14 characters. */
const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'ap-northeast-1',
  'AWS::AccountId': '123456789012',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NoValue': '',
};

/** CloudFormation's name of a resource: the stack's, the logical id and 12 or 13 random characters. */
const nameOf = (logicalId: string): string => `Sluice-prod-${logicalId}-0123456789ABC`;

const arnOf = (logicalId: string): string =>
  `arn:aws:dynamodb:ap-northeast-1:123456789012:log-group/${nameOf(logicalId)}:*`;

/** A value of a template as CloudFormation passes it to a service, with names as long as those that it makes. */
export function deployedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deployedValue);
  if (typeof value !== 'object' || value === null) return value;
  if (!v.is(reference, value)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, deployedValue(each)]));
  }
  if ('Ref' in value) return pseudoParameters[value.Ref] ?? nameOf(value.Ref);
  if ('Fn::GetAtt' in value) return arnOf(value['Fn::GetAtt'][0]);
  const [separator, parts] = value['Fn::Join'];
  return parts.map((part) => String(deployedValue(part))).join(separator);
}

/** As IAM counts it: without white space. */
export const charactersOf = (document: unknown): number =>
  JSON.stringify(deployedValue(document)).replaceAll(/\s/g, '').length;
