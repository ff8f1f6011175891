import * as v from 'valibot';
import type { LogLine } from '../../../packages/cdk-local/logs.ts';
import { parseJson } from '../../../src/schema.ts';
import type { Exchange } from '../../../test/support/faults/fault-proxy.ts';
import { Sums } from '../sums.ts';

const lostSchema = v.object({
  event: v.picklist(['record_lost', 'throttled_record_lost', 'refusal_record_lost']),
  item: v.record(v.string(), v.unknown()),
});
const notReturnedSchema = v.object({ event: v.literal('give_back_failed'), keyId: v.string(), calls: v.number() });

const admissionSchema = v.object({
  Key: v.object({ pk: v.object({ S: v.string() }) }),
  UpdateExpression: v.pipe(v.string(), v.regex(/ s\d+ :n/)),
  ExpressionAttributeValues: v.object({ ':n': v.object({ N: v.string() }) }),
});

/** What the functions' logs say of things that a later step must put right. */
export class Journal {
  /** Records that could not be written, ready to be written again. */
  readonly lost: Readonly<Record<string, unknown>>[] = [];
  /** Calls that could not be given back, or of which that is not known, by the key's id. */
  readonly notReturned = new Sums();

  /** Calls that an admission has counted without learning it, by the key's id: they are counted once more. */
  readonly countedUnawares = new Sums();

  noteLost({ body, status }: Exchange): void {
    const parsed = v.safeParse(admissionSchema, parseJson(body.toString()));
    if (status !== 200 || !parsed.success) return;
    const { Key, ExpressionAttributeValues: values } = parsed.output;
    this.countedUnawares.add(Key.pk.S.split('#')[0] ?? '', Number(values[':n'].N));
  }

  hear({ line }: LogLine): void {
    const parsed = parseJson(line);
    const lost = v.safeParse(lostSchema, parsed);
    if (lost.success) this.lost.push(lost.output.item);
    const notReturned = v.safeParse(notReturnedSchema, parsed);
    if (notReturned.success) this.notReturned.add(notReturned.output.keyId, notReturned.output.calls);
  }
}
