// One declaration each, so that esbuild writes the numbers into the loops: from a bundle's variables they take twice the time.
const quote = 34;
const backslash = 92;
const comma = 44;
const colon = 58;
const minus = 45;
const plus = 43;
const dot = 46;
const zero = 48;
const nine = 57;
const openBracket = 91;
const openBrace = 123;
const smallE = 101;
const bigE = 69;
const smallU = 117;

/** From the code of `[` or `{` to that of `]` or `}`. */
const toClosing = 2;

/** A value in a JSON text, as the indexes of its bytes. */
export type JsonPart = {
  /** 0 for the whole value, 1 for its members or elements … */
  readonly depth: number;
  /** The index of the member's name, with its quotes; undefined for an element. */
  readonly name: number | undefined;
  readonly start: number;
  /** The end of the text for a value that is cut off. */
  end: number;
};

export type JsonOutline = {
  /** The index of the first syntax error; undefined for valid JSON (RFC 8259). */
  readonly errorAt: number | undefined;
  /** The values down to a depth, in the order in which they start, up to the error. */
  readonly parts: readonly JsonPart[];
};

/** More parts are not listed: no honest text has so many at a small depth, and each takes memory. */
const maxParts = 100_000;

/**
 * Checks a JSON text in UTF-8 and lists its values down to `maxDepth`. It accepts the same texts as JSON.parse but makes
 * no values, so its time and memory depend only on the text's length: JSON.parse needs 40 times as long for nested arrays
 * as for one string, and 70 bytes of memory for each bracket. It does not check that the bytes are UTF-8.
 */
export function outlineJson(bytes: Buffer, maxDepth = -1): JsonOutline {
  const parts: JsonPart[] = [];
  const open: (JsonPart | undefined)[] = [];
  let openBrackets = new Uint8Array(64);
  let depth = 0;
  let name: number | undefined;
  let at = skipSpace(bytes, 0);
  for (;;) {
    // A value starts here.
    if (depth <= maxDepth && parts.length < maxParts) {
      const part = { depth, name, start: at, end: bytes.length };
      open[depth] = part;
      parts.push(part);
    }
    const code = bytes[at] ?? 0;
    if (code === openBracket || code === openBrace) {
      if (depth === openBrackets.length) openBrackets = twiceAsLong(openBrackets);
      openBrackets[depth] = code;
      depth += 1;
      at = skipSpace(bytes, at + 1);
      if (bytes[at] !== code + toClosing) {
        name = code === openBrace ? at : undefined;
        if (code === openBrace) at = skipName(bytes, at);
        if (at < 0) return { errorAt: ~at, parts };
        continue;
      }
    } else {
      at = code === quote ? skipString(bytes, at + 1) : skipScalar(bytes, at, code);
      if (at < 0) return { errorAt: ~at, parts };
      if (depth <= maxDepth) end(open, depth, at);
    }
    // The value ends here, and perhaps the arrays and objects around it.
    for (at = skipSpace(bytes, at); depth > 0; at = skipSpace(bytes, at + 1)) {
      if (bytes[at] !== (openBrackets[depth - 1] ?? 0) + toClosing) break;
      depth -= 1;
      if (depth <= maxDepth) end(open, depth, at + 1);
    }
    if (depth === 0) return { errorAt: at === bytes.length ? undefined : at, parts };
    if (bytes[at] !== comma) return { errorAt: at, parts };
    at = skipSpace(bytes, at + 1);
    name = openBrackets[depth - 1] === openBrace ? at : undefined;
    if (name === undefined) continue;
    at = skipName(bytes, at);
    if (at < 0) return { errorAt: ~at, parts };
  }
}

function end(open: (JsonPart | undefined)[], depth: number, at: number): void {
  const part = open[depth];
  if (part) part.end = at;
  open[depth] = undefined;
}

// The `skip` functions return the index after the skipped bytes, or the bitwise complement of a syntax error's index.

/** Skips a member's name and colon. */
function skipName(bytes: Buffer, start: number): number {
  if (bytes[start] !== quote) return ~start;
  const end = skipString(bytes, start + 1);
  if (end < 0) return end;
  const at = skipSpace(bytes, end);
  return bytes[at] === colon ? skipSpace(bytes, at + 1) : ~at;
}

/** @param start the index after the opening quotation mark */
function skipString(bytes: Buffer, start: number): number {
  for (let at = start; ; ) {
    let code = bytes[at] ?? 0;
    while (code !== quote && code !== backslash && code >= 32) {
      at += 1;
      code = bytes[at] ?? 0;
    }
    if (code === quote) return at + 1;
    const length = code === backslash ? escapeLength(bytes, at + 1) : 0;
    if (length === 0) return ~at;
    at += 1 + length;
  }
}

/** Of the escape after a backslash; 0 if it is not one. */
function escapeLength(bytes: Buffer, at: number): number {
  if (bytes[at] !== smallU) return escapes.has(bytes[at]) ? 1 : 0;
  for (let digit = at + 1; digit < at + 5; digit += 1) if (!isHex(bytes[digit] ?? 0)) return 0;
  return 5;
}

function skipScalar(bytes: Buffer, start: number, code: number): number {
  if (code === minus || isDigit(code)) return skipNumber(bytes, start);
  const word = words.find(([first]) => first === code);
  if (!word?.every((letter, index) => bytes[start + index] === letter)) return ~start;
  return start + word.length;
}

function skipNumber(bytes: Buffer, start: number): number {
  let at = bytes[start] === minus ? start + 1 : start;
  at = bytes[at] === zero ? at + 1 : skipDigits(bytes, at);
  if (at >= 0 && bytes[at] === dot) at = skipDigits(bytes, at + 1);
  if (at < 0) return at;
  const exponent = bytes[at];
  if (exponent !== smallE && exponent !== bigE) return at;
  const sign = bytes[at + 1];
  return skipDigits(bytes, sign === plus || sign === minus ? at + 2 : at + 1);
}

/** Requires at least one digit. */
function skipDigits(bytes: Buffer, start: number): number {
  let at = start;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  return at === start ? ~start : at;
}

function skipSpace(bytes: Buffer, start: number): number {
  for (let at = start; ; at += 1) {
    const code = bytes[at] ?? 0;
    if (code > 32 || (code !== 32 && code !== 10 && code !== 13 && code !== 9)) return at;
  }
}

function twiceAsLong(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(bytes.length * 2);
  longer.set(bytes);
  return longer;
}

const isDigit = (code: number): boolean => code >= zero && code <= nine;
const isHex = (code: number): boolean => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);

const words = ['true', 'false', 'null'].map((word) => [...Buffer.from(word)]);
const escapes: ReadonlySet<number | undefined> = new Set(Buffer.from('"\\/bfnrt'));
