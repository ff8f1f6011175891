import { readRetries } from '../functions/retries.ts';
import type { EventLog } from '../logs.ts';
import { backgroundTimer, type Clock, systemClock, type Timer } from '../time.ts';
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

/** The AWS::Events::Rule resources of a template. */
export class ScheduledRules {
  readonly #options: ScheduledRulesOptions;
  readonly #rules: readonly ScheduledRule[];
  readonly #deliver: DeliverToTarget;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #running = new Set<Promise<void>>();
  readonly #busy = new Set<RuleTarget>();
  #cancels: readonly (() => void)[] = [];
  #isAbandoned = false;

  /** @throws {UnsupportedResourceError} for rules, permissions and retry settings that are not emulated. */
  constructor(options: ScheduledRulesOptions) {
    const { template, functions, clock = systemClock, timer = backgroundTimer } = options;
    this.#options = options;
    const retriesOf = readRetries(template, functions);
    this.#rules = template
      .ofType('AWS::Events::Rule')
      .map((resource) => readScheduledRule(resource, { ...functions, retriesOf }));
    const error: EventLog['error'] = (...line) => this.#isAbandoned || options.log.error(...line);
    this.#deliver = createTargetDelivery({ ...options, log: { ...options.log, error } });
    this.#clock = clock;
    this.#timer = timer;
  }

  /** Runs each rule at once and then at its rate, unless schedules are manual. */
  start(): void {
    if (this.#options.schedules === 'manual') return;
    this.#cancels = this.#rules.map((rule) => recur(rule.period, this.#timer, () => this.#runOnSchedule(rule)));
  }

  /** Runs each rule once, now. Resolves after every target's answer. Failures are in the log. */
  async runNow(): Promise<void> {
    const sent = this.#rules.flatMap((rule) => {
      const event = scheduledEvent(rule, this.#clock());
      return rule.targets.map((target) => this.#send(rule, target, event));
    });
    await Promise.all(sent);
  }

  /** Waits a moment for invocations in progress. Longer ones end with their functions, silently. */
  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    const { promise: tooLong, resolve } = Promise.withResolvers<void>();
    const cancel = this.#timer(longestStop, () => {
      this.#isAbandoned = true;
      resolve();
    });
    await Promise.race([Promise.all(this.#running), tooLong]);
    cancel();
  }

  // Unlike EventBridge, this skips a run while the target is still busy with the previous event. A function that hangs
  // would otherwise occupy all its environments.
  #runOnSchedule(rule: ScheduledRule): void {
    const event = scheduledEvent(rule, this.#clock());
    for (const target of rule.targets) {
      if (this.#busy.has(target)) {
        this.#options.log.warn('scheduled_run_skipped', { rule: rule.name, target: target.id });
        continue;
      }
      this.#busy.add(target);
      void this.#send(rule, target, event).finally(() => this.#busy.delete(target));
    }
  }

  #send(...delivery: Parameters<DeliverToTarget>): Promise<void> {
    const sent = this.#deliver(...delivery).finally(() => this.#running.delete(sent));
    this.#running.add(sent);
    return sent;
  }
}

/** Runs something at once and then after each period, until the returned function is called. */
function recur(period: number, timer: Timer, run: () => void): () => void {
  let cancel = (): void => {};
  const begin = (): void => {
    cancel = timer(period, begin);
    run();
  };
  begin();
  return () => cancel();
}
