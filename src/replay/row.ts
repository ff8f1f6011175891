import * as v from 'valibot';
import { timeOf } from '../records/request-id.ts';

/** The row of Records that a stream record is of. */
export type Row = {
  readonly pk: string;
  readonly sk: string;
  /** When its request came in, ms since the epoch. */
  readonly at: number;
  /** How often it had been replayed when the stream got it. */
  readonly replays: number;
  /** Its attributes in DynamoDB's notation. */
  readonly image: Readonly<Record<string, unknown>>;
};

const text = v.pipe(
  v.object({ S: v.string() }),
  v.transform(({ S }) => S),
);
const count = v.pipe(
  v.object({ N: v.pipe(v.string(), v.regex(/^\d{1,9}$/)) }),
  v.transform(({ N }) => Number(N)),
);

const streamRecord = v.object({
  dynamodb: v.object({
    Keys: v.object({ pk: text, sk: text }),
    NewImage: v.pipe(v.looseObject({ replays: v.optional(count, { N: '0' }) })),
  }),
});

/** Reads no more of a stream record than which row it is of: the rest may be what the tally could not read. */
export function readRowOf(event: unknown): Row | undefined {
  const parsed = v.safeParse(streamRecord, event);
  if (!parsed.success) return undefined;
  const { pk, sk } = parsed.output.dynamodb.Keys;
  const { replays, ...image } = parsed.output.dynamodb.NewImage;
  const at = timeOf(sk);
  return at === undefined ? undefined : { pk, sk, at, replays, image };
}
