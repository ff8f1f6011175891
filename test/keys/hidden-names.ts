/** Names with joiners that are visible: in a Persian word, and in an emoji. */
export const joinedNames: readonly string[] = ['می\u200cخواهم', 'a family 👨\u200d👩\u200d👧', '🔑'.repeat(64)];

/** Names with a character that is invisible or changes how others are displayed. */
export const hiddenNames: readonly string[] = [
  'clears the screen \u001b[2J',
  'ends \u0000 here',
  'two\nrows',
  'del\u007fete',
  'next\u0085line',
  'turned \u202e around',
  'zero\u200bwidth',
  'soft\u00adhyphen',
  'line\u2028separator',
  'paragraph\u2029separator',
  'byte\ufefforder',
  'high \ud83d half',
  'low \udd11 half',
  'a Hangul filler \u3164',
  '\u2800',
  'a joiner \u200d at a space',
  'ends with one\u200c',
  'two\u200c\u200dof them',
  'a tag \u{e0041}',
];
