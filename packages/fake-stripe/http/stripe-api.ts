import { checkParameters } from '../api/check-parameters.ts';
import { apiVersion, findParameters } from '../api/parameter-table.ts';
import { FakeStripeError } from '../errors.ts';
import type { FakeStripe } from '../fake-stripe.ts';
import type { FakeAnswer } from '../idempotency.ts';
import { decodeParameters } from '../requests/encoded-parameters.ts';
import type { Outage } from './outage.ts';

export type ApiRequest = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

/** The API over HTTP, but for the server: authentication, versions, forms, parameters, outages. */
export class StripeApi {
  readonly apiKey: string;
  readonly #fake: FakeStripe;
  #outage: Outage | undefined;
  #requests = 0;

  constructor(fake: FakeStripe, apiKey = 'sk_test_fake') {
    this.#fake = fake;
    this.apiKey = apiKey;
  }

  /** How many requests have arrived, refused ones and those in an outage included. */
  get requests(): number {
    return this.#requests;
  }

  /** Begins an outage, or with undefined ends it. */
  setOutage(outage: Outage | undefined): void {
    this.#outage = outage;
  }

  /** @returns undefined if the connection is to be broken */
  answer(request: ApiRequest): HttpAnswer | undefined {
    this.#requests += 1;
    const outage = this.#outage && this.#fake.now() < this.#outage.until ? this.#outage.kind : undefined;
    if (outage === 'refused') return undefined;
    const answer = outage === 'error' ? unavailable : this.#call(request);
    return outage === 'answer_lost' ? undefined : this.#write(request, answer);
  }

  #write({ headers }: ApiRequest, { status, body }: FakeAnswer): HttpAnswer {
    const key = headers.get('idempotency-key');
    return {
      status,
      headers: {
        'content-type': 'application/json',
        'request-id': `req_fake${this.#requests}`,
        'stripe-version': apiVersion,
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    };
  }

  #call({ method, target, headers, body }: ApiRequest): FakeAnswer {
    try {
      checkHeaders(headers, this.apiKey);
      if (body !== '' && !isForm(headers)) throw refusal(400, 'Send parameters as application/x-www-form-urlencoded.');
      const { pathname: path, search } = new URL(target, 'http://fake');
      const fields = findParameters(method, path);
      if (fields === undefined)
        throw refusal(404, `The fake does not have ${method} ${path}; see api/sdk-operations.ts.`);
      const params = checkParameters(fields, decodeParameters(method === 'POST' ? body : search));
      const idempotencyKey = headers.get('idempotency-key') ?? undefined;
      return this.#fake.call({ method, path, params, idempotencyKey });
    } catch (error) {
      if (error instanceof FakeStripeError) return { status: error.status, body: { error: error.body } };
      throw error;
    }
  }
}

const refusal = (status: number, message: string): FakeStripeError =>
  new FakeStripeError(status, { type: 'invalid_request_error', message });

const unavailable: FakeAnswer = {
  status: 503,
  body: { error: { type: 'api_error', message: 'The fake has the outage that was ordered.' } },
};

function checkHeaders(headers: Headers, apiKey: string): void {
  const key = keyOf(headers.get('authorization') ?? '');
  if (key === undefined) throw refusal(401, 'The API key is missing. Send it as a bearer token.');
  if (key !== apiKey) throw refusal(401, 'The API key is not the one of this fake.');
  const version = headers.get('stripe-version') ?? apiVersion;
  if (version !== apiVersion) throw refusal(400, `The fake has the API version ${apiVersion}, not ${version}.`);
}

const isForm = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false;

/** The API key: a bearer token, or the user name of basic authentication. */
function keyOf(authorization: string): string | undefined {
  const [, scheme = '', value = ''] = /^(bearer|basic) (\S+)$/i.exec(authorization) ?? [];
  if (scheme === '') return undefined;
  return scheme.toLowerCase() === 'bearer' ? value : Buffer.from(value, 'base64').toString().split(':')[0];
}
