import type { Clock } from '../clock.ts';
import { NoAnswerError } from '../http/no-answer-error.ts';
import { Origin } from '../http/origin.ts';
import { type Answer, readAnswer } from './answer.ts';
import type { Credentials } from './credentials.ts';
import { AwsError } from './errors.ts';
import { isPassing, isSkewed, waitMs } from './retry.ts';
import { ServerClock } from './server-clock.ts';
import { Signer } from './signer.ts';

/** A JSON service of AWS, and how its requests are written. */
export type ServiceName = {
  /** As it stands in host names and signatures. */
  readonly name: string;
  /** Its identifier in the names of environment variables. */
  readonly variable: string;
  /** What stands before the operation in `X-Amz-Target`. */
  readonly target: string;
  readonly jsonVersion: '1.0' | '1.1';
};

/** What a service is called with; tests say otherwise where Lambda's own will not do. */
export type ServiceParts = {
  readonly endpoint: URL;
  readonly region: string;
  /** Asked before every try. */
  readonly credentials: () => Credentials;
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
export class Service {
  /** The time of this process, corrected by the service's answers when it is more than two seconds off. */
  readonly clock: Clock;
  readonly #name: ServiceName;
  readonly #parts: ServiceParts;
  readonly #host: string;
  readonly #origin: Origin;
  readonly #signer: Signer;
  readonly #serverClock: ServerClock;

  constructor(name: ServiceName, parts: ServiceParts) {
    this.#name = name;
    this.#parts = parts;
    this.#host = parts.endpoint.host;
    this.#origin = new Origin(parts.endpoint);
    this.#signer = new Signer({ service: name.name, region: parts.region });
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
  async call(operation: string, input: unknown, onRepeat?: () => void): Promise<Answer> {
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

  async #try(target: string, body: string, timeLeft: number, fresh: boolean): Promise<Answer> {
    const { credentials, clock, limits = callLimits } = this.#parts;
    const contentType = `application/x-amz-json-${this.#name.jsonVersion}`;
    const unsigned = { host: this.#host, contentType, target, body };
    const headers = this.#signer.sign(unsigned, credentials(), this.clock());
    const waits = { connectMs: limits.connectMs, timeoutMs: Math.min(limits.answerMs, timeLeft) };
    const sentAt = clock();
    const answer = await this.#origin.exchange({ method: 'POST', path: '/', headers, body, ...waits }, fresh);
    const learn = () => this.#serverClock.learn(answer.headers.date, sentAt);
    try {
      const members = readAnswer(answer);
      learn();
      return members;
    } catch (error) {
      if (error instanceof AwsError && !isSkewed(error)) learn();
      throw error;
    }
  }

  /** Milliseconds, or undefined where another try would end no better. */
  #waitAfter(error: unknown, tries: number): number | undefined {
    if (wasKept(error)) return 0;
    if (isSkewed(error) && this.#serverClock.correct(error.failure.answeredAt)) return 0;
    return isPassing(error) ? waitMs(tries, this.#parts.random) : undefined;
  }
}

/** Frozen between two invocations, a process does not see its connections close; the other ones are as old. */
const wasKept = (error: unknown): boolean => error instanceof NoAnswerError && error.reused;
