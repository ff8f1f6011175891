import { formatBytes, formatMilliseconds } from '../../../format/numbers.ts';
import type { Exchange } from './use-exchange.ts';

/** The result of the last request in one line, also announced by screen readers. */
export function summaryOf(last: Exchange | undefined): string {
  if (!last) return 'No response yet.';
  const { ending, sent } = last;
  const what = `${methodsText(sent.methods)} on ${sent.endpoint.network}`;
  if (ending.kind !== 'answered') return `${what}: no response to show.`;
  const { status, endedAfter, body } = ending.answer;
  return `${what}: ${statusWords(status)}, ${formatMilliseconds(endedAfter)}, ${formatBytes(body.length)}`;
}

/** What a request calls: its method, or the number of its calls. */
export function methodsText(methods: readonly string[]): string {
  const [first] = methods;
  if (first === undefined) return 'Request';
  return methods.length === 1 ? first : `${methods.length} calls`;
}

const words: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** An HTTP status with its reason phrase, which HTTP/2 does not send (RFC 9110): `403 Forbidden`. */
export const statusWords = (status: number): string => (words[status] ? `${status} ${words[status]}` : String(status));
