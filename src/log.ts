import { type LogLevel, logLevels } from './environment.ts';

/** Never a secret, a token or a whole Lambda event. */
type LogFields = Readonly<Record<string, unknown>>;

/** Writes one line of JSON per event: `{"level", "event", …fields}`. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>;

// Not console.log, because Lambda and jest rewrite its output.
const toStandardOutput = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export function createLog(level: LogLevel, write: (line: string) => void = toStandardOutput): Log {
  const at = (eventLevel: LogLevel) => (event: string, fields?: LogFields) => {
    if (logLevels.indexOf(eventLevel) < logLevels.indexOf(level)) return;
    write(JSON.stringify({ level: eventLevel, event, ...fields }));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
