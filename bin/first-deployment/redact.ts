/** For the help texts. */
export const redaction = `In it, • replaces each word with a digit, a dot, a slash, a colon or an @, but for times, types of AWS and numbers of up
to five digits. Words of letters stay, so names of people and companies may. Read it before you send it to anyone.`;

/** A text of AWS or Stripe as {@link redaction} says. `ownNames`, those of the project's template, stay. */
export function redact(text: string, ownNames: ReadonlySet<string> = new Set()): string {
  return text.replace(/[^\s"'(),;[\]{}|=<>`]+/g, (given) => {
    // A colon begins a value of JSON without spaces.
    const [, start = '', word = '', end = ''] = /^(:*)(.*?)([.:!?…]*)$/.exec(given) ?? [];
    return ownNames.has(word) || harmless.some((kind) => kind.test(word)) ? given : `${start}•${end}`;
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
