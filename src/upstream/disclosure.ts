import { beginningOf, type UpstreamAnswer } from './answer.ts';
import type { Credentials } from './credentials.ts';

/** No token is shorter; what is might stand in any answer. */
const shortestToken = 16;

/**
 * Whether an answer shows the credentials that it was asked for with, as error pages do that repeat the request's path
 * or headers. Of a compressed answer only the beginning is looked at, where such a page has ended.
 */
export function discloses(answer: UpstreamAnswer, credentials: Credentials): boolean {
  const text = answer.contentEncoding === 'gzip' ? Buffer.from(beginningOf(answer), 'latin1') : answer.body;
  return tokensOf(credentials).some((token) => text.includes(token));
}

function tokensOf({ url, headers = {}, query = {} }: Credentials): string[] {
  const { pathname, searchParams, password } = url ? new URL(url) : noUrl;
  const parts = [pathname, ...searchParams.values(), ...Object.values(query), ...Object.values(headers), password];
  return parts.flatMap((part) => part.split(/[ /]/)).filter((part) => part.length >= shortestToken);
}

const noUrl = { pathname: '', searchParams: new URLSearchParams(), password: '' };
