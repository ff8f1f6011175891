const [quote, backslash, comma, colon, minus, plus, dot, zero, nine] = [34, 92, 44, 58, 45, 43, 46, 48, 57] as const;
const [openBracket, openBrace, smallE, bigE, smallU] = [91, 123, 101, 69, 117] as const;

/** `]` and `}` stand two behind `[` and `{`. */
const closing = 2;

/**
 * Where a text stops being JSON (RFC 8259); undefined for JSON. It takes what JSON.parse takes, and makes no values: its time
 * and memory depend on the length of the text, however deep or rich its structure. JSON.parse takes forty times as long for
 * arrays in arrays as for one string, and 70 bytes of memory for each bracket.
 */
export function syntaxErrorAt(text: string): number | undefined {
  /** The brackets and braces that are open. */
  let open = new Uint8Array(64);
  let depth = 0;
  let at = skipSpace(text, 0);
  for (;;) {
    // A value begins here.
    const code = text.charCodeAt(at);
    if (code === openBracket || code === openBrace) {
      if (depth === open.length) open = twiceAsLong(open);
      open[depth] = code;
      depth += 1;
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== code + closing) {
        if (code === openBrace) at = skipName(text, at);
        if (at < 0) return ~at;
        continue;
      }
    } else {
      at = skipScalar(text, at, code);
      if (at < 0) return ~at;
    }
    // It ends here, and with it perhaps what it stands in.
    for (at = skipSpace(text, at); depth > 0; at = skipSpace(text, at + 1)) {
      if (text.charCodeAt(at) !== (open[depth - 1] ?? 0) + closing) break;
      depth -= 1;
    }
    if (depth === 0) return at === text.length ? undefined : at;
    if (text.charCodeAt(at) !== comma) return at;
    at = skipSpace(text, at + 1);
    if (open[depth - 1] === openBrace) at = skipName(text, at);
    if (at < 0) return ~at;
  }
}

// Each of these gives the index behind what it skips, or the complement of where there is a mistake.

/** A member's name and the colon behind it. */
function skipName(text: string, start: number): number {
  if (text.charCodeAt(start) !== quote) return ~start;
  const end = skipString(text, start);
  if (end < 0) return end;
  const at = skipSpace(text, end);
  return text.charCodeAt(at) === colon ? skipSpace(text, at + 1) : ~at;
}

function skipScalar(text: string, start: number, code: number): number {
  if (code === quote) return skipString(text, start);
  if (code === minus || isDigit(code)) return skipNumber(text, start);
  const word = words.find((one) => text.startsWith(one, start));
  return word === undefined ? ~start : start + word.length;
}

/** Characters that stand for themselves in a string: all but controls, quotation marks and backslashes. */
const plain = /[ !#-[\]-\uffff]*/y;

function skipString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    if (at === start + longString) {
      plain.lastIndex = at;
      plain.test(text);
      at = plain.lastIndex;
    }
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    // Past the end the code is NaN.
    if (!(code >= 32)) return ~at;
    if (code !== backslash) continue;
    at += 1;
    if (text.charCodeAt(at) === smallU) {
      if (!/^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) return ~at;
      at += 4;
    } else if (!escapes.has(text.charAt(at))) {
      return ~at;
    }
  }
}

function skipNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === minus ? start + 1 : start;
  at = text.charCodeAt(at) === zero ? at + 1 : skipDigits(text, at);
  if (at >= 0 && text.charCodeAt(at) === dot) at = skipDigits(text, at + 1);
  if (at < 0) return at;
  const exponent = text.charCodeAt(at);
  if (exponent !== smallE && exponent !== bigE) return at;
  const sign = text.charCodeAt(at + 1);
  return skipDigits(text, sign === plus || sign === minus ? at + 2 : at + 1);
}

/** At least one. */
function skipDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at === start ? ~start : at;
}

function skipSpace(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
  }
}

function twiceAsLong(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(bytes.length * 2);
  longer.set(bytes);
  return longer;
}

const isDigit = (code: number): boolean => code >= zero && code <= nine;

/** Up to here a loop is faster than an expression. */
const longString = 32;

const words = ['true', 'false', 'null'] as const;

const escapes: ReadonlySet<string> = new Set('"\\/bfnrt');
