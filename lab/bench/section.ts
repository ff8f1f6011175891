/** A page has no place for a generated part. */
export class SectionMissingError extends Error {
  override readonly name = 'SectionMissingError';
  readonly code = 'section_missing';
}

/**
 * A page with the text between the two markers of a name replaced: `<!-- NAME: made by COMMAND -->` and
 * `<!-- /NAME -->`, each on a line of its own.
 * @throws {SectionMissingError}
 */
export function replaceSection(page: string, name: string, text: string): string {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`<!-- ${name}: `) && line.endsWith('-->'));
  const end = lines.indexOf(`<!-- /${name} -->`, start);
  if (start < 0 || end < 0) throw new SectionMissingError(`The page has no markers for "${name}".`);
  return [...lines.slice(0, start + 1), '', text.trim(), '', ...lines.slice(end)].join('\n');
}
