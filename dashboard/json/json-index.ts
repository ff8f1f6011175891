import { endOfString, isJson } from './json-text.ts';

/**
 * The values of a JSON text as lists of numbers, in the order of the text. Value 0 is the whole. A tree of objects would
 * need many times the memory, and parsed numbers would lose digits.
 */
export type JsonIndex = {
  readonly text: string;
  /** Where each value starts and ends in the text. */
  readonly start: readonly number[];
  readonly end: readonly number[];
  /** Where its name starts; -1 if it is not the member of an object. */
  readonly name: readonly number[];
  /** The array or object that it is in; -1 for the whole. */
  readonly parent: readonly number[];
  /** Its place among its siblings, from 0. */
  readonly position: readonly number[];
  readonly depth: readonly number[];
  /** How many values it has; 0 for a scalar. */
  readonly count: readonly number[];
  /** The first value after it and all values in it. */
  readonly next: readonly number[];
};

/** Above this, the lists would take more than about 30 MB. */
export const mostValues = 1_000_000;

/** Indexes a text; undefined if it is not JSON, or has more than {@link mostValues} values. */
export function indexJson(text: string): JsonIndex | undefined {
  if (!isJson(text)) return undefined;
  const index = new IndexBuilder(text);
  return index.addAll() ? index : undefined;
}

const separator = /[\s,:]+/y;
const scalar = /[^\s,\]}]+/y;

class IndexBuilder implements JsonIndex {
  readonly text: string;
  readonly start: number[] = [];
  readonly end: number[] = [];
  readonly name: number[] = [];
  readonly parent: number[] = [];
  readonly position: number[] = [];
  readonly depth: number[] = [];
  readonly count: number[] = [];
  readonly next: number[] = [];
  /** The arrays and objects around the current place. */
  readonly #open: number[] = [];
  #pendingName = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** False if there are too many values. The text must be valid JSON. */
  addAll(): boolean {
    const { text } = this;
    let at = 0;
    while (at < text.length && this.start.length <= mostValues) at = this.#addAt(at, text[at]);
    return at === text.length;
  }

  /** Reads what starts there; returns where to go on. */
  #addAt(at: number, character: string | undefined): number {
    switch (character) {
      case '{':
      case '[':
        this.#open.push(this.#add(at));
        return at + 1;
      case '}':
      case ']':
        this.#close(at + 1);
        return at + 1;
      case '"':
        return this.#addString(at, endOfString(this.text, at));
      default:
        return this.#skip(separator, at) ?? this.#addScalar(at);
    }
  }

  #addString(at: number, end: number): number {
    if (this.#expectsName()) this.#pendingName = at;
    else this.end[this.#add(at)] = end;
    return end;
  }

  #addScalar(at: number): number {
    const end = this.#skip(scalar, at) ?? at + 1;
    this.end[this.#add(at)] = end;
    return end;
  }

  /** Where the match that starts there ends. */
  #skip(pattern: RegExp, at: number): number | undefined {
    pattern.lastIndex = at;
    return pattern.test(this.text) ? pattern.lastIndex : undefined;
  }

  #expectsName(): boolean {
    const container = this.#open.at(-1);
    return container !== undefined && this.#pendingName < 0 && this.text[this.start[container] ?? 0] === '{';
  }

  #add(at: number): number {
    const value = this.start.length;
    const container = this.#open.at(-1) ?? -1;
    const position = this.count[container] ?? 0;
    if (container >= 0) this.count[container] = position + 1;
    this.start.push(at);
    this.end.push(at);
    this.name.push(this.#pendingName);
    this.parent.push(container);
    this.position.push(position);
    this.depth.push(this.#open.length);
    this.count.push(0);
    this.next.push(value + 1);
    this.#pendingName = -1;
    return value;
  }

  #close(end: number): void {
    const container = this.#open.pop() ?? 0;
    this.end[container] = end;
    this.next[container] = this.start.length;
  }
}
