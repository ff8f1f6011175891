/** A line that some part of the runtime wrote. */
export type LogLine = { readonly source: string; readonly line: string };

/** The newest lines, oldest first. */
export type Logs = { readonly lines: () => readonly LogLine[]; readonly add: (source: string, line: string) => void };

/** Keeps the newest `limit` lines, and tells `onLine` of each. */
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
