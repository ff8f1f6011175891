/** The name that a person most likely meant, if one differs by few letters. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(typed.length / 4));
  const near = names.map((name) => ({ name, edits: editsBetween(typed, name) })).filter(({ edits }) => edits <= most);
  return near.toSorted((one, other) => one.edits - other.edits)[0]?.name;
}

/** How many letters must be added, removed or replaced (Levenshtein's distance). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (row[at] ?? 0) + (letter === other[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
