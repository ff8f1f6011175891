// The first that matches: browsers name their relatives, too.
const programs = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
] as const;

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

const nameIn = (text: string, names: typeof programs | typeof systems): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

const longest = 40;

/** A short name of a client by its User-Agent: `Firefox on Windows`, `curl`. Clients choose what they send. */
export function clientName(userAgent: string): string {
  const program = nameIn(userAgent, programs);
  if (program === undefined) return (/^[^\s/]+/.exec(userAgent)?.[0] ?? userAgent).slice(0, longest);
  const system = nameIn(userAgent, systems);
  return system === undefined ? program : `${program} on ${system}`;
}
