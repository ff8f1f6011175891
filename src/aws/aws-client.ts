import { builtIn } from '../built-in.ts';
import { type HttpAnswer, NoAnswerError } from '../http/http-exchange.ts';
import { Origin } from '../http/origin.ts';
import { isObject, isString, type Members, parseJson } from '../schema.ts';
import type { Clock } from '../time.ts';
import { AwsError, isClockSkew, isRetryable, retryDelayMs } from './retry.ts';
import { ServerClock } from './server-clock.ts';
import { RequestSigner } from './signer.ts';
import type { AwsCredentials } from './sigv4.ts';

/** A JSON service of AWS, and how its requests are written. */
export type AwsService = {
  /** As it stands in host names and signatures. */
  readonly name: string;
  /** Its identifier in the names of environment variables. */
  readonly variable: string;
  /** What stands before the operation in `X-Amz-Target`. */
  readonly target: string;
  readonly jsonVersion: '1.0' | '1.1';
};

/** What a service is called with; tests say otherwise where Lambda's own will not do. */
export type AwsClientOptions = {
  readonly endpoint: URL;
  readonly region: string;
  /** Asked before every try. */
  readonly credentials: () => AwsCredentials;
  readonly clock: Clock;
  /** From 0 to below 1, each value as likely. */
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** {@link callLimits} where not given. */
  readonly limits?: CallLimits;
};

/** How long a call may take: ms to open a connection, for the answer to a try, and for all tries; and how many tries. */
export type CallLimits = {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly deadlineMs: number;
  readonly tries: number;
};

/** DynamoDB answers in milliseconds, and whoever asks must still have time for an answer of his own. */
export const callLimits: CallLimits = { connectMs: 1_000, answerMs: 1_000, deadlineMs: 3_000, tries: 4 };

/** For reads of a megabyte at once, and for what nobody waits for. */
export const longCallLimits: CallLimits = { ...callLimits, answerMs: 5_000, deadlineMs: 10_000 };

/** One JSON service of AWS over signed requests and kept-alive connections. */
export class AwsClient {
  /** The time of this process, corrected by the service's answers when it is more than two seconds off. */
  readonly clock: Clock;
  readonly #name: AwsService;
  readonly #parts: AwsClientOptions;
  readonly #host: string;
  readonly #origin: Origin;
  readonly #signer: RequestSigner;
  readonly #serverClock: ServerClock;

  constructor(name: AwsService, parts: AwsClientOptions) {
    this.#name = name;
    this.#parts = parts;
    this.#host = parts.endpoint.host;
    this.#origin = new Origin(parts.endpoint);
    this.#signer = new RequestSigner({ service: name.name, region: parts.region });
    this.#serverClock = new ServerClock(parts.clock);
    this.clock = () => this.#serverClock.now();
  }

  /**
   * Calls an operation, and once more after a failure that may pass, until the time or the tries are used up. A try whose
   * answer was lost may have been carried out, and the next one then finds its effect: what is written must stand that.
   * @param input as the service's API reference has it
   * @param onRepeat told before each further try; what was tried before may yet be carried out, after that one or later
   * @throws {AwsError} @throws {NoAnswerError} as the last try ended
   */
  async call(operation: string, input: unknown, onRepeat?: () => void): Promise<AwsAnswer> {
    const { clock, pause, limits = callLimits } = this.#parts;
    const target = `${this.#name.target}.${operation}`;
    const body = JSON.stringify(input);
    const deadline = clock() + limits.deadlineMs;
    let fresh = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#try(target, body, deadline - clock(), fresh);
      } catch (error) {
        const wait = tries < limits.tries ? this.#waitAfter(error, tries) : undefined;
        if (wait === undefined || clock() + wait >= deadline) throw error;
        if (wait > 0) await pause(wait);
        fresh = wasKept(error);
        onRepeat?.();
      }
    }
  }

  async #try(target: string, body: string, timeLeft: number, fresh: boolean): Promise<AwsAnswer> {
    const { credentials, clock, limits = callLimits } = this.#parts;
    const contentType = `application/x-amz-json-${this.#name.jsonVersion}`;
    const unsigned = { host: this.#host, contentType, target, body };
    const headers = this.#signer.sign(unsigned, credentials(), this.clock());
    const waits = { connectMs: limits.connectMs, timeoutMs: Math.min(limits.answerMs, timeLeft) };
    const sentAt = clock();
    const answer = await this.#origin.exchange({ method: 'POST', path: '/', headers, body, ...waits }, fresh);
    const learn = () => this.#serverClock.learn(answer.headers.date, sentAt);
    try {
      const members = readAwsAnswer(answer);
      learn();
      return members;
    } catch (error) {
      if (error instanceof AwsError && !isClockSkew(error)) learn();
      throw error;
    }
  }

  /** Milliseconds, or undefined where another try would end no better. */
  #waitAfter(error: unknown, tries: number): number | undefined {
    if (wasKept(error)) return 0;
    if (isClockSkew(error) && this.#serverClock.correct(error.failure.answeredAt)) return 0;
    return isRetryable(error) ? retryDelayMs(tries, this.#parts.random) : undefined;
  }
}

/** Frozen between two invocations, a process does not see its connections close; the other ones are as old. */
const wasKept = (error: unknown): boolean => error instanceof NoAnswerError && error.reused;

const { crc32 } = builtIn('node:zlib');

/** The members of an answer of AWS, which is always one JSON object. */
export type AwsAnswer = Members;

/**
 * The members of an answer that is whole and says success.
 * @throws {AwsError} for one that says failure
 * @throws {NoAnswerError} for one that is damaged: no JSON object, or not the bytes whose checksum `x-amz-crc32` gives
 */
export function readAwsAnswer({ status, headers, body }: HttpAnswer): AwsAnswer {
  const checksum = headers['x-amz-crc32'];
  if (checksum !== undefined && Number(checksum) !== crc32(body)) throw new NoAnswerError('damaged');
  const answer = parseJson(body.toString());
  if (status !== 200) throw toAwsError(status, headers.date, isObject(answer) ? answer : {});
  if (!isObject(answer)) throw new NoAnswerError('damaged');
  return answer;
}

function toAwsError(status: number, date: string | undefined, answer: AwsAnswer): AwsError {
  // Like `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`.
  const type = isString(answer.__type) ? answer.__type : '';
  const name = type.slice(type.lastIndexOf('#') + 1) || 'UnknownError';
  const message = [answer.message, answer.Message].find(isString) ?? `AWS answered with status ${status}.`;
  return new AwsError(name, message, { status, answeredAt: Date.parse(date ?? '') || undefined, answer });
}
