/** What a step of a page adds to a file: text, behind a text that the file has once. */
export type Edit = { readonly file: string; readonly after: string; readonly text: string };

/** What a section of docs/how-to-add.md is followed with. */
export type Addition = {
  /** Changes of these paths make CI walk the section, as do those of its page and of the edited files. */
  readonly concerns: readonly string[];
  readonly edits: readonly Edit[];
};

/** @throws {Error} if the place of the addition is not there, or not the only one */
export function edited(source: string, { file, after, text }: Edit): string {
  const [before, end, ...more] = source.split(after);
  if (before === undefined || end === undefined || more.length > 0)
    throw new Error(`${file} does not have this text once:\n${after}`);
  return `${before}${after}${text}${end}`;
}
