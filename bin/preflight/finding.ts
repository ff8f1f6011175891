/** What a deployment needs, how AWS answered, and what to do. */
export type Finding = {
  readonly check: string;
  /**
   * `to_do`: the deployment would fail or hang. `warning`: it works, but not for long or not for many. `unknown`: AWS was
   * asked and did not say. `manual`: AWS has no call that says it.
   */
  readonly status: 'ok' | 'to_do' | 'warning' | 'unknown' | 'manual';
  readonly found: string;
  /** What to do; null if nothing. */
  readonly action: string | null;
};

export type Answer = Omit<Finding, 'check'>;

export const ok = (found: string): Answer => ({ status: 'ok', found, action: null });
export const toDo = (found: string, action: string): Answer => ({ status: 'to_do', found, action });
export const warning = (found: string, action: string): Answer => ({ status: 'warning', found, action });
export const manual = (found: string, action: string): Answer => ({ status: 'manual', found, action });
