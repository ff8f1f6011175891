import * as v from 'valibot';
import { parseJson } from '../../../src/schema.ts';
import type { Exchange } from '../../support/faults/fault-proxy.ts';
import { type Version, versions } from './versions.ts';

const keySchema = v.object({
  pk: v.optional(v.object({ S: v.string() })),
  sk: v.optional(v.object({ S: v.string() })),
  network: v.optional(v.object({ S: v.string() })),
});

type Key = v.InferOutput<typeof keySchema>;

const requestEntries = {
  TableName: v.optional(v.string()),
  Item: v.optional(keySchema),
  Key: v.optional(keySchema),
};
const requestSchema = v.object({
  ...requestEntries,
  TransactItems: v.optional(v.array(v.record(v.string(), v.object(requestEntries))), []),
});

const answerSchema = v.object({ Item: v.optional(keySchema), Items: v.optional(v.array(keySchema), []) });

const streamSchema = v.object({
  Records: v.array(v.object({ eventSourceARN: v.string(), dynamodb: v.object({ Keys: keySchema }) })),
});

/** How often rows of a kind were written, and taken up (read or changed) after the other version wrote them last. */
export type KindTraffic = {
  readonly writtenBy: Record<Version, number>;
  readonly takenUpBy: Record<Version, number>;
};

/** The state of a job that runs once a day, and the ids of Stripe's events, of which only the existence counts. */
const neverTakenUp = ['Directory EVENT', 'Directory RECONCILIATION'];

/** The kinds of which one version has not taken up any row of the other. */
export const missedKinds = (kinds: ReadonlyMap<string, KindTraffic>): string[] =>
  [...kinds]
    .filter(
      ([kind, { takenUpBy }]) => Math.min(takenUpBy.last, takenUpBy.present) === 0 && !neverTakenUp.includes(kind),
    )
    .map(([kind]) => kind);

/** A row, as the tables name it. */
export type RowKey = { readonly pk?: unknown; readonly sk?: unknown; readonly network?: unknown };

const writes: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'TransactWriteItems']);

/** Notes which version wrote each row, and which rows the other version then took up. */
export class RowTraffic {
  readonly kinds = new Map<string, KindTraffic>();
  readonly #lastWriter = new Map<string, Version>();
  readonly #writers = new Map<string, Set<Version>>();
  readonly #tables = new Map<string, string>();

  /** @param outputs of the stack, such as `UsageTable` */
  nameTables(outputs: Readonly<Record<string, string>>): void {
    for (const [output, name] of Object.entries(outputs)) {
      if (output.endsWith('Table')) this.#tables.set(name, output.replace(/Table$/, ''));
    }
  }

  /** The only version that has written a row; undefined if both have, or neither. */
  onlyWriterOf(table: string, key: RowKey): Version | undefined {
    const writers = [...(this.#writers.get(idOf(table, key)) ?? [])];
    return writers.length === 1 ? writers[0] : undefined;
  }

  /** Called with a row that the test changes itself: present code, but in no function. It is of no version alone. */
  onOwnWrite(table: string, key: RowKey): void {
    this.#writers.set(idOf(table, key), new Set(versions));
  }

  /** The kind of a row, such as `Directory KEY`. */
  kindOf(table: string, { pk, sk, network }: RowKey): string {
    const name = this.#tables.get(table) ?? table;
    if (name === 'Usage') return `Usage ${wordOf(sk)}`;
    if (name === 'Networks' && String(network).includes('#')) return 'Networks day';
    if (name !== 'Directory') return name;
    return /^(ACCOUNT|SECRET)#/.test(String(pk)) ? `Directory ${wordOf(sk)}` : `Directory ${wordOf(pk)}`;
  }

  /** Called with each call that a function has made. */
  onExchange(version: Version, { headers, body, status, answer }: Exchange): void {
    const [, operation = ''] = String(headers['x-amz-target']).split('.');
    const request = v.safeParse(requestSchema, parseJson(body.toString()));
    if (!request.success) return;
    const { TableName: table = '', TransactItems } = request.output;
    const answered = v.safeParse(answerSchema, parseJson(answer.toString()));
    const { Item, Items = [] } = answered.success ? answered.output : {};
    // A scan passes over rows of kinds that it does not read.
    const read = operation === 'Scan' ? [] : [...Items, ...(Item ? [Item] : [])];
    for (const key of read) this.#takeUp(version, table, key);
    if (status !== 200 || !writes.has(operation)) return;
    const single = [{ write: request.output }, ...TransactItems].flatMap((one) => Object.values(one));
    for (const { TableName = table, Item: item, Key: key = item } of single)
      if (key) this.#write(version, TableName, key);
  }

  /** Called with each event that a function gets. The tally reads the rows of its batch. */
  onEvent(version: Version, event: string): void {
    if (!event.startsWith('{"Records":')) return;
    const stream = v.safeParse(streamSchema, parseJson(event));
    if (!stream.success) return;
    for (const { eventSourceARN, dynamodb } of stream.output.Records) {
      const [, table = ''] = eventSourceARN.split('/');
      this.#takeUp(version, table, dynamodb.Keys);
    }
  }

  #write(version: Version, table: string, attributes: Key): void {
    const key = plain(attributes);
    this.#takeUp(version, table, attributes);
    const id = idOf(table, key);
    this.#lastWriter.set(id, version);
    this.#writers.set(id, (this.#writers.get(id) ?? new Set()).add(version));
    this.#trafficOf(table, key).writtenBy[version] += 1;
  }

  #takeUp(version: Version, table: string, attributes: Key): void {
    const key = plain(attributes);
    const writer = this.#lastWriter.get(idOf(table, key));
    if (writer !== undefined && writer !== version) this.#trafficOf(table, key).takenUpBy[version] += 1;
  }

  #trafficOf(table: string, key: RowKey): KindTraffic {
    const kind = this.kindOf(table, key);
    const traffic = this.kinds.get(kind) ?? { writtenBy: { last: 0, present: 0 }, takenUpBy: { last: 0, present: 0 } };
    this.kinds.set(kind, traffic);
    return traffic;
  }
}

const plain = ({ pk, sk, network }: Key): RowKey => ({ pk: pk?.S, sk: sk?.S, network: network?.S });

const idOf = (table: string, { pk, sk, network }: RowKey): string => `${table} ${pk ?? network} ${sk ?? ''}`;

/** `KEY` of `KEY#key_01…`. */
const wordOf = (name: unknown): string => String(name).split('#')[0] ?? '';
