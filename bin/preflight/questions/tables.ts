import * as v from 'valibot';
import { awsCalls } from '../aws-calls.ts';
import { ok, toDo } from '../finding.ts';
import type { Topic } from '../question.ts';
import { propertiesOf } from '../template.ts';

const table = v.looseObject({
  WriteProvisionedThroughputSettings: v.looseObject({
    WriteCapacityAutoScalingSettings: v.looseObject({ MaxCapacity: v.number() }),
  }),
});

/** Whether the account may have the write capacity to which the tables scale (the setting `capacity`). */
export const capacityQuestions: Topic = ({ resources }) => {
  const units = propertiesOf(resources, 'AWS::DynamoDB::GlobalTable', table).map(
    (each) => each.WriteProvisionedThroughputSettings.WriteCapacityAutoScalingSettings.MaxCapacity,
  );
  if (units.length === 0) return [];
  const most = Math.max(...units);
  const all = units.reduce((sum, each) => sum + each, 0);
  return [
    {
      check: 'dynamodb capacity',
      ask: async (ask) => {
        const limits = await ask(awsCalls.tableLimits);
        const [perTable, perAccount] = [
          limits?.TableMaxWriteCapacityUnits ?? 0,
          limits?.AccountMaxWriteCapacityUnits ?? 0,
        ];
        const found =
          `The account may provision ${perTable} write units for a table and ${perAccount} for all; the tables scale to ` +
          `${most}, and to ${all} together.`;
        if (most <= perTable && all <= perAccount) return ok(found);
        return toDo(found, 'Lower capacity.maxWrites, or ask AWS for more (Service Quotas, Amazon DynamoDB).');
      },
    },
  ];
};
