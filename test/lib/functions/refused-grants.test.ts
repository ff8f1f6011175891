import { expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Sluice } from '../../../lib/sluice.ts';
import { embed, testApp } from '../synthesis.ts';

function errorsAfter(grant: (sluice: Sluice, stack: Stack) => void) {
  const stack = new Stack(testApp(), 'Web');
  grant(embed(stack, 'Rpc'), stack);
  const errors = Annotations.fromStack(stack).findError('*', Match.stringLikeRegexp('is not rendered'));
  return { errors: errors.map(({ entry }) => String(entry.data)), template: Template.fromStack(stack) };
}

test('an instance as it is has no error', () => {
  expect(errorsAfter(() => {}).errors).toEqual([]);
});

test.each<[string, string, (sluice: Sluice, stack: Stack) => void]>([
  [
    'of a table of its own',
    'function api .*dynamodb:Query',
    ({ functions, tables }) => functions.api && tables.usage.grantReadData(functions.api),
  ],
  [
    'of a table of the embedding app',
    'function proxy .*dynamodb:Query',
    ({ functions }, stack) => {
      const table = new TableV2(stack, 'Other', { partitionKey: { name: 'id', type: AttributeType.STRING } });
      if (functions.proxy) table.grantReadData(functions.proxy);
    },
  ],
  [
    'by a statement',
    'function watch .*s3:Useless',
    ({ functions }) =>
      functions.watch?.addToRolePolicy(new PolicyStatement({ actions: ['s3:Useless'], resources: ['*'] })),
  ],
])('a grant %s to a function is an error, and nothing is rendered', (_, pattern, grant) => {
  const { errors, template } = errorsAfter(grant);
  // A table grants its items and its stream.
  expect(errors[0]).toMatch(new RegExp(`^A grant to the ${pattern}.*docs/construct.md`));
  const rendered = JSON.stringify(template.findResources('AWS::IAM::Policy'));
  expect(rendered).not.toContain('dynamodb:ConditionCheckItem');
  expect(rendered).not.toContain('s3:Useless');
  expect(JSON.stringify(template.findResources('AWS::DynamoDB::GlobalTable'))).not.toContain('ResourcePolicy');
});
