import type { Clock } from './time.ts';

/** A line that a part of the runtime wrote. */
export type LogLine = { readonly source: string; readonly line: string };

/** The newest lines, oldest first. */
export type Logs = { readonly lines: () => readonly LogLine[]; readonly add: (source: string, line: string) => void };

/** Keeps the newest `limit` lines, and calls `onLine` with each. */
export function createLogs(onLine: (line: LogLine) => void = () => {}, limit = 10_000): Logs {
  let kept: LogLine[] = [];
  return {
    lines: () => kept.slice(-limit),
    add: (source, line) => {
      kept.push({ source, line });
      if (kept.length > 2 * limit) kept = kept.slice(-limit);
      onLine({ source, line });
    },
  };
}

/** Writes the events of the runtime itself, one line of JSON each: `{"level", "event", …fields}`. */
export type EventLog = Readonly<Record<'info' | 'warn' | 'error', (event: string, fields?: object) => void>>;

/** An {@link EventLog} whose lines go to `write`. */
export function createEventLog(write: (line: string) => void): EventLog {
  const at = (level: string) => (event: string, fields?: object) => write(JSON.stringify({ level, event, ...fields }));
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Waits for a step and reports when it is done. */
export type ReportProgress = <T>(step: string, task: Promise<T>) => Promise<T>;

export const silent: ReportProgress = (_, task) => task;

/** Writes a line for each step when it is done, with the seconds that it took: `✓ Tables (0.4 s)`. */
export const createProgress = (write: (line: string) => void, clock: Clock): ReportProgress => {
  return async (step, task) => {
    const began = clock();
    const result = await task;
    write(`✓ ${step} (${((clock() - began) / 1000).toFixed(1)} s)`);
    return result;
  };
};
