import type { EventLog } from '../logs.ts';
import { backgroundTimer, type Clock, InterruptibleWait, systemClock, type Timer } from '../time.ts';
import {
  createTargetDelivery,
  type DeliverToTarget,
  scheduledEvent,
  type TargetDeliveryOptions,
} from './scheduled-delivery.ts';
import { type RuleTarget, readScheduledRule, type ScheduledRule } from './scheduled-rule.ts';

/** Milliseconds. A function of a rule may run for minutes; nobody waits so long after Ctrl-C. */
const longestStop = 1_000;

/** When scheduled rules run. */
export type ScheduleOptions = {
  /** `on`: rules run by themselves; `manual`: only by `runNow`. */
  readonly schedules: 'on' | 'manual';
  readonly clock?: Clock;
  readonly timer?: Timer;
};

export type ScheduledRulesOptions = TargetDeliveryOptions & ScheduleOptions;

/** The enabled AWS::Events::Rule resources of a template. Disabled rules are validated, but never run. */
export class ScheduledRules {
  readonly #options: ScheduledRulesOptions;
  readonly #rules: readonly ScheduledRule[];
  readonly #deliver: DeliverToTarget;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #retryWaits: InterruptibleWait;
  readonly #running = new Set<Promise<void>>();
  readonly #busy = new Set<RuleTarget>();
  #recurrences: readonly Recurrence[] = [];
  #stopped = false;
  #isAbandoned = false;

  /** @throws {UnsupportedResourceError} for rules, permissions and retry settings that are not emulated. */
  constructor(options: ScheduledRulesOptions) {
    const { template, functions, clock = systemClock, timer = backgroundTimer } = options;
    this.#options = options;
    this.#rules = template
      .ofType('AWS::Events::Rule')
      .map((resource) => readScheduledRule(resource, functions))
      .filter(({ enabled }) => enabled);
    const error: EventLog['error'] = (...line) => this.#isAbandoned || options.log.error(...line);
    this.#deliver = createTargetDelivery({ ...options, log: { ...options.log, error } });
    this.#clock = clock;
    this.#timer = timer;
    this.#retryWaits = new InterruptibleWait(timer);
  }

  /** Runs each rule at once and then at its rate, unless schedules are manual. */
  start(): void {
    if (this.#options.schedules === 'manual') return;
    this.#recurrences = this.#rules.map(
      (rule) => new Recurrence(rule.period, this.#timer, () => this.#runOnSchedule(rule)),
    );
  }

  /**
   * Runs each rule once, now; retries follow at once instead of after minutes. Resolves after every target's answer or
   * last retry. Failures are in the log.
   */
  async runNow(): Promise<void> {
    const wait = async () => !this.#stopped;
    const sent = this.#rules.flatMap((rule) => {
      const event = scheduledEvent(rule, this.#clock());
      return rule.targets.map((target) => this.#send(rule, target, event, wait));
    });
    await Promise.all(sent);
  }

  /** Cancels retries, and waits a moment for invocations in progress. Longer ones end with their functions, silently. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const recurrence of this.#recurrences) recurrence.stop();
    this.#retryWaits.interrupt();
    const { promise: tooLong, resolve } = Promise.withResolvers<void>();
    const cancel = this.#timer(longestStop, () => {
      this.#isAbandoned = true;
      resolve();
    });
    await Promise.race([Promise.all(this.#running), tooLong]);
    cancel();
  }

  // Unlike EventBridge, this skips a run while the target is still busy with the previous event or waits for a retry. A
  // function that hangs would otherwise occupy all its environments.
  #runOnSchedule(rule: ScheduledRule): void {
    const event = scheduledEvent(rule, this.#clock());
    for (const target of rule.targets) {
      if (this.#busy.has(target)) {
        this.#options.log.warn('scheduled_run_skipped', { rule: rule.name, target: target.id });
        continue;
      }
      this.#busy.add(target);
      const wait = (milliseconds: number) => this.#waitForRetry(milliseconds);
      void this.#send(rule, target, event, wait).finally(() => this.#busy.delete(target));
    }
  }

  async #waitForRetry(milliseconds: number): Promise<boolean> {
    if (!this.#stopped) await this.#retryWaits.wait(milliseconds);
    return !this.#stopped;
  }

  #send(...delivery: Parameters<DeliverToTarget>): Promise<void> {
    const sent = this.#deliver(...delivery).finally(() => this.#running.delete(sent));
    this.#running.add(sent);
    return sent;
  }
}

/** The longest delay of setTimeout in milliseconds; it treats a longer one as 0. */
const longestWait = 2 ** 31 - 1;

/** Runs something at once and then after each period, until `stop`. Runs that a sleeping machine misses are not repeated. */
export class Recurrence {
  readonly #period: number;
  readonly #timer: Timer;
  readonly #run: () => void;
  #cancel = (): void => {};

  constructor(period: number, timer: Timer, run: () => void) {
    this.#period = period;
    this.#timer = timer;
    this.#run = run;
    this.#begin();
  }

  stop(): void {
    this.#cancel();
  }

  #begin(): void {
    this.#arm(this.#period);
    this.#run();
  }

  #arm(remaining: number): void {
    const wait = Math.min(remaining, longestWait);
    this.#cancel = this.#timer(wait, () => (wait < remaining ? this.#arm(remaining - wait) : this.#begin()));
  }
}
