/** The media types of a client that leaves out CSV: `createClient<paths, JsonMedia>` of openapi-fetch. */
export type JsonMedia = 'application/json' | 'application/problem+json';
