import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { connectDynamoDb } from '../../../src/table/sdk-table.ts';
import type { RowTraffic } from './row-traffic.ts';
import type { Version } from './versions.ts';

/** How many rows have a map, and how many of these have each of its attributes. The row itself is a map, too. */
type MapShape = { rows: number; readonly attributes: Map<string, number> };

/** What is in the rows of a kind that a version alone wrote, by path: '' is the row itself, `calls[]` each call. */
type Shape = { readonly maps: Map<string, MapShape>; readonly types: Map<string, Set<string>> };

/** By kind of row. */
export type Shapes = Map<string, Readonly<Record<Version, Shape>>>;

const credentials = { accessKeyId: 'operator', secretAccessKey: 'operator' };

/** Reads all rows of the tables, and notes the attributes of those that only one version has written. */
export async function readShapes(traffic: RowTraffic, dynamodbUrl: string, tables: readonly string[]): Promise<Shapes> {
  const requestHandler = { requestTimeout: 20_000 };
  const client = connectDynamoDb({ endpoint: dynamodbUrl, region: 'us-east-1', credentials, requestHandler });
  const shapes: Shapes = new Map();
  for (const TableName of tables) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
      for (const item of Items) {
        const version = traffic.onlyWriterOf(TableName, item);
        if (version) noteRow(shapes, traffic.kindOf(TableName, item), version, item);
      }
    }
  }
  client.destroy();
  return shapes;
}

/** Notes a row that only one version has written. */
export function noteRow(shapes: Shapes, kind: string, version: Version, item: object): void {
  const empty = (): Shape => ({ maps: new Map(), types: new Map() });
  const shape = shapes.get(kind) ?? { last: empty(), present: empty() };
  shapes.set(kind, shape);
  const { maps, types } = shape[version];
  const attributesInRow = new Map<string, Set<string>>();
  for (const [path, value] of valuesIn(kind, item)) {
    types.set(path, (types.get(path) ?? new Set()).add(typeOf(value)));
    if (!isMap(value)) continue;
    const attributes = Object.keys(value).map((name) => pathOf(kind, path, name));
    attributesInRow.set(path, new Set([...(attributesInRow.get(path) ?? []), ...attributes]));
  }
  for (const [path, attributes] of attributesInRow) noteMap(maps, path, attributes);
}

function noteMap(maps: Shape['maps'], path: string, names: ReadonlySet<string>): void {
  const map = maps.get(path) ?? { rows: 0, attributes: new Map() };
  maps.set(path, map);
  map.rows += 1;
  for (const name of names) map.attributes.set(name, (map.attributes.get(name) ?? 0) + 1);
}

/** A value and all values inside of it, with their paths, such as `calls[].outcome`. */
function* valuesIn(kind: string, value: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
  yield [path, value];
  if (Array.isArray(value)) for (const one of value) yield* valuesIn(kind, one, `${path}[]`);
  if (!isMap(value)) return;
  for (const [name, inner] of Object.entries(value)) yield* valuesIn(kind, inner, pathOf(kind, path, name));
}

const pathOf = (kind: string, map: string, name: string): string =>
  map === '' ? generalName(kind, name) : `${map}.${name}`;

/** The type of a value. Times in seconds and in milliseconds are numbers, which differ in magnitude only. */
function typeOf(value: unknown): string {
  if (typeof value === 'number') return unitOfTime(value) ?? 'number';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Set) return 'set';
  if (value instanceof Uint8Array) return 'binary';
  return typeof value === 'object' ? 'map' : typeof value;
}

