import { type LogLevel, logLevels } from './environment.ts';

/** The facts of an event. Never a secret, a token or a whole event. */
export type Fields = Readonly<Record<string, unknown>>;

/** Writes one line of JSON per event: `{"level", "event", …fields}`. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: Fields) => void>>;

// Not console.log: Lambda and jest both rewrite what goes through it.
const toStandardOutput = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Makes a log that keeps events of `level` and above. */
export function createLog(level: LogLevel, write: (line: string) => void = toStandardOutput): Log {
  const at = (eventLevel: LogLevel) => (event: string, fields?: Fields) => {
    if (logLevels.indexOf(eventLevel) < logLevels.indexOf(level)) return;
    write(JSON.stringify({ level: eventLevel, event, ...fields }));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
