import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';

const one = v.object({ CapacityUnits: v.number() });
const answer = v.object({ output: v.object({ ConsumedCapacity: v.optional(v.union([one, v.array(one)])) }) });

/** The capacity units, read and write together, that DynamoDB charges for what is done through the client meanwhile. */
export async function unitsOf(client: DynamoDBDocumentClient, action: () => Promise<unknown>): Promise<number> {
  const name = 'countUnits';
  let units = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      const { ConsumedCapacity = [] } = v.parse(answer, result).output;
      for (const { CapacityUnits } of [ConsumedCapacity].flat()) units += CapacityUnits;
      return result;
    },
    { step: 'initialize', name },
  );
  try {
    await action();
  } finally {
    client.middlewareStack.remove(name);
  }
  return units;
}
