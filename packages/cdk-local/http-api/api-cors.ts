import type { ApiAnswer } from './api-answer.ts';
import type { HttpRequest } from './api-request.ts';
import type { ApiCors } from './http-api.ts';
import { unconfirmed } from './unconfirmed.ts';

type Headers = ApiAnswer['headers'];

/** Whether a request is a browser's preflight. */
export const isPreflight = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** The answer to a preflight, which the gateway gives itself if the API has CORS configured (Developer Guide). */
export function preflightAnswer(cors: ApiCors, { headers }: HttpRequest): ApiAnswer {
  const origin = allowedOrigin(cors, headers.origin);
  const permission: Headers = [
    ...(cors.AllowMethods.length > 0 ? [header('access-control-allow-methods', cors.AllowMethods)] : []),
    ...(cors.AllowHeaders.length > 0 ? [header('access-control-allow-headers', cors.AllowHeaders)] : []),
    ...(cors.MaxAge === undefined ? [] : [header('access-control-max-age', [String(cors.MaxAge)])]),
  ];
  return {
    status: unconfirmed.preflightStatus,
    headers: origin === undefined ? [] : [...originHeaders(cors, origin), ...permission],
    body: Buffer.alloc(0),
    by: 'gateway',
  };
}

/**
 * Adds the API's CORS headers to an answer. If the API has CORS configured, those of the integration are dropped;
 * otherwise they stay (Developer Guide, "Configure CORS for HTTP APIs").
 */
export function withCors(
  cors: ApiCors | undefined,
  request: Pick<HttpRequest, 'headers'>,
  answer: ApiAnswer,
): ApiAnswer {
  if (!cors || (answer.by === 'gateway' && !unconfirmed.corsOnOwnAnswers)) return answer;
  const origin = allowedOrigin(cors, request.headers.origin);
  const own = answer.headers.filter(([name]) => !name.toLowerCase().startsWith('access-control-'));
  return { ...answer, headers: origin === undefined ? own : [...own, ...originHeaders(cors, origin)] };
}

// The headers of preflight and other answers.
function originHeaders(cors: ApiCors, origin: string): Headers {
  return [
    header('access-control-allow-origin', [origin]),
    ...(cors.ExposeHeaders.length > 0 ? [header('access-control-expose-headers', cors.ExposeHeaders)] : []),
  ];
}

function allowedOrigin({ AllowOrigins }: ApiCors, origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined;
  if (AllowOrigins.includes('*')) return '*';
  return AllowOrigins.includes(origin) ? origin : undefined;
}

const header = (name: string, values: readonly string[]) => [name, values.join(',')] as const;
