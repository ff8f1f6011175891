import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createApp } from './app.ts';
import { readEvent, toResult } from './event.ts';
import type { Parts } from './parts.ts';

/** Answers the HTTP API's events (payload 2.0). */
export function createHandler(parts: Parts): (event: unknown) => Promise<APIGatewayProxyStructuredResultV2> {
  const app = createApp(parts);
  return async (event) => {
    const { request, arrival } = readEvent(event);
    return toResult(await app.fetch(request, arrival));
  };
}
