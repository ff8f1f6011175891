import * as v from 'valibot';
import { type RequestRecord, recordSchema } from '../../../src/records/record-schema.ts';
import { dayMs, dayOf } from '../../../src/time.ts';
import type { TestKey, TestRuntime } from '../../../test/support/test-runtime.ts';
import { type Answered, readAnswer } from './answered.ts';
import type { Asked, Client } from './chaos-requests.ts';

/** What the clients know: every request that was sent, and what they got for it. */
export class Truth {
  readonly answered: Answered[] = [];
  /** Requests without an answer: their fate is unknown. */
  readonly unanswered: Asked[] = [];
  readonly startedAt: number;

  constructor(startedAt: number) {
    this.startedAt = startedAt;
  }

  get requests(): number {
    return this.answered.length + this.unanswered.length;
  }

  get calls(): number {
    return [...this.answered.map(({ asked }) => asked), ...this.unanswered].reduce(
      (sum, one) => sum + one.calls.length,
      0,
    );
  }

  /** Sends a request and enters what came of it. */
  async send(client: Client, endpoints: Readonly<Record<string, string>>, asked: Asked): Promise<void> {
    const url = endpoints[asked.network] ?? '';
    const answer = await client.post(url, asked.key.secret, asked.body).catch(() => undefined);
    const answered = answer && readAnswer(asked, answer);
    if (answered) this.answered.push(answered);
    else this.unanswered.push(asked);
  }
}

/** Every day from one moment to another, each as its partitions name it. */
export function daysOf(from: number, to: number): string[] {
  const days = new Set<string>();
  for (let at = from; at < to; at += dayMs) days.add(dayOf(at));
  return [...days.add(dayOf(to))];
}

/** Every row of some keys' requests on some days, and how many others this code cannot read. */
export async function rowsOf(
  { records }: TestRuntime,
  keys: readonly TestKey[],
  days: readonly string[],
): Promise<{ readonly rows: readonly RequestRecord[]; readonly unreadable: number }> {
  const rows: RequestRecord[] = [];
  let unreadable = 0;
  for (const { keyId } of keys) {
    for (const day of days) {
      for await (const item of records.query(`${keyId}#${day}`)) {
        const parsed = v.safeParse(recordSchema, item);
        if (parsed.success) rows.push(parsed.output);
        else unreadable += 1;
      }
    }
  }
  return { rows, unreadable };
}
