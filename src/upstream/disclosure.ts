import { maxCallBytes, type UpstreamAnswer, unpackedBody } from './upstream-answer.ts';

/** Shorter strings could occur in any answer by chance, so a credential must have at least this many characters. */
export const minSecretLength = 8;

type SecretParts = {
  readonly url?: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/**
 * Every string that would disclose credentials: the long enough parts of a request's path, query, user information and
 * headers, as sent, decoded, percent-encoded, and escaped for JSON or HTML.
 */
export function secretStrings({ url, headers = {} }: SecretParts): ReadonlySet<string> {
  const inUrl = url ? [...url.pathname.split('/'), ...url.search.split(/[?&=]/), ...url.searchParams.values()] : [];
  const basic = url ? basicParts(decoded(url.username), decoded(url.password)) : [];
  const values = [...inUrl, ...basic, ...Object.values(headers).flatMap(headerParts)];
  const parts = values
    .flatMap((value) => [value, ...longParts(value)])
    .filter(({ length }) => length >= minSecretLength);
  const encoded = parts.flatMap((part) => [part, ...encoders.map((encode) => encode(decoded(part)))]);
  return new Set(encoded.filter(({ length }) => length >= minSecretLength));
}

const escaping = (pattern: RegExp, encode: (code: number) => string) => (text: string) =>
  text.replace(pattern, (character) => encode(character.charCodeAt(0)));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const toHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** How servers encode a part of the request when they repeat it in an answer. */
const encoders: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  escaping(/[&<>+'"=/]/g, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  escaping(/[&<>]/g, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  toHtml,
  (text) => toHtml(text).replaceAll('+', '&#43;'),
  (text) => toHtml(text).replaceAll('/', '&#x2F;'),
  escaping(/[^\w.~-]/g, (code) => `&#${code};`),
];

/** The parts of a value that could be a credential. */
export const longParts = (value: string): string[] =>
  value.split(/[\s/:;,=&?]+/).filter(({ length }) => length >= minSecretLength);

/** Basic credentials (RFC 7617) as sent, and the password alone, or a user name without a password. */
const basicParts = (user: string, password: string): string[] => [
  Buffer.from(`${user}:${password}`).toString('base64'),
  password || user,
];

function headerParts(header: string): string[] {
  const [, encoded] = /^basic\s+(\S+)$/i.exec(header) ?? [];
  if (encoded === undefined) return [header];
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return [encoded, ...basicParts(user, password.join(':'))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Checks whether an answer contains one of these strings. Error pages often repeat the request's path. They are short, so
 * of a compressed answer that is too large to unpack, only the start is searched.
 */
export function discloses(answer: UpstreamAnswer, secrets: ReadonlySet<string>): boolean {
  if (secrets.size === 0) return false;
  const { contentType = '', contentEncoding, body } = answer;
  // The raw bytes too: an answer may claim to be gzip without being it.
  const unpacked = contentEncoding === 'gzip' ? [unpackedBody(answer, maxCallBytes).bytes] : [];
  const searched = [contentType, body, ...unpacked];
  return [...secrets].some((secret) => searched.some((text) => text.includes(secret)));
}
