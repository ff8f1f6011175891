/** Writes the events of the runtime itself, one line of JSON each: `{"level", "event", …fields}`. */
export type EventLog = Readonly<Record<'info' | 'warn' | 'error', (event: string, fields?: object) => void>>;

/** An {@link EventLog} whose lines go to `write`. */
export function createEventLog(write: (line: string) => void): EventLog {
  const at = (level: string) => (event: string, fields?: object) => write(JSON.stringify({ level, event, ...fields }));
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
