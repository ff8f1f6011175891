import { type HttpAnswer, type HttpRequest, NoAnswerError } from '../http/http-exchange.ts';
import { Origin } from '../http/origin.ts';
import { builtIn } from '../runtime/built-in.ts';
import { isObject, isString, type Members, parseJson } from '../schema.ts';
import type { Clock, EpochMs } from '../time.ts';
import { AwsError, isClockSkew, isRetryable, retryDelayMs, WrongClockError } from './retry.ts';
import { ServerClock } from './server-clock.ts';
import { type AwsCredentials, RequestSigner } from './sigv4.ts';

const { crc32 } = builtIn('node:zlib');

export type AwsService = {
  /** The name in host names and signatures. */
  readonly name: string;
  /** The service's identifier in the environment variables `AWS_ENDPOINT_URL_…`. */
  readonly variable: string;
  /** The prefix of the operation in `X-Amz-Target`. */
  readonly target: string;
  readonly jsonVersion: '1.0' | '1.1';
};

export type AwsClientOptions = {
  readonly endpoint: URL;
  readonly region: string;
  /** Read before every try. */
  readonly credentials: () => AwsCredentials;
  readonly clock: Clock;
  /** Uniform, from 0 to below 1. */
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** Default: {@link awsCallLimits}. */
  readonly limits?: AwsCallLimits;
  /** Multiplies all time limits. Default: 1. */
  readonly patience?: number;
  /** Default: HTTP over kept connections to the endpoint. */
  readonly exchange?: Origin['exchange'];
};

/** In ms: to open a connection, to answer one try, and for all tries together. */
export type AwsCallLimits = {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly deadlineMs: number;
  readonly tries: number;
};

/** DynamoDB usually answers in milliseconds. A failed call must leave the caller enough time to answer its client. */
export const awsCallLimits: AwsCallLimits = { connectMs: 1_000, answerMs: 1_000, deadlineMs: 3_000, tries: 4 };

/** For reads of about a megabyte, and for background work. */
export const longAwsCallLimits: AwsCallLimits = { ...awsCallLimits, answerMs: 5_000, deadlineMs: 10_000 };

export type AwsAnswer = Members;

/** Client of one JSON service of AWS: signed requests over kept-alive connections, with retries. */
export class AwsClient {
  /** The process's clock, corrected by the service's answers when it is more than two seconds off. */
  readonly clock: Clock;
  readonly #service: AwsService;
  readonly #options: AwsClientOptions;
  readonly #host: string;
  readonly #exchange: Origin['exchange'];
  readonly #signer: RequestSigner;
  readonly #serverClock: ServerClock;
  /** A process that Lambda had frozen does not notice closed connections. When one fails, the others are as old. */
  #distrustsKeptConnections = false;

  constructor(service: AwsService, options: AwsClientOptions) {
    this.#service = service;
    this.#options = options;
    this.#host = options.endpoint.host;
    const origin = new Origin(options.endpoint);
    this.#exchange = options.exchange ?? ((request, fresh) => origin.exchange(request, fresh));
    this.#signer = new RequestSigner({ service: service.name, region: options.region });
    this.#serverClock = new ServerClock(options.clock);
    this.clock = () => this.#serverClock.now();
  }

  /** The `Date` of the service's last answer. The service's own time is not earlier. */
  get lastDate(): EpochMs | undefined {
    return this.#serverClock.lastDate;
  }

  /**
   * Calls an operation, and retries transient failures until the deadline or the number of tries is reached. AWS may
   * have executed a try whose answer was lost, so a write with several tries must tolerate being executed more than once.
   * @throws {AwsError} @throws {NoAnswerError} the error of the last try
   */
  async call(operation: string, input: unknown, limits = this.#options.limits ?? awsCallLimits): Promise<AwsAnswer> {
    const { clock, pause, patience = 1 } = this.#options;
    const target = `${this.#service.target}.${operation}`;
    const body = JSON.stringify(input);
    const deadline = clock() + limits.deadlineMs * patience;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#try(target, body, limits, deadline - clock());
      } catch (error) {
        const delay = tries < limits.tries ? this.#retryDelay(error, tries) : undefined;
        if (delay === undefined || clock() + delay >= deadline) throw error;
        if (delay > 0) await pause(delay);
      }
    }
  }

  async #try(target: string, body: string, limits: AwsCallLimits, timeLeft: number): Promise<AwsAnswer> {
    const { credentials, clock, patience = 1 } = this.#options;
    const contentType = `application/x-amz-json-${this.#service.jsonVersion}`;
    const unsigned = { host: this.#host, contentType, target, body };
    const headers = this.#signer.sign(unsigned, credentials(), this.clock());
    const timeouts = {
      connectMs: limits.connectMs * patience,
      timeoutMs: Math.min(limits.answerMs * patience, timeLeft),
    };
    const sentAt = clock();
    const answer = await this.#send({ method: 'POST', path: '/', headers, body, ...timeouts });
    try {
      const members = readAwsAnswer(answer);
      this.#serverClock.adjust(answer.headers.date, sentAt);
      return members;
    } catch (error) {
      throw error instanceof AwsError ? this.#learnTime(error, answer.headers.date, sentAt) : error;
    }
  }

  async #send(request: HttpRequest): Promise<HttpAnswer> {
    const useNewConnection = this.#distrustsKeptConnections;
    this.#distrustsKeptConnections = false;
    try {
      return await this.#exchange(request, useNewConnection);
    } catch (error) {
      this.#distrustsKeptConnections = true;
      throw error;
    }
  }

  #learnTime(error: AwsError, date: string | undefined, sentAt: number): AwsError {
    if (!isClockSkew(error)) this.#serverClock.adjust(date, sentAt);
    else if (this.#serverClock.correct(error.failure.answeredAt)) {
      return new WrongClockError(error.name, error.message, error.failure);
    }
    return error;
  }

  #retryDelay(error: unknown, tries: number): number | undefined {
    if (error instanceof WrongClockError || failedOnReusedConnection(error)) return 0;
    return isRetryable(error) ? retryDelayMs(tries, this.#options.random) : undefined;
  }
}

const failedOnReusedConnection = (error: unknown): boolean => error instanceof NoAnswerError && error.reused;

/** @throws {AwsError} @throws {NoAnswerError} for a damaged body: not a JSON object, or a wrong checksum */
function readAwsAnswer({ status, headers, body }: HttpAnswer): AwsAnswer {
  const checksum = headers['x-amz-crc32'];
  if (checksum !== undefined && Number(checksum) !== crc32(body)) throw new NoAnswerError('damaged');
  const answer = parseJson(body.toString());
  if (status !== 200) throw toAwsError(status, headers.date, isObject(answer) ? answer : {});
  if (!isObject(answer)) throw new NoAnswerError('damaged');
  return answer;
}

function toAwsError(status: number, date: string | undefined, answer: AwsAnswer): AwsError {
  // Example: `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`.
  const type = isString(answer.__type) ? answer.__type : '';
  const name = type.slice(type.lastIndexOf('#') + 1) || 'UnknownError';
  const message = [answer.message, answer.Message].find(isString) ?? `AWS answered with status ${status}.`;
  return new AwsError(name, message, { status, answeredAt: Date.parse(date ?? '') || undefined, answer });
}