function unitOfTime(value: number): string | undefined {
  if (value >= 1e9 && value < 1e10) return 'time in seconds';
  return value >= 1e12 && value < 1e13 ? 'time in milliseconds' : undefined;
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && typeOf(value) === 'map';

/** Counters have the second, the method or a number in the names of their attributes. */
function generalName(kind: string, name: string): string {
  if (kind === 'Admissions') return name.replace(/^([sm])\d+[a-d]?$/, '$1…');
  if (/^Usage (minute|hour)$/.test(kind))
    return name.replace(/^([le])-?\d+$/, '$1…').replace(/^[\da-zA-Z]{3}([a-z])$/, '…$1');
  return name;
}

/** In fewer rows, an attribute that is not in each of them may be missing by chance. */
const leastRows = 5;

/** That many rows would have an attribute, if it were as frequent as in the other version's rows. */
const leastExpected = 10;

/** What rows tell of two versions. */
export type ShapeFindings = {
  /** Attributes that only the last release stores, or that have another type, with what to do. */
  readonly missing: readonly string[];
  /** Attributes that only the present code stores, such as `Records: "region"`. A renamed one is also missing. */
  readonly added: readonly string[];
  /** Kinds of which each version alone has written rows. */
  readonly compared: readonly string[];
};

/**
 * Compares the rows that only the last release has written with those of the present code. Few rows prove something only
 * if both versions have served the same customers and requests: what one stores in every row, the other must then store
 * in some. An attribute inside of a map, or of a list's maps, is compared where both versions have stored such a map:
 * lists may be empty, and maps missing. Nothing is said about attributes that the last release does not miss, such as
 * `Records: "region"`.
 */
export function compareShapes(shapes: Shapes, noLongerStored: readonly string[] = []): ShapeFindings {
  const [missing, added]: [string[], string[]] = [[], []];
  for (const [kind, shape] of shapes) {
    for (const [last, present] of mapsOfBoth(shape)) {
      const [gone, further] = [onlyIn(last, present), onlyIn(present, last)];
      const missed = gone.filter((name) => !noLongerStored.includes(`${kind}: "${name}"`));
      const instead = further.length > 0 ? ` It stores ${further.map((name) => `"${name}"`).join(', ')} instead.` : '';
      missing.push(
        ...missed.map((name) => `${kind}: the last release stores "${name}", the present code never does.${instead}`),
      );
      added.push(...further.map((name) => `${kind}: "${name}"`));
    }
    missing.push(...otherTypes(shape).map((text) => `${kind}: ${text}`));
  }
  const compared = [...shapes].filter(([, shape]) => mapsOfBoth(shape).length > 0).map(([kind]) => kind);
  return { missing: missing.map((text) => `${text} ${renamed}`), added, compared };
}

const mapsOfBoth = ({ last, present }: Readonly<Record<Version, Shape>>): (readonly [MapShape, MapShape])[] =>
  [...last.maps].flatMap(([path, map]) => {
    const other = present.maps.get(path);
    return other ? [[map, other] as const] : [];
  });

const renamed =
  'While both versions run, each misses what the other stores. To rename, remove or change an attribute takes two ' +
  'releases: docs/how-to-add.md, "A field of a stored row".';

/** Of few rows, only an attribute that each has proves something. */
function onlyIn(one: MapShape, other: MapShape): string[] {
  const isFew = one.rows < leastRows || other.rows < leastRows;
  return [...one.attributes]
    .filter(([name, rows]) => {
      const isFrequent = !isFew && (rows / one.rows) * other.rows >= leastExpected;
      return (rows === one.rows || isFrequent) && !other.attributes.has(name);
    })
    .map(([name]) => name)
    .toSorted();
}

/** Attributes of which the two versions have no type in common. Null says nothing about a type. */
function otherTypes({ last, present }: Readonly<Record<Version, Shape>>): string[] {
  return [...last.types].flatMap(([name, types]) => {
    const [older, newer] = [types, present.types.get(name) ?? types].map(
      (all) => new Set([...all].filter((type) => type !== 'null')),
    );
    if (!older?.size || !newer?.size || !older.isDisjointFrom(newer)) return [];
    const [were, are] = [older, newer].map((all) => [...all].toSorted().join(' or '));
    return [`the last release stores "${name}" as ${were}, the present code as ${are}.`];
  });
}
