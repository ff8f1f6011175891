import { JsonSyntaxError } from '../json/json-lexemes.ts';
import { type JsonPiece, prettyJsonPieces } from '../json/pretty-json.ts';

/** An answer's body as it is shown: as its beginning where it is long, plain where it is not JSON. */
export type AnswerText = { readonly pieces: readonly JsonPiece[]; readonly isWhole: boolean };

/** More than this many characters make a page slow, and nobody reads them. */
export const mostShown = 50_000;

/** Lays out a body for reading: token by token, so that numbers beyond 2^53 keep every digit. */
export function answerText(body: string, most = mostShown): AnswerText {
  const pieces: JsonPiece[] = [];
  let length = 0;
  try {
    for (const piece of prettyJsonPieces(body)) {
      if (length + piece.text.length > most) return cut(pieces, piece, most - length);
      pieces.push(piece);
      length += piece.text.length;
    }
    return { pieces, isWhole: true };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { pieces: [{ kind: 'space', text: body.slice(0, most) }], isWhole: body.length <= most };
  }
}

const cut = (pieces: readonly JsonPiece[], { kind, text }: JsonPiece, room: number): AnswerText => ({
  pieces: [...pieces, { kind, text: text.slice(0, room) }],
  isWhole: false,
});
