import * as v from 'valibot';

const fields = v.record(v.string(), v.unknown());

type Row = Readonly<Record<string, unknown>>;

/**
 * Runs a query of Logs Insights on lines of JSON: `filter`, `stats … by`, `sort` and `limit`, as "CloudWatch Logs Insights
 * language query syntax" has them. As there, a text that is a number compares as one.
 * @throws for a command, comparison or function that it does not know
 */
export function runQuery(query: string, lines: readonly string[]): Row[] {
  const parse = v.pipe(v.string(), v.parseJson(), fields);
  const all: Row[] = lines.flatMap((line) => (v.is(parse, line) ? [v.parse(parse, line)] : []));
  return query
    .split(/\n\| |^\| /)
    .filter(Boolean)
    .reduce((rows, command) => apply(command.trim(), rows), all);
}

function apply(command: string, rows: Row[]): Row[] {
  const [, name = '', rest = ''] = /^(\w+) (.*)$/.exec(command) ?? [];
  if (name === 'filter') return rest.split(' and ').reduce((left, condition) => left.filter(matches(condition)), rows);
  if (name === 'stats') return stats(rest, rows);
  if (name === 'sort') return sorted(rest, rows);
  if (name === 'limit') return rows.slice(0, Number(rest));
  throw new Error(`Unknown command: ${command}`);
}

function matches(condition: string): (row: Row) => boolean {
  const [, field = '', operator, value = ''] = /^(\w+) (=|>|in) (.+)$/.exec(condition) ?? [];
  if (operator === '=') return (row) => String(row[field]) === JSON.parse(value);
  if (operator === '>') return (row) => Number(row[field]) > Number(value);
  if (operator === 'in') return (row) => JSON.parse(value).includes(row[field]);
  throw new Error(`Unknown condition: ${condition}`);
}

function stats(text: string, rows: Row[]): Row[] {
  const [aggregates = '', by = ''] = text.split(' by ');
  const groupFields = by.split(', ');
  const keyOf = (row: Row) => JSON.stringify(groupFields.map((field) => row[field]));
  return [...Map.groupBy(rows, keyOf).values()].map((group) => ({
    ...Object.fromEntries(groupFields.map((field) => [field, group[0]?.[field]])),
    ...Object.fromEntries(aggregates.split(', ').map((aggregate) => computed(aggregate, group))),
  }));
}

function computed(aggregate: string, group: Row[]): [string, number] {
  const [, name, field = '', alias = ''] = /^(\w+)\(([\w*]+)\) as (\w+)$/.exec(aggregate) ?? [];
  const values = group.map((row) => Number(row[field]));
  if (name === 'sum') return [alias, values.reduce((sum, value) => sum + value, 0)];
  if (name === 'max') return [alias, Math.max(...values)];
  if (name === 'count') return [alias, group.length];
  throw new Error(`Unknown function: ${aggregate}`);
}

function sorted(text: string, rows: Row[]): Row[] {
  const [, field = ''] = /^(\w+) desc$/.exec(text) ?? [];
  if (field === '') throw new Error(`Unknown order: ${text}`);
  return rows.toSorted((one, other) => Number(other[field]) - Number(one[field]));
}
