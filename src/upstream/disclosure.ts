import { latin1Of, type UpstreamAnswer } from './upstream-answer.ts';

/** Shorter strings could occur in any answer by chance, so credentials must be at least this long. */
export const minSecretLength = 8;

/** What a request carries that no customer may see. */
export type SecretParts = {
  readonly url?: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/**
 * Every string that would give credentials away: each part of a request's path, query, user information and headers that
 * is long enough, as it is sent, decoded, percent-encoded and escaped for JSON or HTML; and of Basic credentials the password.
 */
export function secretStrings({ url, headers = {} }: SecretParts): ReadonlySet<string> {
  const inUrl = url ? [...url.pathname.split('/'), ...url.search.split(/[?&=]/), ...url.searchParams.values()] : [];
  const basic = url ? basicParts(decoded(url.username), decoded(url.password)) : [];
  const values = [...inUrl, ...basic, ...Object.values(headers).flatMap(headerParts)];
  const parts = values
    .flatMap((value) => [value, ...longParts(value)])
    .filter(({ length }) => length >= minSecretLength);
  const forms = parts.flatMap((part) => [part, ...escapers.map((write) => write(decoded(part)))]);
  return new Set(forms.filter(({ length }) => length >= minSecretLength));
}

const escaping = (pattern: RegExp, written: (code: number) => string) => (text: string) =>
  text.replace(pattern, (character) => written(character.charCodeAt(0)));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const toHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** How programs that repeat a request write what stands in it. */
const escapers: readonly ((text: string) => string)[] = [
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

/** What is secret of Basic credentials (RFC 7617), as they are sent and apart; a user name only where it stands alone. */
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

/** Content codings that can be searched. A node is asked for no other. */
const searchable: ReadonlySet<string> = new Set(['', 'identity', 'gzip']);

/**
 * Whether an answer shows one of these strings, as error pages do that repeat the request's path or headers; an answer
 * that cannot be searched counts as one that does. Of a compressed answer that is too large to unpack only the beginning is
 * searched, where such a page has ended.
 */
export function discloses(answer: UpstreamAnswer, secrets: ReadonlySet<string>): boolean {
  if (secrets.size === 0) return false;
  const { contentType = '', contentEncoding = '', body } = answer;
  if (!searchable.has(contentEncoding)) return true;
  // The bytes as well: an answer may be called gzip and not be.
  const unpacked = contentEncoding === 'gzip' ? [Buffer.from(latin1Of(answer).text, 'latin1')] : [];
  const places = [contentType, body, ...unpacked];
  return [...secrets].some((secret) => places.some((place) => place.includes(secret)));
}
