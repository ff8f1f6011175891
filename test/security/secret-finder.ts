/** How much of a secret's random part gives it away. */
const pieceLength = 12;

/** Finds secrets, and pieces of secrets, in texts. */
export class SecretFinder {
  readonly #pieces = new Map<string, string>();

  /** @param secrets the random part of each secret, by the name that a finding calls it */
  constructor(secrets: Readonly<Record<string, string>>) {
    for (const [name, secret] of Object.entries(secrets)) this.add(name, secret);
  }

  add(name: string, secret: string): void {
    for (let at = 0; at + pieceLength <= secret.length; at += 1) {
      this.#pieces.set(secret.slice(at, at + pieceLength), name);
    }
  }

  /** The name of a secret of which the text shows a piece. */
  findIn(text: string): string | undefined {
    for (let at = 0; at + pieceLength <= text.length; at += 1) {
      const name = this.#pieces.get(text.slice(at, at + pieceLength));
      if (name !== undefined) return name;
    }
    return undefined;
  }
}
