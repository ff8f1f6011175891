import * as v from 'valibot';
import { failedOutcome, type InvocationOutcome } from '../../../packages/cdk-local/functions/invocation.ts';

/** What can go wrong between a stream and the function that reads it. */
export const streamFaults = [
  /** The batch is delivered twice at the same time. */
  'duplicated',
  /** An older batch is delivered once more. */
  'repeated',
  /** The batch is dealt with, and counts as failed: it is cut in halves and delivered again. */
  'bisected',
  /** The batch is dealt with, and is delivered again from some record on. */
  'cut short',
  /** The records of a partition come after later ones of the others, as those of another shard may. */
  're-ordered',
] as const;

export type StreamFault = (typeof streamFaults)[number];

type Invoke = (event: string) => Promise<InvocationOutcome>;

const recordSchema = v.looseObject({
  dynamodb: v.looseObject({
    SequenceNumber: v.string(),
    Keys: v.object({ pk: v.object({ S: v.string() }) }),
  }),
});
const eventSchema = v.object({ Records: v.array(recordSchema) });
const reportSchema = v.object({ batchItemFailures: v.array(v.unknown()) });

type StreamRecord = v.InferOutput<typeof recordSchema>;

/** So many batches are remembered, to be repeated. */
const remembered = 20;

const partitionOf = ({ dynamodb }: StreamRecord): string => dynamodb.Keys.pk.S;

/** Delivers a stream's batches as Lambda may: at least once, cut anywhere, in order within a shard alone. */
export class StreamFaults {
  readonly injected: Record<StreamFault, number> = {
    duplicated: 0,
    repeated: 0,
    bisected: 0,
    'cut short': 0,
    're-ordered': 0,
  };
  /** How likely one of the faults is for a batch, from 0 to 1. */
  rate = 0;
  readonly #invoke: Invoke;
  readonly #random: () => number;
  readonly #past: string[] = [];
  #held: readonly StreamRecord[] = [];

  constructor(invoke: Invoke, random: () => number) {
    this.#invoke = invoke;
    this.#random = random;
  }

  /** Delivers a batch, what is held back of earlier ones before it. */
  async deliver(event: string): Promise<InvocationOutcome> {
    const { Records: records } = v.parse(eventSchema, JSON.parse(event));
    const fault = this.#random() < this.rate ? this.#pick(streamFaults) : undefined;
    if (!(await this.flush())) return failedOutcome('Chaos', 'what was held back has failed');
    const outcome = await this.#deliverWith(fault, event, records);
    this.#past.push(event);
    if (this.#past.length > remembered) this.#past.shift();
    return outcome;
  }

  /** Delivers what is held back; whether all of it has been dealt with. */
  async flush(): Promise<boolean> {
    if (this.#held.length === 0) return true;
    const done = isDone(await this.#invoke(JSON.stringify({ Records: this.#held })));
    if (done) this.#held = [];
    return done;
  }

  async #deliverWith(fault: StreamFault | undefined, event: string, records: readonly StreamRecord[]) {
    if (fault === 're-ordered') return this.#reorder(event, records);
    if (fault) this.injected[fault] += 1;
    if (fault === 'duplicated') return (await Promise.all([this.#invoke(event), this.#invoke(event)]))[1];
    const outcome = await this.#invoke(event);
    if (fault === 'repeated') await this.#invoke(this.#pick(this.#past) ?? event);
    if (fault === 'bisected') return failedOutcome('Chaos', 'the answer was lost');
    if (fault !== 'cut short' || !isDone(outcome)) return outcome;
    const itemIdentifier = this.#pick(records)?.dynamodb.SequenceNumber;
    return { ok: true, payload: JSON.stringify({ batchItemFailures: [{ itemIdentifier }] }) } as const;
  }

  async #reorder(event: string, records: readonly StreamRecord[]): Promise<InvocationOutcome> {
    const late = this.#pick([...new Set(records.map(partitionOf))]);
    const rest = records.filter((record) => partitionOf(record) !== late);
    if (rest.length === 0) return this.#invoke(event);
    this.injected['re-ordered'] += 1;
    const outcome = await this.#invoke(JSON.stringify({ Records: rest }));
    // A report must name a record of the rest: late records before the named one would not be delivered again.
    if (!isDone(outcome)) return failedOutcome('Chaos', 'the rest has failed');
    this.#held = records.filter((record) => partitionOf(record) === late);
    return outcome;
  }

  #pick<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.#random() * values.length)];
  }
}

/** Whether no record of the batch is to be delivered again. */
function isDone(outcome: InvocationOutcome): boolean {
  if (!outcome.ok) return false;
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), outcome.payload);
  return report.success && report.output.batchItemFailures.length === 0;
}
