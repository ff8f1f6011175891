const [quote, backslash, comma, colon, minus, plus, dot, zero, nine] = [34, 92, 44, 58, 45, 43, 46, 48, 57] as const;
const [openBracket, openBrace, smallE, bigE, smallU] = [91, 123, 101, 69, 117] as const;

/** From the code of `[` or `{` to that of `]` or `}`. */
const toClosing = 2;

/**
 * The index of the first syntax error; undefined for valid JSON (RFC 8259). It accepts the same texts as JSON.parse but
 * makes no values, so its time and memory depend only on the text's length. JSON.parse needs 40 times as long for
 * nested arrays as for one string, and 70 bytes of memory per bracket.
 */
export function syntaxErrorAt(text: string): number | undefined {
  let openBrackets = new Uint8Array(64);
  let depth = 0;
  let at = skipSpace(text, 0);
  for (;;) {
    // A value starts here.
    const code = text.charCodeAt(at);
    if (code === openBracket || code === openBrace) {
      if (depth === openBrackets.length) openBrackets = twiceAsLong(openBrackets);
      openBrackets[depth] = code;
      depth += 1;
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== code + toClosing) {
        if (code === openBrace) at = skipName(text, at);
        if (at < 0) return ~at;
        continue;
      }
    } else {
      at = skipScalar(text, at, code);
      if (at < 0) return ~at;
    }
    // The value ends here, and perhaps the arrays and objects around it.
    for (at = skipSpace(text, at); depth > 0; at = skipSpace(text, at + 1)) {
      if (text.charCodeAt(at) !== (openBrackets[depth - 1] ?? 0) + toClosing) break;
      depth -= 1;
    }
    if (depth === 0) return at === text.length ? undefined : at;
    if (text.charCodeAt(at) !== comma) return at;
    at = skipSpace(text, at + 1);
    if (openBrackets[depth - 1] === openBrace) at = skipName(text, at);
    if (at < 0) return ~at;
  }
}

// The `skip` functions return the index after the skipped text, or the bitwise complement of a syntax error's index.

/** Skips a member's name and colon. */
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

/** All characters but control characters, quotation marks and backslashes. */
const unescaped = /[ !#-[\]-\uffff]*/y;

function skipString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    if (at === start + longString) {
      unescaped.lastIndex = at;
      unescaped.test(text);
      at = unescaped.lastIndex;
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

/** Requires at least one digit. */
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

/** Up to this length a loop is faster than a regular expression. */
const longString = 32;

const words = ['true', 'false', 'null'] as const;

const escapes: ReadonlySet<string> = new Set('"\\/bfnrt');
