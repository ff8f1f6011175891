/**
 * A text of AWS or Stripe without names and numbers. A word is kept if it cannot be one: a plain word, a type or a state of
 * AWS, a number of up to five digits, a time, a name that the project gives. Everything else becomes `•`.
 */
export function redact(text: string, ownNames: ReadonlySet<string> = new Set()): string {
  return text.replace(/[^\s"'(),;[\]{}|=<>`]+/g, (given) => {
    const [, word = '', end = ''] = /^(.*?)([.:!?…]*)$/.exec(given) ?? [];
    return ownNames.has(word) || harmless.some((kind) => kind.test(word)) ? given : `•${end}`;
  });
}

const harmless = [
  // What is not ASCII, such as a tick, is a sign of a table. Letters of other scripts may be a name.
  /^[^\p{L}\p{N}@]*$/u,
  /^[A-Za-z]{1,60}$/,
  /^([a-z]+([-_’][a-z]+)+|[A-Z]+(_[A-Z]+)+)$/,
  /^(AWS|Custom)(::[A-Za-z0-9]+){1,2}$/,
  /^-{0,2}\d{1,5}(\.\d{1,3})?(ms|s|%)?$/,
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
];
