import type { Item, UpdateRequest } from '../../src/table/item-table.ts';

/**
 * The part of DynamoDB's update and condition expressions that the request path uses: top-level names, numbers and sets
 * of strings. An expression that DynamoDB refuses as invalid throws here too.
 */
export function updated({ update, condition = '', values }: UpdateRequest, item: Item): Item {
  const after: Record<string, unknown> = { ...item };
  const paths = new Set<string>();
  for (const [, clause = '', list = ''] of update.matchAll(clauses)) {
    for (const [path = '', operand = ''] of list.split(',').map((part) => part.trim().split(/ = | /))) {
      if (paths.has(path)) throw new Error(`Two document paths overlap with each other: ${path}`);
      paths.add(path);
      const result = applied(clause, after[path], values[operand]);
      if (result === undefined) delete after[path];
      else after[path] = result;
    }
  }
  for (const name of Object.keys(values)) {
    if (!new RegExp(`${name}\\b`).test(`${update} ${condition}`)) throw new Error(`${name} is unused in expressions`);
  }
  return after;
}

const clauses = /(SET|REMOVE|ADD|DELETE) (.*?)(?= (?:SET|REMOVE|ADD|DELETE) |$)/g;

function applied(clause: string, before: unknown, operand: unknown): unknown {
  if (clause === 'REMOVE') return undefined;
  if (operand === undefined || (operand instanceof Set && operand.size === 0))
    throw new Error('An operand is missing.');
  if (clause === 'SET') return operand;
  if (operand instanceof Set) {
    const set = setOf(before);
    for (const one of operand) clause === 'ADD' ? set.add(one) : set.delete(one);
    return set.size > 0 ? set : undefined;
  }
  if (typeof operand !== 'number' || !['number', 'undefined'].includes(typeof before)) {
    throw new Error('An operand in the update expression has an incorrect data type.');
  }
  return Number(before ?? 0) + operand;
}

const setOf = (value: unknown): Set<unknown> => new Set(value instanceof Set ? value : []);

/** Checks whether an item meets the condition of an update. */
export const meets = ({ condition, values }: UpdateRequest, item: Item): boolean =>
  !condition || condition.split(/ AND (?![^(]*\))/).every((term) => holds(term, values, item));

function holds(term: string, values: Item, item: Item): boolean {
  const inner = /^\((.*)\)$/.exec(term)?.[1];
  if (inner) return inner.split(' OR ').some((one) => holds(one, values, item));
  if (term.startsWith('NOT ')) return !holds(term.slice(4), values, item);
  const [, missing] = /^attribute_not_exists\((\w+)\)$/.exec(term) ?? [];
  if (missing) return item[missing] === undefined;
  const [, set, member] = /^contains\((\w+), (:\w+)\)$/.exec(term) ?? [];
  if (set && member) return setOf(item[set]).has(values[member]);
  const [, less, more] = /^(\w+) < (\w+)$/.exec(term) ?? [];
  if (less && more) return isLess(item[less], item[more]);
  const [, name, operator, operand] = /^(\w+) (<=|>=|=) (:\w+)$/.exec(term) ?? [];
  if (!name || !operand) throw new Error(`Invalid condition: ${term}`);
  const [left, right] = [item[name], values[operand]];
  if (operator === '=') return left instanceof Set ? equal(left, setOf(right)) : left === right;
  if (typeof left !== 'number' || typeof right !== 'number') return false;
  return operator === '<=' ? left <= right : left >= right;
}

/** False if one of them is missing. */
const isLess = (left: unknown, right: unknown) => typeof left === 'number' && typeof right === 'number' && left < right;

const equal = (one: ReadonlySet<unknown>, other: ReadonlySet<unknown>) =>
  one.size === other.size && [...one].every((member) => other.has(member));
