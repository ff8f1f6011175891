import type { HttpAnswer, HttpRequest } from '../../src/http/http-exchange.ts';
import { isObject, isObjectOf, isOptional, isRecordOf, isString, type SchemaValue } from '../../src/schema.ts';
import { fromAttributes, toAttributes } from '../../src/table/attribute-value.ts';
import type { Item } from '../../src/table/item-table.ts';
import { meets, updated } from '../../test/json-rpc/expressions.ts';
import { type Attributes, itemSize } from '../bench/dynamodb-units/write-units.ts';
import { type DynamoDbFault, faultsAt } from './dynamodb-fault.ts';
import type { SimulatedTime } from './simulated-time.ts';
import { UnitBucket, type UnitLimit } from './unit-limit.ts';

/** A write that DynamoDB has charged for, or that it throttled. */
export type MeteredWrite = {
  readonly table: string;
  readonly pk: string;
  readonly at: number;
  /** 0 if it was throttled. */
  readonly units: number;
  /** Of the item after the write. */
  readonly bytes: number;
};

type SimulatedDynamoDbOptions = {
  readonly time: SimulatedTime;
  /** When the load begins, from which faults are counted. */
  readonly startAt: number;
  readonly random: () => number;
  readonly limit: UnitLimit;
  readonly faults: readonly DynamoDbFault[];
  readonly onWrite: (write: MeteredWrite) => void;
};

const isAttributes = isRecordOf(isObject);
const isInput = isObjectOf({
  TableName: isString,
  Key: isOptional(isAttributes),
  Item: isOptional(isAttributes),
  UpdateExpression: isOptional(isString),
  ConditionExpression: isOptional(isString),
  ExpressionAttributeValues: isOptional(isAttributes),
  ReturnValuesOnConditionCheckFailure: isOptional(isString),
});

type Input = SchemaValue<typeof isInput>;

type StoredItem = { readonly attributes: Attributes; readonly bytes: number };

type Answer = { readonly status: number; readonly body: object };

/**
 * DynamoDB in memory, as the request path uses it: each value of a partition key is a partition with a limit of write
 * units. Sizes and units follow AWS's rules. A throttled try costs nothing; a failed condition costs its units.
 */
export class SimulatedDynamoDb {
  readonly #options: SimulatedDynamoDbOptions;
  readonly #items = new Map<string, StoredItem>();
  readonly #partitions = new Map<string, UnitBucket>();

  constructor(options: SimulatedDynamoDbOptions) {
    this.#options = options;
  }

  /** Executes a request now. Undefined if it gets no answer. */
  execute({ headers, body }: Pick<HttpRequest, 'headers' | 'body'>): HttpAnswer | undefined {
    const operation = headers[headers.indexOf('X-Amz-Target') + 1]?.split('.')[1] ?? '';
    const input: unknown = JSON.parse(body);
    if (!isInput(input)) throw new TypeError(`The simulation does not know this request: ${body}`);
    const answer = this.#executeWithFaults(operation, input);
    return answer && this.#toHttp(answer);
  }

  /** The item of a key, which needs no request. */
  find(table: string, key: Item): Item | undefined {
    const stored = this.#items.get(nameOf(table, toKey(key)));
    return stored && fromAttributes(stored.attributes);
  }

  #executeWithFaults(operation: string, input: Input): Answer | undefined {
    const { time, startAt, random, faults } = this.#options;
    const item = { table: input.TableName, pk: pkOf(keyOf(input)) };
    const current = faultsAt(faults, (time.now - startAt) / 1_000, item);
    let share = 1;
    for (const fault of current) {
      if (fault.kind === 'reduced') share *= fault.share;
      if (fault.kind === 'silent' && random() < (fault.share ?? 1)) {
        if (random() < fault.executed) this.#execute(operation, input, share);
        return undefined;
      }
      if (fault.kind === 'status 500' && random() < fault.share) {
        if (random() < 0.5) this.#execute(operation, input, share);
        return failure('InternalServerError', {}, 500);
      }
    }
    return this.#execute(operation, input, share);
  }

  #execute(operation: string, input: Input, share: number): Answer {
    const key = keyOf(input);
    const name = nameOf(input.TableName, key);
    const before = this.#items.get(name);
    if (operation === 'GetItem') return { status: 200, body: before ? { Item: before.attributes } : {} };
    const after = afterWrite(operation, input, key, before);
    const bytes = Math.max(before?.bytes ?? 0, after?.bytes ?? 0);
    const units = Math.max(1, Math.ceil(bytes / 1_024));
    const { table, pk } = { table: input.TableName, pk: pkOf(key) };
    const isTaken = this.#partition(`${table} ${pk}`).take(units, this.#options.time.now, share);
    this.#options.onWrite({ table, pk, at: this.#options.time.now, units: isTaken ? units : 0, bytes });
    if (!isTaken) return failure('ProvisionedThroughputExceededException');
    if (!after) {
      const withItem = before && input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
      return failure('ConditionalCheckFailedException', withItem ? { Item: before.attributes } : {});
    }
    this.#items.set(name, after);
    return { status: 200, body: operation === 'UpdateItem' ? { Attributes: after.attributes } : {} };
  }

  #partition(name: string): UnitBucket {
    const partition = this.#partitions.get(name) ?? new UnitBucket(this.#options.limit, this.#options.time.now);
    this.#partitions.set(name, partition);
    return partition;
  }

  #toHttp({ status, body }: Answer): HttpAnswer {
    // Whole seconds, as in HTTP.
    const date = new Date(this.#options.time.now).toUTCString();
    return { status, headers: { date }, body: Buffer.from(JSON.stringify(body)) };
  }
}

/** The item after a write; undefined if its condition fails. */
function afterWrite(operation: string, input: Input, key: Attributes, before?: StoredItem): StoredItem | undefined {
  const { Item, UpdateExpression: update = '', ConditionExpression: condition = '' } = input;
  const values = fromAttributes(input.ExpressionAttributeValues ?? {});
  const request = { key, update, condition, values };
  const old = before ? fromAttributes(before.attributes) : {};
  if (!meets(request, old)) return undefined;
  if (operation === 'PutItem' && Item) return { attributes: Item, bytes: itemSize(Item) };
  if (operation !== 'UpdateItem') throw new TypeError(`The simulation does not know the operation ${operation}.`);
  const attributes = toItemAttributes(updated(request, before ? old : fromAttributes(key)));
  return { attributes, bytes: itemSize(attributes) };
}

function toItemAttributes(item: Item): Attributes {
  const attributes = toAttributes(item);
  if (!isAttributes(attributes)) throw new TypeError('DynamoDB has no such attribute.');
  return attributes;
}

const toKey = (key: Item): Attributes => toItemAttributes(key);

const pkOf = ({ pk, network }: Attributes): string => String((pk ?? network)?.S);

const keyOf = ({ Key, Item = {} }: Input): Attributes => {
  if (Key) return Key;
  const { pk = {}, sk = {} } = Item;
  return { pk, sk };
};

const nameOf = (table: string, key: Attributes): string => `${table} ${pkOf(key)} ${String(key.sk?.S)}`;

const failure = (type: string, more: object = {}, status = 400): Answer => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: `${type} of the simulation`, ...more },
});
