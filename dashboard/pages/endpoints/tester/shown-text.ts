import { JsonSyntaxError } from '../../../json/json-lexemes.ts';
import { type JsonPiece, prettyJsonPieces } from '../../../json/pretty-json.ts';

/** A body prepared for display: cut if it is long, unformatted if it is not JSON. */
type ShownText = { readonly pieces: readonly JsonPiece[]; readonly isWhole: boolean };

/** In characters: longer texts would slow the page down. */
export const mostShown = 50_000;

/** Pretty-prints a body token by token, so that numbers beyond 2^53 keep every digit. */
export function shownText(body: string, most = mostShown): ShownText {
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

const cut = (pieces: readonly JsonPiece[], { kind, text }: JsonPiece, room: number): ShownText => ({
  pieces: [...pieces, { kind, text: text.slice(0, room) }],
  isWhole: false,
});
