/** One window of a key's limits, from the headers of a response; times in seconds. */
export type LimitWindow = {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window resets. */
  readonly resetsIn: number;
};

type Read = { get(name: string): string | null };

/** The response headers of the gateway itself, in display order. */
const limitHeaderNames = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
  'Server-Timing',
] as const;

/** The headers in {@link limitHeaderNames} that a response has. */
export const limitHeadersOf = (headers: Read): [name: string, value: string][] =>
  limitHeaderNames.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });

/**
 * The windows that both `RateLimit-Policy` and `RateLimit` have (draft-ietf-httpapi-ratelimit-headers); none if a header is
 * missing or malformed.
 */
export function limitWindows(headers: Read): LimitWindow[] {
  const policies = itemsOf(headers.get('RateLimit-Policy') ?? '');
  return [...itemsOf(headers.get('RateLimit') ?? '')].flatMap(([name, { r: remaining, t: resetsIn }]) => {
    const limit = policies.get(name)?.q;
    if (limit === undefined || remaining === undefined || resetsIn === undefined) return [];
    return [{ name, limit, remaining, resetsIn }];
  });
}

type Parameters = Readonly<Record<string, number>>;

const item = /^\s*"([\x20\x21\x23-\x7e]*)"((?:;\s*[a-z*][\w.*-]*=\d{1,15})*)\s*$/;

// A list of strings with whole numbers as parameters: as much of RFC 9651 as these fields use.
function itemsOf(field: string): Map<string, Parameters> {
  const items = new Map<string, Parameters>();
  for (const text of field.split(',')) {
    const [, name, parameters] = item.exec(text) ?? [];
    if (name !== undefined) items.set(name, parametersOf(parameters ?? ''));
  }
  return items;
}

const parametersOf = (text: string): Parameters =>
  Object.fromEntries([...text.matchAll(/;\s*([^=]+)=(\d+)/g)].map(([, key, value]) => [key, Number(value)]));
